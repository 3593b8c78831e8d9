import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry, type RequirementId } from '../../contracts/requirements/index.ts';
import { HANDLERS } from '../../mock/families/index.ts';
import { makeRules } from '../../mock/make-rules.ts';
import { Blame } from '../../proof/blame.ts';
import { nameOf, type Bout } from '../../proof/campaign.ts';
import type { Fault } from '../../proof/fault.ts';
import { loadFaults } from '../../proof/index.ts';
import { changedBy, Reach, watching } from '../../proof/reach.ts';
import { touchedBy } from '../../proof/touched.ts';
import type { Played } from '../../proof/verdicts.ts';

const CHECKS = ['roles.get.same-id', 'roles.update.name-null', 'roles.delete.gone'] as RequirementId[];

function faultNamed(name: string): Fault {
  return {
    id: `roles.list.data/${name}`,
    breaks: 'roles.list.data' as never,
    sentence: 'It is.',
    patch: () => undefined,
  };
}

/** Every check against every fault, where some faults disturb every check, and some a single one. */
function campaign(
  count: number,
  disturbs: (check: string, fault: string) => boolean,
  { checks = CHECKS, standsOn = [] }: { readonly checks?: RequirementId[]; readonly standsOn?: string[] } = {},
) {
  const faults = Array.from({ length: count }, (_, index) => faultNamed(`f${index}`));
  const pairs = checks.flatMap((check) => faults.map((fault): Bout => ({ check, faults: [fault], expects: 'green' })));
  const blame = new Blame(pairs, 1);
  const played = new Map<string, Played>();
  const waves: (readonly Bout[])[] = [];
  for (let bouts = blame.next(played); bouts.length > 0; bouts = blame.next(played)) {
    waves.push(bouts);
    for (const bout of bouts) {
      const red = bout.faults.filter(({ id }) => disturbs(bout.check, id)).map(() => bout.check);
      played.set(nameOf(bout), { bout: nameOf(bout), red, standsOn: red.length > 0 ? standsOn : [] });
    }
  }
  return { pairs, blame, played, bouts: waves.flat() };
}

test('faults that leave a check as it was share a tenant, and each pair is played', () => {
  const { pairs, bouts } = campaign(30, () => false);
  const met = new Set(bouts.flatMap(({ check, faults }) => faults.map(({ id }) => `${check} × ${id}`)));
  expect([...met].sort()).toEqual(pairs.map(nameOf).sort());
  // One alone of each fault, and the others a dozen at a time.
  expect(bouts.length).toBeLessThanOrEqual(30 + Math.ceil(60 / 12) + CHECKS.length);
});

test('of faults that share a tenant in which a check is disturbed, few are met at once, and then each alone', () => {
  const [check = '', second = ''] = CHECKS;
  const isDisturbed = (one: string, fault: string) => one !== check && fault.endsWith('/f7') && one === second;
  const { blame, played, bouts } = campaign(30, isDisturbed);
  const told = blame.told(played).map(nameOf);
  const shared = bouts.filter((bout) => bout.check === second && bout.faults.length > 1 && isIn(bout, 'f7'));
  expect(shared.map(({ faults }) => faults.length > 3)).toEqual([true, false]);
  for (const { id } of shared.at(-1)?.faults ?? []) expect(told).toContain(`${second} × ${id}`);
});

test('a fault that disturbs whoever meets it shares no tenant', () => {
  const { bouts } = campaign(30, (_, fault) => fault.endsWith('/f7'));
  const own = bouts.filter((bout) => isIn(bout, 'f7'));
  expect(own.map(({ faults }) => faults.length)).toEqual(CHECKS.map(() => 1));
});

test('a fault of which a dozen checks saw what its own promise tells is not brought before the others', () => {
  const checks = Array.from({ length: 40 }, (_, index) => `roles.get.c${index}` as RequirementId);
  const isLoud = (_: string, fault: string) => fault.endsWith('/f0');
  const told = campaign(2, isLoud, { checks, standsOn: ['roles.list.data'] });
  expect(told.bouts.filter((bout) => isIn(bout, 'f0'))).toHaveLength(12);
  expect(told.blame.spared(told.played)).toBe(28);

  const untold = campaign(2, isLoud, { checks, standsOn: ['roles.list.items'] });
  expect(untold.bouts.filter((bout) => isIn(bout, 'f0'))).toHaveLength(40);
  expect(untold.blame.spared(untold.played)).toBe(0);
});

function isIn({ faults }: Bout, name: string): boolean {
  return faults.some(({ id }) => id.endsWith(`/${name}`));
}

test('a check meets a fault where it has the tenant look at a rule that the fault changes', async () => {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const fault = faults.find(({ id }) => id === 'roles.get.same-id/next') ?? faults[0];
  const changed = changedBy(fault?.patch ?? (() => undefined));
  expect(changed.size).toBeGreaterThan(0);

  const reach = new Reach();
  const rules = makeRules();
  reach.of('looks')(rules);
  makeRules();
  for (const rule of changed) {
    const [room = '', name = ''] = rule.split('.');
    expect(rules[room as 'handlers'], rule).toHaveProperty([name]);
  }
  reach.of('looks elsewhere')(makeRules());
  const patch = fault?.patch ?? (() => undefined);
  expect(reach.meets('looks', patch)).toBe(true);
  expect(reach.meets('looks elsewhere', patch)).toBe(false);
  expect(reach.meets('nobody knows', patch)).toBe(true);
});

test('every fault changes a rule, so that none is left out unseen', async () => {
  const faults = loadFaults(loadRegistry(await loadContract()));
  expect(faults.filter(({ patch }) => changedBy(patch).size === 0).map(({ id }) => id)).toEqual([]);
});

test('a tenant that is watched behaves as the rules say, also where somebody changes them', () => {
  const looked: string[] = [];
  const rules = makeRules();
  watching((rule) => looked.push(rule))(rules);
  rules.handlers['getRole'] = rules.handlers['listRoles'];
  expect(rules.handlers['getRole']).toBe(HANDLERS['listRoles']);
  expect(looked).toEqual(['handlers.listRoles', 'handlers.getRole', 'handlers.getRole']);
});

for (const [files, families] of [
  [['contracts/requirements/roles.ts', 'README.md'], ['roles']],
  [
    ['tests/roles/update.spec.ts', 'proof/faults/reports-list.ts'],
    ['reports', 'roles'],
  ],
  [['contracts/openapi/embed-tenants.yaml'], ['embed-tenants']],
  [['README.md', 'reports/page/proof.ts', 'contracts/generated/faults.json'], []],
  [['harness/client/actor.ts'], 'all'],
  [['mock/families/report-view.ts', 'tests/roles/update.spec.ts'], 'all'],
] as const) {
  test(`${files.join(' and ')} touch the faults of ${String(families) || 'no family'}`, async () => {
    const faults = loadFaults(loadRegistry(await loadContract()));
    const touched = faults.filter(touchedBy(files));
    if (families === 'all') expect(touched).toHaveLength(faults.length);
    else expect([...new Set(touched.map(({ breaks }) => breaks.split('.')[0]))].sort()).toEqual([...families]);
  });
}
