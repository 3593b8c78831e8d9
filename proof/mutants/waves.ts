import type { RequirementId, Registry } from '../../contracts/requirements/index.ts';
import { tokensOf } from '../../contracts/pointer.ts';
import { ELEMENT } from './members.ts';
import type { Trial } from '../trials.ts';
import type { Fate } from './fates.ts';
import type { Mutant } from './mutants.ts';
import type { Operator } from './operators.ts';

/** How many more checks each wave plays against a mutant that none has caught yet. */
export const WAVES = [2, 8, 24, 72, 200] as const;

/** Operators that keep the shape of a response: only a comparison with other responses shows what they change. */
const OF_VALUES: readonly Operator[] = [
  'changed',
  'element-dropped',
  'element-added',
  'element-repeated',
  'reordered',
  'for-actor',
  'after-history',
  'after-change',
  'for-input',
];
/** Words in the ids of requirements whose checks compare responses. */
const COMPARING =
  /same|stor|shows|complete|total|continues|tells|readable|once|kept|own|limits|sort|ascending|announced/;
const WHOLE = /same/;

/**
 * The checks that met the kind of response that a mutant changes, the likeliest to catch it first: rules that hold for each
 * operation, or for changed values checks that compare, and checks whose sentence names the member.
 */
export function likeliest({ kind, mutation }: Mutant, registry: Registry): RequirementId[] {
  const tokens = tokensOf(mutation.at).filter((token) => token !== ELEMENT);
  const names = [...tokens, ...(tokens.includes('pageInfo') ? ['pages', 'cursor'] : [])].map((one) =>
    one.toLowerCase(),
  );
  const isOfValue = OF_VALUES.includes(mutation.operator);
  const chance = (id: RequirementId) => {
    const row = registry.get(id);
    if (!row?.operations.includes(kind.operation as never)) return 0;
    const isOwn = id.startsWith(`${kind.family}.${kind.operation}.`) || row.kind === 'shape';
    const isFirst = isOfValue ? COMPARING.test(id) : isOwn;
    // Two views of one thing are compared member by member.
    const isWhole = isOfValue && WHOLE.test(id);
    const words = `${id} ${row.sentence}`.toLowerCase().replaceAll('-', '');
    return 1 + (isFirst ? 2 : 0) + (isWhole ? 3 : 0) + (names.some((name) => words.includes(name)) ? 2 : 0);
  };
  return [...kind.checks.keys()]
    .map((id) => ({ id, chance: chance(id) }))
    .sort((a, b) => b.chance - a.chance || a.id.localeCompare(b.id))
    .map(({ id }) => id);
}

/**
 * The trials of one wave. Among equally likely checks the ones with the fewest trials are chosen, so that a wave takes few
 * runs.
 */
export function waveOf(mutants: readonly Fate[], registry: Registry, count: number): Trial<Mutant>[] {
  const load = new Map<string, number>();
  return mutants.flatMap((mutant) => {
    const waiting = likeliest(mutant, registry).filter((id) => !mutant.met.has(id));
    // Half as many again to choose from: more would leave the likely ones for the idle ones.
    const pool = waiting.slice(0, Math.ceil(count * 1.5));
    const chosen = pool.sort((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0)).slice(0, count);
    return chosen.map((check): Trial<Mutant> => {
      load.set(check, (load.get(check) ?? 0) + 1);
      return { check, faults: [mutant], expects: 'red' };
    });
  });
}
