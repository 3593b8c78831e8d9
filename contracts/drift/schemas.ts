import type { TenantDocument } from '../bindings/tenant-document.ts';
import type { Schema } from '../document.ts';
import type { Drift } from './drift.ts';

/** What departs where, before it is known of which operation it is and whose promise it touches. */
export type Departure = Pick<Drift, 'what' | 'expected' | 'seen'> & {
  readonly path: string;
  readonly about: 'member' | 'type' | 'bound' | 'values' | 'default' | 'optional' | 'deprecated';
};

export interface Side {
  readonly document: TenantDocument;
  readonly schema: Schema | undefined;
}

export interface Looks {
  /** Whether a value list that is printed may be longer in an answer or a request of this build. */
  readonly grows: (path: string) => boolean;
  /** Values that are printed for a place whose schema in the contract lets any pass. */
  readonly listed: (path: string) => readonly unknown[] | undefined;
  readonly isOptional: (path: string) => boolean;
  /** A default that is printed and that the contract's document does not state. */
  readonly byDefault: (path: string) => unknown;
}

const DEEPEST = 8;

/** Holds what a tenant's document declares of a value against what is printed of it, as far as it declares anything. */
export function compareSchemas(printed: Side, declared: Side, looks: Looks, path = '', depth = 0): Departure[] {
  const ours = branchesOf(printed);
  const theirs = branchesOf(declared);
  const [only] = ours;
  if (depth > DEEPEST || !only || theirs.length === 0) return [];
  // Of a choice between shapes nothing says which one a branch of theirs would have to be; what members there are is said.
  if (ours.length !== 1) return membersOf(printed, declared, looks, path, depth);
  const place = { path };
  return [
    ...typeOf(only, theirs).map((one) => ({ ...one, ...place })),
    ...boundsOf(only, theirs).map((one) => ({ ...one, ...place })),
    ...valuesOf(only, theirs, path, looks).map((one) => ({ ...one, ...place })),
    ...defaultOf(only['default'] ?? looks.byDefault(path), theirs).map((one) => ({ ...one, ...place })),
    ...membersOf({ ...printed, schema: only }, declared, looks, path, depth),
    ...elementsOf({ ...printed, schema: only }, { ...declared, schema: elementOf(theirs) }, looks, path, depth),
  ];
}

/** The schemas of which a value may fit any, references followed and null left out. */
function branchesOf({ document, schema }: Side, depth = 0): Schema[] {
  const node = document.schema(schema);
  if (depth > DEEPEST) return [];
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  // Beside a choice a schema may say more that holds for each branch; what its members are is asked of the whole.
  const branches = choices.flatMap((choice) => branchesOf({ document, schema: choice }, depth + 1));
  const areValues = branches.length > 0 && branches.every((one) => one.enum !== undefined || 'const' in one);
  if (choices.length > 0 && (node.type === undefined || areValues)) {
    return branches.map((branch) => (node.type === undefined ? branch : { ...branch, type: node.type }));
  }
  if (node.type === 'null') return [];
  const parts = (node.allOf ?? []).flatMap((part) => branchesOf({ document, schema: part }, depth + 1));
  return [parts.length === 0 ? node : (Object.assign({}, ...parts, node) as Schema)];
}

function typesOf({ type }: Schema): string[] | undefined {
  return type === undefined ? undefined : [type].flat().filter((one) => one !== 'null');
}

type Found = Omit<Departure, 'path'>;

function typeOf(ours: Schema, theirs: readonly Schema[]): Found[] {
  const [printed, ...others] = typesOf(ours) ?? [];
  if (printed === undefined || others.length > 0) return [];
  const declared = theirs.flatMap((one) => typesOf(one) ?? []);
  const strays = declared.filter((one) => one !== printed && !(printed === 'number' && one === 'integer'));
  if (strays.length === 0) return [];
  return [{ about: 'type', what: 'other', expected: printed, seen: [...new Set(declared)].join(' or ') }];
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
    const printed = ours[keyword];
    if (typeof printed !== 'number') return [];
    return theirs.flatMap((schema): Found[] => {
      const stated = boundIn(schema, keyword);
      if (stated === undefined || stated === printed) return [];
      const isLooser = side === 'least' ? stated < printed : stated > printed;
      const what = isLooser ? 'looser' : 'stricter';
      return [{ about: 'bound', what, expected: `${keyword} ${printed}`, seen: String(stated) }];
    });
  });
}

