import { LIFETIMES } from '../../contracts/limits.ts';
import { done, refuse, Refusal, type Answer, type Why } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { isAdministrator, openToAll, isOutsider } from '../lib/access.ts';
import { changeRequest, refusedYet } from '../lib/reports.ts';
import { queuedForLong } from '../lib/jobs.ts';
import { all, changeBodySync, refusing, replaceSync, without, responseOf } from '../lib/patches.ts';

const START = 'startTransformSync';
const STATUS = 'getTransformSync';
const RESULT = 'getTransformSyncResult';
const LOGS = 'getTransformSyncLogs';
const CANCEL = 'cancelTransformSync';
const FILES = 'listGeneratedFiles';
const MINUTE = 60_000;

type SyncRules = Rules['transformSync'];

/** A start that is refused. */
function refusingStart(isRefused: (body: Body) => boolean): Patch {
  return refusing(START, (call) => isRefused(bodyOf(call)), 'invalid');
}

/** Starts what is refused in a form that is accepted, and goes on to refuse it. */
function refusedAndStarted(accepted: (body: Body) => Body): Patch {
  return refusedYet(START, (call, original) => {
    original({ ...call, body: accepted(bodyOf(call)) });
  });
}

function isUnknown({ why, problems }: Refusal): boolean {
  return why === 404 && problems.includes('there is no such sync job');
}

/** What an operation answers for the id of no sync job. */
function unknownJob(operation: string, answer: (call: Call) => Answer): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (error instanceof Refusal && isUnknown(error)) return answer(call);
      throw error;
    }
  });
}

function refusedWith(why: Why): () => Answer {
  return () => refuse(why, 'there is no such sync job');
}

function found(body: unknown): () => Answer {
  return () => ({ kind: 'ok', body });
}

const NO_PAGE = {
  items: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

/** An operation that refuses, for some jobs, what it would answer. */
function withheld(operation: string, isWithheld: (body: Body) => boolean, why: Why): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    if (answer.kind === 'ok' && isWithheld(answer.body as Body)) refuse(why, 'this cannot be read');
    return answer;
  });
}

/** The list of files, from a sync that has any. */
function listingFiles(change: (files: readonly Body[]) => readonly Body[]): Patch {
  return changeBodySync(FILES, (list) => ({ ...list, items: change(list['items'] as readonly Body[]) }));
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

/** What the list of files answers once the files have been dropped. */
function afterwards(answer: () => Answer): Patch {
  return replaceSync(FILES, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (error instanceof Refusal && error.problems.includes('the files are gone')) return answer();
      throw error;
    }
  });
}

/** Lists the files also for callers without read access to the deployment. */
function unguarded(behave: (call: Call, answer: () => Answer) => Answer = (_, answer) => answer()): Patch {
  return (rules) => {
    openToAll(FILES)(rules);
    replaceSync(FILES, (call, original) => behave(call, () => original(call)))(rules);
  };
}

function cancelling(isCancelled: SyncRules['isCancelled']): Patch {
  return ({ transformSync }) => {
    transformSync.isCancelled = isCancelled;
  };
}

const isSource = (source: unknown): boolean => source === 'git' || source === 'manifest';
const isOutput = (output: unknown): boolean => output === undefined || output === 'branch' || output === 'files';

const OF_ANOTHER_DEPLOYMENT = alsoThese(
  'a job of another deployment is an unknown one to a scoped key',
  'transform-sync.access.scoped-key-foreign-sync',
);

