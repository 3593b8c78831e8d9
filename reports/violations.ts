import { groupedBy } from '../contracts/grouped.ts';
import type { Failure } from '../evidence/failure.ts';
import type { RequirementResult } from '../evidence/results.ts';

/** Violations that have one cause, as far as the evidence shows it, with what could not be judged because of it. */
export interface Trouble {
  /** What is wrong, in a few words; undefined where a single requirement says it itself. */
  readonly title: string | undefined;
  readonly violated: readonly RequirementResult[];
  readonly inconclusive: readonly RequirementResult[];
}

/** What a single requirement shows of its cause. */
type Sign =
  /** An operation is refused or fails where it should succeed. */
  | { readonly kind: 'refused'; readonly operation: string; readonly status: number }
  /** An operation is not served at all. */
  | { readonly kind: 'missing'; readonly operation: string }
  /** A response has another status than the one that is specified. */
  | { readonly kind: 'status'; readonly expected: string; readonly seen: number }
  /** What has to be refused succeeds; the same rule of several operations has one cause. */
  | { readonly kind: 'accepted'; readonly rule: string; readonly expected: string; readonly seen: number }
  | { readonly kind: 'own'; readonly id: string };

const NOT_SERVED: readonly number[] = [404, 405, 501];
/** Statuses that say nothing of the request: many operations that answer with one of them have one cause. */
const OF_THE_WHOLE = (status: number) => status === 401 || status === 403 || status >= 500;
const MANY_OPERATIONS = 3;

/** All violations of a run, those with one cause together, the cause with the most requirements first. */
export function troublesOf(requirements: readonly RequirementResult[]): Trouble[] {
  const broken = requirements.filter(({ verdict }) => verdict === 'violates');
  const missing = new Set(broken.flatMap(({ serves }) => serves ?? []));
  const signs = new Map(broken.map((one) => [one.id, known(signOf(one), missing)] as const));
  const wide = statusesOfMany([...signs.values()]);
  const keyOf = (sign: Sign) =>
    sign.kind === 'refused' && wide.has(sign.status) ? `refused ${sign.status}` : JSON.stringify(sign);
  const keys = new Map([...signs].map(([id, sign]) => [id, keyOf(sign)]));
  const open = requirements.filter(({ verdict }) => verdict === 'inconclusive');
  const following = groupedBy(open, (one) => {
    if (one.standsOn !== undefined) return keys.get(one.standsOn) ?? '';
    const sign = setupSign(one);
    return sign ? keyOf(known(sign, missing)) : '';
  });
  return [...groupedBy(broken, ({ id }) => keys.get(id) ?? id)]
    .map(([key, violated]) => {
      const inconclusive = following.get(key) ?? [];
      const all = violated.flatMap(({ id }) => signs.get(id) ?? []);
      const isAlone = violated.length + inconclusive.length === 1;
      return { title: isAlone ? undefined : titleOf(all, violated), violated, inconclusive };
    })
    .sort((one, other) => sizeOf(other) - sizeOf(one));
}

const sizeOf = ({ violated, inconclusive }: Trouble) => violated.length + inconclusive.length;

function violationOf({ tests }: RequirementResult): Failure | undefined {
  return tests.map(({ failure }) => failure).find((failure) => failure?.kind === 'violation');
}

function signOf(one: RequirementResult): Sign {
  const { id, serves, evidence, exchange, findings } = one;
  const { operation = '', status = 0 } = evidence[exchange ?? -1] ?? {};
  if (serves !== undefined) return { kind: 'missing', operation: serves };
  const compared = violationOf(one)?.status;
  if (!compared) {
    const isServerError = findings.some(({ requirement, kind }) => requirement === id && kind === 'server-error');
    return isServerError && operation !== '' ? { kind: 'refused', operation, status } : { kind: 'own', id };
  }
  const { expected, seen } = compared;
  const isRefusalExpected = expected === 'refusal' || (typeof expected === 'number' && expected >= 400);
  if (seen >= 500 || (seen >= 400 && !isRefusalExpected)) {
    return operation === '' ? { kind: 'own', id } : { kind: 'refused', operation, status: seen };
  }
  const words = typeof expected === 'number' ? String(expected) : expected === 'refusal' ? 'a refusal' : 'a success';
  if (isRefusalExpected && seen < 400) {
    return { kind: 'accepted', rule: id.split('.').slice(2).join('.'), expected: words, seen };
  }
  return { kind: 'status', expected: words, seen };
}

/** The refusal that kept a check from being set up. */
function setupSign({ tests, evidence, exchange }: RequirementResult): Sign | undefined {
  if (!tests.some(({ failure }) => failure?.kind === 'setup')) return undefined;
  const { operation = '', status = 0 } = evidence[exchange ?? -1] ?? {};
  return operation !== '' && status >= 400 ? { kind: 'refused', operation, status } : undefined;
}

function known(sign: Sign, missing: ReadonlySet<string>): Sign {
  if (sign.kind !== 'refused' || !missing.has(sign.operation) || !NOT_SERVED.includes(sign.status)) return sign;
  return { kind: 'missing', operation: sign.operation };
}

/** Statuses with which so many operations are refused that it is no matter of one of them. */
function statusesOfMany(signs: readonly Sign[]): ReadonlySet<number> {
  const operations = new Map<number, Set<string>>();
  for (const sign of signs) {
    if (sign.kind !== 'refused' || !OF_THE_WHOLE(sign.status)) continue;
    operations.set(sign.status, (operations.get(sign.status) ?? new Set()).add(sign.operation));
  }
  return new Set([...operations].filter(([, { size }]) => size >= MANY_OPERATIONS).map(([status]) => status));
}

const refusedWith = (status: number, isOne: boolean) =>
  status >= 500 ? `${isOne ? 'fails' : 'fail'} with ${status}` : `${isOne ? 'is' : 'are'} refused with ${status}`;

function titleOf(signs: readonly Sign[], violated: readonly RequirementResult[]): string | undefined {
  const [sign] = signs;
  switch (sign?.kind) {
    case 'missing':
      return `${sign.operation} is not served`;
    case 'refused': {
      const operations = new Set(signs.flatMap((one) => (one.kind === 'refused' ? [one.operation] : [])));
      const isOne = operations.size === 1;
      return `${isOne ? sign.operation : `${operations.size} operations`} ${refusedWith(sign.status, isOne)}`;
    }
    case 'status':
      return `${operationsIn(violated)}: ${sign.seen} in place of ${sign.expected}`;
    case 'accepted':
      return `${operationsIn(violated)}: a success with ${sign.seen} in place of ${sign.expected}`;
    case 'own':
    case undefined:
      return undefined;
  }
}

const MOST_OPERATIONS = 2;

function operationsIn(violated: readonly RequirementResult[]): string {
  const names = [...new Set(violated.flatMap(({ evidence, exchange }) => evidence[exchange ?? -1]?.operation ?? []))];
  const shown = names.slice(0, MOST_OPERATIONS).join(', ');
  const more = names.length - MOST_OPERATIONS;
  return more > 0 ? `${shown} and ${more} more operations` : shown === '' ? 'Several requests' : shown;
}
