import type { Schema } from '../../contracts/document.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { NAME_WORDS, wordsOf } from '../../contracts/bindings/words.ts';
import { setupFailed } from '../failures/failure.ts';
import { inOneLine, isSuccess } from '../http/answer.ts';
import { Secret } from '../http/secrets.ts';
import { isMembers } from '../../generators/members.ts';
import { holdsWhole, placesIn, schemasOf, typesOf, withValues, type Place } from './request-places.ts';
import { ownUser } from './own-user.ts';
import { internalIn } from './embed-users.ts';
import type { Sourcing } from './source.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

/** The APIs beside the platform for which a tenant may have keys of their own. */
export type Served = 'scim' | 'agents';

/** What a new API key is to have; each is sent only where the tenant's document has a place for it. */
export interface KeyWish {
  readonly scope?: readonly string[];
  readonly owner?: { readonly id: string; readonly email?: string };
  /** How many milliseconds it counts. */
  readonly lives?: number;
  /** The API that is to accept it, where the tenant has keys of a kind for that. */
  readonly isFor?: Served;
}

const CREATION = '/api/v1/api-keys';

function placesOf({ document }: Sourcing): readonly Place[] {
  const declared = document?.find('post', CREATION);
  return document && declared ? placesIn(document, document.schemaOf(declared, 'request')) : [];
}

const nameOf = ({ path }: Place) => path.at(-1) ?? '';
/** The words of the names that lead to a place, without those of what holds the whole key, which say nothing of it. */
const wholeName = ({ path }: Place) =>
  path.flatMap((name, level) => (level < path.length - 1 && holdsWhole(name) ? [] : wordsOf(name))).join(' ');
const inType = (id: string, types: readonly string[]) =>
  /^\d+$/.test(id) && !types.includes('string') && types.some((type) => type === 'integer' || type === 'number')
    ? numberOf(id)
    : id;

/** What the value at a place means if it names deployments: the words of the place say so, and its elements can be ids. */
function scopeAt(document: TenantDocument, place: Place, ids: readonly string[]): unknown {
  const words = wholeName(place);
  const isOfDeployments = /\bdeployments?\b/.test(words);
  const elements = document.elementsOf(place.schema);
  if (elements === undefined) {
    const isId = /\bdeployment( id)?$/.test(words) && isOfScalars(document, place.schema);
    return isId && ids.length === 1 ? inType(ids[0] ?? '', typesOf(document, place.schema)) : undefined;
  }
  if (!isOfDeployments && !/\b(scopes?|restrict\w*|resources?|allowed( to)?|limited( to)?)\b/.test(words)) {
    return undefined;
  }
  // A list of names of rights is no list of ids.
  if (schemasOf(document, elements).some((one) => one.enum !== undefined)) return undefined;
  const inner = document.propertiesOf(elements);
  if (Object.keys(inner).length === 0) {
    const types = typesOf(document, elements);
    if (!isOfDeployments && !types.some((type) => type === 'integer' || type === 'number')) return undefined;
    return ids.map((id) => inType(id, types));
  }
  const member = ['deployment id', 'id', 'resource id', 'deployment'].flatMap((wanted) =>
    Object.keys(inner).filter((name) => wordsOf(name).join(' ') === wanted),
  )[0];
  const kind = Object.entries(inner).find(([name]) => /type|kind/i.test(name));
  const values = kind ? schemasOf(document, kind[1]).flatMap((one) => one.enum ?? []) : [];
  const value = values.find((one) => /^deployments?$/i.test(String(one)));
  if (member === undefined || (!isOfDeployments && value === undefined)) return undefined;
  const types = typesOf(document, inner[member] ?? {});
  return ids.map((id) => ({
    ...(kind && value !== undefined && { [kind[0]]: value }),
    [member]: inType(id, types),
  }));
}

function isOfScalars(document: TenantDocument, node: Schema): boolean {
  const types = typesOf(document, node);
  const isStructured =
    types.some((type) => type === 'object' || type === 'array' || type === 'boolean') ||
    Object.keys(document.propertiesOf(node)).length > 0;
  return !isStructured && schemasOf(document, node).every((one) => one.enum === undefined);
}

