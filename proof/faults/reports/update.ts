import { oncePast } from '../../lib/plain-users.ts';
import { LIMITS } from '../../../contracts/limits.ts';
import { refuse } from '../../../mock/answer.ts';
import { isAdmin } from '../../../mock/authority.ts';
import { type Body, bodyOf, type Call, idIn } from '../../../mock/call.ts';
import { mayEditFolder, mayEditReport, mayManageReport } from '../../../mock/families/report-access.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Report } from '../../../mock/world/content.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { leadingZeros } from '../../lib/digits.ts';
import { alsoThese, type Deviation, faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { both, dropping, isPresent, sends, timesIn, unless, type When } from '../../lib/conditions.ts';
import { all, during, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { knowingReport, moves, questionMarks, renames } from '../../lib/report-changes.ts';
import { afterUpdates, changeRequest, duringReports, refusedYet, reportIn, storeReport } from '../../lib/reports.ts';
import { directAlone } from '../../lib/right-conditions.ts';
import { holds } from '../../lib/rights.ts';
import { ALL_ASTRAL } from '../../lib/text-files.ts';
import { notAFormerName } from '../../lib/report-exceptions.ts';
import { apostrophesDoubled, withoutBackslashes } from '../../lib/signs-in-texts.ts';
import { storedAs } from '../../lib/stored-texts.ts';
import { memberOfTheOther } from '../../lib/under-way.ts';
import { sentBody } from '../../lib/bodies.ts';

const without = (body: Body, ...members: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)));

/** An update loses a member beside another one that has its value already. */
const lostBeside = (lost: 'name' | 'title', own: 'name' | 'title'): Deviation => ({
  name: `not-beside-the-${own}-of-now`,
  sentence: `A ${lost} that comes beside the ${own} that the report has already is not stored.`,
  patch: changeRequest('updateReport', (body, call) => {
    const report = reportIn(call);
    return report && body[own] === report[own] && lost in body && String(body[lost]).length <= LIMITS.reportName.max
      ? without(body, lost)
      : body;
  }),
});

/** Keeps what a member was before an operation and brings it back with another. */
function broughtBack(member: 'name' | 'title', by: string): Patch {
  return (rules) => {
    const first = new Map<number, string>();
    all(
      replaceSync('updateReport', (call, original) => {
        const report = reportIn(call);
        if (report && !first.has(report.id) && bodyOf(call)[member] !== undefined) first.set(report.id, report[member]);
        return original(call);
      }),
      replaceSync(by, (call, original) => {
        const answer = original(call);
        const value = first.get(reportIn(call)?.id ?? 0);
        if (value !== undefined) storeReport(call, { [member]: value });
        return answer;
      }),
    )(rules);
  };
}

type Text = 'name' | 'title';

function textIn(call: Call, member: Text): string | undefined {
  const value = bodyOf(call)[member];
  return typeof value === 'string' ? value : undefined;
}

/** An update answers with a new text of which it has stored something else. */
function storing(member: Text, as: (given: string, before: Report) => string): Patch {
  return replaceSync('updateReport', (call, original) => {
    const before = reportIn(call);
    const answer = original(call);
    const given = textIn(call, member);
    if (given !== undefined && before) storeReport(call, { [member]: as(given, before) });
    return answer;
  });
}

const LONGEST = 255;

const hasName = (call: Call): boolean => {
  const { name } = bodyOf(call);
  const id = reportIn(call)?.id;
  return call.tenant.content.reports.find((one) => one.name === name && one.id !== id) !== undefined;
};

/** A name or title that is too long is taken under a condition. */
const longer = (member: 'name' | 'title', isMeant: When): Patch =>
  during('updateReport', 'reports', () => ({ [member]: { max: 100_000 } }), isMeant);

const LONGER_THAN = (max: number) => (value: unknown) => typeof value === 'string' && value.length > max;

/** A text that is too long is cut off instead of refused. */
function cutOff(member: Text): Patch {
  return changeRequest('updateReport', (body) => {
    const value = body[member];
    return typeof value === 'string' ? { ...body, [member]: value.slice(0, LONGEST) } : body;
  });
}

