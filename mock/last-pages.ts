import { ENVELOPE, type Envelope } from '../contracts/bindings/binding.ts';
import { BINDINGS, type BindingId } from '../contracts/bindings/index.ts';
import type { Schema } from '../contracts/document.ts';
import type { Dialect } from './dialects/dialect.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * A page that says by its cursor alone whether another follows, where the dialect has it so and the place of the cursor is open: the last
 * page has an empty cursor, or none.
 */
export function withoutFlag({ outcomes, names }: Dialect, schema: Schema | undefined, body: unknown): unknown {
  const id = schema?.['x-binding'] as BindingId | undefined;
  if (outcomes.lastPage === 'flag' || id === undefined || BINDINGS[id].kind !== 'envelope') return body;
  const { endCursor, hasNextPage } = (names[id] as Envelope | undefined) ?? ENVELOPE;
  if (schema?.required?.includes('pageInfo') === true || typeof at(body, hasNextPage) !== 'boolean') return body;
  const plain = changed(body, hasNextPage, () => undefined);
  if (at(body, hasNextPage) === true) return plain;
  return changed(plain, endCursor, () => (outcomes.lastPage === 'empty cursor' ? '' : undefined));
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, name) => (node as Members | undefined)?.[name], value);
}

/** A value with what `make` gives in place of a member; a member without a value is left out. */
function changed(value: unknown, path: string, make: () => unknown): unknown {
  const [name = '', ...inner] = path.split('.');
  const { [name]: member, ...others } = value as Members;
  const next = inner.length > 0 ? changed(member, inner.join('.'), make) : make();
  return next === undefined ? others : { ...others, [name]: next };
}
