import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
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
    const source = 'manifest';
    await inEach(check, { 'with an OAuth token': check.asOptional('OAUTH_TOKEN') }, (oauth) =>
      expectAccepted(check, oauth, { source, output }, { source, output: otherOutput(output) }),
    );
  });
}

function otherOutput(output: (typeof OUTPUTS)[number]): string {
  return output === 'files' ? 'branch' : 'files';
}

const historyNow = async (admin: Actor) => idsOf(await history(admin.preparing));

/** The history once what was started before shows in it. */
async function settledHistory(check: Check, admin: Actor): Promise<string[]> {
  if (check.tenant.isLive) await sleep(check.lateness.boundOf(['listTransformSyncs']));
  return historyNow(admin);
}

const MOST_TIMES = 3;

/** Others start syncs, too, as a schedule does: what a refused request starts is there each time that it is sent. */
async function expectNoneStarted(check: Check, admin: Actor, sync: Wanted, before: string[]): Promise<void> {
  for (let times = 1; ; times += 1) {
    const added = (await historyNow(admin)).filter((id) => !before.includes(id));
    if (added.length === 0) return;
    expect(times, `how often ${JSON.stringify(sync)} was refused and ${added.length} syncs started`).toBeLessThan(
      MOST_TIMES,
    );
    before.push(...added);
    for (const body of bodiesOf(check, sync)) await admin.raw('startTransformSync', { body });
  }
}

/** Each start is refused with both of its bodies, and the history shows no new sync. */
async function expectNoStart(check: Check, admin: Actor, wanted: readonly Wanted[], neighbour: Wanted): Promise<void> {
  const before = await settledHistory(check, admin);
  for (const sync of wanted) {
    for (const body of bodiesOf(check, sync)) {
      expect(await admin.raw('startTransformSync', { body }), JSON.stringify(sync)).toBeRefused();
    }
    await expectNoneStarted(check, admin, sync, before);
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
    const kept = async (wanted: Wanted) => hasFiles(preparing, await runToCompletion(check, preparing, wanted));
    // A sync that finds nothing left to commit may keep its files: of two to the branch the second one tells that.
    const first = await kept({ source, output: 'branch' });
    const [branch, files] = await Promise.all([kept({ source, output: 'branch' }), kept({ source, output: 'files' })]);
    const withoutOutput = await kept({ source });
    if (first !== branch) untested('whether a sync to a branch keeps its files depends on what was committed before');
    requireDifferent(branch, files);
    expect(withoutOutput, `a sync from ${source} without an output keeps files`).toBe(branch);
  });
});

function requireDifferent(branch: boolean | undefined, files: boolean | undefined): void {
  if (branch === files) untested('the list of files does not depend on the output of a sync');
}
