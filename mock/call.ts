import type { IncomingHttpHeaders } from 'node:http';
import type { AnyOperationId } from '../contracts/operations.ts';
import { refuse, type Answer } from './answer.ts';
import type { Principal } from './principal.ts';
import type { Tenant } from './tenant.ts';

/** One request, as behaviour sees it: authenticated, with the contract's names. */
export interface Call {
  readonly tenant: Tenant;
  readonly principal: Principal;
  readonly operationId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The JSON body, or undefined where none was sent. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The behaviour of one family. Operations of families that are only named have names of their own. */
export type Handlers = Readonly<Partial<Record<AnyOperationId, Handler>> & Record<string, Handler>>;

/** Query parameters in the contract's names. A parameter that is sent twice counts once, the last time. */
export class Query {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  integer(name: string, least: number): number | undefined {
    const text = this.#values.get(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < least) {
      refuse('invalid', `${name} is ${JSON.stringify(text)}, expected a whole number of at least ${least}`);
    }
    return value;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.#values.get(name);
    if (text === undefined) return undefined;
    const value = values.find((one) => one === text);
    return value ?? refuse('invalid', `${name} is ${JSON.stringify(text)}, expected one of ${values.join(', ')}`);
  }
}

export type Body = Readonly<Record<string, unknown>>;

/** The body as an object; what is no object is refused, and so is none where one is needed. */
export function bodyOf(call: Call, { optional = false } = {}): Body {
  const { body } = call;
  if (body === undefined && optional) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    refuse('invalid', 'expected a JSON object as the body');
  }
  return body as Body;
}

/** A whole number in the path, or undefined for anything that can be no id. */
export function idIn(call: Call, name: string): number | undefined {
  const text = call.path[name] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
