import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import type { Patch } from '../../mock/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { expect, test } from '../test.ts';
import { bare, startLive } from './live.ts';
import { idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 200_000 });

const SELECTION = [String.raw`--grep=build\.(create|createDeployment)\.`, '--seed=5'];
const CONSENT = { ALLOW_ACCOUNT_CHANGES: '1' };
const ALL = 7;

async function faultOf(id: string): Promise<Patch> {
  const faults = loadFaults(loadRegistry(await loadContract()));
  return (faults.find((one) => one.id === id) as NonNullable<(typeof faults)[number]>).patch;
}

test(
  'a deployment is made on a tenant of this machine without consent, and removed where a removal is declared',
  FULL,
  async () => {
    const live = await startLive();
    const { deployments } = live.tenant.deployments;
    const before = deployments.all();
    const first = deployments.nextId();

    const { results, output } = await run('conformance', SELECTION, bare(live));
    expect(idsWith(results, 'conforms'), output).toHaveLength(ALL);
    expect(deployments.all()).toEqual(before);
    // At most one for each check: some judge the same creation.
    const made = deployments.nextId() - first - 1;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(ALL);
    expect(results?.run.leftBehind).toEqual([]);
    await live.close();
  },
);

test('the settings of a deployment of the run are changed where the others were only found', async () => {
  const live = await startLive();
  const { deployments } = live.tenant.deployments;
  const before = structuredClone(deployments.all());
  const { results, output } = await run('conformance', ['--grep=deployments.(update|updateDeployment)\\.'], bare(live));
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  expect(idsWith(results, 'conforms')).toEqual(
    expect.arrayContaining([
      'deployments.update.keeps-template',
      'deployments.update.others-kept',
      'deployments.updateDeployment.scoped-key-elsewhere',
    ]),
  );
  const changed = results?.ledger.filter(({ operation }) => operation === 'updateDeployment') ?? [];
  expect(changed.length).toBeGreaterThan(0);
  expect(deployments.all()).toEqual(before);
  await live.close();
});

test('a deployment that a broken tenant makes without a credential is removed, too', FULL, async () => {
  const requirement = 'build.createDeployment.no-credential';
  for (const how of ['not-asked-for', 'refused-yet-done']) {
    const live = await startLive({ patches: [await faultOf(`${requirement}/${how}`)] });
    const { deployments } = live.tenant.deployments;
    const before = deployments.all();
    const { results, output } = await run('conformance', SELECTION, { ...bare(live), ...CONSENT });
    expect(idsWith(results, 'violates'), output).toEqual([requirement]);
    expect(deployments.all()).toEqual(before);
    await live.close();
  }
});

// The seed declares creations of other things, and no removal of deployments.
test('a deployment that no declared operation removes takes consent, and is listed as left behind', FULL, async () => {
  const live = await startLive({ dialect: 'any:2' });
  const without = await run('conformance', SELECTION, bare(live));
  expect(idsWith(without.results, 'untested')).toHaveLength(ALL);
  expect(without.output).toContain('ALLOW_ACCOUNT_CHANGES=1');
  const { results, output } = await run('conformance', SELECTION, { ...bare(live), ...CONSENT });
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  const made = live.tenant.deployments.deployments.all().filter(({ name }) => name.startsWith('conformance-'));
  expect(made.length).toBeGreaterThan(0);
  const left = (results?.run.leftBehind ?? []).map(({ what }) => what).join('\n');
  for (const { name } of made) expect(left).toContain(`deployment ${name}`);
  expect(left).toContain("the tenant's document declares no removal of deployments");
  await live.close();
});
