import { stringifyJson } from '../../contracts/lossless-json.ts';
import { ENVELOPE, type Envelope, type Route } from '../../contracts/bindings/binding.ts';
import { BINDINGS, type BindingId } from '../../contracts/bindings/index.ts';
import type { StatedBindings } from '../../contracts/bindings/resolve.ts';
import type { DialectName } from '../../contracts/dialects.ts';
import type { Schema } from '../../contracts/document.ts';
import { Moment } from '../clock.ts';
import type { Dialect } from './dialect.ts';
import type { Addition, Freedom, Part, Place } from './freedoms/freedom.ts';
import { FREEDOMS } from './freedoms/index.ts';
import { unpagedOfVendors, vendorOf } from './vendor.ts';

const same = (words: string): string => words;

/** Which way of each freedom a tenant takes; the usual one where none is named. */
export type Choices = Readonly<Record<string, string>>;

/** What every dialect does that no freedom changes. */
const BASE = {
  successes: { ok: 200, created: 200, done: 200 },
  further: {},
  states: {},
  ids: {},
  vocabularies: {},
  statuses: {
    invalid: 400,
    unknown: 404,
    forbidden: 403,
    conflict: 409,
    gone: 404,
    unsupported: 415,
    'too-large': 413,
    'no-route': 404,
    'no-method': 405,
  },
} as const satisfies Part;

const TABLES = [
  'words',
  'segments',
  'routes',
  'envelopes',
  'successes',
  'statuses',
  'further',
  'ids',
  'vocabularies',
  'late',
  'needsPlan',
  'outcomes',
  'document',
  'vendorRoutes',
  'vendorWords',
  'states',
] as const;

type Joined = Part & Required<Pick<Part, (typeof TABLES)[number]>>;

/** The dialect of a tenant that takes these ways. */
export function assemble(name: DialectName, choices: Choices): Dialect {
  const part = joined(choices);
  const needed = <Key extends keyof Part>(key: Key): NonNullable<Part[Key]> => {
    const value = part[key];
    if (value === undefined) throw new Error(`no freedom decides ${key}`);
    return value;
  };
  const [successes, statuses] = [needed('successes'), needed('statuses')] as [
    Record<'ok' | 'created' | 'done', number>,
    typeof BASE.statuses,
  ];
  const problem = needed('problem');
  return {
    name,
    names: namesOf(part),
    unpaged: new Set([...unpagedIn(part), ...unpagedOfVendors(part)]),
    success: ({ kind }, operation) => {
      if (kind === 'created' || kind === 'done') return successes[kind];
      return operation.requestBody ? successes.ok : 200;
    },
    refusal: (why) => statuses[why],
    problem,
    noRoute: (problems) => part.noRoute ?? problem(statuses['no-route'], problems),
    write: writerOf(part),
    cursor: needed('cursor'),
    pageSizes: needed('pageSizes'),
    grown: needed('grown'),
    unknownQuery: needed('unknownQuery'),
    unknownMembers: needed('unknownMembers'),
    patchType: needed('patchType'),
    told: needed('told'),
    bodyForm: needed('bodyForm'),
    further: furtherIn(part),
    late: part.late as Dialect['late'],
    needsPlan: part.needsPlan as Dialect['needsPlan'],
    newcomersHold: needed('newcomersHold'),
    outcomes: part.outcomes as Dialect['outcomes'],
    document: part.document as Dialect['document'],
    versionSpelling: needed('versionSpelling'),
    ids: part.ids,
    vocabularies: part.vocabularies,
    wrap: needed('wrap'),
    order: needed('order'),
    embedSessions: needed('embedSessions'),
    internalUsers: internalUsersIn(part),
    scimTokens: needed('scimTokens'),
    vendor: vendorOf(part),
    states: statesIn(part),
    storedVersion: part.storedVersion === undefined ? undefined : (part.wordCase ?? same)(part.storedVersion),
    newOwner: part.newOwner === undefined ? undefined : (part.wordCase ?? same)(part.newOwner),
    replyMember: part.replyMember === undefined ? undefined : (part.wordCase ?? same)(part.replyMember),
    dataApiBase: needed('dataApiBase'),
    otherApis: needed('otherApis'),
    otherApiNames: otherApiNamesOf(part),
  };
}

function joined(choices: Choices): Joined {
  const unknown = Object.keys(choices).filter((id) => !(id in FREEDOMS));
  if (unknown.length > 0) throw new Error(`there is no freedom ${unknown.join(', ')}`);
  const whole: Record<string, unknown> = { ...BASE };
  for (const [id, freedom] of Object.entries(FREEDOMS)) {
    for (const [key, value] of Object.entries(wayOf(id, freedom, choices[id]))) {
      const isTable = (TABLES as readonly string[]).includes(key);
      whole[key] = isTable ? { ...(whole[key] as object | undefined), ...(value as object) } : value;
    }
  }
  return whole as unknown as Joined;
}

function wayOf(id: string, { values }: Freedom, name = Object.keys(values)[0] ?? ''): Part {
  const part = values[name];
  if (!part) throw new Error(`${id}: there is no way ${name}, expected one of ${Object.keys(values).join('; ')}`);
  return part;
}

/** An answer that is the list itself has no places for anything else. */
const BARE: Envelope = { ...ENVELOPE, items: '' };

