import { LIFETIMES } from '../../../contracts/limits.ts';
import { Refusal, refuse, type Answer } from '../../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { isAdministrator, isOutsider, NO_PAGE, openToAll } from '../../lib/access.ts';
import { begunAnew, numbered } from '../../lib/cursors.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { continuing, endingEarly, startingOver } from '../../lib/paging.ts';
import { all, changeBodySync, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { changeRequest, isAsked, itemsOf, pageInfoOf, wholeList, refusedYet } from '../../lib/reports.ts';
import { readsByGroups } from '../../lib/rights.ts';
import { MINUTE } from '../../lib/times.ts';
import {
  foundWhenAskedAgain,
  limits,
  OF_ANOTHER_DEPLOYMENT,
  unknownJob,
  unknownJobFound,
  unknownJobRefused,
} from '../../lib/transform-sync.ts';
import { filesOfGitUnlisted } from '../../lib/few-callers.ts';
import { lackingWithRoom } from '../../lib/page-sizes.ts';

/** The list of files, from a sync that has any. */
function listingFiles(change: (files: readonly Body[]) => readonly Body[]): Patch {
  return changeBodySync('listGeneratedFiles', (list) => ({ ...list, items: change(list['items'] as readonly Body[]) }));
}

/** A last page begins with the last element of the page before it, as far as it has room. */
function lastPageRepeats(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    if (answer.kind !== 'ok' || !isAsked(call, 'after')) return answer;
    const list = answer.body as Record<string, unknown>;
    const whole = wholeList(call, original);
    const items = itemsOf(list);
    if (pageInfoOf(list)['hasNextPage'] === true || items.length === 0) return answer;
    const before = whole.at(-items.length - 1);
    return before ? { ...answer, body: { ...list, items: [before, ...items.slice(0, -1)] } } : answer;
  });
}

/** Lists the files also for callers without read access to the deployment. */
function unguarded(behave: (call: Call, answer: () => Answer) => Answer = (_, answer) => answer()): Patch {
  return (rules) => {
    openToAll('listGeneratedFiles')(rules);
    replaceSync('listGeneratedFiles', (call, original) => behave(call, () => original(call)))(rules);
  };
}

function livingFor(minutes: number): Patch {
  return ({ transformSync }) => {
    transformSync.filesLifetime = minutes * MINUTE;
  };
}

/** Files whose time starts anew with each reading. */
function living(lifetime: number): Patch {
  return (rules) => {
    const last = new Map<number, number>();
    rules.transformSync.filesLifetime = lifetime;
    rules.transformSync.filesLiveFrom = (completedAt, now) => {
      const from = last.get(completedAt) ?? completedAt;
      // What is gone stays gone.
      if (now - from < lifetime) last.set(completedAt, now);
      return from;
    };
  };
}

const jobOf = (call: Call) => `${call.path['deploymentId'] ?? ''} ${idIn(call, 'syncJobId') ?? ''}`;

/** Files that nobody has listed yet are kept. */
const keptUnlisted: Patch = remembering(
  () => new Set<string>(),
  (listed) =>
    replaceSync('listGeneratedFiles', (call, original) => {
      const { transformSync } = call.tenant.rules;
      const { filesLiveFrom } = transformSync;
      if (!listed.has(jobOf(call))) transformSync.filesLiveFrom = (_completedAt, now) => now;
      try {
        const answer = original(call);
        listed.add(jobOf(call));
        return answer;
      } finally {
        transformSync.filesLiveFrom = filesLiveFrom;
      }
    }),
);

/** What the list of files answers once the files have been dropped. */
function afterwards(answer: () => Answer): Patch {
  return replaceSync('listGeneratedFiles', (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (error instanceof Refusal && error.problems.includes('the files are gone')) return answer();
      throw error;
    }
  });
}

