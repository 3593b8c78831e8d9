import fc from 'fast-check';
import { sample as usualSample } from 'openapi-sampler';
import type { Schema } from '../contracts/document.ts';

/** Values of the formats that `openapi-sampler` leaves out or writes in a way that ajv rejects. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2030-01-31T10:20:30Z',
  date: '2030-01-31',
  time: '10:20:30Z',
  duration: 'P1D',
  email: 'conformance@example.com',
  'idn-email': 'conformance@example.com',
  hostname: 'conformance.example.com',
  'idn-hostname': 'conformance.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://conformance.example.com/',
  url: 'https://conformance.example.com/',
  iri: 'https://conformance.example.com/',
  'uri-reference': '/conformance',
  'iri-reference': '/conformance',
  'uri-template': '/conformance/{id}',
  'json-pointer': '/conformance',
  'relative-json-pointer': '0/conformance',
  regex: '^conformance$',
  uuid: '3f0c5a52-6a0e-4c5e-9d3c-0b6f7a2d1e48',
  byte: 'Y29uZm9ybWFuY2U=',
  base64: 'Y29uZm9ybWFuY2U=',
};

const CRON = '7 4 1 1 *';
const TIME_ZONE = 'Europe/Vienna';

/** Usual values of members whose meaning a schema shows by their name alone. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/cron|^(schedule_?)?expression$|^schedule$/i, CRON],
  [/time_?zone|^(iana_?)?zone(_?id)?$|^tz$/i, TIME_ZONE],
  [/^(locale|language)$/i, 'en'],
  [/e_?mail(_?address)?$|^recipients?$|^address(es)?$|^(to|cc|bcc|emails)$/i, 'conformance@example.com'],
  [/(url|uri)$|^endpoint$/i, 'https://conformance.example.com/'],
];

/** Usual values of members whose name says little, such as `expression`, by what a schema says of them. */
const BY_DESCRIPTION: readonly (readonly [RegExp, string])[] = [
  [/\bcron\b/i, CRON],
  [/\b(time ?zone|iana)\b/i, TIME_ZONE],
];

const TRIES = 40;

function numbersIn(nodes: readonly Schema[], keyword: string): number[] {
  return nodes.flatMap((node) => (typeof node[keyword] === 'number' ? [node[keyword]] : []));
}

function textsIn(nodes: readonly Schema[], keyword: string): string[] {
  return nodes.flatMap((node) => (typeof node[keyword] === 'string' ? [node[keyword]] : []));
}

/** The sample of the usual tool, whose samples are not always valid. */
export function usualSampleOf(nodes: readonly Schema[], root: object): unknown {
  try {
    const schema = (nodes.length === 1 ? nodes[0] : { allOf: nodes }) as unknown as Parameters<typeof usualSample>[0];
    return usualSample(schema, { skipNonRequired: true, skipReadOnly: true, quiet: true }, root);
  } catch {
    // It cannot read the schema, for example because a reference leads nowhere.
    return undefined;
  }
}

/** Texts that may be valid by all of the schemas, the likeliest first. */
export function* textsFor(nodes: readonly Schema[], name: string, seed: number): Generator<string> {
  const least = Math.max(0, ...numbersIn(nodes, 'minLength'));
  const most = Math.min(1_000_000, ...numbersIn(nodes, 'maxLength'));
  const fitted = (text: string) => text.padEnd(least, 'x').slice(0, Math.max(0, most));
  for (const format of textsIn(nodes, 'format')) if (FORMATS[format] !== undefined) yield FORMATS[format];
  for (const [pattern, text] of BY_NAME) if (pattern.test(name)) yield text;
  const said = textsIn(nodes, 'description').join(' ');
  for (const [pattern, text] of BY_DESCRIPTION) if (pattern.test(said)) yield text;
  yield fitted('conformance');
  for (const pattern of textsIn(nodes, 'pattern')) yield* textsLike(pattern, least, seed);
}

/** Texts that match a pattern. What fast-check cannot read gives none. */
function* textsLike(pattern: string, least: number, seed: number): Generator<string> {
  for (const flags of ['u', '']) {
    let drawn: string[];
    try {
      const arbitrary = fc.stringMatching(new RegExp(pattern, flags), { size: least > 20 ? 'large' : 'small' });
      drawn = fc.sample(arbitrary, { seed, numRuns: TRIES });
    } catch {
      continue;
    }
    // Printable ASCII first: a pattern without an upper bound draws anything.
    yield* [...drawn.filter((text) => /^[ -~]+$/.test(text)), ...drawn].sort((a, b) => rank(a) - rank(b));
    return;
  }
}

const rank = (text: string) => (/^[ -~]+$/.test(text) ? 0 : 1);

/** Numbers that may be valid by all of the schemas, the likeliest first. */
export function* numbersFor(nodes: readonly Schema[], isWhole: boolean): Generator<number> {
  const step = isWhole ? 1 : 0.5;
  const least = [
    ...numbersIn(nodes, 'minimum'),
    ...numbersIn(nodes, 'exclusiveMinimum').map((bound) => (isWhole ? Math.floor(bound) + 1 : bound + step)),
  ];
  const most = [
    ...numbersIn(nodes, 'maximum'),
    ...numbersIn(nodes, 'exclusiveMaximum').map((bound) => (isWhole ? Math.ceil(bound) - 1 : bound - step)),
  ];
  const low = least.length > 0 ? Math.max(...least) : undefined;
  const high = most.length > 0 ? Math.min(...most) : undefined;
  for (const multiple of numbersIn(nodes, 'multipleOf')) {
    const first = low === undefined ? multiple : Math.ceil(low / multiple) * multiple;
    yield first;
    if (high !== undefined) yield Math.floor(high / multiple) * multiple;
  }
  yield 1;
  if (low !== undefined) yield isWhole ? Math.ceil(low) : low;
  if (high !== undefined) yield isWhole ? Math.floor(high) : high;
  if (low !== undefined && high !== undefined) yield (low + high) / 2;
  yield 0;
}
