import { createHash } from 'node:crypto';
import type { Registry, RequirementId } from '../contracts/requirements/index.ts';
import type { Faulty, Patch } from '../mock/index.ts';
import type { Fault } from './lib/fault.ts';

/** What makes a tenant a broken one: a fault that somebody thought of, or a mutant that nobody chose. */
export interface Planted {
  readonly id: string;
  readonly patch: Patch;
}

/** One check against one broken tenant. Only the lines that may turn red, may. */
export interface Bout<Wrong extends Planted = Fault> {
  readonly check: RequirementId;
  readonly faults: readonly Wrong[];
  /** Whether the line of the check itself has to turn red, or has to stay as it is. */
  readonly expects: 'red' | 'green';
}

export function nameOf({ check, faults }: Bout<Planted>): string {
  return `${check} × ${faults.map(({ id }) => id).join(' + ')}`;
}

/** What the name of a bout says. */
export function partsOf(name: string): { readonly check: string; readonly faults: readonly string[] } {
  const [check = '', faults = ''] = name.split(' × ');
  return { check, faults: faults.split(' + ') };
}

/** Each fault against the check of its own promise. */
export function targetBouts(faults: readonly Fault[]): Bout[] {
  return faults.map((fault) => ({ check: fault.breaks, faults: [fault], expects: 'red' }));
}

/**
 * Each fault against the other checks that speak of one of its operations, all of them or so many: what is nobody else's
 * to say has to leave their lines alone.
 */
export function blameBouts(
  faults: readonly Fault[],
  registry: Registry,
  { most = Infinity, seed = 1 }: { readonly most?: number; readonly seed?: number } = {},
): Bout[] {
  const rows = [...registry.values()].filter(({ untestable }) => untestable === undefined);
  return faults.flatMap((fault) => {
    const operations = new Set<string>(registry.get(fault.breaks)?.operations);
    const declared = new Set<string>([fault.breaks, ...(fault.also ?? []).map(({ id }) => id)]);
    const others = rows.filter((row) => !declared.has(row.id) && row.operations.some((one) => operations.has(one)));
    // Another seed brings other checks to each fault, so that in the end each meets all.
    return (others.length > most ? inOrderOf(others, seed, fault.id).slice(0, most) : others).map((row): Bout => ({
      check: row.id,
      faults: [fault],
      expects: 'green',
    }));
  });
}

/** So many faults of each family, others with another seed. */
export function sampleOf(faults: readonly Fault[], most: number, seed: number): Fault[] {
  const taken = new Map<string, number>();
  return inOrderOf(faults, seed).filter(({ breaks }) => {
    const family = breaks.split('.')[0] ?? '';
    const count = (taken.get(family) ?? 0) + 1;
    taken.set(family, count);
    return count <= most;
  });
}

/** Tenants with two faults that have no operation in common, each of which has to come to light beside the other. */
export function pairBouts(faults: readonly Fault[], registry: Registry, count: number, seed: number): Bout[] {
  const operationsOf = (fault: Fault) => registry.get(fault.breaks)?.operations ?? [];
  const fitting = faults.filter((fault) => operationsOf(fault).length > 0);
  const shuffled = inOrderOf(fitting, seed);
  const bouts: Bout[] = [];
  const taken = new Set<Fault>();
  for (const one of shuffled) {
    if (bouts.length >= 2 * count) break;
    if (taken.has(one)) continue;
    taken.add(one);
    const own = new Set(operationsOf(one));
    const other = shuffled.find(
      (fault) =>
        !taken.has(fault) && operationsOf(fault).every((operation) => !own.has(operation)) && areApart(one, fault),
    );
    if (!other) continue;
    taken.add(other);
    const pair = [one, other];
    for (const fault of pair) bouts.push({ check: fault.breaks, faults: pair, expects: 'red' });
  }
  return bouts;
}

function areApart(one: Fault, other: Fault): boolean {
  const spills = (from: Fault, to: Fault) => (from.also ?? []).some(({ id }) => id === to.breaks);
  return !spills(one, other) && !spills(other, one);
}

/** The same elements in an order that the seed decides, and nothing else. */
export function inOrderOf<One extends { readonly id: string }>(ones: readonly One[], seed: number, salt = ''): One[] {
  const placed = ones.map((one) => ({
    one,
    place: createHash('sha256').update(`${seed} ${salt} ${one.id}`).digest('hex'),
  }));
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ one }) => one);
}

/** So many bouts at most are one run of the suite: the runner remembers each until the end. */
const MOST_AT_ONCE = 8_000;

/** What one run of the suite plays: of each check its bouts, in the order of its turns. */
export type Round = ReadonlyMap<RequirementId, readonly Bout<Planted>[]>;

/** As few runs as can be. */
export function roundsOf(bouts: readonly Bout<Planted>[], most = MOST_AT_ONCE): Round[] {
  const rounds: Map<RequirementId, Bout<Planted>[]>[] = [];
  for (let start = 0; start < bouts.length; start += most) {
    const round = new Map<RequirementId, Bout<Planted>[]>();
    for (const bout of bouts.slice(start, start + most)) {
      const known = round.get(bout.check);
      if (known) known.push(bout);
      else round.set(bout.check, [bout]);
    }
    rounds.push(round);
  }
  return rounds;
}

/** What is wrong with the tenant that a check is leased at one of its turns. */
export function faultyIn(round: Round, check: string, turn: number): Faulty | undefined {
  const bout = round.get(check as RequirementId)?.[turn];
  return bout && { patches: bout.faults.map(({ patch }) => patch), isSoughtAfter: true };
}