const OWNERS = ['user', 'owner', 'member', 'account user', 'on behalf of', 'behalf of', 'created for', 'issued to'];
const OWNING = [...OWNERS, 'for', 'assignee', 'principal', 'subject', 'acts? (?:as|for)', 'belongs to'].join('|');
/** What the kind of such an owner is called where it is told beside the id. */
const USERS = ['user', 'member', 'person'];
/** One such name, or one inside another: the user id of an owner. */
const OWNER = new RegExp(`^(?:(?:for|of) )?(?:${OWNING})(?: (?:${OWNING}))*$`);

/** Who a key is made for: an id, or an address where that is what stands there. */
function ownerAt(
  document: TenantDocument,
  place: Place,
  { id, email }: NonNullable<KeyWish['owner']>,
): string | number | undefined {
  const words = wholeName(place);
  if (!isOfScalars(document, place.schema)) return undefined;
  if (/ ?e ?mail( address)?$/.test(words)) return OWNER.test(words.replace(/ ?e ?mail.*$/, '')) ? email : undefined;
  return OWNER.test(words.replace(/ (id|uuid)$/, '')) ? inType(id, typesOf(document, place.schema)) : undefined;
}

const SERVED: Readonly<Record<Served, RegExp>> = {
  scim: /\bscim\b|^(user )?provisioning\b/,
  agents: /^((for|use|access|call|run|chat|public) )*(ai|agents?|ai agents?|assistants?)( (api|access|chat))*$/,
};

/** What marks a key as one for such an API: a flag of that name, or that kind or right among those that are listed. */
function servedAt(document: TenantDocument, { path, schema }: Place, served: Served): unknown {
  const isIt = (text: string) => SERVED[served].test(wordsOf(text).join(' '));
  if (typesOf(document, schema).includes('boolean')) return isIt(path.at(-1) ?? '') ? true : undefined;
  const elements = document.elementsOf(schema);
  const listed = schemasOf(document, elements ?? schema).flatMap((one) => one.enum ?? []);
  const value = listed.find((one) => isIt(String(one)));
  return value !== undefined && elements ? [value] : value;
}

const EXPIRY = /\b(expir\w*|valid (until|to|for|through|till)|ttl|life ?time|lifespan|not after|end date|end at)\b/;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/\b(ms?|millis?|milliseconds?)\b/, 1],
  [/\b(s|secs?|seconds?)\b/, 1_000],
  [/\b(minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\b/, Number.POSITIVE_INFINITY],
];

/** A value by which a key counts for so long, or, where a place can say no less, a little longer. */
function expiryAt(document: TenantDocument, place: Place, { lives, now }: { lives: number; now: number }): unknown {
  const words = wholeName(place);
  const isOfLife = EXPIRY.test(words) || /^(seconds|duration( \w+)?)$/.test(words);
  if (!isOfLife) return undefined;
  const schemas = schemasOf(document, place.schema);
  const at = new Date(now + lives);
  if (schemas.some(({ format }) => format === 'date-time')) return at.toISOString();
  // The day before: a date of today may count to its end.
  if (schemas.some(({ format }) => format === 'date')) return new Date(now - DAY).toISOString().slice(0, 10);
  const listed = schemas.flatMap((one) => one.enum ?? []);
  if (listed.length > 0) return listed.find((one) => durationOf(one) <= lives);
  const isMoment = /\b(at|until|till|to|through|after|date|on|time|expiry|expiration)$/.test(words);
  const numbers = schemas.filter(({ type }) => [type].flat().some((one) => one === 'integer' || one === 'number'));
  if (numbers.length > 0) {
    if (isMoment) return numberWithin(numbers, Math.floor(at.getTime() / 1_000));
    const said = [words, ...schemas.map((one) => textOf(one['description']).toLowerCase())];
    const [, unit = 1_000] = said.flatMap((text) => UNITS.filter(([named]) => named.test(text)).slice(0, 1))[0] ?? [];
    return Number.isFinite(unit) ? numberWithin(numbers, Math.ceil(lives / unit)) : undefined;
  }
  const text = schemas.find(({ type }) => [type].flat().includes('string'));
  if (!text) return undefined;
  if (text['format'] === 'duration') return `PT${Math.ceil(lives / 1_000)}S`;
  return isMoment || text['pattern'] === undefined ? textFor(text, isMoment, at, lives) : undefined;
}

