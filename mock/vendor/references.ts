import type { Schema } from '../../contracts/document.ts';
import { refuse } from '../answer.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** What a member of a body names. */
export interface Refers {
  readonly kind: string;
  readonly by: 'id' | 'name';
  /** Whether the body needs it where things are named by objects or by paths. */
  readonly isNeeded?: true;
}

/** What is looked at of an operation. */
interface Referring {
  readonly needed?: readonly string[];
  readonly refers?: Readonly<Record<string, Refers>>;
}

/** What a member names in a dialect in which things are named by objects or by paths; undefined elsewhere. */
export function refersIn({ vendor }: Dialect, { refers }: Referring, member: string): Refers | undefined {
  return vendor.refersBy === 'id' ? undefined : refers?.[member];
}

/** The members that a body needs in a dialect. */
export function neededIn(dialect: Dialect, operation: Referring): readonly string[] {
  const { needed = [], refers = {} } = operation;
  const also = Object.keys(refers).filter((member) => refersIn(dialect, operation, member)?.isNeeded === true);
  return [...needed, ...also];
}

/** What a member is called that has an object or a path: `folder` in place of `folderId`. */
export const withoutId = (name: string) => name.replace(/[_-]?id$/i, '');

/** The schema of a member, or of the elements of its list, that names a thing by an object or by a path. */
export function referenceSchema({ vendor }: Pick<Dialect, 'vendor'>, schema: Schema, refers: Refers): Schema {
  if (schema.items) return { ...schema, items: referenceSchema({ vendor }, schema.items, refers) };
  if (vendor.refersBy === 'path') {
    const isNullable = [schema.type].flat().includes('null');
    return { type: isNullable ? ['string', 'null'] : 'string', pattern: `^${collectionOf(refers)}/[^/]+$` };
  }
  const types = [schema.type].flat();
  const own: Schema = types.includes('null')
    ? { ...schema, type: types.filter((type) => type !== undefined && type !== 'null') as string[] }
    : schema;
  return {
    type: types.includes('null') ? ['object', 'null'] : 'object',
    required: ['type', refers.by],
    properties: { type: { const: typeOf(refers) }, [refers.by]: own },
  };
}

/** The id or name in what names a thing by an object or by a path. */
export function referredIn({ vendor }: Pick<Dialect, 'vendor'>, value: unknown, refers: Refers): unknown {
  if (value === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => referredIn({ vendor }, one, refers));
  if (vendor.refersBy === 'path') {
    const [collection, named, ...more] = typeof value === 'string' ? value.split('/') : [];
    if (collection !== collectionOf(refers) || !named || more.length > 0)
      refuse('invalid', `a ${refers.kind} is named by its path`);
    return refers.by === 'id' ? Number(named) : named;
  }
  const { type, [refers.by]: named } = value as Readonly<Record<string, unknown>>;
  return type === typeOf(refers) ? named : refuse('invalid', `a ${refers.kind} is named by an object with its type`);
}

/** `embedTenants` for an `embed_tenant`. */
export const collectionOf = ({ kind }: Refers) =>
  `${kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}${kind.endsWith('ch') ? 'es' : 's'}`;

const typeOf = ({ kind }: Refers) => `${kind}_reference`;
