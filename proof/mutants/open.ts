import { ELEMENT, typeOf } from './members.ts';
import type { Mutant } from './mutants.ts';
import { retyped } from './operators.ts';

/** Why a mutant is no fault: what the specification leaves open, and lets a tenant answer so. */
export interface Freedom {
  /** The open point by its number, or `rule` where it follows from how the contract is read as a whole. */
  readonly point: string;
  readonly because: string;
  /** It breaks a promise, and nobody outside the tenant could know what is true instead. */
  readonly isUnseen?: true;
  readonly covers: (mutant: Mutant) => boolean;
}

const isMissing = ({ mutation: { operator } }: Mutant) => operator === 'dropped' || operator === 'renamed';
const memberOf = ({ kind, mutation }: Mutant) => kind.members.find(({ path }) => path === mutation.at);
const is = (mutant: Mutant, ...operators: readonly Mutant['mutation']['operator'][]) =>
  operators.includes(mutant.mutation.operator);

/** What the contract itself says: it marks what is required, of which type, and which statuses are printed. */
const BY_CONTRACT: readonly Freedom[] = [
  {
    point: 'rule',
    because: 'nothing prints that this member is there',
    covers: (mutant) => isMissing(mutant) && memberOf(mutant)?.isRequired === false,
  },
  {
    point: 'rule',
    because: 'nothing prints that this member is not null',
    covers: (mutant) => is(mutant, 'nulled') && mayBe(mutant, 'null'),
  },
  {
    point: 'rule',
    because: 'this other type is as good, or no type is printed',
    covers: (mutant) =>
      is(mutant, 'retyped') &&
      [...(memberOf(mutant)?.types ?? [])].every((type) => mayBe(mutant, typeOf(retyped(SAMPLES[type])))),
  },
  {
    point: 'U022',
    because: 'the shape of an error is not printed',
    covers: (mutant) => mutant.kind.status >= 400 && is(mutant, 'emptied', 'header-dropped'),
  },
  {
    point: 'rule',
    because: 'the status is not printed, only its class',
    covers: (mutant) => is(mutant, 'same-class') && !mutant.kind.isPrinted,
  },
  {
    point: 'rule',
    because: 'no body is printed for this answer',
    covers: (mutant) => is(mutant, 'emptied', 'header-dropped', 'body-of-another') && mutant.kind.members.length === 0,
  },
  {
    point: 'rule',
    because: 'no member of this body has to be there, so that any object will do',
    covers: (mutant) => is(mutant, 'body-of-another') && !mutant.kind.members.some(isRequiredAtTop),
  },
];

const SAMPLES = { string: 'a', number: 1, boolean: true, null: null, array: [], object: {} } as const;

function mayBe(mutant: Mutant, type: string): boolean {
  const allowed = memberOf(mutant)?.allowed;
  if (!allowed || allowed.size === 0) return true;
  return allowed.has(type) || (type === 'number' && allowed.has('integer'));
}

function isRequiredAtTop({ path, isRequired }: Mutant['kind']['members'][number]): boolean {
  return path !== '' && isRequired && !path.includes(ELEMENT);
}

/** What is said of whole families and kinds of members. */
const BY_POINT: readonly Freedom[] = [
  {
    point: 'U069',
    because: 'the specification only names this family: neither paths nor payloads are printed',
    covers: ({ kind }) => kind.family === 'named',
  },
  {
    point: 'U005',
    because: 'no order is printed but where a list is asked to sort',
    covers: (mutant) => is(mutant, 'reordered') && !mutant.id.startsWith('listReports/200/reordered/items'),
  },
  {
    point: 'U006',
    because: 'what the start of a page and the page before it are is not printed',
    covers: (mutant) => is(mutant, 'changed') && /\/pageInfo\/(startCursor|hasPreviousPage)$/.test(mutant.id),
  },
];

/** What lets a conforming tenant answer as a mutant does; nothing where it breaks a promise. */
export function freedomOf(mutant: Mutant): Freedom | undefined {
  return [...BY_CONTRACT, ...BY_POINT].find(({ covers }) => covers(mutant));
}
