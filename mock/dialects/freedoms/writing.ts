import type { Freedoms } from './freedom.ts';

/** Lists that are sets: the order of their elements is not printed, and nothing keeps it from one answer to the next. */
const SETS = new Set(['policies', 'actions', 'resources', 'rolesWithAccess', 'userPolicies', 'groupIds', 'scopes']);

/** Turns the sets of an answer by some places, others each time. */
function turning(): (body: unknown) => unknown {
  let answers = 0;
  const turned = (value: unknown, name?: string): unknown => {
    if (Array.isArray(value)) {
      const elements: readonly unknown[] = value;
      const by = name !== undefined && SETS.has(name) && elements.length > 0 ? answers % elements.length : 0;
      return [...elements.slice(by), ...elements.slice(0, by)].map((one) => turned(one));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, turned(member, key)]));
  };
  return (body) => {
    answers += 1;
    return turned(body);
  };
}

/** Writes the members of objects in their order and, in every other answer, the last one first. */
function alternating(): (body: unknown) => unknown {
  let answers = 0;
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).reverse();
    return Object.fromEntries(members.map(([key, member]) => [key, reversed(member)]));
  };
  return (body) => {
    answers += 1;
    return answers % 2 === 0 ? reversed(body) : body;
  };
}

function escaped(json: string, characters: RegExp): string {
  return json.replace(characters, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** How answers are written as text: their order where none is printed, and the notation of JSON. */
export const writing: Freedoms = {
  'order.sets': {
    points: ['U023', 'U035'],
    what: 'whether the elements of sets keep their order from one answer to the next',
    values: { kept: {}, 'another each time': { arrangement: turning() } },
  },
  'order.members': {
    points: ['U104'],
    what: 'whether the members of objects keep their order from one answer to the next',
    values: { kept: {}, 'another each time': { memberOrder: alternating() } },
  },
  notation: {
    points: ['U104'],
    what: 'which characters JSON text escapes beyond those that it has to',
    values: {
      none: {},
      // What is safe within a page, as some libraries have it by default.
      'for pages': { notation: (json) => escaped(json, /[<>&\u2028\u2029]/g) },
      // ASCII alone, with slashes that cannot end a script.
      ascii: { notation: (json) => escaped(json, /[^\x20-\x7e]/g).replaceAll('/', '\\/') },
    },
  },
};
