import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry, type RequirementId } from '../../contracts/requirements/index.ts';
import { tellerOf, type Fault } from '../../proof/lib/fault.ts';
import { loadFaults } from '../../proof/index.ts';
import {
  batchesOf,
  collateralTrials,
  declaredTrials,
  faultyIn,
  keyOf,
  pairTrials,
  targetTrials,
  type Trial,
} from '../../proof/trials.ts';
import { declaredOf, proofsOf, tallyOf, together, type Played } from '../../proof/verdicts.ts';

const patch = () => undefined;

function faultOf(requirement: RequirementId, name = 'broken', also: readonly RequirementId[] = []): Fault {
  return {
    id: `${requirement}/${name}`,
    requirement,
    sentence: 'It is broken.',
    patch,
    ...(also.length > 0 && { also: also.map((id) => ({ id, because: 'it follows' })) }),
  };
}

const playedOf = ({ check, faults }: Trial, red: readonly string[], more: Partial<Played> = {}): Played => ({
  check,
  faults: faults.map(({ id }) => id),
  red,
  standsOn: [],
  ...more,
});

const [NAME_NULL, SAME_ID, SERVED] = [
  'roles.update.name-null',
  'roles.get.same-id',
  'roles.updateRole.is-served',
] as const;

test('every trial is played once, in batches of limited size, and trial indices lead to the faults of a check', async () => {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const trials = targetTrials(faults);
  const batches = batchesOf(trials, 1_000);
  expect(batches).toHaveLength(Math.ceil(trials.length / 1_000));
  const played = batches.flatMap((batch) => [...batch.values()].flat());
  expect(played.map(keyOf).sort()).toEqual(trials.map(keyOf).sort());
  const [batch = new Map<RequirementId, Trial[]>()] = batches;
  const [[check, own]] = [...batch].sort(([, a], [, b]) => b.length - a.length) as [[string, Trial[]]];
  expect(own.length).toBeGreaterThan(1);
  const met = [...own.keys(), own.length].map((index) => faultyIn(batch, check, index));
  expect(met.map((faulty) => faulty?.patches)).toEqual([
    ...own.map(({ faults: planted }) => planted.map((one) => one.patch)),
    undefined,
  ]);
  expect(met[0]?.isSoughtAfter).toBe(true);
});

test('a fault is played against every other check of its operations, apart from what it declares', async () => {
  const registry = loadRegistry(await loadContract());
  const trials = collateralTrials([faultOf(NAME_NULL, 'x', ['roles.update.name-empty'])], registry);
  const checks = trials.map(({ check }) => check);
  expect(checks).not.toContain(NAME_NULL);
  expect(checks).not.toContain('roles.update.name-empty');
  expect(checks).toContain('roles.update.name-longest');
  expect(checks.every((id) => registry.get(id)?.operations.includes('updateRole'))).toBe(true);
});

test('the credential by which alone a fault shows is one that its check may use', async () => {
  const registry = loadRegistry(await loadContract());
  const seen = loadFaults(registry).filter(({ seenWith }) => seenWith !== undefined);
  expect(seen.length).toBeGreaterThan(10);
  const others = seen.filter((fault) => {
    const mayUse: readonly string[] = registry.get(tellerOf(fault))?.needs.mayUse ?? [];
    return !mayUse.includes(fault.seenWith ?? '');
  });
  expect(others.map(({ id }) => id)).toEqual([]);
});

test('the class in which alone a fault shows is one of its check, and a fault is untested where that was left out', async () => {
  const registry = loadRegistry(await loadContract());
  const seen = loadFaults(registry).filter(({ seenIn }) => seenIn !== undefined);
  const others = seen.filter((fault) => !registry.get(tellerOf(fault))?.classes.includes(fault.seenIn ?? ''));
  expect(others.map(({ id }) => id)).toEqual([]);
  const fault: Fault = { ...faultOf(NAME_NULL), seenIn: 'again' };
  const [trial] = targetTrials([fault]) as [Trial];
  const verdict = (classes: readonly string[]) =>
    proofsOf([fault], [trial], together([playedOf(trial, [], { classes })]))[0]?.verdict;
  expect(verdict(['once', 'again'])).toBe('survived');
  expect(verdict(['once'])).toBe('untested');
});

