import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import type { Job } from '../../mock/rules/dashboard-exports.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { storedIn } from '../lib/deployments.ts';
import type { When } from '../lib/only.ts';
import { all, changeBodySync, during, refusing, remembering, replaceSync, withRules } from '../lib/patches.ts';
import { isAsked, itemsOf, requery } from '../lib/reports.ts';
import { hashOf } from '../lib/text-files.ts';

/** Faults of exports, branches, promotions, syncs and workbooks that show after some history, or to some callers. */

const START = 'startDashboardExport';
const STATUS = 'getDashboardExport';
const DOWNLOAD = 'downloadDashboardExport';
const CREATE = 'createDeployment';
const DEPLOYMENTS = 'listDeployments';
const DELETE = 'deleteBranch';
const APPLY = 'applyPromotion';
const SYNCS = 'listTransformSyncs';
const DRAFT = 'getDashboardFile';
const PATCH_DRAFT = 'patchDashboardFile';
const DUPLICATE = 'duplicateWorkbook';
const TIE = 'createAiWidgetThread';

/** Files of jobs that were not the last to be started are gone. */
const newestAlone: Patch = remembering(
  (): { last?: unknown } => ({}),
  (memory) =>
    all(
      changeBodySync(START, (job) => {
        memory.last = job['jobId'];
        return job;
      }),
      refusing(DOWNLOAD, ({ path }) => path['jobId'] !== memory.last, 'gone'),
    ),
);

const workbookOf = ({ path }: Call): unknown => path['workbookId'];

/** The drafts of the copies of a workbook are that of the original: what changes it there changes it here. */
const aliased: Patch = remembering(
  () => new Map<number, number>(),
  (originals) =>
    all(
      changeBodySync(DUPLICATE, (copy, call) => {
        originals.set(Number(copy['id']), Number(workbookOf(call)));
        return copy;
      }),
      replaceSync(PATCH_DRAFT, (call, original) => {
        const answer = original(call);
        const { workbooks } = call.tenant.content;
        const [changed, behind] = [Number(workbookOf(call)), originals.get(Number(workbookOf(call)))];
        const [copy, source] = [workbooks.get(changed), workbooks.get(behind ?? 0)];
        if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
        return answer;
      }),
    ),
);

/** The hash of a draft stays what it was when a thread is tied to a widget. */
const hashBeforeTie: Patch = remembering(
  () => new Map<unknown, unknown>(),
  (stale) =>
    all(
      replaceSync(TIE, (call, original) => {
        const draft = call.tenant.content.workbooks.get(Number(workbookOf(call)))?.draft ?? '';
        const answer = original(call);
        stale.set(workbookOf(call), hashOf(call, draft));
        return answer;
      }),
      changeBodySync(DRAFT, (file, call) => ({ ...file, hash: stale.get(workbookOf(call)) ?? file['hash'] })),
      replaceSync(PATCH_DRAFT, (call, original) => {
        const { hash: _, ...body } = bodyOf(call);
        const answer = original(stale.has(workbookOf(call)) ? { ...call, body } : call);
        stale.delete(workbookOf(call));
        return answer;
      }),
    ),
);

/** Later pages of the history without one of the filters. */
function ignoredLater(filter: 'status' | 'trigger'): Patch {
  return replaceSync(SYNCS, (call, original) =>
    original(isAsked(call, 'after') ? requery(call, { [filter]: undefined }) : call),
  );
}

/** Later pages of the history that leave out what one of the filters finds. */
function lostLater(filter: 'status' | 'trigger'): Patch {
  return changeBodySync(SYNCS, (list, call) =>
    isAsked(call, 'after') && isAsked(call, filter) ? { ...list, items: itemsOf(list).slice(1) } : list,
  );
}

const rendering = (when: When): Patch => during(START, 'dashboardExports', () => ({ mayRenderAs: () => true }), when);

