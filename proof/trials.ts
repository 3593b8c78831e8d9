import { createHash } from 'node:crypto';
import type { ActorSetting } from '../contracts/settings.ts';
import type { Registry, RequirementId } from '../contracts/requirements/index.ts';
import type { Faulty, Patch } from '../mock/index.ts';
import { tellerOf, type Fault } from './lib/fault.ts';

/** What makes a tenant faulty: a written fault, or a generated mutant. */
export interface Planted {
  readonly id: string;
  readonly patch: Patch;
  readonly seenWith?: ActorSetting;
}

/** One check played against one faulty tenant. */
export interface Trial<Wrong extends Planted = Fault> {
  readonly check: RequirementId;
  readonly faults: readonly Wrong[];
  /** Whether the requirement of the check has to be reported as violated, or must not be. */
  readonly expects: 'red' | 'green';
}

/** Identifies a trial in maps and sets; nothing is read out of it. */
export function trialKey(check: string, faults: readonly string[]): string {
  return JSON.stringify([check, ...faults]);
}

export function keyOf({ check, faults }: Trial<Planted>): string {
  return trialKey(
    check,
    faults.map(({ id }) => id),
  );
}

/** Each fault against the check that has to tell it: that of its own requirement, or the one that goes through this as well. */
export function targetTrials(faults: readonly Fault[]): Trial[] {
  return faults.map((fault) => ({ check: tellerOf(fault), faults: [fault], expects: 'red' }));
}

/**
 * Each fault against the checks of other requirements that name one of its operations, all of them or at most so many:
 * a fault must not turn those red, apart from the ones that it declares in `also`.
 */
export function collateralTrials(
  faults: readonly Fault[],
  registry: Registry,
  { most = Infinity, seed = 1 }: { readonly most?: number; readonly seed?: number } = {},
): Trial[] {
  const rows = [...registry.values()].filter(({ untestable }) => untestable === undefined);
  return faults.flatMap((fault) => {
    const operations = new Set<string>(registry.get(fault.requirement)?.operations);
    const declared = new Set<string>([fault.requirement, tellerOf(fault), ...(fault.also ?? []).map(({ id }) => id)]);
    const others = rows.filter((row) => !declared.has(row.id) && row.operations.some((one) => operations.has(one)));
    // Another seed selects other checks for each fault, so that in the end each fault meets all.
    return (others.length > most ? shuffled(others, seed, fault.id).slice(0, most) : others).map((row): Trial => ({
      check: row.id,
      faults: [fault],
      expects: 'green',
    }));
  });
}

/** Each fault against the checks of the requirements that it declares in `also`. */
export function declaredTrials(faults: readonly Fault[]): Trial[] {
  return faults.flatMap((fault) =>
    (fault.also ?? []).map(({ id }): Trial => ({ check: id, faults: [fault], expects: 'red' })),
  );
}

/** At most so many faults of each family; another seed selects others. */
export function sampleOf(faults: readonly Fault[], most: number, seed: number): Fault[] {
  const taken = new Map<string, number>();
  return shuffled(faults, seed).filter(({ requirement }) => {
    const family = requirement.split('.')[0] ?? '';
    const count = (taken.get(family) ?? 0) + 1;
    taken.set(family, count);
    return count <= most;
  });
}

/** Tenants with two faults that have no operation in common; each fault has to be caught beside the other. */
export function pairTrials(faults: readonly Fault[], registry: Registry, count: number, seed: number): Trial[] {
  const operationsOf = (fault: Fault) => registry.get(fault.requirement)?.operations ?? [];
  const fitting = faults.filter((fault) => operationsOf(fault).length > 0);
  const candidates = shuffled(fitting, seed);
  const trials: Trial[] = [];
  const taken = new Set<Fault>();
  for (const one of candidates) {
    if (trials.length >= 2 * count) break;
    if (taken.has(one)) continue;
    taken.add(one);
    const own = new Set(operationsOf(one));
    const other = candidates.find(
      (fault) =>
        !taken.has(fault) && operationsOf(fault).every((operation) => !own.has(operation)) && areApart(one, fault),
    );
    if (!other) continue;
    taken.add(other);
    const pair = [one, other];
    for (const fault of pair) trials.push({ check: tellerOf(fault), faults: pair, expects: 'red' });
  }
  return trials;
}

function areApart(one: Fault, other: Fault): boolean {
  const spills = (from: Fault, to: Fault) => (from.also ?? []).some(({ id }) => id === to.requirement);
  return !spills(one, other) && !spills(other, one);
}

/** The same elements in an order that depends on the seed, the salt and their ids, and on nothing else. */
export function shuffled<One extends { readonly id: string }>(ones: readonly One[], seed: number, salt = ''): One[] {
  const placed = ones.map((one) => ({
    one,
    place: createHash('sha256').update(`${seed} ${salt} ${one.id}`).digest('hex'),
  }));
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ one }) => one);
}

/** The largest number of trials in one run of the suite, whose runner keeps the result of each test until the end. */
const MOST_AT_ONCE = 8_000;

/** What one run of the suite plays: of each check its trials, in the order of their trial indices. */
export type Batch = ReadonlyMap<RequirementId, readonly Trial<Planted>[]>;

/** As few batches as the limit allows. */
export function batchesOf(trials: readonly Trial<Planted>[], most = MOST_AT_ONCE): Batch[] {
  const batches: Map<RequirementId, Trial<Planted>[]>[] = [];
  for (let start = 0; start < trials.length; start += most) {
    const batch = new Map<RequirementId, Trial<Planted>[]>();
    for (const trial of trials.slice(start, start + most)) {
      const known = batch.get(trial.check);
      if (known) known.push(trial);
      else batch.set(trial.check, [trial]);
    }
    batches.push(batch);
  }
  return batches;
}

/** The faults of the tenant that a check is leased in one of its trials. */
export function faultyIn(batch: Batch, check: string, index: number): Faulty | undefined {
  const trial = batch.get(check as RequirementId)?.[index];
  return trial && { patches: trial.faults.map(({ patch }) => patch), isSoughtAfter: true };
}
