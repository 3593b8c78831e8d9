import { refuse } from '../../mock/answer.ts';
import { isAdmin } from '../../mock/authority.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { mayEditReport, mayManageReport } from '../../mock/families/report-access.ts';
import { sha256 } from '../../mock/rules/files.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { Report } from '../../mock/world/content.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, replaceSync, replace as waitedFor, withRules, responseOf } from '../lib/patches.ts';
import { reaching } from '../lib/other-deployments.ts';
import { inexact, lettersLost } from '../lib/text-files.ts';
import { changeRequest, duringReports, refusedYet, reportIn, storeReport } from '../lib/reports.ts';

const UPDATE = 'updateReport';
const CONNECT = 'connectReportToWorkbook';
const DISCONNECT = 'disconnectReportFromWorkbook';
const REFRESH = 'refreshReport';
const READ_FILE = 'getReportFile';
const PATCH_FILE = 'patchReportFile';

type Text = 'name' | 'title';
const LONGEST = 255;

function textIn(call: Call, member: Text): string | undefined {
  const value = bodyOf(call)[member];
  return typeof value === 'string' ? value : undefined;
}

/** An update answers with a new text of which it has stored something else. */
function storing(member: Text, as: (given: string, before: Report) => string): Patch {
  return replaceSync(UPDATE, (call, original) => {
    const before = reportIn(call);
    const answer = original(call);
    const given = textIn(call, member);
    if (given !== undefined && before) storeReport(call, { [member]: as(given, before) });
    return answer;
  });
}

/** A text that is too long is cut off instead of refused. */
function cutOff(member: Text): Patch {
  return changeRequest(UPDATE, (body) => {
    const value = body[member];
    return typeof value === 'string' ? { ...body, [member]: value.slice(0, LONGEST) } : body;
  });
}

/** A text that is too long is refused, and cut off and stored all the same. */
function refusedYetStored(member: Text): Patch {
  return refusedYet(UPDATE, (call) => {
    const given = textIn(call, member);
    if (given !== undefined && given.length > LONGEST) storeReport(call, { [member]: given.slice(0, LONGEST) });
  });
}

/** A text that is too long is refused with another status. */
function refusedOtherwise(member: Text): Patch {
  return replaceSync(UPDATE, (call, original) => {
    const given = textIn(call, member);
    if (reportIn(call) && given !== undefined && given.length > LONGEST) refuse(422, `${member} is too long`);
    return original(call);
  });
}

/** Where an update would move the report to; undefined where it would not. */
function destinationIn(call: Call): number | null | undefined {
  const { folderId } = bodyOf(call);
  const isMove = folderId !== undefined && folderId !== reportIn(call)?.folderId;
  return isMove ? (folderId as number | null) : undefined;
}

function payloadIn(body: Body): string | undefined {
  const checksum = body['resultChecksum'];
  const payload = typeof checksum === 'object' ? (checksum as Body | null)?.['payload'] : undefined;
  return typeof payload === 'string' ? payload : undefined;
}

function withoutChecksum({ resultChecksum: _, ...rest }: Body): Body {
  return rest;
}

/** A connect that is refused for its payload. */
function refusingPayloads(isRefused: (payload: string) => boolean): Patch {
  return replaceSync(CONNECT, (call, original) => {
    const payload = payloadIn(bodyOf(call));
    if (payload !== undefined && isRefused(payload)) refuse('invalid', 'resultChecksum.payload is unfit');
    return original(call);
  });
}

/** An operation that finds no placement by spreadsheet, sheet and cell. */
function blindToAddresses(operation: string): Patch {
  return duringReports(operation, { isAt: () => false });
}

/** Whether a placement is at an address, some parts of which do not count. */
function isAtBut(...ignored: readonly ('sheetName' | 'anchorCell')[]): Rules['reports']['isAt'] {
  return (placement, address) =>
    (['externalWorkbookId', 'sheetName', 'anchorCell'] as const).every(
      (part) => ignored.some((one) => one === part) || placement[part] === (address[part] ?? null),
    );
}

/** An operation that finds no placement by its id. */
function blindToIds(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    if (reportIn(call) && bodyOf(call)['placementId'] !== undefined) refuse('unknown', 'there is no such placement');
    return original(call);
  });
}

