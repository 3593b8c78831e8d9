import { secondUnlisted } from '../../lib/at-once.ts';
import type { Body, Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { Query } from '../../../mock/query.ts';
import { byOAuth } from '../../lib/access.ts';
import { begunAnew, numbered, unfilteredBehind } from '../../lib/cursors.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { queuedForLong } from '../../lib/jobs.ts';
import { changedIf, type When } from '../../lib/conditions.ts';
import { continuing, endingEarly, onlyWhere, startingOver, isBehindCursor } from '../../lib/paging.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../../lib/patches.ts';
import { isAsked, itemsOf, requery, wholeList } from '../../lib/reports.ts';
import { limits } from '../../lib/transform-sync.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { latestOfEach } from '../../lib/ties.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** A history without some of its syncs. */
function hiding(isHidden: (sync: Body, call: Call) => boolean): Patch {
  return changeBodySync('listTransformSyncs', (list, call) => ({
    ...list,
    items: itemsOf(list).filter((sync) => !isHidden(sync, call)),
  }));
}

/** Later pages of the history without one of the filters. */
function ignoredLater(filter: 'status' | 'trigger'): Patch {
  return replaceSync('listTransformSyncs', (call, original) =>
    original(isAsked(call, 'after') ? requery(call, { [filter]: undefined }) : call),
  );
}

/** The history without what one filter asks for, for some calls. */
function unfiltered(dropped: 'status' | 'trigger', isMeant: (call: Call) => boolean): Patch {
  return replaceSync('listTransformSyncs', (call, original) => {
    if (!isMeant(call)) return original(call);
    const names = ['first', 'after', 'status', 'trigger'].filter((name) => name !== dropped);
    const kept = names.flatMap((name) => {
      const value = call.query.text(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return original({ ...call, query: new Query(new Map(kept)) });
  });
}

const isCancelledToo = (value: string, wanted: string | undefined): boolean =>
  wanted === undefined || value === wanted || (wanted === 'completed' && value === 'cancelled');

function by(filter: 'status' | 'trigger', isHidden: (sync: Body, call: Call) => boolean): Patch {
  return hiding((sync, call) => isAsked(call, filter) && isHidden(sync, call));
}

const FILTERED = 'transform-sync.history.filtered-pages-complete';
const isFiltered: When = (call) => isAsked(call, 'status', 'trigger');

/** One element of the page before stands at the beginning of a page behind a cursor. */
const repeating: Patch = remembering(
  () => ({ last: undefined as unknown }),
  (memory) =>
    changeBodySync('listTransformSyncs', (list, call) => {
      if (!isFiltered(call)) return list;
      const items = list['items'] as readonly unknown[];
      const before = isAsked(call, 'after') && items.length > 0 ? [memory.last] : [];
      memory.last = items.at(-1);
      return { ...list, items: [...before, ...items] };
    }),
);

const isWhole = (call: Call): boolean => !isFiltered(call);

/** Later pages of the history that leave out what one of the filters finds. */
function lostLater(filter: 'status' | 'trigger'): Patch {
  return changeBodySync('listTransformSyncs', (list, call) =>
    isAsked(call, 'after') && isAsked(call, filter) ? { ...list, items: itemsOf(list).slice(1) } : list,
  );
}

/** Faults of the list of syncs. */
export const historyFaults = faults({
  'transform-sync.history.shows-sync': [
    {
      name: 'latest-of-each-branch',
      sentence: 'Of several syncs to a branch a page of the history shows the latest alone.',
      also: alsoThese(
        'syncs to one branch are among those that the filters list',
        'transform-sync.history.filtered-pages-complete',
      ),
      patch: latestOfEach(
        'listTransformSyncs',
        ({ syncJobId }) => Number(syncJobId),
        ({ branchName }) => String(branchName),
      ),
    },
    {
      name: 'not-cancelled-ones',
      sentence: 'A sync that was cancelled leaves the history.',
      patch: changedIf(
        'listTransformSyncs',
        () => true,
        (list) => ({
          ...list,
          items: itemsOf(list).filter(({ status }) => status !== 'cancelled'),
        }),
      ),
    },
    {
      name: 'once-it-ended',
      sentence: 'The history shows a sync once it has ended.',
      patch: all(
        queuedForLong,
        hiding(({ status }) => status === 'queued' || status === 'running'),
      ),
    },
    {
      name: 'until-it-completed',
      sentence: 'A sync that somebody started leaves the history when it completes.',
      patch: hiding(({ status, trigger }) => status === 'completed' && trigger === 'manual'),
    },
    {
      name: 'commits-alone',
      sentence: 'The history leaves out syncs whose output is files.',
      patch: hiding(({ output }) => output === 'files'),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two syncs that are started at the same time one is not in the history.',
      patch: secondUnlisted('startTransformSync', 'listTransformSyncs', ({ syncJobId }) => syncJobId),
    },
    {
      name: 'one-for-two-at-once',
      sentence: 'Of two syncs that are started at the same time the second is answered with the job of the first.',
      patch: sharedAnswer('startTransformSync'),
    },
  ],
  'transform-sync.history.deployment-only': [
    {
      name: 'all-by-status',
      sentence: 'The history filtered by a status shows the syncs of all deployments.',
      patch: during(
        'listTransformSyncs',
        'transformSync',
        () => ({ isListed: () => true }),
        (call) => isAsked(call, 'status'),
      ),
    },
    {
      name: 'all',
      sentence: 'The history shows the syncs of all deployments.',
      patch: during('listTransformSyncs', 'transformSync', () => ({ isListed: () => true })),
    },
    {
      name: 'all-by-trigger',
      sentence: 'The history filtered by a trigger shows the syncs of all deployments.',
      patch: during(
        'listTransformSyncs',
        'transformSync',
        () => ({ isListed: () => true }),
        (call) => isAsked(call, 'trigger'),
      ),
    },
  ],
  'transform-sync.history.status-excludes': [
    {
      name: 'either-filter-suffices',
      also: alsoThese('what fits the status alone is shown as well', 'transform-sync.history.trigger-excludes'),
      sentence: 'A history that is filtered by a status and a trigger shows what fits one of them.',
      patch: replaceSync('listTransformSyncs', (call, original) => {
        if (!isAsked(call, 'status') || !isAsked(call, 'trigger') || isAsked(call, 'after')) return original(call);
        const one = wholeList(requery(call, { trigger: undefined }), original);
        const other = wholeList(requery(call, { status: undefined }), original);
        const answer = original(call);
        if (!('body' in answer)) return answer;
        const seen = new Set(one.map(({ syncJobId }) => syncJobId));
        const items = [...one, ...other.filter(({ syncJobId }) => !seen.has(syncJobId))];
        return { ...answer, body: { ...(answer.body as Body), items } };
      }),
    },
    unfilteredBehind('listTransformSyncs', 'status'),
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
    {
      name: 'with-trigger',
      sentence: 'Beside a trigger the status is ignored.',
      patch: unfiltered('status', ({ query }) => query.text('trigger') !== undefined),
    },
    {
      name: 'ignored',
      sentence: 'The filter by status is ignored.',
      patch: replaceSync('listTransformSyncs', (call, original) => original(requery(call, { status: undefined }))),
    },
    {
      name: 'cancelled-too',
      sentence: 'The history of completed syncs shows those that were cancelled as well.',
      patch: during('listTransformSyncs', 'transformSync', () => ({ fits: isCancelledToo })),
    },
  ],
  'transform-sync.history.status-includes': [
    {
      name: 'not-to-oauth',
      sentence: 'The history that is filtered by a status is empty for an OAuth token.',
      patch: changedIf(
        'listTransformSyncs',
        (call) => byOAuth(call) && isAsked(call, 'status'),
        (list) => ({ ...list, items: [] }),
      ),
    },
    {
      name: 'no-cancelled',
      sentence: 'The history of cancelled syncs is empty.',
      patch: by('status', ({ status }) => status === 'cancelled'),
    },
    {
      name: 'no-manual',
      sentence: 'The history filtered by a status leaves out what somebody started.',
      patch: by('status', ({ trigger }, call) => trigger === 'manual' && !isAsked(call, 'trigger')),
    },
  ],
  'transform-sync.history.trigger-excludes': [
    unfilteredBehind('listTransformSyncs', 'trigger'),
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
    {
      name: 'later-page',
      sentence: 'After a cursor the trigger is ignored.',
      also: alsoThese(
        'later pages hold what the filter does not find',
        'transform-sync.history.filtered-pages-complete',
      ),
      patch: unfiltered('trigger', ({ query }) => query.text('after') !== undefined),
    },
    {
      name: 'ignored',
      sentence: 'The filter by trigger is ignored.',
      patch: replaceSync('listTransformSyncs', (call, original) => original(requery(call, { trigger: undefined }))),
    },
    {
      name: 'ignored-beside-status',
      sentence: 'The filter by trigger is ignored beside one by status.',
      patch: replaceSync('listTransformSyncs', (call, original) =>
        original(isAsked(call, 'status') ? requery(call, { trigger: undefined }) : call),
      ),
    },
    {
      name: 'forgotten-beside-a-status',
      sentence: 'Beside a status the filter by trigger is ignored on every page of the history but the first.',
      patch: replaceSync('listTransformSyncs', (call, original) =>
        original(isBehindCursor(call) && isAsked(call, 'status') ? requery(call, { trigger: undefined }) : call),
      ),
    },
  ],
  'transform-sync.history.trigger-includes': [
    {
      name: 'completed-alone',
      sentence: 'The history filtered by a trigger leaves out syncs that did not complete.',
      patch: by('trigger', ({ status }) => status !== 'completed'),
    },
    {
      name: 'no-webhooks',
      sentence: 'The history filtered by the trigger of webhooks is empty.',
      patch: by('trigger', ({ trigger }) => trigger === 'webhook'),
    },
    {
      name: 'not-what-still-runs',
      seenIn: 'one that still runs',
      sentence: 'The filter by a trigger leaves out syncs that have not ended.',
      patch: changeBodySync('listTransformSyncs', (body, call) =>
        isAsked(call, 'trigger')
          ? { ...body, items: itemsOf(body).filter(({ status }) => status !== 'running' && status !== 'queued') }
          : body,
      ),
    },
  ],
  'transform-sync.history.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of syncs behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listTransformSyncs'),
    },
    {
      name: 'filtered',
      sentence: 'A filtered history is one page, whatever first says.',
      toldBy: FILTERED,
      patch: replaceSync('listTransformSyncs', (call, original) =>
        original(isFiltered(call) ? requery(call, { first: '500' }) : call),
      ),
    },
    ...limits('listTransformSyncs'),
  ],
  'transform-sync.history.after-continues': [
    {
      name: 'filtered',
      sentence: 'A further page of a filtered history begins with the last sync of the page before it.',
      toldBy: FILTERED,
      also: alsoThese('a page is longer by that sync', 'transform-sync.history.first-limits'),
      patch: repeating,
    },
    ...begunAnew('listTransformSyncs', 'syncs'),
    numbered('listTransformSyncs', 'syncs', 'smaller'),
    {
      name: 'one-early',
      sentence: 'A page of the history begins with the last sync of the page before it.',
      patch: onlyWhere('listTransformSyncs', isWhole, continuing('listTransformSyncs', 'one-early')),
    },
    {
      name: 'starting-over',
      sentence: 'The cursor behind the second sync of the history or a later one leads back to its start.',
      patch: onlyWhere('listTransformSyncs', isWhole, startingOver('listTransformSyncs')),
    },
  ],
  'transform-sync.history.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of syncs with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listTransformSyncs'),
    },
    numbered('listTransformSyncs', 'syncs', 'larger'),
    {
      name: 'one-late',
      sentence: 'A page of the history leaves out the sync that it should begin with.',
      patch: onlyWhere('listTransformSyncs', isWhole, continuing('listTransformSyncs', 'one-late')),
    },
    {
      name: 'ending-early',
      sentence: 'The history ends before its last sync where that would stand on a page of its own.',
      patch: onlyWhere('listTransformSyncs', isWhole, endingEarly('listTransformSyncs')),
    },
  ],
  'transform-sync.history.filtered-pages-complete': [
    {
      name: 'first-lost-with-a-trigger',
      sentence: 'Every later page of a history that is filtered by a trigger lacks its first sync.',
      patch: changedIf(
        'listTransformSyncs',
        (call) => isAsked(call, 'trigger') && isAsked(call, 'after'),
        (list) => ({ ...list, items: itemsOf(list).slice(1) }),
      ),
    },
    {
      name: 'ending-early-with-a-trigger',
      sentence: 'A last page of a history that is filtered by a trigger with a single sync is never announced.',
      patch: onlyWhere('listTransformSyncs', (call) => isAsked(call, 'trigger'), endingEarly('listTransformSyncs')),
    },
    {
      name: 'first-of-later-pages-lost',
      sentence: 'Every later page of a history that is filtered by a status lacks its first sync.',
      patch: lostLater('status'),
    },
    {
      name: 'filter-lost',
      sentence: 'A history that goes on behind a cursor is no longer filtered.',
      also: alsoThese(
        'later pages hold what the filter excludes',
        'transform-sync.history.status-excludes',
        'transform-sync.history.trigger-excludes',
      ),
      patch: replaceSync('listTransformSyncs', (call, original) =>
        original(isAsked(call, 'after') ? requery(call, { status: undefined, trigger: undefined }) : call),
      ),
    },
    {
      name: 'one-late',
      sentence: 'A page of a filtered history leaves out the sync that it should begin with.',
      patch: onlyWhere('listTransformSyncs', isFiltered, continuing('listTransformSyncs', 'one-late')),
    },
    {
      name: 'status-lost',
      sentence: 'A history that goes on behind a cursor is no longer filtered by status.',
      also: alsoThese('later pages hold what the filter excludes', 'transform-sync.history.status-excludes'),
      patch: replaceSync('listTransformSyncs', (call, original) =>
        original(isAsked(call, 'after') ? requery(call, { status: undefined }) : call),
      ),
    },
  ],
});
