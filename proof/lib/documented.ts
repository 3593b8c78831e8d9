import type { Binding } from '../../contracts/bindings/binding.ts';
import { BINDINGS } from '../../contracts/bindings/index.ts';
import type { ContractDocument, Response } from '../../contracts/document.ts';
import { escapedToken } from '../../contracts/pointer.ts';
import type { SchemaChecks } from '../../contracts/schemas.ts';
import type { Answer } from '../../mock/answer.ts';
import type { Patch } from '../../mock/index.ts';
import { changeOutgoing } from './patches.ts';

/**
 * Answers that are not as documented, where no written requirement owns what is broken. Which part of an answer that is
 * is read from the contract: a member whose schema bears no mark, else the kind of answer, else the status.
 */

/** What an operation does instead of answering as documented, for its fault's name and sentence. */
export interface Undocumented {
  readonly name: string;
  readonly does: string;
  readonly patch: Patch;
  /** Whether what is broken stands aside, so that the other requirements on the response still hold. */
  readonly isPartial: boolean;
}

const JSON_TYPE = 'application/json';
const PAGE = '<!doctype html><html><head><title>Console</title></head><body>Sign in</body></html>';

export function undocumented(contract: ContractDocument, checks: SchemaChecks, operationId: string): Undocumented {
  const found = placeOf(contract, operationId);
  const successes = Object.entries(found.responses).filter(([status]) => status.startsWith('2'));
  const open = successes.filter(([, response]) => response['x-requirement'] === undefined);
  if (open.length === 0) {
    return {
      name: 'server-error',
      does: 'does what it is asked for, and answers 500',
      patch: changeOutgoing(operationId, ({ headers }) => ({
        status: 500,
        headers: { ...headers, 'content-type': JSON_TYPE },
        body: '{"error":"internal error"}',
      })),
      isPartial: false,
    };
  }
  const described = open.find(([, response]) => response.content?.[JSON_TYPE]?.schema !== undefined);
  // What stands beside the elements in an envelope of open names is nothing that a tenant has to have.
  if (described && !hasOpenEnvelope(operationId)) {
    const tokens = ['paths', found.path, found.method, 'responses', described[0], 'content', JSON_TYPE, 'schema'];
    const check = checks.at(`#/${tokens.map(escapedToken).join('/')}`);
    // A schema that belongs to a requirement as a whole leaves no part of it to break.
    if (isUnowned(check('a word'))) {
      return {
        name: 'mistyped',
        does: 'answers with a member of another type than is documented',
        patch: ({ responses }) => {
          const { answer: original } = responses;
          responses.answer = (answer, id) => {
            const final = original(answer, id);
            return id === operationId ? mistyped(final, check) : final;
          };
        },
        isPartial: hasAside(check),
      };
    }
  }
  return {
    name: 'page',
    does: 'does what it is asked for, and answers with a page for people',
    patch: changeOutgoing(operationId, ({ status }) => ({
      status: status === 204 ? 200 : status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: PAGE,
    })),
    isPartial: false,
  };
}

function hasOpenEnvelope(operationId: string): boolean {
  return Object.values<Binding>(BINDINGS).some(
    ({ kind, discover }) => kind === 'envelope' && discover?.rule === 'envelope' && discover.operation === operationId,
  );
}

function placeOf(contract: ContractDocument, operationId: string) {
  for (const [path, { parameters: _, ...item }] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (typeof operation !== 'object' || !('operationId' in operation)) continue;
      if (operation.operationId !== operationId) continue;
      return { path, method, responses: operation.responses as Readonly<Record<string, Response>> };
    }
  }
  throw new Error(`the contract has no operation ${operationId}`);
}

type Check = ReturnType<SchemaChecks['at']>;

function isUnowned(findings: ReturnType<Check>): boolean {
  return findings.length > 0 && findings.every(({ requirement }) => requirement === undefined);
}

/** Whether a list has a member that can be broken without touching what the list is about. */
function hasAside(check: Check): boolean {
  const findings = check({ items: [], pageInfo: { hasPreviousPage: 'none' } });
  return isUnowned(findings.filter(({ at }) => at === '/pageInfo/hasPreviousPage'));
}

/** The first part of a body that can be given another type so that no requirement owns what is wrong then. */
function mistyped(answer: Answer, check: Check): Answer {
  if (answer.kind !== 'ok' && answer.kind !== 'created') return answer;
  const { body } = answer;
  for (const place of placesIn(body)) {
    for (const other of othersFor(valueAt(body, place))) {
      const changed = withValue(body, place, other);
      if (isUnowned(check(JSON.parse(JSON.stringify(changed))))) return { ...answer, body: changed };
    }
  }
  return answer;
}

type Place = readonly string[];

const DEEPEST = 5;
/** Members that are not about the elements of a list, so that a wrong value disturbs no other requirement. */
const ASIDE = ['startCursor', 'hasPreviousPage'];

/** Every place in a body, what stands aside first, then inner places before outer ones; the whole body is the last. */
function placesIn(body: unknown): Place[] {
  const places: Place[] = [];
  const visit = (value: unknown, place: Place): void => {
    if (place.length < DEEPEST && typeof value === 'object' && value !== null) {
      // One element speaks for all of a list.
      const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
      for (const [name, member] of members) visit(member, [...place, name]);
    }
    places.push(place);
  };
  visit(body, []);
  const isAside = (place: Place) => ASIDE.includes(place.at(-1) ?? '');
  return [...places.filter(isAside), ...places.filter((place) => !isAside(place))];
}

/** Values of other types, the likeliest mistakes first. */
function othersFor(value: unknown): unknown[] {
  if (typeof value === 'number') return [String(value), [value]];
  if (typeof value === 'string') return [value.length, [value]];
  if (typeof value === 'boolean') return [String(value), value ? 1 : 0];
  if (Array.isArray(value)) return [Object.fromEntries(value.entries()), value.length];
  return ['none', 0, {}];
}

function valueAt(body: unknown, place: Place): unknown {
  return place.reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>>)[name], body);
}

function withValue(body: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const part = body as Readonly<Record<string, unknown>>;
  const member = withValue(part[name], rest, value);
  return Array.isArray(body)
    ? body.map((element: unknown, index) => (String(index) === name ? member : element))
    : { ...part, [name]: member };
}

export const DECLARED = {
  id: 'openapi-spec.serving.body-declared',
  because: "the tenant's own document declares what is printed, and the answer departs from that as well",
} as const;