/** A text that is too long is refused with another status. */
function refusedOtherwise(member: Text): Patch {
  return replaceSync('updateReport', (call, original) => {
    const given = textIn(call, member);
    if (reportIn(call) && given !== undefined && given.length > LONGEST) refuse(422, `${member} is too long`);
    return original(call);
  });
}

/** A text that is too long is refused, and cut off and stored all the same. */
function refusedYetStored(member: Text): Patch {
  return refusedYet('updateReport', (call) => {
    const given = textIn(call, member);
    if (given !== undefined && given.length > LONGEST) storeReport(call, { [member]: given.slice(0, LONGEST) });
  });
}

/** Where an update would move the report to; undefined where it would not. */
function destinationIn(call: Call): number | null | undefined {
  const { folderId } = bodyOf(call);
  const isMove = folderId !== undefined && folderId !== reportIn(call)?.folderId;
  return isMove ? (folderId as number | null) : undefined;
}

const RENAMED: Patch = refusedYet('updateReport', (call) => {
  const { folderId, name } = bodyOf(call);
  if (folderId !== undefined && typeof name === 'string') storeReport(call, { name });
});

/** Moves are permitted to whoever may edit the report, or to whoever manages it wherever it goes, under a condition. */
const anyMove = (isMeant: When): Patch => during('updateReport', 'reports', () => ({ mayMove: () => true }), isMeant);

const readsFoldersThroughGroups = holds(({ actions }, direct) => !direct && actions.includes('FolderRead'));

