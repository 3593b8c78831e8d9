import { Refusal, refuse, type Answer, type Why } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth } from './access.ts';
import { alsoThese, type Deviation } from './fault.ts';
import { pagesOf } from './paging.ts';
import { byTimes, refusing, remembering, replaceSync } from './patches.ts';

/** How faults of syncs are written. */

export function limits(operation: string): readonly Deviation[] {
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

function isUnknown({ why, problems }: Refusal): boolean {
  return why === 404 && problems.includes('there is no such sync job');
}

/** What an operation answers for the id of no sync job. */
export function unknownJob(operation: string, answer: (call: Call) => Answer): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (error instanceof Refusal && isUnknown(error)) return answer(call);
      throw error;
    }
  });
}

export function unknownJobRefused(why: Why): () => Answer {
  return () => refuse(why, 'there is no such sync job');
}

const OPERATIONS = {
  status: 'getTransformSync',
  result: 'getTransformSyncResult',
  logs: 'getTransformSyncLogs',
  cancel: 'cancelTransformSync',
  files: 'listGeneratedFiles',
} as const;

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

export function foundWhenAskedAgain(what: keyof typeof OPERATIONS): Deviation {
  const operation = OPERATIONS[what];
  return {
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
  };
}

export const OF_ANOTHER_DEPLOYMENT = alsoThese(
  'a job of another deployment is an unknown one to a scoped key',
  'transform-sync.access.scoped-key-foreign-sync',
);

export function unknownJobFound(body: unknown): () => Answer {
  return () => ({ kind: 'ok', body });
}

/** An operation that refuses, for some jobs, what it would answer. */
export function withheld(operation: string, isWithheld: (body: Body) => boolean, why: Why): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    if (answer.kind === 'ok' && isWithheld(answer.body as Body)) refuse(why, 'this cannot be read');
    return answer;
  });
}

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

export function readOnce(what: 'status' | 'result' | 'logs'): readonly Deviation[] {
  return [
    {
      name: 'once',
      sentence: `The ${what} of a sync can be read once.`,
      patch: once(OPERATIONS[what]),
    },
    {
      name: 'not-by-oauth',
      sentence: `The ${what} of a sync cannot be read with an OAuth token.`,
      patch: refusing(OPERATIONS[what], byOAuth, 'forbidden'),
    },
  ];
}
