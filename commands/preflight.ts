import { loadContract } from '../contracts/bundle.ts';
import { FAMILIES, type Family } from '../contracts/families.ts';
import { loadRegistry, type Requirement } from '../contracts/requirements/index.ts';
import { SETTING_GROUPS, type SettingName } from '../contracts/settings.ts';
import { instructionOf } from '../evidence/causes.ts';
import { UNDO_RULES } from '../harness/undo/rules/index.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';
import { unmetNeeds } from '../harness/tenant/needs.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';
import { checkedIds } from './listed.ts';

const COMMAND = {
  name: 'preflight',
  what: 'Shows what a run would test on the configured live tenant, what not and why. It changes nothing.',
  flags: { tenant: { what: 'Read .env.<name>.', value: 'name' } },
  example: 'npm run preflight -- --tenant=staging',
} satisfies Command;

interface Outlook {
  readonly requirement: Requirement;
  /** What is missing to look at it; nothing where it would be tested. */
  readonly missing: readonly string[];
}

function byFamily(outlooks: readonly Outlook[]): string[] {
  return (Object.keys(FAMILIES) as Family[]).flatMap((family) => {
    const own = outlooks.filter(({ requirement }) => requirement.family === family);
    if (own.length === 0) return [];
    const tested = own.filter(({ missing }) => missing.length === 0).length;
    return [`  ${FAMILIES[family].padEnd(28)}${String(tested).padStart(5)} of ${own.length}`];
  });
}

/** What would have to be provided, that which unlocks most first. */
function whatIsMissing(outlooks: readonly Outlook[]): string[] {
  const reasons = new Map<string, number>();
  for (const { missing } of outlooks) {
    for (const reason of missing) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`);
}

function whatIsMade(outlooks: readonly Outlook[]): string[] {
  return Object.entries(UNDO_RULES).flatMap(([operation, rule]) => {
    const checks = outlooks.filter(
      ({ requirement, missing }) =>
        missing.length === 0 && (requirement.operations as readonly string[]).includes(operation),
    ).length;
    return checks === 0
      ? []
      : [`  ${operation} in ${checks} checks, ${rule.undo ? 'undone afterwards' : 'left to expire'}`];
  });
}

await main(COMMAND, async (flags) => {
  const tenantName = flags.get('tenant');
  if (tenantName !== undefined) process.env['TENANT'] = tenantName;
  const configuration = readConfiguration();
  if (!configuration.isLive) {
    console.log('No live tenant is configured: a run starts the embedded one, which lends everything.');
    return 0;
  }
  const [{ obstacleOf }, { Tenants }] = await Promise.all([
    import('../harness/undo/administrator.ts'),
    import('../harness/tenant/tenant.ts'),
  ]);
  const obstacle = await obstacleOf(configuration);
  if (obstacle) {
    console.error(obstacle.message);
    return obstacle.kind === 'configuration' ? 2 : 3;
  }
  const tenant = await new Tenants(configuration).open();
  const checked = await checkedIds();
  const testable = [...loadRegistry(await loadContract()).values()].filter((one) => checked.has(one.id));
  const outlooks = testable.map((requirement) => ({
    requirement,
    missing: unmetNeeds(requirement, tenant, configuration).map(instructionOf),
  }));
  const tested = outlooks.filter(({ missing }) => missing.length === 0).length;
  const unresolved = [...tenant.wire.resolved].filter(([, resolution]) => 'unresolved' in resolution);
  const lent = SETTING_GROUPS.flatMap(({ title, settings }) =>
    title === 'Resources provided to the run' ? (Object.keys(settings) as SettingName[]) : [],
  );
  const given = lent.filter((name) => tenant.settings[name] !== undefined);

  console.log(`${tenant.settings.BASE_URL ?? ''} answers and accepts ADMIN_TOKEN.\n`);
  console.log(`Would be tested: ${tested} of ${testable.length} requirements\n${byFamily(outlooks).join('\n')}`);
  if (tested < testable.length) console.log(`\nWould not be tested\n${whatIsMissing(outlooks).join('\n')}`);
  console.log(`\nNames that nothing says: ${unresolved.length}`);
  for (const [id] of unresolved) console.log(`  ${id}`);
  if (configuration.isReadOnly) console.log('\nREAD_ONLY=1: nothing that changes the tenant is sent.');
  else console.log(`\nWould be made or changed\n${whatIsMade(outlooks).join('\n')}`);
  console.log(`\nLent to the run, restored and never deleted: ${given.length === 0 ? 'nothing' : given.join(', ')}`);
  await tenant.transport.close();
  return 0;
});
