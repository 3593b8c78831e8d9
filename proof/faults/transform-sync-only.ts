import type { RequirementId } from '../../contracts/requirements/index.ts';
import { refuse, Refusal } from '../../mock/answer.ts';
import { bodyOf } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { byTimes, refusing, remembering, replaceSync } from '../lib/patches.ts';

/** Faults of syncs that show only to some callers, or when something is asked again. */

const START = 'startTransformSync';
const READS = {
  status: 'getTransformSync',
  result: 'getTransformSyncResult',
  logs: 'getTransformSyncLogs',
} as const;
const BY_ID = { ...READS, cancel: 'cancelTransformSync', files: 'listGeneratedFiles' } as const;

/** What was answered once is refused. */
function once(operation: string): Patch {
  return remembering(
    () => new Set<unknown>(),
    (read) =>
      replaceSync(operation, (call, original) => {
        const { syncJobId } = call.path;
        if (read.has(syncJobId)) refuse('gone', 'this was read');
        const answer = original(call);
        read.add(syncJobId);
        return answer;
      }),
  );
}

/** A second request for the id of no sync is answered as if there were one. */
function foundAgain(operation: string): Patch {
  return byTimes(
    operation,
    ({ path }) => path['syncJobId'],
    (times, call, original) => {
      try {
        return original(call);
      } catch (error) {
        if (times < 2 || !(error instanceof Refusal) || error.why !== 404) throw error;
        return { kind: 'ok', body: { items: [], pageInfo: { hasNextPage: false }, status: 'completed' } };
      }
    },
  );
}

const OF_READS = Object.fromEntries(
  Object.entries(READS).map(([what, operation]) => [
    `transform-sync.${what}.readable`,
    [
      {
        name: 'once',
        sentence: `The ${what} of a sync can be read once.`,
        patch: once(operation),
      },
      {
        name: 'not-by-oauth',
        sentence: `The ${what} of a sync cannot be read with an OAuth token.`,
        patch: refusing(operation, byOAuth, 'forbidden'),
      },
    ],
  ]),
) as Partial<Record<RequirementId, readonly Deviation[]>>;

const OF_UNKNOWN = Object.fromEntries(
  Object.entries(BY_ID).map(([what, operation]) => [
    `transform-sync.${what}.unknown-job`,
    {
      name: 'found-when-asked-again',
      sentence: `The second request of ${operation} for the id of no sync succeeds.`,
      ...(what === 'files' && {
        also: alsoThese('the files of a sync that is over are found again as well', 'transform-sync.files.dropped'),
      }),
      ...(what === 'status' && {
        also: alsoThese(
          'a job of another deployment is an unknown one to a scoped key',
          'transform-sync.access.scoped-key-foreign-sync',
        ),
      }),
      patch: foundAgain(operation),
    },
  ]),
) as Partial<Record<RequirementId, Deviation>>;

/** Starts from one source are refused once there was one. */
const notAgain = (source: string): Deviation => ({
  name: 'not-again',
  sentence: `A second sync from ${source} is refused.`,
  patch: remembering(
    () => new Set<unknown>(),
    (started) =>
      replaceSync(START, (call, original) => {
        const own = bodyOf(call)['source'];
        if (own === source && started.has(own)) refuse('conflict', 'there was one');
        const answer = original(call);
        started.add(own);
        return answer;
      }),
  ),
});

export const transformSyncOnlyFaults = faults({
  ...OF_READS,
  ...OF_UNKNOWN,
  'transform-sync.start.source-git': notAgain('git'),
  'transform-sync.start.source-manifest': notAgain('manifest'),
});