/** The files of a dashboard that were downloaded before. */
interface Downloads {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** The file of an export, changed by what was downloaded of its dashboard before. */
function besideDownloads(change: (own: Uint8Array, before: Downloads | undefined, job: Job) => Uint8Array): Patch {
  return remembering(
    () => new Map<string, Downloads>(),
    (files) =>
      ({ dashboardExports }) => {
        const { file } = dashboardExports;
        dashboardExports.file = (job) => {
          const key = `${job.deploymentId} ${job.title}`;
          const own = file(job);
          const before = files.get(key);
          files.set(key, { first: before?.first ?? own, last: own });
          return change(own, before, job);
        };
      },
  );
}

/** Some exports of a dashboard have the file of the first one that was downloaded. */
const madeOnce = (isMeant: (job: Job) => boolean): Patch =>
  besideDownloads((own, before, job) => (isMeant(job) ? (before?.first ?? own) : own));

const OF_ALL_FORMATS = alsoThese(
  'the file of an export is not its own',
  'dashboard-exports.download.pdf-file',
  'dashboard-exports.download.print-file',
);

const branchIn = ({ query }: Call): string => query.text('branchName') ?? '';

export const exportsWhenFaults = faults({
  'dashboard-exports.job.dropped': [
    {
      name: 'not-as-pdf',
      sentence: 'The job of an export as PDF is kept for longer than 5 minutes.',
      patch: keptFor(STATUS, 'pdf'),
    },
    {
      name: 'not-as-png',
      sentence: 'The job of an export as PNG is kept for longer than 5 minutes.',
      patch: keptFor(STATUS, 'png'),
    },
  ],
  'dashboard-exports.file.dropped': [
    {
      name: 'not-as-pdf',
      sentence: 'The file of an export as PDF is kept for longer than 5 minutes.',
      patch: keptFor(DOWNLOAD, 'pdf'),
    },
  ],
  'dashboard-exports.file.kept': [
    {
      name: 'newest-alone',
      sentence: 'The file of an export can be downloaded until another export is started.',
      patch: newestAlone,
    },
  ],
  'dashboard-exports.download.png-file': [
    {
      name: 'made-once-for-a-dashboard',
      sentence: 'The file of a dashboard is made once, for the first export that is downloaded.',
      also: OF_ALL_FORMATS,
      patch: madeOnce(() => true),
    },
    {
      name: 'that-of-the-download-before',
      sentence: 'A download brings the file of the dashboard that was downloaded before it.',
      also: OF_ALL_FORMATS,
      patch: besideDownloads((own, before) => before?.last ?? own),
    },
    {
      name: 'cut-off-behind-another',
      sentence: 'A file lacks its end if one of another export of the dashboard was downloaded before it.',
      also: OF_ALL_FORMATS,
      patch: besideDownloads((own, before) =>
        before && before.last.length !== own.length ? own.subarray(0, -12) : own,
      ),
    },
  ],
  'dashboard-exports.download.pdf-file': [
    {
      name: 'that-of-the-first-download',
      sentence: 'A download of an export as PDF brings the file of the dashboard that was downloaded first.',
      also: alsoThese('a print is a PDF as well', 'dashboard-exports.download.print-file'),
      patch: madeOnce(({ format }) => format === 'pdf'),
    },
  ],
  'dashboard-exports.start.render-as-admin-only': [
    {
      name: 'open-to-plain-users-by-oauth',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'A plain user may render as somebody else with an OAuth token.',
      patch: rendering((call) => byOAuth(call) && byPlainUser(call)),
    },
  ],
  'build.create.listed': [
    {
      name: 'not-under-a-known-name',
      sentence: 'A new deployment with the name of another one is not in the list.',
      patch: remembering(
        () => new Set<unknown>(),
        (hidden) =>
          all(
            replaceSync(CREATE, (call, original) => {
              const { name } = bodyOf(call);
              const isKnown = call.tenant.deployments.deployments.all().some((one) => one.name === name);
              const answer = original(call);
              if (isKnown && 'body' in answer) hidden.add((answer.body as Body)['id']);
              return answer;
            }),
            changeBodySync(DEPLOYMENTS, (list) => ({
              ...list,
              items: itemsOf(list).filter(({ id }) => !hidden.has(id)),
            })),
          ),
      ),
    },
  ],
  'build.delete-branch.only-named': [
    {
      name: 'all-that-begin-so',
      sentence: 'The deletion of a branch deletes the branches whose names begin with its name.',
      patch: during(DELETE, 'build', () => ({ isRemoved: (branch, name) => branch.name.startsWith(name) })),
    },
  ],
  'build.delete-branch.removes': [
    {
      name: 'not-with-a-staging-environment',
      sentence: 'The deletion of a branch that has a staging environment is acknowledged and does nothing.',
      patch: replaceSync(DELETE, (call, original) =>
        storedIn(call)?.branches.get(branchIn(call))?.staging === true
          ? withRules(call, 'build', { isRemoved: () => false }, () => original(call))
          : original(call),
      ),
    },
  ],
  'promotions.apply.stale-hash': [
    {
      name: 'accepted-from-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An apply of a stale preview with an OAuth token succeeds.',
      patch: during(APPLY, 'promotions', () => ({ isFresh: () => true }), byOAuth),
    },
  ],
  'transform-sync.history.status-excludes': [
    {
      name: 'ignored-on-later-pages',
      sentence: 'The filter by status is ignored on every page of the history but the first.',
      also: [
        {
          id: 'transform-sync.history.filtered-pages-complete',
          because: 'its pages hold what the filter should leave out',
        },
      ],
      patch: ignoredLater('status'),
    },
  ],
  'transform-sync.history.trigger-excludes': [
    {
      name: 'ignored-on-later-pages',
      sentence: 'The filter by trigger is ignored on every page of the history but the first.',
      also: [
        {
          id: 'transform-sync.history.filtered-pages-complete',
          because: 'its pages hold what the filter should leave out',
        },
      ],
      patch: ignoredLater('trigger'),
    },
  ],
  'transform-sync.history.filtered-pages-complete': [
    {
      name: 'first-of-later-pages-lost',
      sentence: 'Every later page of a history that is filtered by a status lacks its first sync.',
      patch: lostLater('status'),
    },
  ],
  'workbooks.duplicate.original-unchanged': [
    {
      name: 'an-alias',
      sentence: 'A change of the draft of a copy changes the draft of the original.',
      patch: aliased,
    },
  ],
  'workbooks.file.hash-follows-content': [
    {
      name: 'not-after-a-thread-was-tied',
      sentence: 'The hash of a draft to whose widget a thread was tied is that from before.',
      patch: hashBeforeTie,
    },
  ],
});

/** Exports of one format that are answered by an operation for ever. */
function keptFor(operation: string, format: string): Patch {
  return (rules) => {
    const { lifetimeStarts } = rules.dashboardExports;
    replaceSync(operation, (call, original) =>
      withRules(
        call,
        'dashboardExports',
        { lifetimeStarts: (job, now) => (job.format === format ? now : lifetimeStarts(job, now)) },
        () => original(call),
      ),
    )(rules);
  };
}