/** The bindings that the tenant calls otherwise than by their defaults. */
function namesOf(part: Joined): StatedBindings {
  const { words, segments, routes, envelopes, states, wordCase = same } = part;
  const written = (path: string) => path.split('.').map(wordCase).join('.');
  const { 'scheduled-tasks': tasks } = states;
  const all: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(words).map(([id, text]) => [id, written(text)])),
    ...(tasks && { 'scheduled-tasks.enabled': wordCase(tasks.member) }),
    ...segments,
    ...routes,
    ...updatesIn(part),
    ...Object.fromEntries(
      Object.entries(envelopes).map(([id, { items, cursor, more }]): [string, Envelope] => [
        id,
        items === '' ? BARE : { items: written(items), endCursor: written(cursor), hasNextPage: written(more) },
      ]),
    ),
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([id, value]) => JSON.stringify(value) !== JSON.stringify(BINDINGS[id as BindingId].default),
    ),
  );
}

const TASK = '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}';

/** Operations that are updates of a thing in place of paths of their own. */
function updatesIn({ states, routes, newOwner }: Joined): Readonly<Record<string, Route>> {
  const delivery = routes['report-deliveries.update'];
  const { 'scheduled-tasks': tasks, 'report-deliveries': deliveries } = states;
  const task: Route | undefined = tasks?.method && { method: tasks.method, path: TASK };
  return {
    ...(task && { 'scheduled-tasks.pause': task, 'scheduled-tasks.resume': task }),
    ...(deliveries && delivery && { 'report-deliveries.pause': delivery, 'report-deliveries.resume': delivery }),
    ...(newOwner !== undefined && delivery && { 'report-deliveries.transfer': delivery }),
  };
}

function statesIn({ states, wordCase = same }: Joined): Dialect['states'] {
  return Object.fromEntries(
    Object.entries(states).map(([family, { member, paused, active }]) => [
      family,
      { member: wordCase(member), paused, active },
    ]),
  );
}

function otherApiNamesOf({ otherApiWords, wordCase = (text) => text }: Joined): Dialect['otherApiNames'] {
  const { coreData = '', ai = '', account = '' } = otherApiWords ?? {};
  const written = (path: string) => path.split('.').map(wordCase).join('.');
  return { coreData: written(coreData), ai: written(ai), account: written(account) };
}

/** Further members under their names. */
function internalUsersIn({ internalUsers, wordCase = (text) => text }: Joined): Dialect['internalUsers'] {
  return internalUsers ? { ...internalUsers, member: wordCase(internalUsers.member) } : undefined;
}

function furtherIn({ further, newOwner, wordCase = same }: Joined): Dialect['further'] {
  // What a transfer needs says nothing of an update that names another owner.
  const needed = Object.entries(further).filter(([id]) => newOwner === undefined || id !== 'transferReportDelivery');
  return Object.fromEntries(
    needed.map(([operationId, { members, within, repeats = {} }]) => {
      const own = named({ type: 'object', required: Object.keys(members), properties: members }, wordCase);
      const schema = within === undefined ? own : { type: 'object', properties: { [within]: own } };
      const cased = Object.entries(repeats).map(([name, parameter]) => [wordCase(name), parameter] as const);
      return [operationId, { schema, repeats: Object.fromEntries(cased) }];
    }),
  );
}

function named(schema: Schema, wordCase: (words: string) => string): Schema {
  const inner = (each: readonly Schema[]) => each.map((one) => named(one, wordCase));
  const { properties, required, items, allOf, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [wordCase(name), named(member, wordCase)]),
      ),
    }),
    ...(required && { required: required.map(wordCase) }),
    ...(items && { items: named(items, wordCase) }),
    ...(allOf && { allOf: inner(allOf) }),
    ...(anyOf && { anyOf: inner(anyOf) }),
    ...(oneOf && { oneOf: inner(oneOf) }),
  };
}

/** A list that is its own answer has no place for a cursor, so all of it is there at once. */
function unpagedIn({ envelopes }: Joined): ReadonlySet<string> {
  const bare = Object.entries(envelopes).filter(([, { items }]: [string, Place]) => items === '');
  return new Set(
    bare.flatMap(([id]) => {
      const binding = BINDINGS[id as BindingId];
      return 'discover' in binding && 'operation' in binding.discover ? [binding.discover.operation] : [];
    }),
  );
}

/** Members that a tenant may leave out where another says null. */
const LEFT_OUT_WHEN_NULL = new Set([
  'description',
  'endResultCell',
  'folderId',
  'picture',
  'refreshedBy',
  'refreshedByUser',
  'resultLocation',
  'workbookId',
]);

function writerOf({ day, instant, nulls, addition, arrangement, memberOrder, notation }: Part): Dialect['write'] {
  const shown = (value: unknown): unknown => {
    if (value instanceof Moment) return (value.precision === 'date' ? day : instant)?.(value);
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(
      ([key, member]) => nulls !== 'absent' || member !== null || !LEFT_OUT_WHEN_NULL.has(key),
    );
    return Object.fromEntries(members.map(([key, member]) => [key, shown(member)]));
  };
  return (body) => {
    const whole = addition ? added(shown(body), addition) : shown(body);
    const arranged = arrangement ? arrangement(whole) : whole;
    const json = stringifyJson(memberOrder ? memberOrder(arranged) : arranged);
    return notation ? notation(json) : json;
  };
}

/** Further members in the answer itself and in each element of its lists. */
function added(body: unknown, addition: Addition): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map((element) => addedTo(element, addition));
  const members = Object.entries(body).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map((element: unknown) => addedTo(element, addition)) : (value as unknown),
  ]);
  return addedTo(Object.fromEntries(members), addition);
}

function addedTo(value: unknown, addition: Addition): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return addition(value as Readonly<Record<string, unknown>>);
}
