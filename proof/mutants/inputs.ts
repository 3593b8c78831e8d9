import type { ContractDocument, Operation, Schema } from '../../contracts/document.ts';
import { escapedToken, resolvePointer, tokensOf } from '../../contracts/pointer.ts';
import type { Call } from '../../mock/call.ts';
import { Query } from '../../mock/query.ts';
import { branches, ELEMENT } from './members.ts';

/** What stands for a member that is not there. */
const ABSENT = Symbol('absent');

/** A class of values, and what a tenant that does not expect it would make of such a value. */
interface InputClass {
  readonly name: string;
  readonly holds: (value: unknown) => boolean;
  readonly altered: (value: unknown) => unknown;
}

function ofText(name: string, pattern: RegExp, altered: (text: string) => unknown): InputClass {
  return {
    name,
    holds: (value) => typeof value === 'string' && pattern.test(value),
    altered: (value) => altered(String(value)),
  };
}

function replaced(name: string, pattern: RegExp, by: string): InputClass {
  return ofText(name, pattern, (text) => text.replace(new RegExp(pattern, `${pattern.flags}g`), by));
}

function ofNumber(name: string, holds: (value: number) => boolean, altered: (value: number) => unknown): InputClass {
  return {
    name,
    holds: (value) => typeof value === 'number' && holds(value),
    altered: (value) => altered(value as number),
  };
}

function ofList(
  name: string,
  holds: (value: readonly unknown[]) => boolean,
  altered: (value: readonly unknown[]) => unknown,
): InputClass {
  return {
    name,
    holds: (value) => Array.isArray(value) && holds(value),
    altered: (value) => altered(value as readonly unknown[]),
  };
}

const absentWhere = (name: string, holds: (value: unknown) => boolean): InputClass => ({
  name,
  holds,
  altered: () => ABSENT,
});

const inOrder = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();

