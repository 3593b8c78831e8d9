import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry, type RequirementId } from '../../contracts/requirements/index.ts';
import { blameBouts, faultyIn, nameOf, pairBouts, roundsOf, targetBouts, type Bout } from '../../proof/campaign.ts';
import type { Fault } from '../../proof/lib/fault.ts';
import { loadFaults } from '../../proof/index.ts';
import { proofsOf, tallyOf, together, type Played } from '../../proof/verdicts.ts';

const patch = () => undefined;

function faultOf(breaks: RequirementId, name = 'broken', also: readonly RequirementId[] = []): Fault {
  return {
    id: `${breaks}/${name}`,
    breaks,
    sentence: 'It is broken.',
    patch,
    ...(also.length > 0 && { also: also.map((id) => ({ id, because: 'it follows' })) }),
  };
}

const playedOf = (bout: Bout, red: readonly string[], more: Partial<Played> = {}): Played => ({
  bout: nameOf(bout),
  red,
  standsOn: [],
  ...more,
});

const [NAME_NULL, SAME_ID, SERVED] = [
  'roles.update.name-null',
  'roles.get.same-id',
  'roles.updateRole.is-served',
] as const;

test('every bout is played once, in runs of no more than so many, and a check meets its own in turn', async () => {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const bouts = targetBouts(faults);
  const rounds = roundsOf(bouts, 1_000);
  expect(rounds).toHaveLength(Math.ceil(bouts.length / 1_000));
  const played = rounds.flatMap((round) => [...round.values()].flat());
  expect(played.map(nameOf).sort()).toEqual(bouts.map(nameOf).sort());
  const [round = new Map<RequirementId, Bout[]>()] = rounds;
  const [[check, own]] = [...round].sort(([, a], [, b]) => b.length - a.length) as [[string, Bout[]]];
  expect(own.length).toBeGreaterThan(1);
  const met = [...own.keys(), own.length].map((turn) => faultyIn(round, check, turn));
  expect(met.map((faulty) => faulty?.patches)).toEqual([
    ...own.map(({ faults: planted }) => planted.map((one) => one.patch)),
    undefined,
  ]);
  expect(met[0]?.isSoughtAfter).toBe(true);
});

test('a fault is held against every other check of its operations, but for what it declares', async () => {
  const registry = loadRegistry(await loadContract());
  const bouts = blameBouts([faultOf(NAME_NULL, 'x', ['roles.update.name-empty'])], registry);
  const checks = bouts.map(({ check }) => check);
  expect(checks).not.toContain(NAME_NULL);
  expect(checks).not.toContain('roles.update.name-empty');
  expect(checks).toContain('roles.update.name-longest');
  expect(checks.every((id) => registry.get(id)?.operations.includes('updateRole'))).toBe(true);
});

test('pairs have no operation in common, and are the same for the same seed', async () => {
  const registry = loadRegistry(await loadContract());
  const faults = loadFaults(registry);
  const pairs = pairBouts(faults, registry, 20, 7);
  expect(pairs).toHaveLength(40);
  for (const { check, faults: pair } of pairs) {
    const [one = [], other = []] = pair.map(({ breaks }) => registry.get(breaks)?.operations ?? []);
    expect(one.filter((operation) => other.some((its) => its === operation))).toEqual([]);
    expect(pair.map(({ breaks }) => breaks)).toContain(check);
  }
  expect(pairBouts(faults, registry, 20, 7).map(nameOf)).toEqual(pairs.map(nameOf));
  expect(pairBouts(faults, registry, 20, 8).map(nameOf)).not.toEqual(pairs.map(nameOf));
});

const fault = faultOf(NAME_NULL);
const target: Bout = { check: NAME_NULL, faults: [fault], expects: 'red' };
const other: Bout = { check: SAME_ID, faults: [fault], expects: 'green' };

for (const [what, played, verdict] of [
  ['whose line turns red', [playedOf(target, [NAME_NULL])], 'caught'],
  ['that nobody notices', [playedOf(target, [])], 'survived'],
  ['whose check never came to an answer', [playedOf(target, [], { trouble: 'no role could be made' })], 'void'],
  ['that no check ran against', [], 'unplayed'],
  ['beside which another line turns red', [playedOf(target, [NAME_NULL]), playedOf(other, [SAME_ID])], 'wrong-blame'],
  ['that another line alone notices', [playedOf(target, [SAME_ID])], 'survived'],
] as const) {
  test(`a fault ${what} is ${verdict}`, () => {
    const [proof] = proofsOf([fault], [target, other], together(played));
    expect(proof?.verdict).toBe(verdict);
    expect(tallyOf(proof ? [proof] : [])[verdict]).toBe(1);
  });
}

test('one of several checks is enough', () => {
  const played = together([playedOf(target, [NAME_NULL]), playedOf(target, [])]);
  expect(proofsOf([fault], [target], played)[0]?.verdict).toBe('caught');
});

test('what stands on a broken promise is nobody to blame', () => {
  const served = faultOf(SERVED);
  const bouts: Bout[] = [
    { check: SERVED, faults: [served], expects: 'red' },
    { check: NAME_NULL, faults: [served], expects: 'green' },
  ];
  const [own, stranger] = bouts as [Bout, Bout];
  const red = playedOf(own, [SERVED]);
  const verdictWith = (standsOn: readonly string[]) =>
    proofsOf([served], bouts, together([red, playedOf(stranger, [NAME_NULL], { standsOn })]))[0]?.verdict;
  expect(verdictWith([SERVED])).toBe('caught');
  expect(verdictWith([])).toBe('wrong-blame');
});
