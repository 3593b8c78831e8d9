import type { Report } from '../../../mock/world/content.ts';
import { lookingFirst } from '../../lib/at-once.ts';
import { refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import { mayEditReport } from '../../../mock/families/report-access.ts';
import type { Patch } from '../../../mock/index.ts';
import { sha256 } from '../../../mock/rules/files.ts';
import type { Placement } from '../../../mock/world/content.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { plusAsBlank } from '../../lib/digits.ts';
import { dropping, isPresent, knowing, sends, type When } from '../../lib/conditions.ts';
import {
  all,
  changeBodySync,
  during,
  refusing,
  replaceSync,
  withBody,
  withRules,
  remembering,
} from '../../lib/patches.ts';
import { moved, questionMarks } from '../../lib/report-changes.ts';
import { byName } from '../../lib/report-histories.ts';
import { ignored } from '../../lib/report-placements.ts';
import {
  afterUpdates,
  changeReportList,
  changeRequest,
  duringReports,
  itemsOf,
  refusedYet,
  reportIn,
  storeReport,
  withItems,
} from '../../lib/reports.ts';
import { directAlone } from '../../lib/right-conditions.ts';
import { letInForEver } from '../../lib/rights.ts';
import { namesCut, namesEscaped, storedAs } from '../../lib/stored-texts.ts';
import { withoutBackslashes, apostrophesDoubled } from '../../lib/signs-in-texts.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** What is not in the spreadsheet cannot be found there, or be taken out of it, or be refreshed. */
const NOT_PLACED = 'what a connect does not place is nowhere to be found';

function refusingConnect(isRefused: When): Patch {
  return replaceSync('connectReportToWorkbook', (call, original) => {
    if (isRefused(call)) refuse('forbidden', 'the caller may not place this');
    return original(call);
  });
}

/** The placement that a connect is about where it is there already. */
function existingIn(call: Call): Placement | undefined {
  const { placementId, externalWorkbookId, sheetName, anchorCell } = bodyOf(call);
  const { isAt } = call.tenant.rules.reports;
  return reportIn(call)?.placements.find((one) =>
    placementId === undefined ? isAt(one, { externalWorkbookId, sheetName, anchorCell }) : one.id === placementId,
  );
}

function payloadIn(body: Body): string | undefined {
  const checksum = body['resultChecksum'];
  const payload = typeof checksum === 'object' ? (checksum as Body | null)?.['payload'] : undefined;
  return typeof payload === 'string' ? payload : undefined;
}

function withoutChecksum({ resultChecksum: _, ...rest }: Body): Body {
  return rest;
}

const SHOWN_PAYLOAD = alsoThese('what is stored is shown', 'reports.placement.result-checksum-payload');

/** Any result checksum is taken under a condition. */
const anyPayload = (isMeant: When): Patch =>
  during(
    'connectReportToWorkbook',
    'reports',
    () => ({ checksumPayload: { min: 0 as 1, max: 100_000 as 128 } }),
    isMeant,
  );

function sentPayload(call: Call): string {
  const payload = (bodyOf(call)['resultChecksum'] as Body | undefined | null)?.['payload'];
  return typeof payload === 'string' ? payload : '';
}

const plainLettersIn = (text: string): number => text.replaceAll(/[^\0-\x7f]/g, '').length;

/** A connect that is refused for its payload. */
function refusingPayloads(isRefused: (payload: string) => boolean): Patch {
  return replaceSync('connectReportToWorkbook', (call, original) => {
    const payload = payloadIn(bodyOf(call));
    if (payload !== undefined && isRefused(payload)) refuse('invalid', 'resultChecksum.payload is unfit');
    return original(call);
  });
}

const SHOWN_AS_STORED = {
  id: 'reports.placement.result-checksum-payload',
  because: 'what is stored is shown',
} as const;

const hasPayload = (fits: (length: number) => boolean): When =>
  sends('resultChecksum', (value) => {
    const payload = (value as Body | undefined | null)?.['payload'];
    return typeof payload === 'string' && fits(payload.length);
  });

/** A result checksum is kept as another text. */
const keptAs = (change: (payload: string) => string): Patch => {
  return ({ reports }) => {
    reports.resultChecksum = (given) =>
      given?.payload === undefined ? given : { ...given, payload: change(given.payload) };
  };
};

/** Placements lose or change what a connect sent. */
function placed(change: (placement: Placement, body: Body, call: Call) => Partial<Placement>, when: When = () => true) {
  return replaceSync('connectReportToWorkbook', (call, original) => {
    const before = new Set((reportIn(call)?.placements ?? []).map(({ id }) => id));
    const { placementId } = bodyOf(call);
    const answer = original(call);
    const placements = reportIn(call)?.placements ?? [];
    if (!when(call)) return answer;
    const changed = placements.map((one) =>
      !before.has(one.id) || one.id === placementId ? { ...one, ...change(one, bodyOf(call), call) } : one,
    );
    storeReport(call, { placements: changed });
    return withBody(answer, (report) => ({
      ...report,
      externalWorkbookPlacements: (report['externalWorkbookPlacements'] as readonly Body[]).map((shown) => {
        const {
          placedAt: _placed,
          refreshedAt: _refreshed,
          ...rest
        } = changed.find(({ id }) => id === shown['id']) ?? {
          placedAt: 0,
          refreshedAt: 0,
        };
        return { ...shown, ...rest };
      }),
    }));
  });
}

/** Faults of connecting reports to a workbook. */
export const connectFaults = faults({
  'reports.connect.answers-report': [
    {
      name: 'another',
      sentence: 'A connect answers with the id and the name of the report next to the one that was connected.',
      also: [{ id: 'reports.connect.same-report', because: 'what is answered is another report than the list shows' }],
      patch: changeBodySync('connectReportToWorkbook', (report, call) => {
        const { deploymentId, id } = report;
        const next = call.tenant.content.reports.find((one) => one.deploymentId === deploymentId && one.id !== id);
        return next ? { ...report, id: next.id, publicId: next.publicId, name: next.name, title: next.title } : report;
      }),
    },
    {
      name: 'another-for-readers',
      sentence: 'A connect by a user without the admin role answers with another report.',
      patch: changeBodySync('connectReportToWorkbook', (report, call) =>
        byPlainUser(call) ? { ...report, id: Number(report['id']) + 1 } : report,
      ),
    },
    {
      name: 'another-at-once',
      sentence: 'Of two connects at the same time the second is answered with the report of the first.',
      patch: sharedAnswer('connectReportToWorkbook'),
    },
  ],
  'reports.connect.same-report': [
    {
      name: 'columns-lost',
      sentence: 'A connect answers with the report without the first column of its pivot items.',
      patch: changeBodySync('connectReportToWorkbook', (report) => {
        const pivot = (report['pivotItems'] ?? {}) as Body;
        const columns = (pivot['columns'] ?? []) as readonly string[];
        return { ...report, pivotItems: { ...pivot, columns: columns.slice(1) } };
      }),
    },
    {
      name: 'version-behind',
      sentence: 'A connect answers with the version before the one that it stored.',
      patch: changeBodySync('connectReportToWorkbook', (report) => ({
        ...report,
        version: Number(report['version']) - 1,
      })),
    },
    {
      name: 'refreshed-by-the-next',
      sentence: 'A connect answers with the id of another user as who refreshed the report.',
      patch: changeBodySync('connectReportToWorkbook', (report) => ({
        ...report,
        ...(typeof report['refreshedBy'] === 'number' && { refreshedBy: report['refreshedBy'] + 1 }),
      })),
    },
    {
      name: 'former-name',
      sentence: 'A connect of a report that was renamed answers with its former name.',
      patch: afterUpdates(byName, (former) =>
        changeBodySync('connectReportToWorkbook', (report) => ({
          ...report,
          name: former.get(Number(report['id'])) ?? report['name'],
        })),
      ),
    },
  ],
  'reports.connect.places-report': [
    {
      name: 'not-for-an-address',
      sentence: 'A connect with addressOnly is acknowledged and places nothing.',
      patch: ignored(
        'connectReportToWorkbook',
        sends('addressOnly', (value) => value === true),
      ),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A connect with an OAuth token is acknowledged and places nothing.',
      also: alsoThese('a payload with a token is not stored either', 'reports.connect.payload-opaque'),
      patch: ignored('connectReportToWorkbook', byOAuth),
    },
    {
      name: 'not-after-a-disconnect',
      sentence: 'A report that was taken out of a spreadsheet cannot be placed there again: it is acknowledged alone.',
      also: alsoThese('a report that was disconnected is placed again', 'external-documents.list.shows-placement'),
      patch: (rules) => {
        const left = new Set<unknown>();
        all(
          replaceSync('disconnectReportFromWorkbook', (call, original) => {
            const before = reportIn(call)?.placements ?? [];
            const answer = original(call);
            const after = new Set((reportIn(call)?.placements ?? []).map(({ id }) => id));
            for (const { id, externalWorkbookId } of before) if (!after.has(id)) left.add(externalWorkbookId);
            return answer;
          }),
          ignored('connectReportToWorkbook', (call) => left.has(bodyOf(call)['externalWorkbookId'])),
        )(rules);
      },
    },
    {
      name: 'not-placed',
      sentence: 'A connect shows the new placement, and the report is in that spreadsheet no longer.',
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
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
    {
      name: 'not-without-a-checksum',
      sentence: 'A connect without a result checksum is acknowledged and places nothing.',
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        if (before && bodyOf(call)['resultChecksum'] === undefined) call.tenant.content.reports.replace(before);
        return answer;
      }),
    },
  ],
  'reports.connect.several-spreadsheets': [
    {
      name: 'five-at-most',
      sentence: 'A connect keeps the last five placements of a report.',
      patch: ({ reports }) => {
        const { withPlacement } = reports;
        reports.withPlacement = (placements, placement) => withPlacement(placements, placement).slice(-5);
      },
    },
    {
      name: 'one-for-each-sheet-and-cell',
      sentence: 'A placement in another spreadsheet at the same sheet and cell takes the place of the first.',
      also: [
        ...alsoThese('the other placement is gone before the refresh', 'reports.refresh.keeps-other-placements'),
        ...alsoThese('the other placement is gone before that', 'reports.disconnect.keeps-other-placements'),
      ],
      patch: ({ reports }) => {
        const { withPlacement } = reports;
        reports.withPlacement = (placements, placement) =>
          withPlacement(
            placements.filter(
              (one) =>
                one.id === placement.id ||
                one.sheetName !== placement.sheetName ||
                one.anchorCell !== placement.anchorCell ||
                placement.sheetName === null,
            ),
            placement,
          );
      },
    },
    {
      name: 'two-at-most',
      sentence: 'A connect keeps the last two placements of a report.',
      patch: ({ reports }) => {
        const { withPlacement } = reports;
        reports.withPlacement = (placements, placement) => withPlacement(placements, placement).slice(-2);
      },
      also: alsoThese(
        'the third of several placements takes the place of the first',
        'reports.disconnect.keeps-other-placements',
        'reports.disconnect.keeps-other-addresses',
        'reports.refresh.keeps-other-placements',
        'external-documents.list.shows-placement',
      ),
    },
    {
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
    {
      name: 'one-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A connect with an OAuth token takes the report out of all other spreadsheets.',
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const answer = original(call);
        const there = bodyOf(call)['externalWorkbookId'];
        const placements = reportIn(call)?.placements ?? [];
        if (byOAuth(call))
          storeReport(call, { placements: placements.filter((one) => one.externalWorkbookId === there) });
        return answer;
      }),
    },
    {
      name: 'third-for-the-first',
      sentence: 'A third spreadsheet takes the place of the first.',
      also: alsoThese('the first of three placements is to stay', 'reports.disconnect.keeps-other-placements'),
      patch: duringReports('connectReportToWorkbook', {
        withPlacement: (placements, placement) => {
          const others = placements.filter(({ id }) => id !== placement.id);
          const documents = new Set(others.map((one) => one.externalWorkbookId)).add(placement.externalWorkbookId);
          return [...(documents.size > 2 ? others.slice(1) : others), placement];
        },
      }),
    },
    {
      name: 'two-at-once',
      sentence:
        'Of two connects of a report at the same time the later one writes back the placements that stood there.',
      patch: lookingFirst('connectReportToWorkbook', reportIn, (call, original, before) => {
        const { withPlacement } = call.tenant.rules.reports;
        return withRules(
          call,
          'reports',
          { withPlacement: (now, one) => withPlacement(before?.placements ?? now, one) },
          () => original(call),
        );
      }),
    },
    {
      name: 'beside-a-disconnect',
      sentence:
        'A disconnect that comes at the same time as a connect of the report to another spreadsheet undoes that one.',
      patch: lookingFirst('disconnectReportFromWorkbook', reportIn, async (call, original, seen) => {
        const answer = await original(call);
        const now = reportIn(call);
        if (seen && now)
          storeReport(call, {
            placements: now.placements.filter(({ id }) => seen.placements.some((one) => one.id === id)),
          });
        return answer;
      }),
    },
  ],
  'reports.connect.read-access-suffices': [
    {
      name: 'not-through-a-group',
      sentence: 'A connect is refused to a caller who reads the report through a group alone.',
      patch: directAlone('connectReportToWorkbook'),
    },
    {
      name: 'over-that-of-others',
      sentence: 'Somebody who may not edit a report does not connect where somebody else has placed it.',
      patch: refusingConnect((call) => {
        const existing = existingIn(call);
        return existing !== undefined && byPlainUser(call) && existing.placedByUserId !== call.principal.user?.id;
      }),
    },
    {
      name: 'not-an-address-alone',
      sentence: 'Somebody who may not edit a report does not connect it with addressOnly.',
      patch: refusingConnect((call) => byPlainUser(call) && bodyOf(call)['addressOnly'] === true),
    },
    {
      name: 'anew-alone',
      sentence: 'Somebody who may not edit a report does not connect a placement by its id, be it their own.',
      patch: refusingConnect((call) => byPlainUser(call) && bodyOf(call)['placementId'] !== undefined),
    },
    {
      name: 'unless-placed-by-others',
      sentence: 'Whoever may only read a report connects it no more once somebody else has placed it.',
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const { tenant, principal } = call;
        const report = reportIn(call);
        const isOthers = report?.placements.some(({ placedByUserId }) => placedByUserId !== principal.user?.id);
        if (report && isOthers && !mayEditReport(tenant, principal, report))
          refuse('forbidden', 'others have placed it');
        return original(call);
      }),
    },
    {
      name: 'not-once-moved',
      sentence: 'A report that was moved can be connected by those alone who may edit it.',
      patch: moved((ids) =>
        during('connectReportToWorkbook', 'reports', (own, call) => ({
          mayConnect: (mayEdit) => own.mayConnect(mayEdit) && (mayEdit || !ids.has(Number(call.path['reportId']))),
        })),
      ),
    },
    {
      name: 'acknowledged',
      sentence: 'A connect by somebody who may not edit the report is acknowledged and places nothing.',
      also: alsoThese('a placement by each who may is looked for', 'reports.connect.places-report'),
      patch: ignored('connectReportToWorkbook', byPlainUser),
    },
    {
      name: 'once',
      sentence: 'Somebody who may not edit a report may place it once.',
      also: alsoThese(
        'a reader places a report for each payload',
        'reports.connect.payload-shortest',
        'reports.connect.payload-longest',
        'reports.connect.payload-optional',
      ),
      patch: knowing(
        ['connectReportToWorkbook'],
        ({ path, principal }) => `${path['reportId'] ?? ''} ${principal.user?.id ?? ''}`,
        (past) =>
          refusing(
            'connectReportToWorkbook',
            (call) => byPlainUser(call) && past(call).includes('connectReportToWorkbook'),
            'forbidden',
          ),
      ),
    },
    {
      name: 'edit-needed',
      sentence: 'A connect is refused to a caller who may not edit the report.',
      patch: ({ reports }) => {
        reports.mayConnect = (mayEdit) => mayEdit;
      },
    },
    {
      name: 'not-once-refused-an-update',
      sentence: 'Whoever was refused an update of a report may not connect it any more.',
      patch: remembering(
        () => new Set<string>(),
        (refused) => {
          const keyOf = ({ path, principal }: Call) => `${principal.user?.id} ${path['reportId']}`;
          return all(
            refusedYet('updateReport', (call, _original, { why }) => {
              if (why === 'forbidden' || why === 403) refused.add(keyOf(call));
            }),
            refusing('connectReportToWorkbook', (call) => refused.has(keyOf(call)), 'forbidden'),
          );
        },
      ),
    },
  ],
  'reports.connect.no-read-access': [
    {
      name: 'read-once',
      toldBy: 'reports.list.external-workbook-readable-only',
      sentence: 'Whoever has placed a report may place it again when they may read it no longer.',
      patch: letInForEver('connectReportToWorkbook', ({ path }) => path['reportId']),
    },
    {
      name: 'not-needed',
      sentence: 'A connect needs no access to the report.',
      patch: duringReports('connectReportToWorkbook', { mayRead: () => true }),
    },
    {
      name: 'refused-and-placed',
      sentence: 'A connect of a report that the caller may not read is refused, and the report is placed.',
      patch: refusedYet('connectReportToWorkbook', (call, original, { why }) => {
        if (why === 'unknown' && reportIn(call))
          withRules(call, 'reports', { mayRead: () => true }, () => original(call));
      }),
    },
  ],
  'reports.connect.payload-empty': [
    {
      name: 'taken-as-none',
      sentence: 'A connect with an empty payload places the report without a result checksum.',
      patch: changeRequest('connectReportToWorkbook', (body) =>
        payloadIn(body) === '' ? withoutChecksum(body) : body,
      ),
    },
    {
      name: 'taken-for-an-address',
      also: [
        ...SHOWN_PAYLOAD,
        ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-too-long'),
      ],
      sentence: 'An empty payload is taken beside addressOnly.',
      patch: anyPayload(sends('addressOnly', isPresent)),
    },
    {
      name: 'taken-for-a-placement',
      also: [
        ...SHOWN_PAYLOAD,
        ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-too-long'),
      ],
      sentence: 'An empty payload is taken beside a placementId.',
      patch: anyPayload(sends('placementId', isPresent)),
    },
  ],
  'reports.connect.payload-shortest': [
    {
      name: 'plain-letters',
      sentence: 'A payload of one letter is refused if that is no ASCII letter.',
      patch: refusingConnect((call) => sentPayload(call).length === 1 && plainLettersIn(sentPayload(call)) === 0),
    },
    {
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
  ],
  'reports.connect.payload-too-long': [
    {
      name: 'plain-letters',
      sentence: 'Of a payload that is too long only ASCII letters count.',
      also: alsoThese('what is stored is shown', 'reports.placement.result-checksum-payload'),
      patch: during(
        'connectReportToWorkbook',
        'reports',
        ({ checksumPayload }) => ({ checksumPayload: { ...checksumPayload, max: Number.MAX_SAFE_INTEGER as 128 } }),
        (call) => sentPayload(call) !== '' && plainLettersIn(sentPayload(call)) === 0,
      ),
    },
    {
      name: 'taken-for-an-address',
      also: [SHOWN_AS_STORED, ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-empty')],
      sentence: 'A payload of 129 characters is taken beside addressOnly.',
      patch: anyPayload(sends('addressOnly', isPresent)),
    },
    {
      name: 'taken-the-second-time',
      also: [SHOWN_AS_STORED],
      sentence: 'A payload of 129 characters is taken for a report that has a placement already.',
      patch: anyPayload((call) => (reportIn(call)?.placements.length ?? 0) > 0 && hasPayload((n) => n > 128)(call)),
    },
    {
      name: 'far-too-long-taken',
      also: [SHOWN_AS_STORED],
      sentence: 'A payload of more than 1,000 characters is taken.',
      patch: anyPayload(hasPayload((length) => length > 1_000)),
    },
    {
      name: 'cut-off',
      sentence: 'A payload of 129 characters is cut off after 128.',
      patch: changeRequest('connectReportToWorkbook', (body) => {
        const payload = payloadIn(body);
        return (payload?.length ?? 0) > 128 ? { ...body, resultChecksum: { payload: payload?.slice(0, 128) } } : body;
      }),
    },
    {
      name: 'refused-and-placed',
      sentence: 'A connect with a payload of 129 characters is refused, and places the report without it.',
      patch: refusedYet('connectReportToWorkbook', (call, original) => {
        const body = bodyOf(call);
        if ((payloadIn(body)?.length ?? 0) > 128) original({ ...call, body: withoutChecksum(body) });
      }),
    },
    {
      name: 'taken-for-a-placement',
      also: [
        ...SHOWN_PAYLOAD,
        ...alsoThese('a payload is not looked at there at all', 'reports.connect.payload-empty'),
      ],
      sentence: 'A payload of 129 characters is taken beside a placementId.',
      patch: anyPayload(sends('placementId', isPresent)),
    },
    {
      name: 'placement-lost',
      sentence: 'A connect that is refused for its payload takes out the placement that it names.',
      patch: refusedYet('connectReportToWorkbook', (call) => {
        const report = reportIn(call);
        const { placementId, externalWorkbookId, sheetName, anchorCell } = bodyOf(call);
        if (!report) return;
        const isNamed = (one: Report['placements'][number]) =>
          placementId === undefined
            ? one.externalWorkbookId === externalWorkbookId &&
              one.sheetName === (sheetName ?? null) &&
              one.anchorCell === (anchorCell ?? null)
            : one.id === placementId;
        storeReport(call, { placements: report.placements.filter((one) => !isNamed(one)) });
      }),
    },
  ],
  'reports.connect.payload-longest': [
    {
      name: 'bytes',
      sentence: 'The longest payload is measured in bytes.',
      patch: refusingConnect(
        (call) => Buffer.byteLength(sentPayload(call)) > call.tenant.rules.reports.checksumPayload.max,
      ),
    },
    {
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
    {
      name: 'refused-to-readers',
      sentence: 'A payload of 128 characters is refused to a user without the admin role.',
      patch: during(
        'connectReportToWorkbook',
        'reports',
        () => ({ checksumPayload: { min: 1 as const, max: 127 as 128 } }),
        byPlainUser,
      ),
    },
  ],
  'reports.connect.payload-optional': [
    {
      name: 'refused-over-one',
      sentence: 'A connect whose result checksum has no payload is refused where the placement has one.',
      patch: refusing(
        'connectReportToWorkbook',
        (call) => {
          const { resultChecksum: checksum } = bodyOf(call);
          const isWithout = typeof checksum === 'object' && checksum !== null && !('payload' in checksum);
          return isWithout && (reportIn(call)?.placements ?? []).some((one) => one.resultChecksum !== null);
        },
        'invalid',
      ),
    },
    {
      name: 'needed',
      sentence: 'A connect whose result checksum has no payload is refused.',
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const body = bodyOf(call);
        const isGiven = typeof body['resultChecksum'] === 'object' && body['resultChecksum'] !== null;
        if (isGiven && payloadIn(body) === undefined) refuse('invalid', 'resultChecksum.payload is missing');
        return original(call);
      }),
    },
  ],
  'reports.connect.payload-opaque': [
    {
      name: 'without-backslashes',
      sentence: 'A payload is kept without its backslashes.',
      patch: ({ reports }) => {
        reports.resultChecksum = (given) => {
          const payload: unknown = (given as Body | null)?.['payload'];
          return typeof payload === 'string' ? { ...given, payload: withoutBackslashes(payload) } : given;
        };
      },
    },
    {
      name: 'json-reformatted',
      sentence: 'A payload that reads like JSON is shown as that would be written.',
      patch: changeRequest('connectReportToWorkbook', (body) => {
        const { resultChecksum } = body;
        const payload = (resultChecksum as Body | null | undefined)?.['payload'];
        try {
          return typeof payload === 'string'
            ? { ...body, resultChecksum: { ...(resultChecksum as Body), payload: JSON.stringify(JSON.parse(payload)) } }
            : body;
        } catch {
          return body;
        }
      }),
    },
    {
      name: 'trimmed',
      sentence: 'A payload loses the spaces around it.',
      patch: ({ reports }) => {
        const { resultChecksum } = reports;
        reports.resultChecksum = (given) => {
          const kept = resultChecksum(given);
          return kept?.payload === undefined ? kept : { ...kept, payload: kept.payload.trim() };
        };
      },
    },
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
    {
      name: 'leading-zeros-lost',
      sentence: 'A payload of digits alone loses its leading zeros.',
      patch: keptAs((payload) => (/^\d+$/.test(payload) ? String(Number(payload)) : payload)),
    },
    {
      name: 'latin-alone',
      sentence: 'Characters outside Latin-1 in a payload are shown as question marks.',
      patch: keptAs((payload) => payload.replaceAll(/[^\0-\xff]/g, '?')),
    },
    {
      name: 'first-one-stays',
      sentence: 'A further payload for a placement is acknowledged, and the first one stays.',
      patch: dropping(
        'connectReportToWorkbook',
        ['resultChecksum'],
        (call) =>
          reportIn(call)?.placements.some(
            ({ externalWorkbookId, sheetName, resultChecksum }) =>
              externalWorkbookId === bodyOf(call)['externalWorkbookId'] &&
              sheetName === bodyOf(call)['sheetName'] &&
              resultChecksum !== null,
          ) === true,
      ),
    },
    {
      name: 'lower-case-for-readers',
      sentence: 'A payload that somebody sends who is no administrator is kept in lower case.',
      patch: (rules) => {
        during(
          'connectReportToWorkbook',
          'reports',
          () => ({
            resultChecksum: (given) =>
              given?.payload === undefined ? given : { ...given, payload: given.payload.toLowerCase() },
          }),
          byPlainUser,
        )(rules);
      },
    },
  ],
  'reports.connect.address-only': [
    {
      name: 'true-refused',
      sentence: 'A connect with addressOnly true is refused.',
      patch: refusing(
        'connectReportToWorkbook',
        sends('addressOnly', (value) => value === true),
        'invalid',
      ),
    },
    {
      name: 'false-refused',
      sentence: 'A connect with addressOnly false is refused.',
      patch: refusing(
        'connectReportToWorkbook',
        sends('addressOnly', (value) => value === false),
        'invalid',
      ),
    },
  ],
  'reports.connect.by-placement-id': [
    {
      name: 'refused',
      sentence: 'A connect with a placementId is refused.',
      patch: refusing('connectReportToWorkbook', sends('placementId', isPresent), 'invalid'),
    },
    {
      name: 'refused-once-refreshed',
      sentence: 'A connect with the placementId of a placement that was refreshed is refused.',
      patch: refusing(
        'connectReportToWorkbook',
        (call) =>
          reportIn(call)?.placements.some(
            ({ id, refreshedAt }) => id === bodyOf(call)['placementId'] && refreshedAt !== null,
          ) === true,
        'conflict',
      ),
    },
    {
      name: 'taken-out',
      sentence: 'A connect with a placementId takes the report out of the spreadsheet.',
      also: alsoThese(
        'a placement that is made again by its id is removed there',
        'reports.disconnect.by-placement-id',
        'reports.disconnect.by-address',
      ),
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const answer = original(call);
        const { placementId } = bodyOf(call);
        const kept = reportIn(call)?.placements.filter(({ id }) => id !== placementId) ?? [];
        if (placementId !== undefined) storeReport(call, { placements: kept });
        return answer;
      }),
    },
    {
      name: 'refused-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A connect with a placementId is refused with an OAuth token.',
      patch: refusing(
        'connectReportToWorkbook',
        (call) => byOAuth(call) && sends('placementId', isPresent)(call),
        'invalid',
      ),
    },
  ],
  'reports.connect.shows-values': [
    {
      name: 'apostrophes-doubled',
      sentence: 'The workbookName of a placement is stored with each apostrophe twice.',
      patch: storedAs('connectReportToWorkbook', 'workbookName', apostrophesDoubled),
    },
    {
      name: 'names-cut',
      sentence: 'The workbookName of a placement is cut off after 100 characters.',
      patch: namesCut,
    },
    {
      name: 'entities',
      sentence: 'The workbookName of a placement is stored with &, < and > as entities.',
      patch: namesEscaped,
    },
    plusAsBlank('connectReportToWorkbook', 'sheetName', 'The sheet of a placement'),
    {
      name: 'one-host',
      sentence: 'A placement shows the first of the two hosts, whichever was sent.',
      patch: placed((_one, _body, { tenant }) => ({ host: tenant.rules.reports.hosts[0] ?? '' })),
    },
    {
      name: 'cell-in-lower-case',
      sentence: 'A placement shows its anchorCell in lower case.',
      patch: changeReportList((list) =>
        withItems(
          list,
          itemsOf(list).map((report) => ({
            ...report,
            externalWorkbookPlacements: (report['externalWorkbookPlacements'] as readonly Body[]).map((one) => ({
              ...one,
              anchorCell: typeof one['anchorCell'] === 'string' ? one['anchorCell'].toLowerCase() : null,
            })),
          })),
        ),
      ),
    },
    {
      name: 'name-of-the-first-workbook',
      sentence: 'A second placement of a report shows the workbookName of the first.',
      patch: placed((one, _body, call) => {
        const first = reportIn(call)?.placements[0];
        return first && first.id !== one.id && one.workbookName !== null
          ? { workbookName: first.workbookName ?? '?' }
          : {};
      }),
    },
    {
      name: 'location-lost-with-a-checksum',
      sentence: 'A placement shows its sheetName as resultLocation where the connect sent a result checksum.',
      patch: placed(
        ({ sheetName }) => ({ resultLocation: sheetName }),
        sends('resultChecksum', (value) => value !== undefined && value !== null),
      ),
    },
    {
      name: 'end-cell-not-beyond-z',
      sentence: 'A placement shows an endResultCell in a column beyond Z as that of column A.',
      patch: placed(({ endResultCell }) =>
        endResultCell !== null && /^[A-Z]{2}/.test(endResultCell)
          ? { endResultCell: endResultCell.replace(/^[A-Z]+/, 'A') }
          : {},
      ),
    },
    {
      name: 'unmoved-by-id',
      sentence: 'A connect with a placementId leaves the cell of the placement as it was.',
      patch: dropping('connectReportToWorkbook', ['anchorCell'], sends('placementId', isPresent)),
    },
    {
      name: 'unnamed-beyond-latin',
      sentence: 'Characters outside Latin-1 in the workbookName of a placement are shown as question marks.',
      patch: placed(({ workbookName }) =>
        workbookName === null ? {} : { workbookName: String(questionMarks(workbookName)) },
      ),
    },
    {
      name: 'not-of-readers',
      sentence: 'A placement that somebody makes who is no administrator shows the first sheet and cell.',
      also: alsoThese(
        'the placement of a reader is removed by the address that it is to have',
        'reports.disconnect.by-address',
      ),
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const before = new Set((reportIn(call)?.placements ?? []).map(({ id }) => id));
        const answer = original(call);
        const placements = (reportIn(call)?.placements ?? []).map((one) =>
          before.has(one.id) || !byPlainUser(call) ? one : { ...one, resultLocation: 'Sheet1!A1', anchorCell: 'A1' },
        );
        storeReport(call, { placements });
        return answer;
      }),
    },
    {
      name: 'cut-at-an-exclamation-mark',
      sentence: 'A sheetName is cut at its first exclamation mark.',
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const { sheetName } = bodyOf(call);
        return original(
          typeof sheetName === 'string' && sheetName.includes('!')
            ? { ...call, body: { ...bodyOf(call), sheetName: sheetName.split('!')[0] } }
            : call,
        );
      }),
    },
  ],
});
