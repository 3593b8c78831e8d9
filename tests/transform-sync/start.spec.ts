import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, inEach, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import {
  bodiesOf,
  BY_SOURCE,
  runToCompletion,
  expectAccepted,
  hasFiles,
  history,
  idsOf,
  OUTPUTS,
  SOURCES,
  requestStart,
  startSync,
  waitUntilListed,
  type Wanted,
} from './syncs.ts';

checkEveryOperation('transform-sync', calls, {});

for (const source of SOURCES) {
  test(...verifies(`transform-sync.start.source-${source}`), async ({ check, admin }) => {
    await inEach(check, { once: source, again: source }, (one) => expectSource(check, admin, one));
  });
}

/** A sync from a source is accepted, with whichever output: other requirements cover which are accepted. */
async function expectSource(check: Check, admin: Actor, source: (typeof SOURCES)[number]): Promise<void> {
  const withFiles = await requestStart(check, admin, { source, output: 'files' });
  if (isSuccess(withFiles)) expect(withFiles).toSucceed();
  else await expectAccepted(check, admin, { source, output: 'branch' }, otherThan(source));
}

function otherThan(source: (typeof SOURCES)[number]): Wanted {
  return { source: source === 'git' ? 'manifest' : 'git', output: 'files' };
}

for (const output of OUTPUTS) {
  test(...verifies(`transform-sync.start.output-${output}`), async ({ check, admin }) => {
    await inEach(check, BY_SOURCE, (source) =>
      expectAccepted(check, admin, { source, output }, { source, output: otherOutput(output) }),
    );
  });
}

function otherOutput(output: (typeof OUTPUTS)[number]): string {
  return output === 'files' ? 'branch' : 'files';
}

/** Each start is refused with both of its bodies, and the history shows no new sync. */
async function expectNoStart(check: Check, admin: Actor, wanted: readonly Wanted[], neighbour: Wanted): Promise<void> {
  const before = idsOf(await history(admin.preparing));
  for (const sync of wanted) {
    for (const body of bodiesOf(check, sync)) {
      expect(await admin.raw('startTransformSync', { body }), JSON.stringify(sync)).toBeRefused();
    }
    expect(idsOf(await history(admin.preparing)).sort(), 'syncs in the history').toEqual([...before].sort());
  }
  // The next look at the history has to be after the one in which this sync shows.
  await waitUntilListed(check, admin, await startSync(check, admin, neighbour));
}

test(...verifies('transform-sync.start.source-unknown'), async ({ check, admin }) => {
  const unknown = ['svn', 'github', 'manifests', 'files'].map((source) => ({ source, output: 'files' }));
  await expectNoStart(check, admin, unknown, { source: 'git', output: 'files' });
});

test(...verifies('transform-sync.start.output-unknown'), async ({ check, admin }) => {
  await inEach(check, BY_SOURCE, async (source) => {
    const unknown = ['file', 'pull-request', 'manifest'].map((output) => ({ source, output }));
    await expectNoStart(check, admin, unknown, { source, output: 'files' });
  });
});

test(...verifies('transform-sync.start.output-default'), async ({ check, admin }) => {
  const preparing = admin.preparing;
  await inEach(check, BY_SOURCE, async (source) => {
    const outputs = [{ source, output: 'branch' }, { source, output: 'files' }, { source }] as const;
    const syncs = await Promise.all(outputs.map((wanted) => runToCompletion(check, preparing, wanted)));
    const [branch, files, withoutOutput] = await Promise.all(syncs.map((id) => hasFiles(preparing, id)));
    requireDifferent(branch, files);
    expect(withoutOutput, `a sync from ${source} without an output keeps files`).toBe(branch);
  });
});

function requireDifferent(branch: boolean | undefined, files: boolean | undefined): void {
  if (branch === files) untested('the list of files does not depend on the output of a sync');
}
