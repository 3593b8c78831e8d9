import type { Outgoing } from '../../mock/index.ts';
import { tokensOf } from '../../contracts/pointer.ts';
import { ELEMENT, typeOf, type Member } from './members.ts';
import type { AnswerKind } from './observation.ts';

/** One change of an answer that was otherwise right. */
export interface Mutation {
  readonly operator: Operator;
  /** The member that is changed, or the header, or the status that comes instead. */
  readonly at: string;
  readonly change: (answer: Outgoing) => Outgoing;
}

export const OPERATORS = {
  dropped: 'a member is missing',
  nulled: 'a member is null',
  retyped: 'a member is of another type',
  renamed: 'a member has another name',
  changed: 'a member has another value',
  'element-dropped': 'the first element of a list is missing',
  'element-added': 'an element of a list stands there under another identity as well',
  'element-repeated': 'the first element of a list comes twice',
  reordered: 'a list comes in the opposite order',
  'same-class': 'the status is another one of its class',
  'other-class': 'the status is one of another class',
  emptied: 'the body is empty',
  'body-of-another': 'the body is that of another operation',
  'header-dropped': 'a header is missing',
  'for-actor': 'something is wrong for one kind of actor',
  'after-history': 'something is wrong after one history',
  'after-change': 'a read shows what was there before one kind of change',
  'for-input': 'something is wrong for one class of inputs',
} as const;

export type Operator = keyof typeof OPERATORS;

/** Every change that the general operators know to make to one kind of answer. */
export function mutationsOf(kind: AnswerKind, other: AnswerKind | undefined): Mutation[] {
  return [...statuses(kind), ...wholes(kind, other), ...headers(kind), ...kind.members.flatMap(ofMember)];
}

const CLASSES: Readonly<Record<number, { readonly within: readonly number[]; readonly across: readonly number[] }>> = {
  2: { within: [200, 202], across: [400, 404, 500] },
  4: { within: [400, 404, 403], across: [200, 500] },
};

function statuses({ status }: AnswerKind): Mutation[] {
  const { within, across } = CLASSES[Math.floor(status / 100)] ?? { within: [], across: [] };
  const to = (operator: Operator, next: number): Mutation => ({
    operator,
    at: String(next),
    change: (answer) => ({ ...answer, status: next }),
  });
  return [
    ...within.filter((one) => one !== status).map((one) => to('same-class', one)),
    ...across.map((one) => to('other-class', one)),
  ];
}

function wholes({ status, sample, operation }: AnswerKind, other: AnswerKind | undefined): Mutation[] {
  if (sample === undefined && status !== 200) return [];
  const emptied: Mutation = { operator: 'emptied', at: '', change: (answer) => ({ ...answer, body: '' }) };
  if (status >= 300 || other?.sample === undefined) return [emptied];
  const body = other.sample;
  const at = other.operation;
  return at === operation
    ? [emptied]
    : [emptied, { operator: 'body-of-another', at, change: (answer) => ({ ...answer, body }) }];
}

function headers(kind: AnswerKind): Mutation[] {
  return [...kind.headers].map((name) => ({
    operator: 'header-dropped',
    at: name,
    change: (answer) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers).filter(([own]) => own !== name)),
    }),
  }));
}

type InPlace = (value: unknown) => unknown;
/** What stands for a member that is not there. */
const NOTHING = Symbol('nothing');

function ofMember({ path, types, words, longest }: Member): Mutation[] {
  const at = (operator: Operator, change: InPlace): Mutation => ({
    operator,
    at: path,
    change: onBody((body) => changed(body, tokensOf(path), change)),
  });
  const isMember = path !== '' && !path.endsWith(`/${ELEMENT}`);
  const isScalar = types.has('string') || types.has('number') || types.has('boolean');
  return [
    ...(isMember ? [at('dropped', () => NOTHING), renamed(path)] : []),
    ...(path === '' ? [] : [...(hasMoreThan(types, 'null') ? [at('nulled', () => null)] : []), at('retyped', retyped)]),
    ...(isScalar ? [at('changed', (value) => another(value, words, tokensOf(path).at(-1)))] : []),
    // A list that was never seen with anything in it has nothing that could be changed.
    ...(longest > 0
      ? [
          at(
            'element-dropped',
            onList(([, ...rest]) => rest),
          ),
          at(
            'element-added',
            onList((list) => [...list, ...list.slice(-1).map(underAnotherIdentity)]),
          ),
          at(
            'element-repeated',
            onList((list) => [...list.slice(0, 1), ...list]),
          ),
        ]
      : []),
    ...(longest > 1
      ? [
          at(
            'reordered',
            onList((list) => list.toReversed()),
          ),
        ]
      : []),
  ];
}

function hasMoreThan<One>(all: ReadonlySet<One>, one: One): boolean {
  return all.size > (all.has(one) ? 1 : 0);
}

function onBody(change: InPlace): Mutation['change'] {
  return (answer) => {
    if (typeof answer.body !== 'string' || answer.body === '') return answer;
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };
  };
}

function onList(change: (list: unknown[]) => unknown[]): InPlace {
  return (value) => (Array.isArray(value) ? change(value) : value);
}

/** The same body with a change at every place that the path leads to. */
function changed(node: unknown, [token, ...rest]: readonly string[], change: InPlace): unknown {
  if (token === undefined) return change(node);
  if (Array.isArray(node) && token === ELEMENT) return node.map((element) => changed(element, rest, change));
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, token)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => {
      const next: unknown = name === token ? changed(value, rest, change) : value;
      return next === NOTHING ? [] : [[name, next]];
    }),
  );
}

function renamed(path: string): Mutation {
  const tokens = tokensOf(path);
  const name = tokens.at(-1) ?? '';
  const rename: InPlace = (node) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).map(([own, value]) => [own === name ? `${own}_` : own, value]))
      : node;
  return { operator: 'renamed', at: path, change: onBody((body) => changed(body, tokens.slice(0, -1), rename)) };
}

export function retyped(value: unknown): unknown {
  switch (typeOf(value)) {
    case 'string':
      return 7;
    case 'number':
      return String(value);
    case 'boolean':
      return String(value);
    case 'array':
      return {};
    case 'object':
      return [];
    case 'null':
      return {};
  }
}

const DAY = 86_400_000;
const HEX = '0123456789abcdef';

const IDENTITY = /^id$|Id$/;
/** Far enough away that no neighbour has this id: ids are often counted. */
const APART = 100_003;

/** A value of the same type and form that is not the same. */
function another(value: unknown, words: readonly unknown[], name = ''): unknown {
  const word = words.find((one) => one !== value);
  if (words.includes(value) && word !== undefined) return word;
  if (typeof value === 'boolean') return !value;
  const step = IDENTITY.test(name) ? APART : 1;
  if (typeof value === 'number') return value + step;
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return new Date(Date.parse(value) + DAY).toISOString();
  if (/^\d+$/.test(value)) return String(BigInt(value) + BigInt(step));
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$|^[0-9a-f]{32,}$/.test(value)) {
    return value.slice(0, -1) + (HEX[(HEX.indexOf(value.at(-1) ?? '0') + 1) % HEX.length] ?? '0');
  }
  // The end of a text in base 64 may stand for nothing; its beginning never does.
  if (/^[\w+/=-]{2,}$/.test(value)) return (value.startsWith('A') ? 'B' : 'A') + value.slice(1);
  return `${value}x`;
}

/** A copy whose identifying members have other values. */
function underAnotherIdentity(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return another(element, []);
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) => [
      name,
      /^(id|name|key)$|Id$/.test(name) ? another(value, [], name) : value,
    ]),
  );
}
