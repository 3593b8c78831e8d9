import { ENVELOPE, type Envelope } from '../contracts/bindings/binding.ts';
import { BINDINGS, type BindingId } from '../contracts/bindings/index.ts';
import type { Schema } from '../contracts/document.ts';
import type { Dialect } from './dialects/dialect.ts';

/**
 * An answer without its list, where that is empty and the dialect leaves such lists out. A list inside of a member goes with that member.
 * The document does not say that either is always there.
 */
export function withoutEmptyList({ outcomes, names }: Dialect, schema: Schema | undefined, body: unknown): unknown {
  const id = schema?.['x-binding'] as BindingId | undefined;
  if (outcomes.emptyLists === 'shown' || id === undefined || BINDINGS[id].kind !== 'envelope') return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { items } = (names[id] as Envelope | undefined) ?? ENVELOPE;
  const [name = '', ...inner] = items.split('.');
  const isRequired = schema?.required?.includes(ENVELOPE.items) === true;
  const { [name]: list, ...others } = body as Readonly<Record<string, unknown>>;
  return isRequired || !isEmpty(list, inner) ? body : others;
}

function isEmpty(list: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name !== undefined) return isEmpty((list as Readonly<Record<string, unknown>> | undefined)?.[name], rest);
  return Array.isArray(list) && list.length === 0;
}
