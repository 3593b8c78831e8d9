import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry, type RequirementId } from '../../contracts/requirements/index.ts';
import { HANDLERS } from '../../mock/families/index.ts';
import { makeRules } from '../../mock/make-rules.ts';
import { CollateralPlan } from '../../proof/collateral.ts';
import { loadFaults, type Fault } from '../../proof/index.ts';
import { changedBy, Reach, watching } from '../../proof/reach.ts';
import { keyOf, trialKey, type Trial } from '../../proof/trials.ts';
import type { Played } from '../../proof/verdicts.ts';

const CHECKS = ['roles.get.same-id', 'roles.update.name-null', 'roles.delete.gone'] as RequirementId[];

function faultNamed(name: string): Fault {
  return {
    id: `roles.list.data/${name}`,
    requirement: 'roles.list.data' as never,
    sentence: 'It is.',
    patch: () => undefined,
  };
}

/** Plays every check against every fault, where some faults disturb every check, and some a single one. */
function playAll(
  count: number,
  disturbs: (check: string, fault: string) => boolean,
  { checks = CHECKS, standsOn = [] }: { readonly checks?: RequirementId[]; readonly standsOn?: string[] } = {},
) {
  const faults = Array.from({ length: count }, (_, index) => faultNamed(`f${index}`));
  const pairs = checks.flatMap((check) => faults.map((fault): Trial => ({ check, faults: [fault], expects: 'green' })));
  const plan = new CollateralPlan(pairs, 1);
  const played = new Map<string, Played>();
  const waves: (readonly Trial[])[] = [];
  for (let trials = plan.next(played); trials.length > 0; trials = plan.next(played)) {
    waves.push(trials);
    for (const trial of trials) {
      const red = trial.faults.filter(({ id }) => disturbs(trial.check, id)).map(() => trial.check);
      played.set(keyOf(trial), {
        check: trial.check,
        faults: trial.faults.map(({ id }) => id),
        red,
        standsOn: red.length > 0 ? standsOn : [],
      });
    }
  }
  return { pairs, plan, played, trials: waves.flat() };
}

test('faults that leave a check undisturbed share a tenant, and each pair is played', () => {
  const { pairs, trials } = playAll(30, () => false);
  const met = new Set(trials.flatMap(({ check, faults }) => faults.map(({ id }) => trialKey(check, [id]))));
  expect([...met].sort()).toEqual(pairs.map(keyOf).sort());
  // One alone of each fault, and the others a dozen at a time.
  expect(trials.length).toBeLessThanOrEqual(30 + Math.ceil(60 / 12) + CHECKS.length);
});

test('of faults that share a tenant in which a check is disturbed, few are met at once, and then each alone', () => {
  const [check = '', second = ''] = CHECKS;
  const isDisturbed = (one: string, fault: string) => one !== check && fault.endsWith('/f7') && one === second;
  const { plan, played, trials } = playAll(30, isDisturbed);
  const told = plan.playedAlone(played).map(keyOf);
  const shared = trials.filter((trial) => trial.check === second && trial.faults.length > 1 && isIn(trial, 'f7'));
  expect(shared.map(({ faults }) => faults.length > 3)).toEqual([true, false]);
  for (const { id } of shared.at(-1)?.faults ?? []) expect(told).toContain(trialKey(second, [id]));
});

test('a fault that disturbs every check shares no tenant', () => {
  const { trials } = playAll(30, (_, fault) => fault.endsWith('/f7'));
  const own = trials.filter((trial) => isIn(trial, 'f7'));
  expect(own.map(({ faults }) => faults.length)).toEqual(CHECKS.map(() => 1));
});

test('a fault that a dozen checks met only through its own requirement is not played against the others', () => {
  const checks = Array.from({ length: 40 }, (_, index) => `roles.get.c${index}` as RequirementId);
  const isLoud = (_: string, fault: string) => fault.endsWith('/f0');
  const told = playAll(2, isLoud, { checks, standsOn: ['roles.list.data'] });
  expect(told.trials.filter((trial) => isIn(trial, 'f0'))).toHaveLength(12);
  expect(told.plan.spared(told.played)).toBe(28);

  const untold = playAll(2, isLoud, { checks, standsOn: ['roles.list.items'] });
  expect(untold.trials.filter((trial) => isIn(trial, 'f0'))).toHaveLength(40);
  expect(untold.plan.spared(untold.played)).toBe(0);
});

function isIn({ faults }: Trial, name: string): boolean {
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