/** Faults of single syncs: how they start and end, and the files that they make. */
export const transformSyncFaults = faults({
  // Starting a sync.
  'transform-sync.start.branch-name': [
    {
      name: 'absent',
      sentence: 'A start is answered without branchName.',
      patch: changeBodySync(START, without('branchName')),
    },
    {
      name: 'null',
      sentence: 'A start is answered with a branchName of null.',
      patch: changeBodySync(START, (body) => ({ ...body, branchName: null })),
    },
    {
      name: 'object',
      sentence: 'A start is answered with a branch as an object in the place of its name.',
      patch: changeBodySync(START, (body) => ({ ...body, branchName: { name: body['branchName'] } })),
    },
  ],
  'transform-sync.start.sync-job-id': [
    {
      name: 'absent',
      sentence: 'A start is answered without syncJobId.',
      patch: changeBodySync(START, without('syncJobId')),
    },
    {
      name: 'renamed',
      sentence: 'A start is answered with a jobId in the place of syncJobId.',
      patch: changeBodySync(START, ({ syncJobId, ...rest }) => ({ ...rest, jobId: syncJobId })),
    },
  ],
  'transform-sync.start.workflow-id': [
    {
      name: 'absent',
      sentence: 'A start is answered without workflowId.',
      patch: changeBodySync(START, without('workflowId')),
    },
    {
      name: 'null',
      sentence: 'A start is answered with a workflowId of null.',
      patch: changeBodySync(START, (body) => ({ ...body, workflowId: null })),
    },
  ],
  'transform-sync.start.source-git': {
    name: 'refused',
    sentence: 'A sync whose source is git is refused.',
    patch: refusingStart(({ source }) => source === 'git'),
  },
  'transform-sync.start.source-manifest': [
    {
      name: 'refused',
      sentence: 'A sync whose source is manifest is refused.',
      patch: refusingStart(({ source }) => source === 'manifest'),
    },
    {
      name: 'renamed',
      sentence: 'The manifest of a request is a source under the name upload alone.',
      patch: changeRequest(START, (body) => ({
        ...body,
        source: { manifest: 'manifest-file', upload: 'manifest' }[String(body['source'])] ?? body['source'],
      })),
    },
  ],
  'transform-sync.start.source-unknown': [
    {
      name: 'git',
      sentence: 'A source that is unknown is taken for git.',
      patch: changeRequest(START, (body) => (isSource(body['source'] ?? 'git') ? body : { ...body, source: 'git' })),
    },
    {
      name: 'prefix',
      sentence: 'A source whose name begins with git is taken for git.',
      patch: changeRequest(START, (body) =>
        String(body['source']).startsWith('git') ? { ...body, source: 'git' } : body,
      ),
    },
    {
      name: 'refused-and-started',
      sentence: 'A source that is unknown is refused, and a sync from git is started.',
      patch: refusedAndStarted((body) => (isSource(body['source']) ? body : { ...body, source: 'git' })),
    },
  ],
  'transform-sync.start.output-branch': [
    {
      name: 'refused',
      sentence: 'The output branch is refused, though it is what holds without one.',
      patch: refusingStart(({ output }) => output === 'branch'),
    },
    {
      name: 'git-only',
      sentence: 'The output branch is refused where the source is a manifest.',
      patch: refusingStart(({ source, output }) => output === 'branch' && source === 'manifest'),
    },
  ],
  'transform-sync.start.output-files': [
    {
      name: 'refused',
      sentence: 'The output files is refused.',
      patch: refusingStart(({ output }) => output === 'files'),
    },
    {
      name: 'manifest-only',
      sentence: 'The output files is refused where the source is git.',
      patch: refusingStart(({ source, output }) => output === 'files' && source === 'git'),
    },
  ],
  'transform-sync.start.output-unknown': [
    {
      name: 'branch',
      sentence: 'An output that is unknown is taken for branch.',
      patch: changeRequest(START, (body) => (isOutput(body['output']) ? body : { ...body, output: 'branch' })),
    },
    {
      name: 'singular',
      sentence: 'The output file is taken for files.',
      patch: changeRequest(START, (body) => (body['output'] === 'file' ? { ...body, output: 'files' } : body)),
    },
    {
      name: 'refused-and-started',
      sentence: 'An output that is unknown is refused, and a sync into files is started.',
      patch: refusedAndStarted((body) => (isOutput(body['output']) ? body : { ...body, output: 'files' })),
    },
  ],
  'transform-sync.start.output-default': [
    {
      name: 'files',
      sentence: 'A sync without an output keeps its files and commits nothing.',
      patch: ({ transformSync }) => {
        transformSync.defaultOutput = 'files';
      },
    },
    {
      name: 'files-from-manifest',
      sentence: 'A sync from a manifest and without an output keeps its files and commits nothing.',
      patch: changeRequest(START, (body) =>
        body['source'] === 'manifest' && body['output'] === undefined ? { ...body, output: 'files' } : body,
      ),
    },
  ],

  // One sync.
  'transform-sync.status.readable': [
    {
      name: 'not-while-queued',
      sentence: 'The status of a sync is not found until it runs.',
      also: [
        { id: 'transform-sync.getTransformSync.is-served', because: 'what is not found looks like what is not served' },
      ],
      patch: all(
        queuedForLong,
        withheld(STATUS, ({ status }) => status === 'queued', 404),
      ),
    },
    {
      name: 'once-it-ended',
      sentence: 'The status of a sync is refused until it has ended.',
      patch: withheld(STATUS, ({ status }) => status === 'queued' || status === 'running', 409),
    },
  ],
  'transform-sync.result.readable': [
    {
      name: 'not-of-files',
      sentence: 'A sync whose output is files has no result.',
      also: [
        {
          id: 'transform-sync.getTransformSyncResult.is-served',
          because: 'where nothing else is synced, no result is served',
        },
      ],
      patch: withheld(RESULT, ({ output }) => output === 'files', 404),
    },
    {
      name: 'not-of-branch',
      sentence: 'A sync that commits has no result.',
      patch: withheld(RESULT, ({ output }) => output === 'branch', 404),
    },
  ],
  'transform-sync.logs.readable': [
    {
      name: 'while-it-runs',
      sentence: 'The logs of a sync are gone once it has completed.',
      also: [
        {
          id: 'transform-sync.getTransformSyncLogs.is-served',
          because: 'what is not found looks like what is not served',
        },
      ],
      patch: withheld(LOGS, ({ lines }) => (lines as readonly string[]).includes('sync completed'), 404),
    },
    {
      name: 'not-of-manifest',
      sentence: 'A sync from a manifest has no logs.',
      also: [
        {
          id: 'transform-sync.getTransformSyncLogs.is-served',
          because: 'what is not found looks like what is not served',
        },
      ],
      patch: withheld(LOGS, ({ lines }) => String((lines as readonly string[])[0]).includes('manifest'), 404),
    },
  ],
  'transform-sync.cancel.stops': [
    {
      name: 'acknowledged',
      sentence: 'A cancellation is acknowledged, and the sync goes on.',
      patch: cancelling(() => false),
    },
    {
      name: 'refused',
      sentence: 'A sync that runs cannot be cancelled.',
      patch: replaceSync(CANCEL, (call) => {
        // Of no sync job it is not found, as it should be.
        responseOf(call, STATUS);
        return refuse(409, 'the sync is under way');
      }),
    },
    {
      name: 'for-a-minute',
      sentence: 'A sync that was cancelled is taken up again after a minute, and completes.',
      patch: cancelling(({ cancelledAt }, now) => cancelledAt !== undefined && now - cancelledAt < MINUTE),
    },
  ],
  'transform-sync.status.unknown-job': [
    {
      name: 'forbidden',
      sentence: 'The status of no sync is refused with 403.',
      patch: unknownJob(STATUS, refusedWith(403)),
    },
    {
      name: 'made-up',
      sentence: 'The sync with the id of no sync job is queued.',
      also: OF_ANOTHER_DEPLOYMENT,
      patch: unknownJob(STATUS, ({ path }) => ({
        kind: 'ok',
        body: { syncJobId: path['syncJobId'], status: 'queued' },
      })),
    },
  ],
  'transform-sync.result.unknown-job': [
    {
      name: 'conflict',
      sentence: 'The result of no sync is refused with 409.',
      patch: unknownJob(RESULT, refusedWith(409)),
    },
    {
      name: 'empty',
      sentence: 'The result of no sync is empty.',
      also: OF_ANOTHER_DEPLOYMENT,
      patch: unknownJob(RESULT, found({})),
    },
  ],
  'transform-sync.logs.unknown-job': [
    {
      name: 'bad-request',
      sentence: 'The logs of no sync are refused with 400.',
      patch: unknownJob(LOGS, refusedWith(400)),
    },
    {
      name: 'empty',
      sentence: 'The logs of no sync are empty.',
      also: OF_ANOTHER_DEPLOYMENT,
      patch: unknownJob(LOGS, found({ lines: [] })),
    },
  ],
  'transform-sync.cancel.unknown-job': [
    { name: 'done', sentence: 'A cancellation of no sync succeeds.', patch: unknownJob(CANCEL, () => done()) },
    {
      name: 'conflict',
      sentence: 'A cancellation of no sync is refused with 409.',
      patch: unknownJob(CANCEL, refusedWith(409)),
    },
  ],

  // Generated files.
  'transform-sync.files.uncommitted-listed': [
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
  'transform-sync.files.reader-may': [
    {
      name: 'administrators',
      sentence: 'Generated files are listed for administrators alone.',
      patch: refusing(FILES, (call) => !isAdministrator(call), 403),
    },
    {
      name: 'empty',
      sentence: 'Whoever did not start a sync finds no files of it.',
      patch: replaceSync(FILES, (call, original) => {
        const answer = original(call);
        return isAdministrator(call) || answer.kind !== 'ok' ? answer : { ...answer, body: NO_PAGE };
      }),
    },
  ],
  'transform-sync.files.no-read-access': [
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
      patch: unknownJob(FILES, found(NO_PAGE)),
    },
    {
      name: 'forbidden',
      sentence: 'The list of the files of no sync is refused with 403.',
      patch: unknownJob(FILES, refusedWith(403)),
    },
  ],
  'transform-sync.files.held': [
    { name: 'fifty-minutes', sentence: 'Generated files are held for 50 minutes.', patch: livingFor(50) },
    {
      name: 'while-read',
      sentence: 'Generated files are dropped when nobody has listed them for 20 minutes.',
      patch: living(20 * MINUTE),
    },
  ],
  'transform-sync.files.dropped': [
    { name: 'seventy-minutes', sentence: 'Generated files are held for 70 minutes.', patch: livingFor(70) },
    {
      name: 'since-last-listing',
      sentence: 'The hour of generated files starts anew whenever they are listed.',
      patch: living(LIFETIMES.generatedFiles),
    },
    {
      name: 'empty',
      sentence: 'The list of generated files is empty once they have been dropped.',
      patch: afterwards(found(NO_PAGE)),
    },
    {
      name: 'conflict',
      sentence: 'A list of generated files is refused with 409 once they have been dropped.',
      patch: afterwards(refusedWith(409)),
    },
  ],
});