const DAY = 86_400_000;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function textFor(text: Schema, isMoment: boolean, at: Date, lives: number): string | undefined {
  const seconds = Math.ceil(lives / 1_000);
  const example = [text['example'], text['default'], ...[text['examples']].flat()]
    .map(String)
    .find((one) => one !== '');
  const forms = [at.toISOString(), `${seconds}s`, `PT${seconds}S`];
  const alike = forms.find((form) => shapeOf(form) === shapeOf(example ?? ''));
  return alike ?? (isMoment ? forms[0] : undefined);
}

/** A text without its digits, so that two moments or two durations look alike. */
const shapeOf = (text: string) => text.replace(/[\d.]+/g, '0').replace(/[hmsd]$/i, '');

function numberWithin(schemas: readonly Schema[], wanted: number): number | undefined {
  const least = Math.max(...schemas.map((one) => Number(one['minimum'] ?? one['exclusiveMinimum'] ?? 0)));
  const most = Math.min(...schemas.map((one) => Number(one['maximum'] ?? Number.POSITIVE_INFINITY)));
  // A moment in milliseconds has three digits more than one in seconds.
  if (least > 1e11) return wanted > 1e8 ? wanted * 1_000 : undefined;
  return wanted >= least && wanted <= most ? wanted : undefined;
}

/** How long a listed duration is, such as 1s, PT5S or 30 days; without end if it is none. */
function durationOf(value: unknown): number {
  if (typeof value === 'number') return value * 1_000;
  const [, amount, unit = ''] = /^p?t?(\d+)\s*([a-z]+)$/i.exec(String(value)) ?? [];
  const [, length = Number.POSITIVE_INFINITY] = UNITS.find(([named]) => named.test(unit.toLowerCase())) ?? [];
  return amount === undefined ? Number.POSITIVE_INFINITY : Number(amount) * length;
}

interface Filled {
  readonly place: Place;
  readonly value: unknown;
  readonly about?: readonly string[];
}

function filled(sourcing: Sourcing, valueAt: (document: TenantDocument, place: Place) => unknown): Filled | undefined {
  const { document } = sourcing;
  if (!document) return undefined;
  const found = placesOf(sourcing).flatMap((place) => {
    const value = valueAt(document, place);
    return value === undefined ? [] : [{ place, value }];
  });
  // What stands highest says most.
  return found.sort((a, b) => a.place.path.length - b.place.path.length)[0];
}

const scopeOf = (sourcing: Sourcing, ids: readonly string[]) =>
  filled(sourcing, (document, place) => scopeAt(document, place, ids));
const ownerOf = (sourcing: Sourcing, owner: NonNullable<KeyWish['owner']>) =>
  filled(sourcing, (document, place) => ownerAt(document, place, owner));
const expiryOf = (sourcing: Sourcing, lives: number) =>
  filled(sourcing, (document, place) => expiryAt(document, place, { lives, now: sourcing.now() }));

const SOME_ID = '1';
export const SHORTEST_LIFE = 2_000;

/** Whether a new key can be bound to deployments, as many as are told. */
export const canScope = (sourcing: Sourcing, count: number): boolean =>
  scopeOf(
    sourcing,
    Array.from({ length: count }, () => SOME_ID),
  ) !== undefined;
export const canOwn = (sourcing: Sourcing): boolean =>
  ownerOf(sourcing, { id: SOME_ID, email: 'somebody@example.com' }) !== undefined;
export const canServe = (sourcing: Sourcing, served: Served): boolean => servedIn(sourcing, served) !== undefined;
const servedIn = (sourcing: Sourcing, served: Served) =>
  filled(sourcing, (document, place) => servedAt(document, place, served));
export const canExpire = (sourcing: Sourcing): boolean => expiryOf(sourcing, SHORTEST_LIFE) !== undefined;

/** Whether a new key is told the very moment at which it ends, so that nothing of it can be read in another way. */
export function isMomentDeclared(sourcing: Sourcing): boolean {
  const { document } = sourcing;
  const found = expiryOf(sourcing, SHORTEST_LIFE);
  return (
    document !== undefined &&
    found !== undefined &&
    schemasOf(document, found.place.schema).some(({ format }) => format === 'date-time')
  );
}