test('pairs have no operation in common, and are the same for the same seed', async () => {
  const registry = loadRegistry(await loadContract());
  const faults = loadFaults(registry);
  const pairs = pairTrials(faults, registry, 20, 7);
  expect(pairs).toHaveLength(40);
  for (const { check, faults: pair } of pairs) {
    const [one = [], other = []] = pair.map(({ requirement }) => registry.get(requirement)?.operations ?? []);
    expect(one.filter((operation) => other.some((its) => its === operation))).toEqual([]);
    expect(pair.map(tellerOf)).toContain(check);
  }
  expect(pairTrials(faults, registry, 20, 7).map(keyOf)).toEqual(pairs.map(keyOf));
  expect(pairTrials(faults, registry, 20, 8).map(keyOf)).not.toEqual(pairs.map(keyOf));
});

const fault = faultOf(NAME_NULL);
const target: Trial = { check: NAME_NULL, faults: [fault], expects: 'red' };
const other: Trial = { check: SAME_ID, faults: [fault], expects: 'green' };

for (const [what, played, verdict] of [
  ['whose requirement is reported', [playedOf(target, [NAME_NULL])], 'caught'],
  ['that no check notices', [playedOf(target, [])], 'survived'],
  ['whose check came to no verdict', [playedOf(target, [], { trouble: 'no role could be created' })], 'void'],
  ['whose check lacked something', [playedOf(target, [], { untested: 'set MEMBER_TOKEN' })], 'untested'],
  ['that no check ran against', [], 'unplayed'],
  [
    'beside which another requirement is reported',
    [playedOf(target, [NAME_NULL]), playedOf(other, [SAME_ID])],
    'wrong-blame',
  ],
  ['for which only another requirement is reported', [playedOf(target, [SAME_ID])], 'survived'],
] as const) {
  test(`a fault ${what} is ${verdict}`, () => {
    const [proof] = proofsOf([fault], [target, other], together(played));
    expect(proof?.verdict).toBe(verdict);
    expect(tallyOf(proof ? [proof] : [])[verdict]).toBe(1);
  });
}

test('a fault is caught if one of several checks reports it', () => {
  const played = together([playedOf(target, [NAME_NULL]), playedOf(target, [])]);
  expect(proofsOf([fault], [target], played)[0]?.verdict).toBe('caught');
});

test('a check that depends on a broken requirement is no collateral', () => {
  const served = faultOf(SERVED);
  const trials: Trial[] = [
    { check: SERVED, faults: [served], expects: 'red' },
    { check: NAME_NULL, faults: [served], expects: 'green' },
  ];
  const [own, stranger] = trials as [Trial, Trial];
  const red = playedOf(own, [SERVED]);
  const verdictWith = (standsOn: readonly string[]) =>
    proofsOf([served], trials, together([red, playedOf(stranger, [NAME_NULL], { standsOn })]))[0]?.verdict;
  expect(verdictWith([SERVED])).toBe('caught');
  expect(verdictWith([])).toBe('wrong-blame');
});

test('what a fault declares is seen where a check reports it, whichever that is, while the fault is alone', () => {
  const declaring = faultOf(NAME_NULL, 'broken', [SAME_ID, SERVED]);
  const trials = declaredTrials([declaring, fault]);
  expect(trials.map(({ check }) => check)).toEqual([SAME_ID, SERVED]);
  const [first, second] = trials as [Trial, Trial];
  const beside: Trial = { check: SERVED, faults: [declaring, fault], expects: 'green' };
  const played = together([playedOf(first, []), playedOf(second, [SAME_ID]), playedOf(beside, [SERVED])]);
  expect(declaredOf([declaring], played)).toEqual([{ id: declaring.id, seen: [SAME_ID], unseen: [SERVED] }]);
});
