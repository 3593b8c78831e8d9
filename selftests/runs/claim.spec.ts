import { hostname } from 'node:os';
import { expect, test } from '../test.ts';
import { CLAIM_NAME } from '../../harness/schedule/claim.ts';
import { bare, remains, startLive, type LiveTenant } from './live.ts';
import { idsWith, run, start } from './run.ts';

test.describe.configure({ timeout: 300_000 });

/** A selection with checks that have something to themselves. */
const SELECTION = ['--grep=roles.list|scheduled-tasks.limit', '--seed=3'];

function claimsOn({ tenant }: LiveTenant) {
  return tenant.account.roles.all().filter(({ name }) => name === CLAIM_NAME);
}

/** A claim as a run of another machine or process makes it. */
function claim({ tenant }: LiveTenant, holder: { host: string; process: number; seen: Date }): number {
  const { roles } = tenant.account;
  const id = roles.nextId();
  const description = JSON.stringify({ ...holder, seen: holder.seen.toUTCString() });
  roles.add({ id, name: CLAIM_NAME, description, policies: [] });
  return id;
}

/** A process of this machine that has ended. */
const ENDED = 2 ** 22 + 1;

test('a second run waits for the first, and neither sees anything of the other', async () => {
  const live = await startLive();
  const before = remains(live.tenant);
  const runs = [start('conformance', SELECTION, bare(live)), start('conformance', SELECTION, bare(live))];
  const ended = await Promise.all(runs.map((one) => one.ended));
  for (const { results, output } of ended) {
    expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
    expect(idsWith(results, 'conforms').length).toBeGreaterThan(15);
  }
  expect(ended.filter(({ output }) => output.includes('Another run uses this tenant'))).toHaveLength(1);
  expect(remains(live.tenant)).toEqual(before);
  await live.close();
});

test('what a run left claimed that has ended is taken over', async () => {
  const live = await startLive();
  const now = live.tenant.clock.now();
  for (const holder of [
    { host: hostname(), process: ENDED, seen: new Date(now) },
    { host: 'elsewhere.example', process: 1, seen: new Date(now - 6 * 60_000) },
  ]) {
    claim(live, holder);
    const { results, output } = await run('conformance', SELECTION, bare(live));
    expect(idsWith(results, 'conforms').length, output).toBeGreaterThan(15);
    expect(output).not.toContain('Another run');
    expect(claimsOn(live)).toEqual([]);
  }
  await live.close();
});

test('a run that has nothing to itself does not wait', async () => {
  const live = await startLive();
  const id = claim(live, { host: 'elsewhere.example', process: 1, seen: new Date(live.tenant.clock.now()) });
  const { output } = await run('conformance', ['--grep=folders.list', '--seed=3'], bare(live));
  expect(output).not.toContain('Another run');
  expect(claimsOn(live).map((one) => one.id)).toEqual([id]);
  await live.close();
});
