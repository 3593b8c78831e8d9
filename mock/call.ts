import { refuse } from './answer.ts';
import type { Call } from './tenant.ts';

export type { Call, Handler, Handlers } from './tenant.ts';

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
