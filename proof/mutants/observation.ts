import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Family } from '../../contracts/families.ts';
import type { ContractDocument, Operation, Response, Schema } from '../../contracts/document.ts';
import { operationsOf } from '../../contracts/document.ts';
import type { Outgoing, Patch } from '../../mock/index.ts';
import { membersOf, type Member } from './members.ts';

/** A kind of answer: one operation with one status, and everything that was seen of it. */
export interface AnswerKind {
  readonly operation: string;
  readonly family: Family;
  readonly status: number;
  /** The checks that met it, and how often. */
  readonly checks: ReadonlyMap<RequirementId, number>;
  readonly headers: ReadonlySet<string>;
  /** The documented members of its bodies. */
  readonly members: readonly Member[];
  /** The longest of its bodies that was short enough to keep, where it is text. */
  readonly sample: string | undefined;
  /** Whether the specification prints this very status. */
  readonly isPrinted: boolean;
}

const LONGEST_SAMPLE = 20_000;

interface Seen {
  readonly operation: string;
  readonly family: Family;
  readonly status: number;
  readonly checks: Map<RequirementId, number>;
  readonly headers: Set<string>;
  readonly members: Map<string, Member>;
  sample: string | undefined;
  isPrinted: boolean;
}

/** Observes checks against a sound tenant, and records every kind of response that it sends. */
export class Observation {
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #served: ContractDocument;
  readonly #seen = new Map<string, Seen>();
  /** Refusals whose status is printed: they come from rules that name it. */
  readonly #printedRefusals = new Set<string>();

  constructor(served: ContractDocument) {
    this.#served = served;
    this.#operations = new Map(operationsOf(served).map(({ operation }) => [operation.operationId, operation]));
  }

  /** A patch that changes nothing. */
  of(check: RequirementId): Patch {
    return ({ responses }) => {
      const { outgoing, refusal } = responses;
      responses.refusal = (refused, operation) => {
        if (typeof refused.why === 'number') this.#printedRefusals.add(`${operation} ${refused.why}`);
        return refusal(refused, operation);
      };
      responses.outgoing = (answer, operation) => {
        this.#note(check, operation, answer);
        return outgoing(answer, operation);
      };
    };
  }

  get kinds(): AnswerKind[] {
    return [...this.#seen.values()]
      .map((seen) => ({ ...seen, members: [...seen.members.values()] }))
      .sort((a, b) => a.operation.localeCompare(b.operation) || a.status - b.status);
  }

  #note(check: RequirementId, operation: string, { status, headers, body }: Outgoing): void {
    const described = this.#operations.get(operation);
    // No requirement is about responses that belong to no operation.
    if (!described) return;
    const key = `${operation} ${status}`;
    const seen = this.#seen.get(key) ?? this.#begin(operation, status, described);
    this.#seen.set(key, seen);
    seen.isPrinted ||= this.#printedRefusals.has(key);
    seen.checks.set(check, (seen.checks.get(check) ?? 0) + 1);
    for (const name of Object.keys(headers)) seen.headers.add(name);
    if (typeof body !== 'string' || body.length > LONGEST_SAMPLE) return;
    if (body.length > (seen.sample?.length ?? -1)) seen.sample = body;
    const schema = this.#schemaOf(described, status);
    if (!schema || !/json/.test(headers['content-type'] ?? '')) return;
    for (const member of membersOf(JSON.parse(body), schema, this.#served)) {
      const known = seen.members.get(member.path);
      seen.members.set(member.path, known ? joined(known, member) : member);
    }
  }

  #begin(operation: string, status: number, { responses, tags: [family] }: Operation): Seen {
    const isPrinted = status < 300 && String(status) in responses;
    return {
      operation,
      family,
      status,
      checks: new Map(),
      headers: new Set(),
      members: new Map(),
      sample: undefined,
      isPrinted,
    };
  }

  #schemaOf({ responses }: Operation, status: number): Schema | undefined {
    if (status >= 300) return undefined;
    const response = (responses[String(status)] ?? responses['2XX']) as Response | undefined;
    return response?.content?.['application/json']?.schema;
  }
}

function joined(one: Member, other: Member): Member {
  return {
    ...one,
    types: new Set([...one.types, ...other.types]),
    longest: Math.max(one.longest, other.longest),
  };
}