interface File {
  readonly content: string;
  readonly hash: string;
}

/** The file of the report in the path, as this tenant shows it. */
function fileOf(call: Call): File {
  const answer = responseOf(call, READ_FILE);
  if (answer.kind !== 'ok') throw new Error('a file is read with a body');
  return answer.body as File;
}

const BYTE_ORDER_MARK = '\ufeff';
const withoutMark = (text: unknown): unknown => (typeof text === 'string' ? text.replace(BYTE_ORDER_MARK, '') : text);

/** A patch that was made for what is shown finds what it names, though what is stored looks a little different. */
const lenient = changeRequest(PATCH_FILE, ({ hash: _, oldText, newText, ...rest }) => ({
  ...rest,
  ...(oldText !== undefined && { oldText: withoutMark(oldText) }),
  ...(newText !== undefined && { newText: withoutMark(newText) }),
}));

/** Files that are shown with something else in their text or hash, while patches work as they should. */
function shownAs(show: (file: File, call: Call) => object): Patch {
  const change = (body: Body, call: Call) => ({ ...body, ...show(body as unknown as File, call) });
  return all(lenient, changeBodySync(READ_FILE, change), changeBodySync(PATCH_FILE, change));
}

/** Files that are shown with another text, and with the hash of that. */
function written(as: (content: string, call: Call) => string): Patch {
  return shownAs(({ content }, call) => {
    const text = as(content, call);
    return { content: text, hash: sha256(text) };
  });
}

/** What is not in the spreadsheet cannot be found there, or be taken out of it, or be refreshed. */
const NOT_PLACED = 'what a connect does not place is nowhere to be found';
const NO_TEXT = 'content that is no string is no text to compare, to read or to hash';

