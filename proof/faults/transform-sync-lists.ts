import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { continuing, endingEarly, onlyWhere, pagesOf, startingOver } from '../lib/paging.ts';
import { isAsked, itemsOf, requery } from '../lib/reports.ts';
import { queuedForLong } from '../lib/jobs.ts';
import { all, changeBodySync, replaceSync, during } from '../lib/patches.ts';

const LIST = 'listTransformSyncs';
const FILES = 'listGeneratedFiles';

const isFiltered = (call: Call): boolean => isAsked(call, 'status', 'trigger');
const isWhole = (call: Call): boolean => !isFiltered(call);

/** A history without some of its syncs. */
function hiding(isHidden: (sync: Body, call: Call) => boolean): Patch {
  return changeBodySync(LIST, (list, call) => ({
    ...list,
    items: itemsOf(list).filter((sync) => !isHidden(sync, call)),
  }));
}

function by(filter: 'status' | 'trigger', isHidden: (sync: Body, call: Call) => boolean): Patch {
  return hiding((sync, call) => isAsked(call, filter) && isHidden(sync, call));
}

function limits(operation: string): readonly Deviation[] {
  return [
    {
      name: 'one-more',
      sentence: 'A page holds one element more than was asked for.',
      patch: pagesOf(operation, (first) => first + 1),
    },
    {
      name: 'least-of-two',
      sentence: 'A page of one element holds two.',
      patch: pagesOf(operation, (first) => Math.max(2, first)),
    },
  ];
}

const isCancelledToo = (value: string, wanted: string | undefined): boolean =>
  wanted === undefined || value === wanted || (wanted === 'completed' && value === 'cancelled');

/** Faults of lists of syncs and of their files. */
export const transformSyncListsFaults = faults({
  'transform-sync.history.shows-sync': [
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
  ],
  'transform-sync.history.deployment-only': [
    {
      name: 'all',
      sentence: 'The history shows the syncs of all deployments.',
      patch: during(LIST, 'transformSync', () => ({ isListed: () => true })),
    },
    {
      name: 'all-by-trigger',
      sentence: 'The history filtered by a trigger shows the syncs of all deployments.',
      patch: during(
        LIST,
        'transformSync',
        () => ({ isListed: () => true }),
        (call) => isAsked(call, 'trigger'),
      ),
    },
  ],
  'transform-sync.history.status-excludes': [
    {
      name: 'ignored',
      sentence: 'The filter by status is ignored.',
      patch: replaceSync(LIST, (call, original) => original(requery(call, { status: undefined }))),
    },
    {
      name: 'cancelled-too',
      sentence: 'The history of completed syncs shows those that were cancelled as well.',
      patch: during(LIST, 'transformSync', () => ({ fits: isCancelledToo })),
    },
  ],
  'transform-sync.history.status-includes': [
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
    {
      name: 'ignored',
      sentence: 'The filter by trigger is ignored.',
      patch: replaceSync(LIST, (call, original) => original(requery(call, { trigger: undefined }))),
    },
    {
      name: 'ignored-beside-status',
      sentence: 'The filter by trigger is ignored beside one by status.',
      patch: replaceSync(LIST, (call, original) =>
        original(isAsked(call, 'status') ? requery(call, { trigger: undefined }) : call),
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
  ],
  'transform-sync.history.first-limits': limits(LIST),
  'transform-sync.history.after-continues': [
    {
      name: 'one-early',
      sentence: 'A page of the history begins with the last sync of the page before it.',
      patch: onlyWhere(LIST, isWhole, continuing(LIST, 'one-early')),
    },
    {
      name: 'starting-over',
      sentence: 'The cursor behind the second sync of the history or a later one leads back to its start.',
      patch: onlyWhere(LIST, isWhole, startingOver(LIST)),
    },
  ],
  'transform-sync.history.pages-complete': [
    {
      name: 'one-late',
      sentence: 'A page of the history leaves out the sync that it should begin with.',
      patch: onlyWhere(LIST, isWhole, continuing(LIST, 'one-late')),
    },
    {
      name: 'ending-early',
      sentence: 'The history ends before its last sync where that would stand on a page of its own.',
      patch: onlyWhere(LIST, isWhole, endingEarly(LIST)),
    },
  ],
  'transform-sync.history.filtered-pages-complete': [
    {
      name: 'filter-lost',
      sentence: 'A history that goes on behind a cursor is no longer filtered.',
      also: alsoThese(
        'later pages hold what the filter excludes',
        'transform-sync.history.status-excludes',
        'transform-sync.history.trigger-excludes',
      ),
      patch: replaceSync(LIST, (call, original) =>
        original(isAsked(call, 'after') ? requery(call, { status: undefined, trigger: undefined }) : call),
      ),
    },
    {
      name: 'one-late',
      sentence: 'A page of a filtered history leaves out the sync that it should begin with.',
      patch: onlyWhere(LIST, isFiltered, continuing(LIST, 'one-late')),
    },
    {
      name: 'status-lost',
      sentence: 'A history that goes on behind a cursor is no longer filtered by status.',
      also: alsoThese('later pages hold what the filter excludes', 'transform-sync.history.status-excludes'),
      patch: replaceSync(LIST, (call, original) =>
        original(isAsked(call, 'after') ? requery(call, { status: undefined }) : call),
      ),
    },
  ],

  'transform-sync.files.first-limits': limits(FILES),
  'transform-sync.files.after-continues': [
    {
      name: 'one-early',
      sentence: 'A page of generated files begins with the last file of the page before it.',
      patch: continuing(FILES, 'one-early'),
    },
    {
      name: 'starting-over',
      sentence: 'The cursor behind the second generated file or a later one leads back to the first.',
      patch: startingOver(FILES),
    },
  ],
  'transform-sync.files.pages-complete': [
    {
      name: 'one-late',
      sentence: 'A page of generated files leaves out the file that it should begin with.',
      patch: continuing(FILES, 'one-late'),
    },
    {
      name: 'ending-early',
      sentence: 'The list of generated files ends before its last file where that would stand on a page of its own.',
      patch: endingEarly(FILES),
    },
  ],
});
