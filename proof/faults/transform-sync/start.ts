import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { both, changedIf, sends } from '../../lib/conditions.ts';
import { changeBodySync, during, refusing, remembering, replaceSync, without, withRules } from '../../lib/patches.ts';
import { changeRequest, refusedYet } from '../../lib/reports.ts';

/** A start that is refused. */
function refusingStart(isRefused: (body: Body) => boolean): Patch {
  return refusing('startTransformSync', (call) => isRefused(bodyOf(call)), 'invalid');
}

/** Starts from one source are refused once there was one. */
const notAgain = (source: string): Deviation => ({
  name: 'not-again',
  sentence: `A second sync from ${source} is refused.`,
  patch: remembering(
    () => new Set<unknown>(),
    (started) =>
      replaceSync('startTransformSync', (call, original) => {
        const own = bodyOf(call)['source'];
        if (own === source && started.has(own)) refuse('conflict', 'there was one');
        const answer = original(call);
        started.add(own);
        return answer;
      }),
  ),
});

const isSource = (source: unknown): boolean => source === 'git' || source === 'manifest';

/** Starts what is refused in a form that is accepted, and goes on to refuse it. */
function refusedAndStarted(accepted: (body: Body) => Body): Patch {
  return refusedYet('startTransformSync', (call, original) => {
    original({ ...call, body: accepted(bodyOf(call)) });
  });
}

const isOutput = (output: unknown): boolean => output === undefined || output === 'branch' || output === 'files';

/** Faults of starting syncs. */
export const startFaults = faults({
  'transform-sync.start.branch-name': [
    {
      name: 'absent',
      sentence: 'A start is answered without branchName.',
      patch: changeBodySync('startTransformSync', without('branchName')),
    },
    {
      name: 'null',
      sentence: 'A start is answered with a branchName of null.',
      patch: changeBodySync('startTransformSync', (body) => ({ ...body, branchName: null })),
    },
    {
      name: 'object',
      sentence: 'A start is answered with a branch as an object in the place of its name.',
      patch: changeBodySync('startTransformSync', (body) => ({ ...body, branchName: { name: body['branchName'] } })),
    },
  ],
  'transform-sync.start.sync-job-id': [
    {
      name: 'absent',
      sentence: 'A start is answered without syncJobId.',
      patch: changeBodySync('startTransformSync', without('syncJobId')),
    },
    {
      name: 'renamed',
      sentence: 'A start is answered with a jobId in the place of syncJobId.',
      patch: changeBodySync('startTransformSync', ({ syncJobId, ...rest }) => ({ ...rest, jobId: syncJobId })),
    },
  ],
  'transform-sync.start.workflow-id': [
    {
      name: 'absent-for-a-manifest',
      sentence: 'The start of a sync from a manifest is answered without workflowId.',
      patch: changedIf(
        'startTransformSync',
        sends('source', (source) => source === 'manifest'),
        without('workflowId'),
      ),
    },
    {
      name: 'absent',
      sentence: 'A start is answered without workflowId.',
      patch: changeBodySync('startTransformSync', without('workflowId')),
    },
    {
      name: 'null',
      sentence: 'A start is answered with a workflowId of null.',
      patch: changeBodySync('startTransformSync', (body) => ({ ...body, workflowId: null })),
    },
  ],
  'transform-sync.start.source-git': [
    {
      name: 'refused',
      sentence: 'A sync whose source is git is refused.',
      patch: refusingStart(({ source }) => source === 'git'),
    },
    notAgain('git'),
  ],
  'transform-sync.start.source-manifest': [
    {
      name: 'refused',
      sentence: 'A sync whose source is manifest is refused.',
      patch: refusingStart(({ source }) => source === 'manifest'),
    },
    {
      name: 'renamed',
      sentence: 'The manifest of a request is a source under the name upload alone.',
      patch: changeRequest('startTransformSync', (body) => ({
        ...body,
        source: { manifest: 'manifest-file', upload: 'manifest' }[String(body['source'])] ?? body['source'],
      })),
    },
    notAgain('manifest'),
  ],
  'transform-sync.start.source-unknown': [
    {
      name: 'files',
      sentence: 'A sync whose output is files takes every source.',
      patch: during(
        'startTransformSync',
        'transformSync',
        ({ sources }, call) => ({ sources: [...sources, String(bodyOf(call)['source'])] }),
        sends('output', (value) => value === 'files'),
      ),
    },
    {
      name: 'git',
      sentence: 'A source that is unknown is taken for git.',
      patch: changeRequest('startTransformSync', (body) =>
        isSource(body['source'] ?? 'git') ? body : { ...body, source: 'git' },
      ),
    },
    {
      name: 'prefix',
      sentence: 'A source whose name begins with git is taken for git.',
      patch: changeRequest('startTransformSync', (body) =>
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
      name: 'refused-to-oauth',
      sentence: 'The output files is refused to an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: refusing(
        'startTransformSync',
        both(
          byOAuth,
          sends('output', (value) => value === 'files'),
        ),
        'invalid',
      ),
    },
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
      name: 'manifest',
      sentence: 'A sync from a manifest takes every output.',
      patch: during(
        'startTransformSync',
        'transformSync',
        ({ outputs }, call) => ({ outputs: [...outputs, String(bodyOf(call)['output'])] }),
        sends('source', (value) => value === 'manifest'),
      ),
    },
    {
      name: 'branch',
      sentence: 'An output that is unknown is taken for branch.',
      patch: changeRequest('startTransformSync', (body) =>
        isOutput(body['output']) ? body : { ...body, output: 'branch' },
      ),
    },
    {
      name: 'singular',
      sentence: 'The output file is taken for files.',
      patch: changeRequest('startTransformSync', (body) =>
        body['output'] === 'file' ? { ...body, output: 'files' } : body,
      ),
    },
    {
      name: 'refused-and-started',
      sentence: 'An output that is unknown is refused, and a sync into files is started.',
      patch: refusedAndStarted((body) => (isOutput(body['output']) ? body : { ...body, output: 'files' })),
    },
  ],
  'transform-sync.start.output-default': [
    {
      name: 'as-the-last',
      sentence: 'A sync without an output takes the one of the sync before it.',
      patch: remembering(
        () => ({ output: 'branch' }),
        (last) =>
          replaceSync('startTransformSync', (call, original) => {
            const { output } = bodyOf(call);
            const answer = withRules(call, 'transformSync', { defaultOutput: last.output }, () => original(call));
            if (typeof output === 'string') last.output = output;
            return answer;
          }),
      ),
    },
    {
      name: 'manifest',
      sentence: 'A sync from a manifest is one with files if it names no output.',
      patch: during(
        'startTransformSync',
        'transformSync',
        () => ({ defaultOutput: 'files' }),
        sends('source', (value) => value === 'manifest'),
      ),
    },
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
      patch: changeRequest('startTransformSync', (body) =>
        body['source'] === 'manifest' && body['output'] === undefined ? { ...body, output: 'files' } : body,
      ),
    },
  ],
});