/** A bound as it is stated, also where a whole number is bounded by the one beside it. */
function boundIn(schema: Schema, keyword: string): number | undefined {
  const stated = schema[keyword];
  if (typeof stated === 'number') return stated;
  const isWhole = typesOf(schema)?.every((type) => type === 'integer') === true;
  const beside = schema[`exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`];
  return isWhole && typeof beside === 'number' ? beside + (keyword === 'minimum' ? 1 : -1) : undefined;
}

/** The values that a schema lists, or undefined where some branch lets any pass. */
function listedIn(schemas: readonly Schema[]): readonly unknown[] | undefined {
  const lists = schemas.map((one) => one.enum ?? ('const' in one ? [one['const']] : undefined));
  return lists.every((list) => list !== undefined) ? lists.flat().filter((value) => value !== null) : undefined;
}

function valuesOf(ours: Schema, theirs: readonly Schema[], path: string, looks: Looks): Found[] {
  const printed = listedIn([ours]) ?? looks.listed(path);
  const declared = listedIn(theirs);
  if (!printed || !declared) return [];
  const lacking = printed.filter((value) => !declared.includes(value));
  const beyond = looks.grows(path) ? [] : declared.filter((value) => !printed.includes(value));
  return [
    ...lacking.map((value) => ({
      about: 'values' as const,
      what: 'stricter' as const,
      expected: JSON.stringify(value),
    })),
    ...beyond.map((value) => ({ about: 'values' as const, what: 'looser' as const, seen: JSON.stringify(value) })),
  ];
}

function defaultOf(printed: unknown, theirs: readonly Schema[]): Found[] {
  const stated = theirs.map((one) => one['default']).filter((value) => value !== undefined && value !== null);
  const others = printed === undefined ? [] : stated.filter((value) => value !== printed);
  return others.map((value) => ({
    about: 'default' as const,
    what: 'other' as const,
    expected: JSON.stringify(printed),
    seen: JSON.stringify(value),
  }));
}

function membersOf(printed: Side, declared: Side, looks: Looks, path: string, depth: number): Departure[] {
  const ours = printed.document.propertiesOf(printed.schema);
  const theirs = declared.document.propertiesOf(declared.schema);
  if (Object.keys(ours).length === 0 || Object.keys(theirs).length === 0) return [];
  const required = requiredIn(declared);
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const known = Object.entries(ours).flatMap(([name, schema]): Departure[] => {
    const [there, place] = [theirs[name], at(name)];
    // What a tenant calls a member whose name is open was read from this document to begin with.
    const isOpen = schema['x-binding'] !== undefined;
    if (there === undefined) return isOpen ? [] : [{ about: 'member', what: 'missing', path: place }];
    return [
      ...(required.has(name) && looks.isOptional(place)
        ? [{ about: 'optional' as const, what: 'stricter' as const, path: place, seen: 'required' }]
        : []),
      ...(schema.deprecated === true && !isDeprecated(declared.document, there)
        ? [{ about: 'deprecated' as const, what: 'other' as const, path: place, expected: 'deprecated' }]
        : []),
      ...compareSchemas({ ...printed, schema }, { ...declared, schema: there }, looks, place, depth + 1),
    ];
  });
  const added = Object.keys(theirs).filter((name) => !(name in ours));
  return [...known, ...added.map((name) => ({ about: 'member' as const, what: 'added' as const, path: at(name) }))];
}

function elementsOf(printed: Side, declared: Side, looks: Looks, path: string, depth: number): Departure[] {
  const [ours, theirs] = [printed.schema?.items, declared.schema];
  if (!ours || !theirs) return [];
  return compareSchemas({ ...printed, schema: ours }, { ...declared, schema: theirs }, looks, `${path}[]`, depth + 1);
}

/** What an element of a list may be, whichever list it is one of. */
function elementOf(lists: readonly Schema[]): Schema | undefined {
  const [first, ...others] = lists.flatMap(({ items }): Schema[] => (items ? [items] : []));
  return first && others.length > 0 ? { anyOf: [first, ...others] } : first;
}

/** Beside a reference as well. In the tenant's document anything may stand where a schema is expected. */
function isDeprecated(document: TenantDocument, member: Partial<Schema> | null): boolean {
  return member?.deprecated === true || document.schema(member).deprecated === true;
}

/** What a schema requires in any case: of a choice only what each branch requires. */
function requiredIn({ document, schema }: Side): Set<string> {
  const [first, ...others] = branchesOf({ document, schema }).map((branch) => new Set(branch.required ?? []));
  return new Set([...(first ?? [])].filter((name) => others.every((one) => one.has(name))));
}