/** Faults of updating reports: names, titles and folders. */
export const updateFaults = faults({
  'reports.update.name-stored': [
    {
      name: 'not-back-to-the-first',
      sentence: 'An update back to the name that a report had at first is acknowledged and not stored.',
      patch: remembering(
        () => new Map<string, string>(),
        (first) =>
          replaceSync('updateReport', (call, original) => {
            const id = call.path['reportId'] ?? '';
            const now = call.tenant.content.reports.get(Number(id))?.name ?? '';
            if (!first.has(id)) first.set(id, now);
            return original(
              first.get(id) === sentBody(call)['name'] ? { ...call, body: { ...sentBody(call), name: now } } : call,
            );
          }),
      ),
    },
    {
      name: 'apostrophes-doubled',
      sentence: 'A new name of a report is stored with each apostrophe twice.',
      patch: storedAs('updateReport', 'name', apostrophesDoubled),
    },
    {
      name: 'not-a-former-one',
      sentence: 'A name that a report had before is acknowledged and not stored again.',
      patch: notAFormerName,
    },
    leadingZeros('updateReport', 'name', 'A name'),
    lostBeside('name', 'title'),
    {
      name: 'not-beyond-the-basic-plane',
      sentence: 'Characters outside the basic plane in the name of a report are stored as question marks.',
      patch: duringReports('updateReport', {
        merged: (report, change) => ({
          ...report,
          ...change,
          ...(change.name !== undefined && { name: change.name.replace(ALL_ASTRAL, '?') }),
        }),
      }),
    },
    {
      name: 'first-rename-alone',
      sentence: 'Of several updates of the name of a report the first alone takes effect.',
      patch: knowingReport(['updateReport'], (past) =>
        dropping('updateReport', ['name'], (call) => timesIn(past(call), 'updateReport') > 0),
      ),
      also: [
        { id: 'reports.update.move-with-name', because: 'its check renames the report twice' },
        ...alsoThese('the longest name is stored in such a way as well', 'reports.update.name-longest'),
        { id: 'reports.update.name-too-long', because: 'a name that is not stored is not looked at' },
      ],
    },
    {
      name: 'not-beside-a-title',
      sentence: 'The name that an update sends beside a title is left as it was.',
      also: [
        ...alsoThese('the longest text is not stored in that place either', 'reports.update.name-too-long'),
        ...alsoThese('the longest name is stored in such a way as well', 'reports.update.name-longest'),
      ],
      patch: dropping('updateReport', ['name'], sends('title', isPresent)),
    },
    {
      name: 'question-marks',
      sentence: 'Characters outside Latin-1 in the name of a report are stored as question marks.',
      patch: changeRequest('updateReport', (body) =>
        'name' in body ? { ...body, name: questionMarks(body['name']) } : body,
      ),
    },
    {
      name: 'plain-users-acknowledged',
      sentence: 'A new name that a user without the admin role sends is acknowledged and not stored.',
      also: [
        ...alsoThese('a user who is no administrator moves and renames there', 'reports.update.move-with-name'),
        ...alsoThese('a name that is not stored is not looked at', 'reports.update.name-too-long'),
      ],
      patch: dropping('updateReport', ['name'], byPlainUser),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A new name that is sent with an OAuth token is acknowledged and not stored.',
      also: [
        ...alsoThese('a name beside a move is not stored with an OAuth token either', 'reports.update.move-with-name'),
        ...alsoThese('the longest name is stored in such a way as well', 'reports.update.name-longest'),
        { id: 'reports.update.name-too-long', because: 'a name that is not stored is not looked at' },
      ],
      patch: dropping('updateReport', ['name'], byOAuth),
    },
    {
      name: 'undone-by-a-connect',
      sentence: 'A connect brings back the name that a report had before it was renamed.',
      also: [
        ...alsoThese(
          'the entry of a placed report is looked for with its new name',
          'external-documents.entry.granted-name',
        ),
        ...alsoThese('what the report shows after a connect is compared', 'reports.connect.same-report'),
        {
          id: 'reports.update.expected-version-differs',
          because: 'a report that is placed and renamed is looked for there',
        },
        { id: 'reports.list.search-finds', because: 'a report that is placed and renamed is looked for there' },
      ],
      patch: broughtBack('name', 'connectReportToWorkbook'),
    },
    {
      name: 'letter-case-is-the-same',
      sentence: 'A new name that differs from the old one in upper and lower case alone is not stored.',
      patch: dropping('updateReport', ['name'], (call) =>
        sends('name', (value) => String(value).toLowerCase() === reportIn(call)?.name.toLowerCase())(call),
      ),
    },
    {
      name: 'lost-after-a-refusal',
      sentence: 'The update of a name that follows a refused one is acknowledged and not stored.',
      also: alsoThese('the longest text is not stored in that place either', 'reports.update.name-too-long'),
      patch: knowingReport(['updateReport'], (past) =>
        dropping('updateReport', ['name'], (call) => past(call).at(-1) === `not updateReport`),
      ),
    },
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
    {
      name: 'not-that-of-another',
      sentence: 'A new name that another report has is acknowledged and not stored.',
      patch: dropping('updateReport', ['name'], hasName),
    },
    {
      name: 'spaces-as-one',
      sentence: 'Several spaces in a row in the name of a report are stored as one.',
      patch: changeRequest('updateReport', (body) =>
        typeof body['name'] === 'string' ? { ...body, name: body['name'].replaceAll(/ {2,}/g, ' ') } : body,
      ),
    },
    {
      name: 'lost-after-a-refresh',
      sentence: 'A new name for a report that was refreshed is acknowledged and not stored.',
      patch: knowingReport(['refreshReport'], (past) =>
        dropping('updateReport', ['name'], (call) => past(call).includes('refreshReport')),
      ),
    },
    {
      name: 'second-of-plain-users',
      sentence: 'The second new name that users without the admin role give a report is acknowledged and not stored.',
      seenIn: 'by that user once more',
      patch: oncePast(
        'updateReport',
        both(byPlainUser, sends('name', isPresent)),
        ({ path }) => path['reportId'],
        (isAgain) => dropping('updateReport', ['name'], isAgain),
      ),
    },
  ],
  'reports.update.title-stored': [
    {
      name: 'without-backslashes',
      sentence: 'A new title of a report is stored without its backslashes.',
      patch: storedAs('updateReport', 'title', withoutBackslashes),
    },
    leadingZeros('updateReport', 'title', 'A title'),
    lostBeside('title', 'name'),
    {
      name: 'undone-by-a-disconnect',
      sentence: 'A disconnect brings back the title that a report had before it was changed.',
      patch: remembering(
        () => new Map<number, string>(),
        (former) =>
          all(
            replaceSync('updateReport', (call, original) => {
              const before = reportIn(call);
              const answer = original(call);
              if (before && before.title !== reportIn(call)?.title) former.set(before.id, before.title);
              return answer;
            }),
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const answer = original(call);
              const title = former.get(idIn(call, 'reportId') ?? 0);
              if (title !== undefined) storeReport(call, { title });
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'equal-to-the-name',
      sentence: 'A title that is the same text as the name of the report is not stored.',
      patch: replaceSync('updateReport', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        const now = reportIn(call);
        if (!before || !now || now.title !== now.name || before.title === now.title) return answer;
        storeReport(call, { title: before.title });
        return 'body' in answer ? { ...answer, body: { ...(answer.body as Body), title: before.title } } : answer;
      }),
    },
    {
      name: 'not-beside-a-name',
      sentence: 'The title that an update sends beside a name is left as it was.',
      also: [
        ...alsoThese('the longest text is not stored in that place either', 'reports.update.title-too-long'),
        ...alsoThese('the longest title is stored in such a way as well', 'reports.update.title-longest'),
      ],
      patch: dropping('updateReport', ['title'], sends('name', isPresent)),
    },
    {
      name: 'question-marks',
      sentence: 'Characters outside Latin-1 in the title of a report are stored as question marks.',
      patch: changeRequest('updateReport', (body) =>
        'title' in body ? { ...body, title: questionMarks(body['title']) } : body,
      ),
    },
    {
      name: 'undone-by-a-connect',
      sentence: 'A connect brings back the title that a report had before it was changed.',
      also: alsoThese('what the report shows after a connect is compared', 'reports.connect.same-report'),
      patch: broughtBack('title', 'connectReportToWorkbook'),
    },
    {
      name: 'second-alone-lost',
      sentence: 'A second change of the title of a report is acknowledged and not stored.',
      also: alsoThese(
        'the longest title is stored after another one',
        'reports.update.title-too-long',
        'reports.update.title-longest',
      ),
      patch: knowingReport(['updateReport'], (past) =>
        dropping('updateReport', ['title'], (call) => timesIn(past(call), 'updateReport') > 0),
      ),
    },
    {
      name: 'plain-users-acknowledged',
      sentence: 'A new title that a user without the admin role sends is acknowledged and not stored.',
      also: alsoThese('the longest title beside the refused one is looked for', 'reports.update.title-too-long'),
      patch: dropping('updateReport', ['title'], byPlainUser),
    },
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
    {
      name: 'lost-after-a-move',
      sentence: 'A new title for a report that was moved is acknowledged and not stored.',
      patch: afterUpdates(
        ({ folderId }) => folderId,
        (former) => dropping('updateReport', ['title'], (call) => former.has(reportIn(call)?.id ?? 0)),
      ),
    },
    {
      name: 'not-with-an-expected-version',
      sentence: 'A title that comes with expectedVersion and no name is not stored.',
      also: alsoThese('the longest title beside the refused one is looked for', 'reports.update.title-too-long'),
      patch: dropping('updateReport', ['title'], both(sends('expectedVersion', isPresent), unless(renames))),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two updates of reports at the same time the second stores the title of the first.',
      patch: memberOfTheOther('updateReport', 'title'),
    },
  ],
  'reports.update.name-too-long': [
    {
      name: 'taken-the-second-time',
      sentence: 'A name of 256 characters that was refused once is taken the second time.',
      patch: knowingReport(['updateReport'], (past) =>
        longer('name', (call) => past(call).at(-1) === `not updateReport`),
      ),
    },
    {
      name: 'taken-far-past-the-end',
      sentence: 'A name of more than 1,000 characters is taken.',
      patch: longer('name', sends('name', LONGER_THAN(1_000))),
    },
    {
      name: 'taken-with-a-version',
      sentence: 'A name of 256 characters is taken beside an expectedVersion.',
      patch: longer('name', sends('expectedVersion', isPresent)),
    },
    {
      name: 'taken-without-a-title',
      sentence: 'A name of 256 characters is taken where the update sends nothing else.',
      also: alsoThese('a name that is too long is shown', 'reports.report.name'),
      patch: longer('name', unless(sends('title', isPresent))),
    },
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
      patch: refusedYet('updateReport', (call, original) => {
        const { name, ...rest } = bodyOf(call);
        if (typeof name === 'string' && name.length > LONGEST) original({ ...call, body: rest });
      }),
    },
    {
      name: 'taken-from-editors',
      sentence: 'A name of 256 characters is taken from a user who may edit the report and is no administrator.',
      patch: longer('name', byPlainUser),
    },
    {
      name: 'with-a-title',
      sentence: 'A name of more than 255 characters is stored where a title comes with it.',
      patch: during('updateReport', 'reports', () => ({ name: { max: 100_000 } as never }), sends('title', isPresent)),
    },
    {
      name: 'moved-all-the-same',
      sentence: 'An update that is refused for its name has moved the report to the folder that it names.',
      patch: replaceSync('updateReport', (call, original) => {
        const { name, folderId } = bodyOf(call);
        if (typeof name === 'string' && name.length > 255 && typeof folderId === 'number')
          storeReport(call, { folderId });
        return original(call);
      }),
    },
  ],
  'reports.update.name-longest': [
    {
      name: 'one-less',
      sentence: 'A name of 255 characters is acknowledged and loses its last one.',
      patch: storing('name', (given) => given.slice(0, LONGEST - 1)),
    },
    {
      name: 'cut-off-beside-a-title',
      sentence: 'A name of 255 characters beside a title is cut off by one.',
      also: alsoThese('a name that is one too long is cut off before it is looked at', 'reports.update.name-too-long'),
      patch: changeRequest('updateReport', (body) =>
        typeof body['name'] === 'string' && body['title'] !== undefined
          ? { ...body, name: body['name'].slice(0, 254) }
          : body,
      ),
    },
  ],
  'reports.update.title-too-long': [
    {
      name: 'with-a-name',
      sentence: 'A title of more than 255 characters is stored where a name comes with it.',
      patch: during(
        'updateReport',
        'reports',
        () => ({ title: { max: Number.MAX_SAFE_INTEGER } as never }),
        sends('name', isPresent),
      ),
    },
    {
      name: 'taken-the-second-time',
      sentence: 'A title of 256 characters that was refused once is taken the second time.',
      patch: knowingReport(['updateReport'], (past) =>
        longer('title', (call) => past(call).at(-1) === `not updateReport`),
      ),
    },
    {
      name: 'taken-without-a-name',
      sentence: 'A title of 256 characters is taken where the update sends nothing else.',
      patch: longer('title', unless(renames)),
    },
    {
      name: 'taken-with-a-version',
      sentence: 'A title of 256 characters is taken beside an expectedVersion.',
      patch: longer('title', sends('expectedVersion', isPresent)),
    },
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
    {
      name: 'taken-from-editors',
      sentence: 'A title of 256 characters is taken from a user who may edit the report and is no administrator.',
      patch: longer('title', byPlainUser),
    },
  ],
  'reports.update.title-longest': [
    {
      name: 'not-beside-the-longest-name',
      also: alsoThese('it is the name, too, that is refused then', 'reports.update.name-longest'),
      sentence: 'A title of 255 characters is refused beside a name of 255.',
      patch: refusing(
        'updateReport',
        (call) => [bodyOf(call)['name'], bodyOf(call)['title']].every((one) => String(one).length >= 255),
        400,
      ),
    },
    {
      name: 'shortened',
      sentence: 'A title of more than 250 characters is acknowledged, and the rest is stored as dots.',
      patch: storing('title', (given) => (given.length > 250 ? `${given.slice(0, 250)}...` : given)),
    },
    {
      name: 'refused-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A title of 255 characters is refused with an OAuth token.',
      patch: during('updateReport', 'reports', () => ({ title: { max: 254 as 255 } }), byOAuth),
    },
  ],
  'reports.update.move-permitted': [
    {
      name: 'not-by-a-group',
      sentence: 'Management of a report that is held through a group alone does not count for a move.',
      patch: directAlone('updateReport'),
    },
    {
      name: 'undone-by-a-refresh',
      toldBy: 'reports.list.data-same',
      sentence: 'A refresh puts a report back into the folder in which it lay when it was connected.',
      patch: remembering(
        () => new Map<number, number | null>(),
        (folders) =>
          all(
            replaceSync('connectReportToWorkbook', (call, original) => {
              const answer = original(call);
              const report = reportIn(call);
              if (report) folders.set(report.id, report.folderId);
              return answer;
            }),
            replaceSync('refreshReport', (call, original) => {
              const folderId = folders.get(reportIn(call)?.id ?? 0);
              if (folderId !== undefined) storeReport(call, { folderId });
              return original(call);
            }),
          ),
      ),
    },
    {
      name: 'administrators-only',
      sentence: 'A move by anybody but an administrator is refused.',
      patch: replaceSync('updateReport', (call, original) => {
        const isMeant = destinationIn(call) !== undefined && !isAdmin(call.tenant, call.principal);
        if (isMeant) refuse('forbidden', 'only an administrator may move a report');
        return original(call);
      }),
    },
    {
      name: 'not-moved',
      sentence: 'A move by anybody but an administrator is acknowledged, and the report stays where it is.',
      patch: replaceSync('updateReport', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        if (before && !isAdmin(call.tenant, call.principal)) storeReport(call, { folderId: before.folderId });
        return answer;
      }),
    },
    {
      name: 'not-back',
      sentence: 'A report cannot be moved back to a folder in which it was.',
      patch: (rules) => {
        const been = new Map<number, Set<unknown>>();
        replaceSync('updateReport', (call, original) => {
          const before = reportIn(call);
          const { folderId } = bodyOf(call);
          const known = been.get(before?.id ?? 0) ?? new Set();
          if (before && folderId !== undefined && folderId !== before.folderId && known.has(folderId))
            refuse('forbidden', 'the report was there before');
          const answer = original(call);
          if (before && folderId !== undefined) been.set(before.id, known.add(before.folderId));
          return answer;
        })(rules);
      },
    },
  ],
  'reports.update.move-with-name': [
    {
      name: 'not-beside-a-title',
      seenWith: 'MEMBER_TOKEN',
      sentence: 'A move with a name and a title stores the title alone.',
      patch: replaceSync('updateReport', (call, original) => {
        const { name, ...others } = bodyOf(call);
        const isMeant = name !== undefined && 'title' in others && 'folderId' in others;
        return original(isMeant ? { ...call, body: others } : call);
      }),
    },
    {
      name: 'name-lost',
      sentence: 'An update that moves a report changes no name.',
      patch: changeRequest('updateReport', ({ name, ...body }) =>
        'folderId' in body || name === undefined ? body : { ...body, name },
      ),
    },
    {
      name: 'unnamed-by-users',
      sentence: 'A move by a user without the admin role leaves the name as it was.',
      patch: dropping('updateReport', ['name'], (call) => byPlainUser(call) && bodyOf(call)['folderId'] !== undefined),
    },
  ],
  'reports.update.move-without-manage': [
    {
      name: 'edited-through-a-group-suffices',
      sentence: 'Whoever may edit a report through a group may move it to a folder that they may edit.',
      patch: during(
        'updateReport',
        'reports',
        () => ({ mayMove: (_manages, edits) => edits }),
        holds(({ actions }, direct) => !direct && actions.includes('ReportEdit')),
      ),
    },
    {
      name: 'refused-and-renamed',
      sentence: 'A move that is refused stores the new name that came with it.',
      patch: RENAMED,
      also: [
        { id: 'reports.update.move-without-edit', because: 'that move is refused, too' },
        ...alsoThese(
          'the update after a refused one renames the report as well',
          'reports.update.expected-version-on-move',
        ),
      ],
    },
    {
      name: 'whoever-placed-it',
      sentence: 'Whoever has a report in a spreadsheet may move it to a folder that they may edit.',
      patch: during('updateReport', 'reports', (own, call) => {
        const isPlacer =
          reportIn(call)?.placements.some(({ placedByUserId }) => placedByUserId === callerId(call)) === true;
        return { mayMove: (manages, edits) => own.mayMove(manages || isPlacer, edits) };
      }),
    },
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
      patch: refusedYet('updateReport', (call) => {
        const { tenant, principal } = call;
        const [report, folderId] = [reportIn(call), destinationIn(call)];
        if (!report || folderId === undefined) return;
        const isMeant = mayEditReport(tenant, principal, report) && !mayManageReport(tenant, principal, report);
        if (isMeant) storeReport(call, { folderId });
      }),
    },
    {
      name: 'moved-beside-a-name',
      sentence: 'Whoever may edit a report and not manage it moves it with an update that names it as well.',
      also: alsoThese('a move beside a name is refused there as well', 'reports.update.move-without-edit'),
      patch: anyMove(sends('name', isPresent)),
    },
  ],
  'reports.update.move-without-edit': [
    {
      name: 'moved-back',
      sentence: 'Whoever may not edit a folder moves a report back there that came from it.',
      patch: afterUpdates(
        ({ folderId }) => folderId,
        (former) =>
          during(
            'updateReport',
            'reports',
            () => ({ mayMove: (managesReport: boolean) => managesReport }),
            (call) => former.get(reportIn(call)?.id ?? 0) === bodyOf(call)['folderId'],
          ),
      ),
    },
    {
      name: 'moved-beside-a-name',
      sentence: 'Whoever may not edit a folder moves a report there with an update that names it as well.',
      patch: during(
        'updateReport',
        'reports',
        () => ({ mayMove: (managesReport: boolean) => managesReport }),
        (call) => moves(call) && bodyOf(call)['name'] !== undefined,
      ),
    },
    {
      name: 'read-through-a-group-suffices',
      sentence: 'Whoever may read folders through a group may move a report that they manage to any of these.',
      patch: during('updateReport', 'reports', () => ({ mayMove: (manages) => manages }), readsFoldersThroughGroups),
    },
    {
      name: 'edits-where-it-lies',
      also: [
        { id: 'reports.update.move-permitted', because: 'a report is moved out of a folder that may not be edited' },
      ],
      sentence: 'A move asks for edit access to the folder in which the report lies, in place of its destination.',
      patch: during('updateReport', 'reports', (_own, call) => {
        const { tenant, principal } = call;
        const folder = tenant.content.folders.get(reportIn(call)?.folderId ?? 0);
        const edits = folder === undefined || mayEditFolder(tenant, principal, folder);
        return { mayMove: (manages) => manages && edits };
      }),
    },
    {
      name: 'refused-and-renamed',
      sentence: 'A move that is refused stores the new name that came with it.',
      patch: RENAMED,
      also: [
        { id: 'reports.update.move-without-manage', because: 'that move is refused, too' },
        ...alsoThese(
          'the update after a refused one renames the report as well',
          'reports.update.expected-version-on-move',
        ),
      ],
    },
    {
      name: 'read-suffices',
      sentence: 'Whoever may manage a report may move it to any folder that they may read.',
      patch: ({ reports }) => {
        reports.mayMove = (managesReport) => managesReport;
      },
    },
    {
      name: 'moved-beside-a-version',
      sentence: 'Whoever may not edit a folder moves a report there with an update that expects a version.',
      also: alsoThese('a move beside a version is refused there as well', 'reports.update.move-without-manage'),
      patch: anyMove(sends('expectedVersion', isPresent)),
    },
  ],
});
