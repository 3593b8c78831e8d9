import { Refusal, refuse } from '../../../mock/answer.ts';
import { bodyOf, idIn } from '../../../mock/call.ts';
import { mayEditReport } from '../../../mock/families/report-access.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { once, callerId } from '../../lib/other-operations.ts';
import { both, isPresent, sends, type When } from '../../lib/conditions.ts';
import { all, during, refusing, remembering, replace, replaceSync, withRules, afterSync } from '../../lib/patches.ts';
import { byReport, knowingReport, moves, oncePatched, renames } from '../../lib/report-changes.ts';
import { changeRequest, refusedYet, reportIn, storeReport } from '../../lib/reports.ts';
import { sentBody } from '../../lib/bodies.ts';

/** A refused update counts the version up. */
function countedUpBy(status: 400 | 409): Patch {
  return refusedYet('updateReport', (call, _original, { why }) => {
    const report = reportIn(call);
    if (why === status && report) storeReport(call, { version: report.version + 1 });
  });
}

function anyVersion(when: When): Patch {
  return replaceSync('updateReport', (call, original) =>
    when(call) ? withRules(call, 'reports', { isExpected: () => true }, () => original(call)) : original(call),
  );
}

const LONGEST = 255;

/** Faults of the version that an update of a report expects. */
export const updateExpectedVersionFaults = faults({
  'reports.update.expected-version-matches': [
    {
      name: 'advanced-by-a-refused-reader',
      sentence: 'An update that is refused to a reader counts the version of a report up.',
      patch: replaceSync('updateReport', (call, original) => {
        try {
          return original(call);
        } catch (error) {
          const { reports } = call.tenant.content;
          const report = reports.get(Number(call.path['reportId']));
          if (report && error instanceof Refusal && error.why === 'forbidden')
            reports.replace({ ...report, version: report.version + 1 });
          throw error;
        }
      }),
    },
    {
      name: 'advanced-by-a-read',
      sentence: 'A read of its file counts the version of a report up.',
      patch: afterSync('getReportFile', ({ tenant: { content }, path }) => {
        const report = content.reports.get(Number(path['reportId']));
        if (report) content.reports.replace({ ...report, version: report.version + 1 });
      }),
    },
    {
      name: 'advanced-by-a-conflict',
      sentence: 'An update that is refused for its version has counted the version up.',
      patch: countedUpBy(409),
      also: alsoThese(
        'a version that was none yet has become the current one',
        'reports.update.expected-version-differs',
        'reports.update.expected-version-on-move',
      ),
    },
    {
      name: 'advanced-by-a-refused-text',
      sentence: 'An update that is refused for a text that is too long has counted the version up.',
      patch: countedUpBy(400),
    },
    {
      name: 'not-once-patched',
      toldBy: 'reports.file.patch-keeps-the-rest',
      sentence: 'An update with the version that a report has since its file was patched is refused.',
      patch: knowingReport(['patchReportFile', 'updateReport'], (past) =>
        refusing(
          'updateReport',
          (call) =>
            past(call).findLast((one) => !one.startsWith('not ')) === 'patchReportFile' &&
            bodyOf(call)['expectedVersion'] === reportIn(call)?.version,
          409,
        ),
      ),
    },
    {
      name: 'not-after-another-user',
      toldBy: 'reports.list.data-same',
      sentence: 'An update with the version of the report is refused where somebody else has updated the report last.',
      patch: remembering(
        () => new Map<number, number>(),
        (last) =>
          replaceSync('updateReport', (call, original) => {
            const report = reportIn(call);
            const by = last.get(report?.id ?? 0);
            if (
              report &&
              by !== undefined &&
              by !== callerId(call) &&
              bodyOf(call)['expectedVersion'] === report.version
            )
              refuse(409, 'the version is another');
            const answer = original(call);
            if (report) last.set(report.id, callerId(call));
            return answer;
          }),
      ),
    },
    {
      name: 'while-placed',
      sentence:
        'An update with the version of the report is refused with 409 while the report is placed in a spreadsheet.',
      also: [
        ...alsoThese('a text that is too long stands beside the version', 'reports.update.name-too-long'),
        ...alsoThese('a text that is too long stands beside the version', 'reports.update.title-too-long'),
      ],
      patch: replaceSync('updateReport', (call, original) => {
        const report = reportIn(call);
        const isMeant = report && report.placements.length > 0 && bodyOf(call)['expectedVersion'] === report.version;
        return isMeant ? refuse(409, 'the version is another') : original(call);
      }),
    },
    {
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
    {
      name: 'refused-after-a-refusal',
      sentence: 'The right expectedVersion is refused once another one was refused.',
      also: [
        ...alsoThese(
          'a text that is too long stands beside the version',
          'reports.update.title-too-long',
          'reports.update.name-too-long',
        ),
        ...alsoThese(
          'the right version is sent there after another one',
          'reports.update.expected-version-differs',
          'reports.update.expected-version-on-move',
        ),
      ],
      patch: knowingReport(['updateReport'], (past) =>
        refusing(
          'updateReport',
          (call) => past(call).at(-1) === `not updateReport` && bodyOf(call)['expectedVersion'] !== undefined,
          'conflict',
        ),
      ),
    },
    {
      name: 'not-once-connected',
      sentence: 'An update with the version that is shown is refused once the report was connected.',
      patch: once(
        'connectReportToWorkbook',
        ({ path }) => path['reportId'],
        (ids) =>
          replaceSync('updateReport', (call, original) => {
            if (bodyOf(call)['expectedVersion'] !== undefined && ids.has(String(call.path['reportId'])))
              refuse(409, 'the stored version is another');
            return original(call);
          }),
      ),
    },
    {
      name: 'advanced-by-a-refused-patch',
      sentence: 'A patch of its file that is refused has counted the version of a report up.',
      patch: refusedYet('patchReportFile', (call) => {
        const report = reportIn(call);
        if (report) storeReport(call, { version: report.version + 1 });
      }),
    },
  ],
  'reports.update.expected-version-differs': [
    {
      name: 'taken-alone',
      sentence: 'An update with nothing but an expectedVersion succeeds, whatever that is.',
      patch: replaceSync('updateReport', (call, original) =>
        original(Object.keys(sentBody(call)).join() === 'expectedVersion' ? { ...call, body: {} } : call),
      ),
    },
    {
      name: 'of-before-a-patch',
      toldBy: 'reports.file.patch-keeps-the-rest',
      sentence: 'An update may expect the version that the report had before the latest patch of its file.',
      patch: remembering(
        () => new Map<number, number>(),
        (former) =>
          all(
            oncePatched((before) => former.set(before.id, before.version)),
            replaceSync('updateReport', (call, original) => {
              const version = former.get(Number(call.path['reportId']));
              const { isExpected } = call.tenant.rules.reports;
              return withRules(
                call,
                'reports',
                { isExpected: (expected, stored) => isExpected(expected, stored) || expected === version },
                () => original(call),
              );
            }),
          ),
      ),
    },
    {
      name: 'refused-and-description-stored',
      sentence: 'An update with another expectedVersion is a conflict, and its description is stored.',
      patch: refusedYet('updateReport', (call, _original, { why }) => {
        const { description } = bodyOf(call);
        if (why === 409 && typeof description === 'string') storeReport(call, { description });
      }),
    },
    {
      name: 'next-taken',
      sentence: 'An expectedVersion that is one ahead of the stored version is taken.',
      patch: ({ reports }) => {
        const { isExpected } = reports;
        reports.isExpected = (expected, stored) => isExpected(expected, stored) || expected === stored + 1;
      },
    },
    {
      name: 'former-taken',
      sentence: 'An expectedVersion is taken that was the version of the report before its last update.',
      also: alsoThese(
        'the update of the other requirement comes with such a version',
        'reports.update.expected-version-once',
      ),
      patch: anyVersion((call) =>
        sends('expectedVersion', (value) => value === (reportIn(call)?.version ?? 0) - 1 && value !== 0)(call),
      ),
    },
    {
      name: 'taken-the-second-time',
      sentence: 'An expectedVersion that was refused once is taken when the update is sent again.',
      also: alsoThese(
        'the update of the other requirement comes with such a version',
        'reports.update.expected-version-on-move',
      ),
      patch: (rules) => {
        const refused = new Map<unknown, unknown>();
        all(
          replaceSync('updateReport', (call, original) => {
            try {
              return original(call);
            } catch (error) {
              refused.set(byReport(call), bodyOf(call)['expectedVersion']);
              throw error;
            }
          }),
          anyVersion((call) => {
            const { expectedVersion } = bodyOf(call);
            return expectedVersion !== undefined && refused.get(byReport(call)) === expectedVersion;
          }),
        )(rules);
      },
    },
    {
      name: 'far-ahead-taken',
      sentence: 'An expectedVersion that is more than a thousand ahead is taken.',
      patch: anyVersion((call) =>
        sends('expectedVersion', (value) => Number(value) > (reportIn(call)?.version ?? 0) + 1_000)(call),
      ),
    },
    {
      name: 'oauth-unasked',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The expectedVersion of an update with an OAuth token is ignored.',
      patch: anyVersion(byOAuth),
    },
    {
      name: 'plain-users-unasked',
      sentence: 'The expectedVersion of an update by a user without the admin role is ignored.',
      patch: anyVersion(byPlainUser),
    },
    {
      name: 'unasked-with-name-and-title',
      sentence: 'The expectedVersion of an update of both name and title is ignored.',
      patch: anyVersion(both(sends('name', isPresent), sends('title', isPresent))),
    },
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
      patch: changeRequest('updateReport', ({ expectedVersion, ...body }, call) =>
        expectedVersion === undefined || (member in body && !renames(call)) ? body : { ...body, expectedVersion },
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
      patch: refusedYet('updateReport', (call, original, { why }) => {
        if (why !== 409) return;
        const { expectedVersion: _, ...body } = bodyOf(call);
        original({ ...call, body });
      }),
    },
    {
      name: 'unasked-after-a-connect',
      sentence: 'The expectedVersion of an update of a report that was connected is ignored.',
      patch: knowingReport(['connectReportToWorkbook'], (past) =>
        during(
          'updateReport',
          'reports',
          () => ({ isExpected: () => true }),
          (call) => past(call).includes('connectReportToWorkbook'),
        ),
      ),
    },
    {
      name: 'unless-the-name-stays',
      sentence: 'A stale expectedVersion is accepted where the name is the one that is stored.',
      patch: during(
        'updateReport',
        'reports',
        () => ({ isExpected: () => true }),
        (call) => bodyOf(call)['name'] === reportIn(call)?.name,
      ),
    },
    {
      name: 'unless-the-title-stays',
      sentence: 'A stale expectedVersion is accepted where the title is the one that is stored.',
      patch: during(
        'updateReport',
        'reports',
        () => ({ isExpected: () => true }),
        (call) => bodyOf(call)['title'] === reportIn(call)?.title,
      ),
    },
    {
      name: 'in-32-bits',
      sentence: 'An expectedVersion is compared in 32 bits, so that the stored one and 4294967296 more is taken.',
      patch: ({ reports }) => {
        const { isExpected } = reports;
        reports.isExpected = (expected, stored) =>
          isExpected(typeof expected === 'number' && expected >= 2 ** 32 ? expected % 2 ** 32 : expected, stored);
      },
    },
  ],
  'reports.update.expected-version-once': {
    name: 'looked-at-too-early',
    sentence: 'An update looks at the version that the report had when it arrived, and stores a moment later.',
    patch: replace('updateReport', async (call, original) => {
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
  'reports.update.expected-version-on-move': [
    {
      name: 'moved-with-the-next',
      sentence: 'A report that was not moved for its version is moved by the next update that moves it nowhere.',
      patch: remembering(
        () => new Map<number, unknown>(),
        (refused) =>
          replaceSync('updateReport', (call, original) => {
            const [id, { folderId }] = [idIn(call, 'reportId') ?? 0, bodyOf(call)];
            try {
              const answer = original(call);
              if (folderId === undefined && refused.has(id)) storeReport(call, { folderId: refused.get(id) as number });
              refused.delete(id);
              return answer;
            } catch (error) {
              if (error instanceof Refusal && error.why === 409 && folderId !== undefined) refused.set(id, folderId);
              throw error;
            }
          }),
      ),
    },
    {
      name: 'refused-and-moved',
      sentence: 'An update with another expectedVersion is a conflict, and the report has moved.',
      patch: refusedYet('updateReport', (call, _original, { why }) => {
        const { folderId } = bodyOf(call);
        if (why === 409 && folderId !== undefined && reportIn(call))
          storeReport(call, { folderId: folderId as number | null });
      }),
    },
    {
      name: 'ignored-beside-a-name',
      sentence: 'An update that moves a report and names it looks at no expectedVersion.',
      patch: during(
        'updateReport',
        'reports',
        () => ({ isExpected: () => true }),
        (call) => moves(call) && bodyOf(call)['name'] !== undefined,
      ),
    },
    {
      name: 'ignored',
      sentence: 'An update that moves a report looks at no expectedVersion.',
      patch: changeRequest('updateReport', ({ expectedVersion, ...body }) =>
        'folderId' in body || expectedVersion === undefined ? body : { ...body, expectedVersion },
      ),
    },
  ],
  'reports.update.expected-version-omitted': [
    {
      name: 'asked-for-once-placed-by-another',
      toldBy: 'reports.list.data-same',
      sentence: 'An update without a version is refused while somebody else has the report in a spreadsheet.',
      patch: replaceSync('updateReport', (call, original) => {
        const isPlaced =
          reportIn(call)?.placements.some(({ placedByUserId }) => placedByUserId !== callerId(call)) === true;
        const answer = original(call);
        if (isPlaced && bodyOf(call)['expectedVersion'] === undefined) refuse(409, 'the version is missing');
        return answer;
      }),
    },
    {
      name: 'needed',
      sentence: 'An update of the name or the title without expectedVersion is a conflict.',
      patch: replaceSync('updateReport', (call, original) => {
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
    {
      name: 'asked-of-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update without expectedVersion is refused with an OAuth token.',
      also: alsoThese(
        'the longest text is stored without a version',
        'reports.update.name-longest',
        'reports.update.title-longest',
      ),
      patch: refusing(
        'updateReport',
        (call) => byOAuth(call) && bodyOf(call)['expectedVersion'] === undefined,
        'conflict',
      ),
    },
  ],
});
