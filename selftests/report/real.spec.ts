import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { REQUIREMENT_KINDS } from '../../contracts/requirements/row.ts';
import { Host, startControl } from '../../mock/index.ts';
import { batchesOf, faultyIn, targetTrials } from '../../proof/trials.ts';
import { tellerOf, type Fault } from '../../proof/lib/fault.ts';
import { loadFaults } from '../../proof/index.ts';
import { grepOf, idsWith, run } from '../runs/run.ts';
import { expect, rowOf, shown, test } from './browser.ts';
import { contract } from './sample.ts';

test.describe.configure({ timeout: 120_000 });

/** One fault for each kind of requirement, of requirements whose checks are short. */
async function faultOfEachKind(): Promise<Fault[]> {
  const { registry } = await contract();
  const faults = loadFaults(registry);
  return REQUIREMENT_KINDS.map((kind) => {
    const fault = faults.find((one) => {
      const requirement = registry.get(one.requirement);
      return tellerOf(one) === one.requirement && requirement?.kind === kind && requirement.operations.length > 0;
    });
    if (!fault) throw new Error(`no fault violates a requirement of kind ${kind}`);
    return fault;
  });
}

test('the report of a run with a fault of each kind explains every violation', async ({ open }) => {
  const faults = await faultOfEachKind();
  const [batch] = batchesOf(targetTrials(faults));
  const { host } = await Host.start({});
  const control = await startControl(host, {
    ...(batch && { faultsFor: (check, index) => faultyIn(batch, check, index) }),
  });
  const selection = grepOf(faults.map(({ requirement }) => requirement));
  const { results, folder } = await run('conformance', [selection, '--seed=5'], { CONTROL_URL: control.url });
  await Promise.all([control.close(), host.close()]);
  const broken = faults.map(({ requirement }) => requirement as string).sort();
  expect(idsWith(results, 'violates')).toEqual(broken);

  const page = await open(await readFile(path.join(folder, 'index.html'), 'utf8'), '#?verdict=violates');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Non-conformant');
  await expect(shown(page)).toHaveCount(broken.length);
  for (const id of broken) {
    await rowOf(page, id).locator('> summary').click();
    const inside = rowOf(page, id).locator('.inside');
    await expect(inside.getByRole('heading', { name: 'Why' })).toBeVisible();
    // Expected and seen, or the place where a response deviates from the contract.
    await expect(inside.locator('.part').first().locator('.sides, .diff, .findings')).toBeVisible();
    expect(await inside.locator('.exchange').count()).toBeGreaterThan(0);
    await expect(inside.locator('.command')).toContainText(`npm run replay -- ${id} --seed=5`);
    await expect(inside.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
    await expect(inside.locator('.checks code').first()).toHaveText(/^tests\/[\w/-]+\.spec\.ts:\d+$/);
    await rowOf(page, id).locator('> summary').click();
  }
});
