import type { TenantDocument } from '../bindings/tenant-document.ts';
import type { Schema } from '../document.ts';
import { TABLE } from '../bindings/resolved.ts';
import { isSaidDeprecated } from './deprecated.ts';
import type { Drift } from './drift.ts';

/** A difference between two schemas, not yet assigned to an operation and a requirement. */
export type Difference = Pick<Drift, 'what' | 'expected' | 'seen'> & {
  readonly path: string;
  readonly about: 'member' | 'type' | 'bound' | 'values' | 'default' | 'optional' | 'deprecated';
};

export interface Side {
  readonly document: TenantDocument;
  readonly schema: Schema | undefined;
}

export interface Options {
  /** Whether a tenant may add values to a specified list of values. */
  readonly grows: (path: string) => boolean;
  /** Specified values of a member whose schema in the contract allows any value. */
  readonly listed: (path: string) => readonly unknown[] | undefined;
  readonly isOptional: (path: string) => boolean;
  /** Whether a member that the contract's schema declares is not printed for this operation. */
  readonly mayLack: (path: string) => boolean;
  /** A specified default that the contract's document does not state. */
  readonly defaultOf: (path: string) => unknown;
}

const DEEPEST = 8;

/** Compares a schema of the tenant's document with that of the contract, as far as the tenant's declares anything. */
export function compareSchemas(specified: Side, declared: Side, options: Options, path = '', depth = 0): Difference[] {
  const ours = branchesOf(specified);
  const theirs = branchesOf(declared);
  const [only] = ours;
  if (depth > DEEPEST || !only || theirs.length === 0) return [];
  // The branches of a choice between shapes cannot be paired; their members can be compared all the same.
  if (ours.length !== 1) return membersOf(specified, declared, options, path, depth);
  const place = { path };
  return [
    ...typeOf(only, theirs).map((one) => ({ ...one, ...place })),
    ...boundsOf(only, theirs).map((one) => ({ ...one, ...place })),
    ...valuesOf(only, theirs, path, options).map((one) => ({ ...one, ...place })),
    ...defaultOf(only['default'] ?? options.defaultOf(path), theirs).map((one) => ({ ...one, ...place })),
    ...membersOf({ ...specified, schema: only }, declared, options, path, depth),
    ...elementsOf({ ...specified, schema: only }, { ...declared, schema: elementOf(theirs) }, options, path, depth),
  ];
}

/** The alternatives of a schema, with references resolved and null left out. */
function branchesOf({ document, schema }: Side, depth = 0): Schema[] {
  const node = document.schema(schema);
  if (depth > DEEPEST) return [];
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  // Keywords next to a choice hold for each branch. Only the type is copied; members are compared on the whole schema.
  const branches = choices.flatMap((choice) => branchesOf({ document, schema: choice }, depth + 1));
  const areValues = branches.length > 0 && branches.every((one) => one.enum !== undefined || 'const' in one);
  if (choices.length > 0 && (node.type === undefined || areValues)) {
    return branches.map((branch) => (node.type === undefined ? branch : { ...branch, type: node.type }));
  }
  if (node.type === 'null') return [];
  const parts = (node.allOf ?? []).flatMap((part) => branchesOf({ document, schema: part }, depth + 1));
  if (parts.length === 0) return [node];
  // What one part requires no other part makes optional.
  const required = [...new Set([...parts, node].flatMap((part) => part.required ?? []))];
  return [{ ...(Object.assign({}, ...parts, node) as Schema), required }];
}

function typesOf({ type }: Schema): string[] | undefined {
  return type === undefined ? undefined : [type].flat().filter((one) => one !== 'null');
}

type Found = Omit<Difference, 'path'>;

function typeOf(ours: Schema, theirs: readonly Schema[]): Found[] {
  const [specified, ...others] = typesOf(ours) ?? [];
  if (specified === undefined || others.length > 0) return [];
  const declared = theirs.flatMap((one) => typesOf(one) ?? []);
  const unexpected = declared.filter((one) => one !== specified && !(specified === 'number' && one === 'integer'));
  if (unexpected.length === 0) return [];
  return [{ about: 'type', what: 'other', expected: specified, seen: [...new Set(declared)].join(' or ') }];
}

const BOUNDS = [
  ['minimum', 'least'],
  ['minLength', 'least'],
  ['minItems', 'least'],
  ['maximum', 'most'],
  ['maxLength', 'most'],
  ['maxItems', 'most'],
] as const;

function boundsOf(ours: Schema, theirs: readonly Schema[]): Found[] {
  return BOUNDS.flatMap(([keyword, side]) => {
    const specified = ours[keyword];
    if (typeof specified !== 'number') return [];
    return theirs.flatMap((schema): Found[] => {
      const stated = boundIn(schema, keyword);
      if (stated === undefined || stated === specified) return [];
      const isLooser = side === 'least' ? stated < specified : stated > specified;
      const what = isLooser ? 'looser' : 'stricter';
      return [{ about: 'bound', what, expected: `${keyword} ${specified}`, seen: String(stated) }];
    });
  });
}