/** Faults of the files that syncs have generated. */
export const filesFaults = faults({
  'transform-sync.files.uncommitted-listed': [
    {
      name: 'none-of-git',
      sentence: 'A sync whose source is git and whose output is files lists none.',
      patch: filesOfGitUnlisted,
    },
    {
      name: 'committed-with-a-branch-name',
      also: alsoThese('a sync that commits has no files to list', 'transform-sync.listGeneratedFiles.is-served'),
      sentence: 'A sync whose request names a branch commits what it makes, also where its output is files.',
      patch: changeRequest('startTransformSync', (body) =>
        body['branchName'] !== undefined && body['output'] === 'files' ? { ...body, output: 'branch' } : body,
      ),
    },
    { name: 'none', sentence: 'A sync whose output is files lists none.', patch: listingFiles(() => []) },
    {
      name: 'last-left-out',
      sentence: 'The list of generated files leaves out the last of those that a manifest makes.',
      patch: listingFiles((files) => files.filter(({ path }) => !String(path).includes('orders'))),
    },
    {
      name: 'not-found',
      sentence: 'The files of a sync are not found, whatever its output.',
      also: [
        {
          id: 'transform-sync.listGeneratedFiles.is-served',
          because: 'what is not found looks like what is not served',
        },
      ],
      patch: ({ transformSync }) => {
        transformSync.keepsFiles = () => false;
      },
    },
  ],
  'transform-sync.files.first-limits': limits('listGeneratedFiles'),
  'transform-sync.files.after-continues': [
    {
      name: 'last-page-repeats',
      sentence: 'The last page of generated files begins with the last file of the page before it.',
      also: alsoThese('the very last file has no room on it', 'transform-sync.files.pages-complete'),
      patch: lastPageRepeats('listGeneratedFiles'),
    },
    ...begunAnew('listGeneratedFiles', 'generated files'),
    numbered('listGeneratedFiles', 'generated files', 'smaller'),
    {
      name: 'one-early',
      sentence: 'A page of generated files begins with the last file of the page before it.',
      patch: continuing('listGeneratedFiles', 'one-early'),
    },
    {
      name: 'starting-over',
      sentence: 'The cursor behind the second generated file or a later one leads back to the first.',
      patch: startingOver('listGeneratedFiles'),
    },
  ],
  'transform-sync.files.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of generated files with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listGeneratedFiles'),
    },
    numbered('listGeneratedFiles', 'generated files', 'larger'),
    {
      name: 'one-late',
      sentence: 'A page of generated files leaves out the file that it should begin with.',
      patch: continuing('listGeneratedFiles', 'one-late'),
    },
    {
      name: 'ending-early',
      sentence: 'The list of generated files ends before its last file where that would stand on a page of its own.',
      patch: endingEarly('listGeneratedFiles'),
    },
  ],
  'transform-sync.files.reader-may': [
    {
      name: 'administrators',
      sentence: 'Generated files are listed for administrators alone.',
      patch: refusing('listGeneratedFiles', (call) => !isAdministrator(call), 403),
    },
    {
      name: 'not-through-a-group',
      sentence: 'Generated files are not listed for who reads the deployment through a group alone.',
      patch: refusing('listGeneratedFiles', readsByGroups, 403),
    },
    {
      name: 'empty',
      sentence: 'Whoever did not start a sync finds no files of it.',
      patch: replaceSync('listGeneratedFiles', (call, original) => {
        const answer = original(call);
        return isAdministrator(call) || answer.kind !== 'ok' ? answer : { ...answer, body: NO_PAGE };
      }),
    },
  ],
  'transform-sync.files.no-read-access': [
    {
      name: 'once-listed',
      sentence: 'Generated files that somebody has listed can be listed without read access.',
      patch: remembering(
        () => new Set<unknown>(),
        (listed) =>
          all(
            openToAll('listGeneratedFiles'),
            replaceSync('listGeneratedFiles', (call, original) => {
              const { syncJobId } = call.path;
              if (isOutsider(call) && !listed.has(syncJobId)) refuse(403, 'no read access');
              const answer = original(call);
              listed.add(syncJobId);
              return answer;
            }),
          ),
      ),
    },
    { name: 'everybody', sentence: 'Generated files are listed for everybody with a key.', patch: unguarded() },
    {
      name: 'empty',
      sentence: 'Whoever may not read the deployment finds a list of generated files without any.',
      patch: unguarded((call, answer) => (isOutsider(call) ? { kind: 'ok', body: NO_PAGE } : answer())),
    },
  ],
  'transform-sync.files.unknown-job': [
    {
      name: 'empty',
      sentence: 'The list of the files of no sync is empty.',
      also: OF_ANOTHER_DEPLOYMENT,
      patch: unknownJob('listGeneratedFiles', unknownJobFound(NO_PAGE)),
    },
    {
      name: 'forbidden',
      sentence: 'The list of the files of no sync is refused with 403.',
      patch: unknownJob('listGeneratedFiles', unknownJobRefused(403)),
    },
    foundWhenAskedAgain('files'),
  ],
  'transform-sync.files.held': [
    {
      name: 'until-the-next',
      sentence: 'A further sync drops the files of the one before it.',
      patch: remembering(
        () => ({ last: 0 }),
        (memory) =>
          all(
            changeBodySync('startTransformSync', (job) => {
              memory.last = Number(job['syncJobId']);
              return job;
            }),
            replaceSync('listGeneratedFiles', (call, original) => {
              if (Number(call.path['syncJobId']) < memory.last) refuse(404, 'the files are gone');
              return original(call);
            }),
          ),
      ),
    },
    { name: 'fifty-minutes', sentence: 'Generated files are held for 50 minutes.', patch: livingFor(50) },
    {
      name: 'while-read',
      sentence: 'Generated files are dropped when nobody has listed them for 20 minutes.',
      patch: living(20 * MINUTE),
    },
    {
      name: 'gone-by-a-refused-cancellation',
      sentence: 'The cancellation of a sync that has completed is refused, and drops its files.',
      patch: remembering(
        () => new Set<unknown>(),
        (gone) =>
          all(
            refusedYet('cancelTransformSync', ({ path }) => gone.add(path['syncJobId'])),
            refusing('listGeneratedFiles', ({ path }) => gone.has(path['syncJobId']), 404),
          ),
      ),
    },
  ],
  'transform-sync.files.dropped': [
    {
      name: 'never-listed',
      sentence: 'The files of a sync that nobody has listed are kept until somebody does.',
      patch: keptUnlisted,
    },
    { name: 'seventy-minutes', sentence: 'Generated files are held for 70 minutes.', patch: livingFor(70) },
    {
      name: 'since-last-listing',
      sentence: 'The hour of generated files starts anew whenever they are listed.',
      patch: living(LIFETIMES.generatedFiles),
    },
    {
      name: 'empty',
      sentence: 'The list of generated files is empty once they have been dropped.',
      patch: afterwards(unknownJobFound(NO_PAGE)),
    },
    {
      name: 'conflict',
      sentence: 'A list of generated files is refused with 409 once they have been dropped.',
      patch: afterwards(unknownJobRefused(409)),
    },
  ],
});