/** Classes of free text; a member that takes any text takes each of them. */
const TEXTS: readonly InputClass[] = [
  replaced('beyond-ascii', /[^\0-\x7f]/, '?'),
  replaced('beyond-the-basic-plane', /[\u{10000}-\u{10ffff}]/u, ''),
  ofText('decomposed', /\p{M}/u, (text) => text.normalize('NFC')),
  ofText('capitals', /[A-Z]/, (text) => text.toLowerCase()),
  replaced('blank', /(?<=\S) (?=\S)/, ''),
  replaced('two-blanks', / {2,}/, ' '),
  replaced('line-break', /\r?\n/, ' '),
  replaced('plus', /\+/, ' '),
  replaced('percent', /%/, ''),
  ofText('slash', /.\//, (text) => text.split('/')[0]),
  replaced('backslash', /\\/, ''),
  replaced('quote', /["']/, ''),
  replaced('markup', /[<>&]/, ''),
  ofText('comma', /.,/, (text) => text.split(',')[0]),
  ofText('hash', /.#/, (text) => text.split('#')[0]),
  ofText('question-mark', /.\?/, (text) => text.split('?')[0]),
  ofText('semicolon', /.;/, (text) => text.split(';')[0]),
  ofText('two-hyphens', /.--/, (text) => text.split('--')[0]),
  replaced('placeholder-in-braces', /\{\{\w+\}\}/, ''),
  replaced('placeholder-after-a-dollar', /\$\{\w+\}/, ''),
  replaced('group-of-a-pattern', /\$\d/, ''),
  replaced('format-directive', /%s/, ''),
  ofText('escape-of-an-address', /%41/, (text) => text.replaceAll('%41', 'A')),
  ofText('escape-of-a-page', /&lt;/, (text) => text.replaceAll('&lt;', '<')),
  ofText('escape-of-a-string', /\\n/, (text) => text.replaceAll('\\n', '\n')),
  replaced('marks', /[*_`]/, ''),
  replaced('typographic', /[“”€]/, '?'),
  replaced('right-to-left', /[\u0590-\u06ff]/, ''),
  replaced('tab', /\t/, ' '),
  ofText('digits', /^\d+$/, (text) => String(BigInt(text))),
  ofText('longer-than-100', /^.{101}/su, (text) => text.slice(0, 100)),
  ofText('longer-than-250', /^.{251}/su, (text) => text.slice(0, 250)),
  ofText('longer-than-1000', /^.{1001}/su, (text) => text.slice(0, 1000)),
];

const OTHERS: readonly InputClass[] = [
  absentWhere('empty-text', (value) => value === ''),
  absentWhere('zero', (value) => value === 0),
  ofNumber('negative', (value) => value < 0, Math.abs),
  ofNumber('fraction', (value) => !Number.isInteger(value), Math.trunc),
  ofNumber(
    'beyond-32-bits',
    (value) => Math.abs(value) >= 2 ** 31,
    (value) => value | 0,
  ),
  absentWhere('false', (value) => value === false),
  absentWhere('null', (value) => value === null),
  absentWhere('empty-list', (value) => Array.isArray(value) && value.length === 0),
  ofList(
    'several',
    ({ length }) => length > 1,
    (list) => list.slice(0, 1),
  ),
  ofList(
    'more-than-ten',
    ({ length }) => length > 10,
    (list) => list.slice(0, 10),
  ),
  ofList(
    'unsorted',
    (list) => JSON.stringify(inOrder(list)) !== JSON.stringify(list.map((one) => JSON.stringify(one))),
    (list) => inOrder(list).map((one) => JSON.parse(one) as unknown),
  ),
];

/** Members that are there by themselves or beside others: a tenant may forget them in one of the two. */
const COMPANY = { alone: 'alone', beside: 'beside-others', paged: 'behind-a-cursor' } as const;
const CLASSES = new Map([...TEXTS, ...OTHERS].map((one) => [one.name, one]));
/** Members that take any text. Others that are text name things, moments and places, and words that a tenant knows. */
const FREE = /(^|\/)(\w*[nN]ame|description|title|text|newText|oldText|prompt|search|payload|externalId)$/;
const NAMES_OF_THINGS = /(branch|dataSource)Name$/;

/** A place in the requests of an operation: `query/search`, or `body/policies/*` with all elements taken together. */
export interface Place {
  readonly path: string;
  readonly isFreeText: boolean;
}

function takesAnyText(path: string): boolean {
  return FREE.test(path) && !NAMES_OF_THINGS.test(path);
}

/** Where in a request which classes stand, as `<place>:<class>`, and the places themselves. */
export function inputsOf(call: Call, operation: Operation, document: ContractDocument) {
  const found = new Set<string>();
  const places = new Map<string, Place>();
  const note = (path: string, value: unknown, schemas: readonly Schema[]): void => {
    const isClosed = schemas.some((one) => one.enum ?? one['format'] ?? one['pattern'] ?? one['const']);
    const isFreeText = typeof value === 'string' && !isClosed && takesAnyText(path);
    places.set(path, { path, isFreeText });
    for (const { name, holds } of isFreeText ? CLASSES.values() : OTHERS)
      if (holds(value)) found.add(`${path}:${name}`);
  };
  for (const [name, value] of call.query.values) {
    note(`query/${name}`, value, parameterSchemas(operation, document, name));
    if (name === 'first' || name === 'after') continue;
    if (call.query.text('after') !== undefined) found.add(`query/${name}:${COMPANY.paged}`);
    if ([...call.query.values.keys()].some((other) => other !== name && other !== 'first' && other !== 'after'))
      found.add(`query/${name}:${COMPANY.beside}`);
  }
  const { schema } = operation.requestBody?.content['application/json'] ?? {};
  visitBody(call.body, schema ? branches([schema], document) : [], document, note);
  if (isObject(call.body)) {
    const names = Object.keys(call.body);
    for (const name of names)
      found.add(`body/${escapedToken(name)}:${names.length === 1 ? COMPANY.alone : COMPANY.beside}`);
  }
  return { found, places: [...places.values()] };
}

type Note = (path: string, value: unknown, schemas: readonly Schema[]) => void;

function visitBody(body: unknown, schemas: readonly Schema[], document: ContractDocument, note: Note): void {
  const inner = (all: readonly (Schema | undefined)[]) =>
    branches(
      all.flatMap((one) => (one ? [one] : [])),
      document,
    );
  const visit = (value: unknown, own: readonly Schema[], path: string): void => {
    if (path !== 'body') note(path, value, own);
    if (Array.isArray(value)) {
      const items = inner(own.map((one) => one.items));
      for (const element of value) visit(element, items, `${path}/${ELEMENT}`);
    } else if (isObject(value)) {
      for (const [name, below] of Object.entries(value)) {
        const declared = inner(own.map((one) => one.properties?.[name]));
        const rest = inner(
          own.map((one) => (isObject(one.additionalProperties) ? one.additionalProperties : undefined)),
        );
        if (declared.length > 0) visit(below, declared, `${path}/${escapedToken(name)}`);
        else if (rest.length > 0) visit(below, rest, `${path}/${ELEMENT}`);
      }
    }
  };
  visit(body, schemas, 'body');
}

/** Classes of free text that a place may have, whether a check sends them or not. */
export function textClassesOf({ path, isFreeText }: Place): string[] {
  return isFreeText ? TEXTS.map(({ name }) => `${path}:${name}`) : [];
}

/** The same call, with what is of a class at a place altered. */
export function alteredAt(call: Call, at: string): Call {
  const [path = '', name = ''] = at.split(':');
  const { holds, altered } = CLASSES.get(name) ?? { holds: () => true, altered: () => ABSENT };
  const [part, ...tokens] = tokensOf(`/${path}`);
  const alter = (value: unknown): unknown => (holds(value) ? altered(value) : value);
  if (part === 'body') return { ...call, body: changedAt(call.body, tokens, alter) };
  const values = new Map(call.query.values);
  const next = alter(values.get(tokens[0] ?? ''));
  if (next === ABSENT) values.delete(tokens[0] ?? '');
  else values.set(tokens[0] ?? '', String(next));
  return { ...call, query: new Query(values) };
}

function changedAt(node: unknown, [token, ...rest]: readonly string[], alter: (value: unknown) => unknown): unknown {
  if (token === undefined) return alter(node);
  if (Array.isArray(node)) {
    return node.map((one) => changedAt(one, rest, alter)).filter((one) => one !== ABSENT);
  }
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => {
      const next = token === ELEMENT || token === name ? changedAt(value, rest, alter) : value;
      return next === ABSENT ? [] : [[name, next]];
    }),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parameterSchemas({ parameters = [] }: Operation, document: ContractDocument, name: string): Schema[] {
  const all = parameters.map((one) => ('$ref' in one ? resolvePointer(document, one.$ref) : one)) as {
    readonly name: string;
    readonly schema: Schema;
  }[];
  return branches(
    all.flatMap((one) => (one.name === name ? [one.schema] : [])),
    document,
  );
}