/** A bound of a schema; an exclusive bound of an integer is converted to an inclusive one. */
function boundIn(schema: Schema, keyword: string): number | undefined {
  const stated = schema[keyword];
  if (typeof stated === 'number') return stated;
  const isWhole = typesOf(schema)?.every((type) => type === 'integer') === true;
  const beside = schema[`exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`];
  return isWhole && typeof beside === 'number' ? beside + (keyword === 'minimum' ? 1 : -1) : undefined;
}

/** The values that schemas list, or undefined where one of them allows any value. */
function listedIn(schemas: readonly Schema[]): readonly unknown[] | undefined {
  const lists = schemas.map((one) => one.enum ?? ('const' in one ? [one['const']] : undefined));
  return lists.every((list) => list !== undefined) ? lists.flat().filter((value) => value !== null) : undefined;
}

function valuesOf(ours: Schema, theirs: readonly Schema[], path: string, options: Options): Found[] {
  const specified = listedIn([ours]) ?? options.listed(path);
  const declared = listedIn(theirs);
  if (!specified || !declared) return [];
  const missing = specified.filter((value) => !declared.includes(value));
  const added = declared.filter((value) => !specified.includes(value));
  // A list that the specification lets grow is longer than the printed one: that is told, and breaks nothing.
  const what = options.grows(path) ? ('added' as const) : ('looser' as const);
  return [
    ...missing.map((value) => ({
      about: 'values' as const,
      what: 'stricter' as const,
      expected: JSON.stringify(value),
    })),
    ...added.map((value) => ({ about: 'values' as const, what, seen: JSON.stringify(value) })),
  ];
}

function defaultOf(specified: unknown, theirs: readonly Schema[]): Found[] {
  const stated = theirs.map((one) => one['default']).filter((value) => value !== undefined && value !== null);
  const others = specified === undefined ? [] : stated.filter((value) => value !== specified);
  return others.map((value) => ({
    about: 'default' as const,
    what: 'other' as const,
    expected: JSON.stringify(specified),
    seen: JSON.stringify(value),
  }));
}

function membersOf(specified: Side, declared: Side, options: Options, path: string, depth: number): Difference[] {
  const ours = specified.document.propertiesOf(specified.schema);
  const theirs = declared.document.propertiesOf(declared.schema);
  if (Object.keys(ours).length === 0 || Object.keys(theirs).length === 0) return [];
  const required = requiredIn(declared);
  // Which members a page has beside its elements is open, even where they have the usual names.
  const isPage = isEnvelope(specified.document.schema(specified.schema));
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const known = Object.entries(ours).flatMap(([name, schema]): Difference[] => {
    const [there, place] = [theirs[name], at(name)];
    // The name of such a member was itself discovered in this document.
    const isOpen = schema['x-binding'] !== undefined || options.mayLack(place);
    if (isEnvelope(schema) || (isPage && name === 'pageInfo')) return [];
    // Of what an open name stands for the specification prints no type: another name may be that of something else.
    if (isNamedOtherwise(schema, name)) return [];
    if (there === undefined) return isOpen ? [] : [{ about: 'member', what: 'missing', path: place }];
    return [
      ...(required.has(name) && options.isOptional(place)
        ? [{ about: 'optional' as const, what: 'stricter' as const, path: place, seen: 'required' }]
        : []),
      ...(schema.deprecated === true && !isSaidDeprecated(declared.document, there)
        ? [{ about: 'deprecated' as const, what: 'other' as const, path: place, expected: 'deprecated' }]
        : []),
      ...compareSchemas({ ...specified, schema }, { ...declared, schema: there }, options, place, depth + 1),
    ];
  });
  const added = Object.keys(theirs).filter((name) => !(name in ours));
  return [...known, ...added.map((name) => ({ about: 'member' as const, what: 'added' as const, path: at(name) }))];
}

/** Whether a member with an open name is called as the specification calls nothing. */
function isNamedOtherwise(schema: Schema, name: string): boolean {
  const binding = TABLE[schema['x-binding'] ?? ''];
  return binding?.kind === 'name' && binding.default !== name;
}

function isEnvelope(schema: Schema): boolean {
  return TABLE[schema['x-binding'] ?? '']?.kind === 'envelope';
}

function elementsOf(specified: Side, declared: Side, options: Options, path: string, depth: number): Difference[] {
  const [ours, theirs] = [specified.schema?.items, declared.schema];
  if (!ours || !theirs) return [];
  return compareSchemas(
    { ...specified, schema: ours },
    { ...declared, schema: theirs },
    options,
    `${path}[]`,
    depth + 1,
  );
}

/** The schema of the elements of any of the lists. */
function elementOf(lists: readonly Schema[]): Schema | undefined {
  const [first, ...others] = lists.flatMap(({ items }): Schema[] => (items ? [items] : []));
  return first && others.length > 0 ? { anyOf: [first, ...others] } : first;
}

/** The members that every alternative of a schema requires. */
function requiredIn({ document, schema }: Side): Set<string> {
  const [first, ...others] = branchesOf({ document, schema }).map((branch) => new Set(branch.required ?? []));
  return new Set([...(first ?? [])].filter((name) => others.every((one) => one.has(name))));
}
