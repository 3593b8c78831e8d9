import { expect, test } from '../test.ts';
import { CLAIM_NAME, thisMachine } from '../../harness/schedule/claim.ts';
import { bare, remains, startLive, type LiveTenant } from './live.ts';
import { idsWith, run, start } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 300_000 });

/** A selection with checks that have something to themselves. */
const SELECTION = ['--grep=roles.list|scheduled-tasks.limit', '--seed=3'];

function claimsOn({ tenant }: LiveTenant) {
  return tenant.account.roles.all().filter(({ name }) => name === CLAIM_NAME);
}

/** A claim as a run of another machine or process makes it. */
function claim({ tenant }: LiveTenant, holder: { machine: string; process: number; seen: Date }): number {
  const { roles } = tenant.account;
  const id = roles.nextId();
  const description = JSON.stringify({ host: 'somewhere', ...holder, seen: holder.seen.toUTCString() });
  roles.add({ id, name: CLAIM_NAME, description, policies: [] });
  return id;
}

/** A process of this machine that has ended. */
const ENDED = 2 ** 22 + 1;

test('a second run waits for the first, and neither sees anything of the other', FULL, async () => {
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

test('what a run left claimed that has ended is taken over', FULL, async () => {
  const live = await startLive();
  const now = live.tenant.clock.now();
  for (const holder of [
    { machine: thisMachine(), process: ENDED, seen: new Date(now) },
    { machine: 'elsewhere', process: 1, seen: new Date(now - 6 * 60_000) },
  ]) {
    claim(live, holder);
    const { results, output } = await run('conformance', SELECTION, bare(live));
    expect(idsWith(results, 'conforms').length, output).toBeGreaterThan(15);
    expect(output).not.toContain('Another run');
    expect(claimsOn(live)).toEqual([]);
  }
  await live.close();
});

test('a run that has nothing to itself does not wait', FULL, async () => {
  const live = await startLive();
  const id = claim(live, { machine: 'elsewhere', process: 1, seen: new Date(live.tenant.clock.now()) });
  const { output } = await run('conformance', ['--grep=folders.list', '--seed=3'], bare(live));
  expect(output).not.toContain('Another run');
  expect(claimsOn(live).map((one) => one.id)).toEqual([id]);
  await live.close();
});

test('a sweep removes the claim of a run that was killed', FULL, async () => {
  const live = await startLive();
  const before = remains(live.tenant);
  const running = start('conformance', SELECTION, bare(live));
  await expect.poll(() => claimsOn(live).length, { timeout: 60_000 }).toBe(1);
  process.kill(-running.pid, 'SIGKILL');
  await running.ended;
  const { code, output } = await run('sweep', [], bare(live));
  expect(code, output).toBe(0);
  expect(output).toMatch(/Undid \d+ things?/);
  expect(remains(live.tenant)).toEqual(before);
  await live.close();
});