/** Faults of what changes a report: update, placements and file. */
export const reportsChangeFaults = faults({
  // Update.
  'reports.update.name-stored': [
    {
      name: 'not-stored',
      sentence: 'A new name is acknowledged and not stored, unless it is as long as a name may be.',
      patch: storing('name', (given, before) => (given.length < LONGEST ? before.name : given)),
    },
    {
      name: 'escaped',
      sentence: 'A new name is stored with entities in the place of signs.',
      patch: storing('name', (given) => given.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    },
  ],
  'reports.update.title-stored': [
    {
      name: 'not-stored',
      sentence: 'A new title is acknowledged and not stored, unless it is as long as a title may be.',
      patch: storing('title', (given, before) => (given.length < LONGEST ? before.title : given)),
    },
    {
      name: 'ascii',
      sentence: 'A new title is stored with a question mark for each letter beyond ASCII.',
      patch: storing('title', (given) => given.replace(/[^ -~]/g, '?')),
    },
    {
      name: 'name-in-its-place',
      sentence: 'A report with a new title gets its name as title, unless the title is as long as it may be.',
      patch: storing('title', (given, before) => (given.length < LONGEST ? before.name : given)),
    },
  ],
  'reports.update.name-too-long': [
    {
      name: 'cut-off',
      sentence: 'A name of 256 characters is cut off after 255 and stored.',
      patch: cutOff('name'),
    },
    {
      name: 'other-status',
      sentence: 'A name of 256 characters is refused with 422.',
      patch: refusedOtherwise('name'),
    },
    {
      name: 'rest-stored',
      sentence: 'An update to a name of 256 characters is refused, and the other members of its body are stored.',
      also: alsoThese(
        'what is stored beside a refused text has another version',
        'reports.update.expected-version-matches',
      ),
      patch: refusedYet(UPDATE, (call, original) => {
        const { name, ...rest } = bodyOf(call);
        if (typeof name === 'string' && name.length > LONGEST) original({ ...call, body: rest });
      }),
    },
  ],
  'reports.update.name-longest': {
    name: 'one-less',
    sentence: 'A name of 255 characters is acknowledged and loses its last one.',
    patch: storing('name', (given) => given.slice(0, LONGEST - 1)),
  },
  'reports.update.title-too-long': [
    {
      name: 'cut-off',
      sentence: 'A title of 256 characters is cut off after 255 and stored.',
      patch: cutOff('title'),
    },
    {
      name: 'refused-and-stored',
      sentence: 'A title of 256 characters is refused, and its first 255 are stored.',
      patch: refusedYetStored('title'),
    },
  ],
  'reports.update.title-longest': {
    name: 'shortened',
    sentence: 'A title of more than 250 characters is acknowledged, and the rest is stored as dots.',
    patch: storing('title', (given) => (given.length > 250 ? `${given.slice(0, 250)}...` : given)),
  },
  'reports.update.expected-version-matches': {
    name: 'always-a-conflict',
    sentence: 'An update with any expectedVersion is a conflict.',
    patch: ({ reports }) => {
      reports.isExpected = (expected) => expected === undefined;
    },
    also: [
      {
        id: 'reports.update.expected-version-differs',
        because: 'the update that ought to succeed beside the one that is refused has a version that matches',
      },
    ],
  },
  'reports.update.expected-version-differs': [
    {
      name: 'ignored',
      sentence: 'An update looks at no expectedVersion.',
      also: [
        {
          id: 'reports.update.expected-version-once',
          because: 'of two that expect one version the later one expects another than there is',
        },
      ],
      patch: ({ reports }) => {
        reports.isExpected = () => true;
      },
    },
    ...(['title', 'description'] as const).map((member) => ({
      name: `ignored-with-${member}`,
      sentence: `An update of the ${member} alone looks at no expectedVersion.`,
      patch: changeRequest(UPDATE, ({ expectedVersion, ...body }) =>
        expectedVersion === undefined || (member in body && !('name' in body)) ? body : { ...body, expectedVersion },
      ),
    })),
    {
      name: 'refused-and-stored',
      sentence: 'An update with another expectedVersion is a conflict, and is stored.',
      also: alsoThese(
        'a version that differs is sent there before',
        'reports.update.expected-version-on-move',
        'reports.update.expected-version-matches',
      ),
      patch: refusedYet(UPDATE, (call, original, { why }) => {
        if (why !== 409) return;
        const { expectedVersion: _, ...body } = bodyOf(call);
        original({ ...call, body });
      }),
    },
  ],
  'reports.update.expected-version-once': {
    name: 'looked-at-too-early',
    sentence: 'An update looks at the version that the report had when it arrived, and stores a moment later.',
    patch: waitedFor(UPDATE, async (call, original) => {
      const version = reportIn(call)?.version ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 250));
      const { reports } = call.tenant.rules;
      const { isExpected } = reports;
      reports.isExpected = (expected) => isExpected(expected, version);
      try {
        return await original(call);
      } finally {
        reports.isExpected = isExpected;
      }
    }),
  },
  'reports.update.expected-version-zero': {
    name: 'as-omitted',
    sentence: 'An expectedVersion of 0 counts as none.',
    patch: ({ reports }) => {
      const { isExpected } = reports;
      reports.isExpected = (expected, version) => expected === 0 || isExpected(expected, version);
    },
  },
  'reports.update.expected-version-on-move': {
    name: 'ignored',
    sentence: 'An update that moves a report looks at no expectedVersion.',
    patch: changeRequest(UPDATE, ({ expectedVersion, ...body }) =>
      'folderId' in body || expectedVersion === undefined ? body : { ...body, expectedVersion },
    ),
  },
  'reports.update.expected-version-omitted': {
    name: 'needed',
    sentence: 'An update of the name or the title without expectedVersion is a conflict.',
    patch: replaceSync(UPDATE, (call, original) => {
      const { expectedVersion, name, title } = bodyOf(call);
      const isMeant = expectedVersion === undefined && (name ?? title) !== undefined;
      // What is refused anyway is refused as it should be.
      const isWellFormed = [name, title].every((text) => typeof text !== 'string' || text.length <= LONGEST);
      const report = reportIn(call);
      const isMine = report && mayEditReport(call.tenant, call.principal, report);
      if (isMeant && isWellFormed && isMine) refuse(409, 'expectedVersion is missing');
      return original(call);
    }),
    also: [
      ...(['name-stored', 'title-stored', 'name-longest', 'title-longest'] as const).map(
        (rule) =>
          ({ id: `reports.update.${rule}`, because: 'an update without expectedVersion stores nothing' }) as const,
      ),
      ...(['name-too-long', 'title-too-long'] as const).map(
        (rule) =>
          ({
            id: `reports.update.${rule}`,
            because: 'the longest text that ought to be taken beside the one that is refused is refused as well',
          }) as const,
      ),
      { id: 'reports.update.move-permitted', because: 'a move without a version is refused as well' },
    ],
  },
  'reports.update.move-permitted': [
    {
      name: 'administrators-only',
      sentence: 'A move by anybody but an administrator is refused.',
      patch: replaceSync(UPDATE, (call, original) => {
        const isMeant = destinationIn(call) !== undefined && !isAdmin(call.tenant, call.principal);
        if (isMeant) refuse('forbidden', 'only an administrator may move a report');
        return original(call);
      }),
    },
    {
      name: 'not-moved',
      sentence: 'A move by anybody but an administrator is acknowledged, and the report stays where it is.',
      patch: replaceSync(UPDATE, (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        if (before && !isAdmin(call.tenant, call.principal)) storeReport(call, { folderId: before.folderId });
        return answer;
      }),
    },
  ],
  'reports.update.move-with-name': {
    name: 'name-lost',
    sentence: 'An update that moves a report changes no name.',
    patch: changeRequest(UPDATE, ({ name, ...body }) =>
      'folderId' in body || name === undefined ? body : { ...body, name },
    ),
  },
  'reports.update.move-without-manage': [
    {
      name: 'edit-suffices',
      sentence: 'Whoever may edit the destination may move a report that they may edit and not manage.',
      patch: ({ reports }) => {
        reports.mayMove = (_managesReport, editsDestination) => editsDestination;
      },
    },
    {
      name: 'refused-and-moved',
      sentence: 'A move by a caller who may edit the report and not manage it is refused, and the report is moved.',
      patch: refusedYet(UPDATE, (call) => {
        const { tenant, principal } = call;
        const [report, folderId] = [reportIn(call), destinationIn(call)];
        if (!report || folderId === undefined) return;
        const isMeant = mayEditReport(tenant, principal, report) && !mayManageReport(tenant, principal, report);
        if (isMeant) storeReport(call, { folderId });
      }),
    },
  ],
  'reports.update.move-without-edit': {
    name: 'read-suffices',
    sentence: 'Whoever may manage a report may move it to any folder that they may read.',
    patch: ({ reports }) => {
      reports.mayMove = (managesReport) => managesReport;
    },
  },

  // Connect.
  'reports.connect.answers-report': {
    name: 'another',
    sentence: 'A connect answers with the id and the name of the report next to the one that was connected.',
    also: [{ id: 'reports.connect.same-report', because: 'what is answered is another report than the list shows' }],
    patch: changeBodySync(CONNECT, (report, call) => {
      const { deploymentId, id } = report;
      const next = call.tenant.content.reports.find((one) => one.deploymentId === deploymentId && one.id !== id);
      return next ? { ...report, id: next.id, publicId: next.publicId, name: next.name, title: next.title } : report;
    }),
  },
  'reports.connect.same-report': [
    {
      name: 'columns-lost',
      sentence: 'A connect answers with the report without the first column of its pivot items.',
      patch: changeBodySync(CONNECT, (report) => {
        const pivot = (report['pivotItems'] ?? {}) as Body;
        const columns = (pivot['columns'] ?? []) as readonly string[];
        return { ...report, pivotItems: { ...pivot, columns: columns.slice(1) } };
      }),
    },
    {
      name: 'version-behind',
      sentence: 'A connect answers with the version before the one that it stored.',
      patch: changeBodySync(CONNECT, (report) => ({ ...report, version: Number(report['version']) - 1 })),
    },
    {
      name: 'refreshed-by-the-next',
      sentence: 'A connect answers with the id of another user as who refreshed the report.',
      patch: changeBodySync(CONNECT, (report) => ({
        ...report,
        ...(typeof report['refreshedBy'] === 'number' && { refreshedBy: report['refreshedBy'] + 1 }),
      })),
    },
  ],
  'reports.connect.places-report': {
    name: 'not-placed',
    sentence: 'A connect shows the new placement, and the report is in that spreadsheet no longer.',
    patch: replaceSync(CONNECT, (call, original) => {
      const answer = original(call);
      const { externalWorkbookId } = bodyOf(call);
      const placements = reportIn(call)?.placements ?? [];
      storeReport(call, { placements: placements.filter((one) => one.externalWorkbookId !== externalWorkbookId) });
      return answer;
    }),
    also: [
      ...(
        [
          'reports.list.external-workbook-placed',
          'reports.connect.several-spreadsheets',
          'reports.connect.payload-opaque',
          'reports.disconnect.by-placement-id',
          'reports.disconnect.by-address',
          'reports.disconnect.keeps-other-placements',
          'reports.refresh.by-placement-id',
          'reports.refresh.by-address',
          'external-documents.list.shows-placement',
          'external-documents.list.drops-placement',
          'external-documents.list.tenant-wide',
          'external-documents.entry.granted',
          'external-documents.entry.granted-name',
          'external-documents.list.denied-listed',
          'external-documents.entry.denied',
          'external-documents.entry.denied-no-name',
          'external-documents.entry.denied-else-complete',
        ] as const
      ).map((id) => ({ id, because: NOT_PLACED })),
      ...alsoThese('a placement by a reader is looked for as well', 'reports.connect.read-access-suffices'),
    ],
  },
  'reports.connect.several-spreadsheets': {
    name: 'one-only',
    sentence: 'A report that is placed in a second spreadsheet leaves the first.',
    patch: ({ reports }) => {
      const own = reports.withPlacement;
      reports.withPlacement = (placements, placement) =>
        own(
          placements.filter((one) => one.externalWorkbookId === placement.externalWorkbookId),
          placement,
        );
    },
    also: [
      {
        id: 'reports.disconnect.keeps-other-placements',
        because: 'a report that is in one spreadsheet at a time is in no other when it is taken out',
      },
      { id: 'reports.connect.places-report', because: 'placements in several spreadsheets are looked for' },
    ],
  },
  'reports.connect.read-access-suffices': {
    name: 'edit-needed',
    sentence: 'A connect is refused to a caller who may not edit the report.',
    patch: ({ reports }) => {
      reports.mayConnect = (mayEdit) => mayEdit;
    },
  },
  'reports.connect.no-read-access': [
    {
      name: 'not-needed',
      sentence: 'A connect needs no access to the report.',
      patch: duringReports(CONNECT, { mayRead: () => true }),
    },
    {
      name: 'refused-and-placed',
      sentence: 'A connect of a report that the caller may not read is refused, and the report is placed.',
      patch: refusedYet(CONNECT, (call, original, { why }) => {
        if (why === 'unknown' && reportIn(call))
          withRules(call, 'reports', { mayRead: () => true }, () => original(call));
      }),
    },
  ],
  'reports.connect.payload-empty': {
    name: 'taken-as-none',
    sentence: 'A connect with an empty payload places the report without a result checksum.',
    patch: changeRequest(CONNECT, (body) => (payloadIn(body) === '' ? withoutChecksum(body) : body)),
  },
  'reports.connect.payload-shortest': {
    name: 'refused',
    sentence: 'A connect with a payload of 1 character is refused.',
    patch: refusingPayloads(({ length }) => length === 1),
    also: [
      {
        id: 'reports.connect.payload-empty',
        because: 'the shortest payload that ought to be taken beside the empty one is refused as well',
      },
    ],
  },
  'reports.connect.payload-too-long': [
    {
      name: 'cut-off',
      sentence: 'A payload of 129 characters is cut off after 128.',
      patch: changeRequest(CONNECT, (body) => {
        const payload = payloadIn(body);
        return (payload?.length ?? 0) > 128 ? { ...body, resultChecksum: { payload: payload?.slice(0, 128) } } : body;
      }),
    },
    {
      name: 'refused-and-placed',
      sentence: 'A connect with a payload of 129 characters is refused, and places the report without it.',
      patch: refusedYet(CONNECT, (call, original) => {
        const body = bodyOf(call);
        if ((payloadIn(body)?.length ?? 0) > 128) original({ ...call, body: withoutChecksum(body) });
      }),
    },
  ],
  'reports.connect.payload-longest': {
    name: 'refused',
    sentence: 'A connect with a payload of 128 characters is refused.',
    patch: refusingPayloads(({ length }) => length === 128),
    also: [
      {
        id: 'reports.connect.payload-too-long',
        because: 'the longest payload that ought to be taken beside the one that is refused is refused as well',
      },
      { id: 'reports.connect.payload-opaque', because: 'the longest payload is one of those that are compared' },
    ],
  },
  'reports.connect.payload-optional': {
    name: 'needed',
    sentence: 'A connect whose result checksum has no payload is refused.',
    patch: replaceSync(CONNECT, (call, original) => {
      const body = bodyOf(call);
      const isGiven = typeof body['resultChecksum'] === 'object' && body['resultChecksum'] !== null;
      if (isGiven && payloadIn(body) === undefined) refuse('invalid', 'resultChecksum.payload is missing');
      return original(call);
    }),
  },
  'reports.connect.payload-opaque': [
    {
      name: 'hashed',
      sentence: 'A placement shows the SHA-256 of the payload that it was given.',
      patch: ({ reports }) => {
        reports.resultChecksum = (given) =>
          typeof given?.payload === 'string' ? { ...given, payload: sha256(given.payload) } : given;
      },
    },
    {
      name: 'letters-and-digits',
      sentence: 'A connect refuses a payload in which anything but a letter or a digit stands.',
      also: alsoThese(
        'a payload of other characters is refused',
        'reports.connect.payload-shortest',
        'reports.connect.payload-longest',
      ),
      patch: refusingPayloads((payload) => /[^a-z0-9]/i.test(payload)),
    },
  ],

  // Disconnect and refresh.
  'reports.disconnect.by-placement-id': {
    name: 'not-taken-out',
    sentence: 'A disconnect with a placementId is acknowledged and takes nothing out.',
    patch: replaceSync(DISCONNECT, (call, original) => {
      const before = reportIn(call);
      const answer = original(call);
      if (before && bodyOf(call)['placementId'] !== undefined) storeReport(call, before);
      return answer;
    }),
    also: [
      {
        id: 'external-documents.list.drops-placement',
        because: 'what a disconnect does not take out is among the placements as before',
      },
    ],
  },
  'reports.disconnect.by-address': {
    name: 'not-found',
    sentence: 'A disconnect finds no placement by spreadsheet, sheet and cell.',
    patch: blindToAddresses(DISCONNECT),
    also: [
      {
        id: 'external-documents.list.drops-placement',
        because: 'what a disconnect does not take out is among the placements as before',
      },
    ],
  },
  'reports.disconnect.keeps-other-placements': {
    name: 'all-of-them',
    sentence: 'A disconnect takes the report out of all spreadsheets.',
    patch: ({ reports }) => {
      reports.withoutPlacement = () => [];
    },
    also: [
      ...alsoThese(
        'the placements that are left in the spreadsheet are counted there',
        'external-documents.list.drops-placement',
      ),
      {
        id: 'reports.disconnect.keeps-other-addresses',
        because: 'all spreadsheets are also the one of the other address',
      },
    ],
  },
  'reports.disconnect.keeps-other-addresses': [
    {
      name: 'whole-spreadsheet',
      sentence: 'A disconnect takes the report out of the whole spreadsheet.',
      also: alsoThese('other placements are to stay there', 'external-documents.list.drops-placement'),
      patch: ({ reports }) => {
        reports.withoutPlacement = (placements, id) => {
          const gone = placements.find((one) => one.id === id)?.externalWorkbookId;
          return placements.filter(({ externalWorkbookId }) => externalWorkbookId !== gone);
        };
      },
    },
    {
      name: 'any-sheet',
      sentence:
        'A disconnect by address takes out the first placement in that cell, on whatever sheet of the spreadsheet.',
      patch: duringReports(DISCONNECT, { isAt: isAtBut('sheetName') }),
    },
    {
      name: 'any-cell',
      sentence: 'A disconnect by address takes out the first placement on that sheet, in whatever cell.',
      patch: duringReports(DISCONNECT, { isAt: isAtBut('anchorCell') }),
    },
  ],
  'reports.disconnect.keeps-other-reports': {
    name: 'all-reports',
    sentence: 'A disconnect takes the other reports out of that spreadsheet as well.',
    patch: replaceSync(DISCONNECT, (call, original) => {
      const { externalWorkbookId } = bodyOf(call);
      const answer = original(call);
      const { reports } = call.tenant.content;
      for (const one of reports.filter(({ id }) => id !== reportIn(call)?.id)) {
        const left = one.placements.filter((at) => at.externalWorkbookId !== externalWorkbookId);
        if (left.length < one.placements.length) reports.replace({ ...one, placements: left });
      }
      return answer;
    }),
  },
  'reports.refresh.by-placement-id': {
    name: 'not-found',
    sentence: 'A refresh finds no placement by its placementId.',
    patch: blindToIds(REFRESH),
  },
  'reports.refresh.by-address': {
    name: 'not-found',
    sentence: 'A refresh finds no placement by spreadsheet, sheet and cell.',
    patch: blindToAddresses(REFRESH),
  },
  'reports.refresh.keeps-other-placements': [
    {
      name: 'all-of-them',
      sentence: 'A refresh of one placement refreshes all placements of the report.',
      patch: duringReports(REFRESH, {
        withPlacement: (placements, { id, refreshedAt, refreshedByUserId, resultChecksum }) =>
          placements.map((one) => ({
            ...one,
            refreshedAt,
            refreshedByUserId,
            ...(one.id === id && { resultChecksum }),
          })),
      }),
    },
    {
      name: 'any-sheet',
      sentence: 'A refresh by address goes to the first placement in that cell, on whatever sheet of the spreadsheet.',
      patch: duringReports(REFRESH, { isAt: isAtBut('sheetName') }),
    },
    {
      name: 'any-address',
      sentence: 'A refresh by address goes to the first placement in the spreadsheet.',
      also: alsoThese('the moments of two placements are compared', 'reports.refresh.refreshed-at'),
      patch: duringReports(REFRESH, { isAt: isAtBut('sheetName', 'anchorCell') }),
    },
  ],
  'reports.refresh.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'A refresh finds its report in whatever deployment that lies in, for any key.',
    patch: reaching(REFRESH, (call) => reportIn(call)?.deploymentId),
  },

  // The file.
  'reports.file.content': {
    name: 'parsed',
    sentence: 'The file of a report carries its content as an object.',
    patch: changeBodySync(READ_FILE, (file) => ({
      ...file,
      content: JSON.parse(file['content'] as string) as unknown,
    })),
    also: [
      {
        id: 'openapi-spec.serving.body-declared',
        because: "the tenant's own document declares what is printed, and the answer departs from that as well",
      },
      ...(
        [
          'content-is-json',
          'canonical',
          'hash-of-content',
          'patch-replaces',
          'patch-keeps-the-rest',
          'patch-renews-hash',
          'patch-exact',
          'patch-canonical',
        ] as const
      ).map((rule) => ({ id: `reports.file.${rule}`, because: NO_TEXT }) as const),
    ],
  },
  'reports.file.content-is-json': {
    name: 'byte-order-mark',
    sentence: 'The content of a report file begins with a byte order mark.',
    patch: written((content) => BYTE_ORDER_MARK + content),
  },
  'reports.file.canonical': {
    name: 'no-line-end',
    sentence: 'The content of a report file has no line end where the same version was read before.',
    also: alsoThese('the rest of the file is compared as text', 'reports.file.patch-keeps-the-rest'),
    patch: (rules) => {
      const seen = new Map<number, number>();
      all(
        lenient,
        changeBodySync(READ_FILE, (file, call) => {
          const report = reportIn(call);
          if (!report) return file;
          const isKnown = seen.get(report.id) === report.version;
          seen.set(report.id, report.version);
          const content = file['content'] as string;
          return isKnown ? { ...file, content: content.trimEnd(), hash: sha256(content.trimEnd()) } : file;
        }),
      )(rules);
    },
  },
  'reports.file.hash': {
    name: 'object',
    sentence: 'The file of a report carries its hash with the name of the algorithm.',
    patch: shownAs(({ hash }) => ({ hash: { sha256: hash } })),
    also: [
      {
        id: 'openapi-spec.serving.body-declared',
        because: "the tenant's own document declares what is printed, and the answer departs from that as well",
      },
      ...(['hash-of-content', 'patch-renews-hash', 'patch-canonical'] as const).map(
        (rule) => ({ id: `reports.file.${rule}`, because: 'an object is no hash of any text' }) as const,
      ),
    ],
  },
  'reports.file.hash-of-content': {
    name: 'without-line-end',
    sentence: 'The hash of a report file that nobody has patched yet is that of the content without its line end.',
    patch: (rules) => {
      // Known by their content, so that a patch that is undone brings back the same hash.
      const originals = new Set<string>();
      const note = (content: string, call: Call): void => {
        if (reportIn(call)?.version === 1) originals.add(content);
      };
      const show = ({ content, hash }: File) => ({
        hash: originals.has(content) ? sha256(content.trimEnd()) : hash,
      });
      all(
        replaceSync(PATCH_FILE, (call, original) => {
          note(fileOf(call).content, call);
          return original(call);
        }),
        shownAs((file, call) => {
          note(file.content, call);
          return show(file);
        }),
      )(rules);
    },
  },
  'reports.file.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'The file of a report is read in whatever deployment that lies in, with any key.',
    patch: reaching(READ_FILE, (call) => reportIn(call)?.deploymentId),
  },
  'reports.file.patch-replaces': [
    {
      name: 'read-as-before',
      sentence: 'A report file is read as it was before it was first patched.',
      also: alsoThese('what the file is read as after a patch is compared there', 'reports.file.patch-canonical'),
      patch: (rules) => {
        const kept = new Map<number, Body>();
        all(
          lenient,
          changeBodySync(READ_FILE, (file, call) => kept.get(reportIn(call)?.id ?? 0) ?? file),
          replaceSync(PATCH_FILE, (call, original) => {
            const before = fileOf(call);
            const answer = original(call);
            const report = reportIn(call);
            if (report) kept.set(report.id, { ...before });
            return answer;
          }),
        )(rules);
      },
    },
    lettersLost('a report file', ({ reports }) => reports.file),
    {
      name: 'signs-expanded',
      sentence: 'Signs such as $& in the new text of a report file stand for what was replaced.',
      patch: ({ reports }) => {
        reports.file.replaced = (content, oldText, newText) => content.replace(oldText, newText);
      },
    },
    {
      name: 'trimmed',
      sentence: 'The new text of a report file loses the spaces around it.',
      patch: ({ reports }) => {
        const { replaced } = reports.file;
        reports.file.replaced = (content, oldText, newText) => replaced(content, oldText, newText.trim());
      },
    },
  ],
  'reports.file.patch-keeps-the-rest': {
    name: 'one-switch',
    sentence: 'A patch of a report file turns showRowTotals round as well.',
    patch: replaceSync(PATCH_FILE, (call, original) => {
      original(call);
      const pivotItems = reportIn(call)?.pivotItems ?? {};
      storeReport(call, { pivotItems: { ...pivotItems, showRowTotals: pivotItems['showRowTotals'] !== true } });
      return { kind: 'ok', body: fileOf(call) };
    }),
  },
  'reports.file.patch-renews-hash': {
    name: 'as-before',
    sentence: 'A patched report file keeps the hash that it had before the patch.',
    also: alsoThese('the hash of the content that it was given back is compared there', 'reports.file.patch-canonical'),
    patch: (rules) => {
      const kept = new Map<number, string>();
      all(
        replaceSync(PATCH_FILE, (call, original) => {
          const { hash } = fileOf(call);
          const answer = original(call);
          const report = reportIn(call);
          if (report) kept.set(report.id, hash);
          return answer;
        }),
        shownAs(({ hash }, call) => ({ hash: kept.get(reportIn(call)?.id ?? 0) ?? hash })),
      )(rules);
    },
  },
  'reports.file.patch-exact': inexact('a report file', ({ reports }) => reports.file),
  'reports.file.patch-canonical': {
    name: 'no-line-end',
    sentence: 'A report file that was patched twice has no line end at the end of its content.',
    also: alsoThese('the rest of the file is compared as text', 'reports.file.patch-keeps-the-rest'),
    patch: (rules) => {
      const patches = new Map<number, number>();
      all(
        replaceSync(PATCH_FILE, (call, original) => {
          const answer = original(call);
          const id = reportIn(call)?.id ?? 0;
          patches.set(id, (patches.get(id) ?? 0) + 1);
          return answer;
        }),
        written((content, call) => {
          const isPatchedTwice = (patches.get(reportIn(call)?.id ?? 0) ?? 0) >= 2;
          return isPatchedTwice ? content.trimEnd() : content;
        }),
      )(rules);
    },
  },
});
