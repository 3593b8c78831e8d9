import { wordsOf } from '../../contracts/bindings/words.ts';
import { isMembers } from '../../generators/members.ts';

/** Something that can be counted or summed up, with the cube, view or model that has it. */
interface Measure {
  readonly cube: string;
  readonly name: string;
}

const MEASURES = /^(measure|metric)$/;
const NAMES = ['name', 'id', 'key', 'member'];
const DEEPEST = 6;

function nameIn(thing: unknown): string | undefined {
  if (typeof thing === 'string') return thing;
  if (!isMembers(thing)) return undefined;
  const name = NAMES.map((member) => thing[member]).find((one) => typeof one === 'string');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The names of a list of things, or of an object with a member for each. */
function namesIn(things: unknown): readonly string[] {
  if (Array.isArray(things)) return things.flatMap((one) => nameIn(one) ?? []);
  return isMembers(things) ? Object.entries(things).map(([key, one]) => nameIn(one) ?? key) : [];
}

/** The measures that metadata lists, in whatever it keeps them. */
function measuresIn(meta: unknown, key = '', depth = 0): readonly Measure[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(meta)) return meta.flatMap((one) => measuresIn(one, '', depth + 1));
  if (!isMembers(meta)) return [];
  const cube = nameIn(meta) ?? key;
  return Object.entries(meta).flatMap(([member, value]) =>
    MEASURES.test(wordsOf(member).join(' '))
      ? namesIn(value).flatMap((name) => measureOf(cube, name) ?? [])
      : measuresIn(value, member, depth + 1),
  );
}

/** A measure may be listed under its whole name, or under its name within the cube. */
function measureOf(cube: string, listed: string): Measure | undefined {
  const at = listed.lastIndexOf('.');
  if (at > 0) return { cube: listed.slice(0, at), name: listed.slice(at + 1) };
  return cube === '' ? undefined : { cube, name: listed };
}

const CUBES = /^(cube|view|model|table|entity|data set|dataset)$/;

/** What metadata lists that has measures, without them: each can be counted, as a rule. */
function countsIn(meta: unknown, depth = 0): readonly Measure[] {
  if (depth > DEEPEST || !isMembers(meta)) return [];
  return Object.entries(meta).flatMap(([member, value]) =>
    CUBES.test(wordsOf(member).join(' '))
      ? namesIn(value).map((cube) => ({ cube, name: 'count' }))
      : countsIn(value, depth + 1),
  );
}

const MOST = 2;

/** A few measures: counts first, which cost least. */
function cheapest(meta: unknown): readonly Measure[] {
  const isCount = ({ name }: Measure) => /count/i.test(name);
  const measures = measuresIn(meta);
  const some = measures.length > 0 ? measures : countsIn(meta);
  return [...some].sort((one, other) => Number(isCount(other)) - Number(isCount(one))).slice(0, MOST);
}

/** Bodies that ask for one measure. */
export function queriesOn(meta: unknown): readonly object[] {
  return cheapest(meta).flatMap(({ cube, name }) => {
    const asked = { measures: [`${cube}.${name}`], limit: 1 };
    return [{ query: asked }, asked];
  });
}

/** Bodies with a statement that asks for one measure, and at last for none. */
export function statementsOn(meta: unknown): readonly object[] {
  const statements = cheapest(meta).map(({ cube, name }) => `SELECT MEASURE(${name}) FROM ${cube} LIMIT 1`);
  return [...statements, 'SELECT 1'].flatMap((statement) => [{ query: statement }, { sql: statement }]);
}