const UNSCOPED = /\b(all|any|every|everything|full|unscoped|unrestricted|unlimited)\b/;

/** What says that a key counts for all deployments, where its document wants each body to say for which: an example names some. */
function unscopedIn(sourcing: Sourcing): Filled | undefined {
  const { document } = sourcing;
  const declared = document?.find('post', CREATION);
  const path = scopeOf(sourcing, [SOME_ID])?.place.path ?? [];
  const body = document && declared && document.schemaOf(declared, 'request');
  if (!document || !document.requiredOf(body).includes(path[0] ?? '')) return undefined;
  let node = body;
  for (const [level, name] of path.entries()) {
    for (const [beside, schema] of Object.entries(document.propertiesOf(node))) {
      const value = document.valuesOf(schema).find((one) => UNSCOPED.test(wordsOf(String(one)).join(' ')));
      if (value !== undefined && beside !== name)
        return { place: { path: [...path.slice(0, level), beside], schema }, value };
    }
    node = document.propertiesOf(node)[name];
  }
  return undefined;
}

/** Creates an API key by the printed operation, with what the tenant's document says of its body. */
export async function newKey(
  sourcing: Sourcing,
  what: string,
  { scope, owner, lives, isFor }: KeyWish,
): Promise<string> {
  const { admin, document } = sourcing;
  const ofWhom = owner ?? (await administratorIfRequired(sourcing));
  const unscoped = scope ? undefined : unscopedIn(sourcing);
  const wanted = [
    ...(unscoped ? [unscoped] : []),
    ...(scope ? [scopeOf(sourcing, scope) ?? lacking('deployments')] : []),
    ...(ofWhom ? [{ ...(ownerOf(sourcing, ofWhom) ?? lacking('a user')), about: USERS }] : []),
    ...(isFor ? [servedIn(sourcing, isFor) ?? lacking(isFor)] : []),
    ...(lives === undefined ? [] : [expiryOf(sourcing, lives) ?? lacking('a short life')]),
  ];
  const declared = document?.find('post', CREATION);
  const schema = document && declared ? document.schemaOf(declared, 'request') : undefined;
  const named: Filled = { place: nameIn(sourcing), value: sourcing.fresh(what) };
  const body = document ? withValues(document, schema, [named, ...wanted]) : { name: named.value };
  const answer = await admin.preparing.raw('createApiKey', { body });
  if (!isSuccess(answer)) throw setupFailed(`the creation of an API key was refused: ${inOneLine(answer)}`);
  const token = isMembers(answer.body) ? answer.body['token'] : undefined;
  if (!(token instanceof Secret)) throw setupFailed('the creation of an API key shows no token');
  return token.reveal();
}

/** The administrator, where the document requires that a key says whose it is. */
async function administratorIfRequired(sourcing: Sourcing): Promise<KeyWish['owner']> {
  const { document } = sourcing;
  const place = ownerOf(sourcing, { id: SOME_ID, email: 'somebody@example.com' })?.place;
  const declared = document?.find('post', CREATION);
  if (!document || !declared || !place) return undefined;
  let node = document.schemaOf(declared, 'request');
  for (const name of place.path) {
    if (!document.requiredOf(node).includes(name)) return undefined;
    node = document.propertiesOf(node)[name];
  }
  const { body } = await ownUser(sourcing);
  return internalIn(isMembers(body) ? body : undefined);
}

function lacking(what: string): never {
  throw setupFailed(`the tenant's document declares no place for ${what} in a new API key`);
}

/** Where the name of a key stands: a vendor may call it a label. */
function nameIn(sourcing: Sourcing): Place {
  const places = placesOf(sourcing).filter(({ path }) => path.slice(0, -1).every(holdsWhole));
  const like = (pattern: RegExp) => places.find((place) => pattern.test(wordsOf(nameOf(place)).join(' ')));
  return (
    like(/^name$/) ?? like(new RegExp(`^((api )?key |display )?(${NAME_WORDS})$`)) ?? { path: ['name'], schema: {} }
  );
}
