import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import {
  bodiesOf,
  completed,
  expectAccepted,
  hasFiles,
  history,
  idsOf,
  OUTPUTS,
  SOURCES,
  start,
  started,
  type Wanted,
} from './syncs.ts';

checkEveryOperation('transform-sync', calls);
checkShapes('transform-sync', calls);

for (const source of SOURCES) {
  test(...verifies(`transform-sync.start.source-${source}`), async ({ check, admin }) => {
    // Which outputs are taken is for other rows to say.
    const accepted = await start(check, admin, { source, output: 'files' });
    if (isSuccess(accepted)) return;
    await expectAccepted(check, admin, { source, output: 'branch' }, otherThan(source));
  });
}

function otherThan(source: (typeof SOURCES)[number]): Wanted {
  return { source: source === 'git' ? 'manifest' : 'git', output: 'files' };
}

for (const output of OUTPUTS) {
  test(...verifies(`transform-sync.start.output-${output}`), async ({ check, admin }) => {
    for (const source of SOURCES) {
      await expectAccepted(check, admin, { source, output }, { source, output: otherOutput(output) });
    }
  });
}

function otherOutput(output: (typeof OUTPUTS)[number]): string {
  return output === 'files' ? 'branch' : 'files';
}

/** Each start is refused in both of its forms, and the history shows no sync more. */
async function expectNoStart(check: Check, admin: Actor, wanted: readonly Wanted[], neighbour: Wanted): Promise<void> {
  await check.lock('syncs');
  const before = idsOf(await history(admin.preparing));
  for (const one of wanted) {
    for (const body of bodiesOf(check, one)) {
      expect(await admin.raw('startTransformSync', { body }), JSON.stringify(one)).toBeRefused();
    }
    expect(idsOf(await history(admin.preparing)).sort(), 'syncs in the history').toEqual([...before].sort());
  }
  await started(check, admin, neighbour);
}

test(...verifies('transform-sync.start.source-unknown'), async ({ check, admin }) => {
  const unknown = ['svn', 'github', 'manifests', 'files'].map((source) => ({ source, output: 'files' }));
  await expectNoStart(check, admin, unknown, { source: 'git', output: 'files' });
});

test(...verifies('transform-sync.start.output-unknown'), async ({ check, admin }) => {
  for (const source of SOURCES) {
    const unknown = ['file', 'pull-request', 'manifest'].map((output) => ({ source, output }));
    await expectNoStart(check, admin, unknown, { source, output: 'files' });
  }
});

test(...verifies('transform-sync.start.output-default'), async ({ check, admin }) => {
  const judge = admin.preparing;
  for (const source of SOURCES) {
    const branch = await hasFiles(judge, await completed(check, judge, { source, output: 'branch' }));
    const files = await hasFiles(judge, await completed(check, judge, { source, output: 'files' }));
    if (branch === files) untested('the list of files is the same, whatever the output of a sync was');
    const silent = await hasFiles(judge, await completed(check, judge, { source }));
    expect(silent, `whether a sync from ${source} without an output keeps files`).toBe(branch);
  }
});
