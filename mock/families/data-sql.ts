import { refuse } from '../answer.ts';
import type { Filter, Operator, Value } from '../rules/core-data.ts';
import { cubeNamed, type Cube, type Query } from './data-model.ts';

interface Column {
  /** How the answer calls it. */
  readonly name: string;
  readonly member: string;
  readonly type: string;
}

/** Words, names in double quotes, texts in single ones, numbers and signs. */
const TOKEN = /\s*(?:([a-z_][a-z0-9_]*)|"([^"]*)"|'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)|(<>|!=|<=|>=|[=<>(),;*.]))/iy;

interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign';
  readonly text: string;
}

const COMPARISONS: Readonly<Record<string, Operator>> = {
  '=': 'equals',
  '<>': 'notEquals',
  '!=': 'notEquals',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) refuse('invalid', `the SQL cannot be read from character ${at}`);
    const [, word, quoted, literal, number, sign] = match;
    if (word !== undefined || quoted !== undefined) tokens.push({ kind: 'word', text: word ?? quoted ?? '' });
    else if (literal !== undefined) tokens.push({ kind: 'text', text: literal.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

/** Walks over the tokens of a statement. */
class Reader {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#tokens.length;
  }

  next(): Token {
    const token = this.#tokens[this.#position];
    if (!token) refuse('invalid', 'the SQL ends too early');
    this.#position += 1;
    return token;
  }

  /** Goes on if the next token is this word or sign. */
  takes(text: string): boolean {
    const token = this.#tokens[this.#position];
    const isIt = token !== undefined && token.kind !== 'text' && token.text.toLowerCase() === text.toLowerCase();
    if (isIt) this.#position += 1;
    return isIt;
  }

  needs(text: string): void {
    if (!this.takes(text)) refuse('invalid', `the SQL has no ${text} where it needs one`);
  }

  name(): string {
    const token = this.next();
    return token.kind === 'word' ? token.text : refuse('invalid', `${token.text} is no name in the SQL`);
  }

  count(): number {
    const { kind, text } = this.next();
    const value = Number(text);
    return kind === 'number' && Number.isSafeInteger(value) && value >= 0
      ? value
      : refuse('invalid', `${text} is no whole number in the SQL`);
  }

  listOf<One>(read: () => One): One[] {
    const found = [read()];
    while (this.takes(',')) found.push(read());
    return found;
  }
}

interface Selected {
  /** A measure stands in MEASURE(), a dimension by itself. */
  readonly isMeasure: boolean;
  readonly member: string;
  readonly alias: string | undefined;
}

/**
 * One SELECT over one cube: dimensions, MEASURE(...), WHERE with AND, GROUP BY, ORDER BY, LIMIT and OFFSET. Rows are grouped
 * by the selected dimensions, so GROUP BY can only repeat them.
 */
export function parseSql(
  cubes: readonly Cube[],
  text: string,
  rowsOtherwise: number,
): { readonly query: Query; readonly columns: readonly Column[] } {
  const reader = new Reader(tokensOf(text));
  reader.needs('SELECT');
  const selected = reader.listOf(() => selectedIn(reader));
  reader.needs('FROM');
  const cube = cubeNamed(cubes, reader.name());

  const columns = selected.map(({ isMeasure, member, alias }): Column => {
    const of = isMeasure ? cube.measures : cube.dimensions;
    const type = Object.hasOwn(of, member) ? of[member]?.type : undefined;
    const what = isMeasure ? 'measure' : 'dimension';
    return {
      name: alias ?? member,
      member,
      type: type ?? refuse('invalid', `${member} is no ${what} of ${cube.name}`),
    };
  });
  const membersThat = (areMeasures: boolean) => [
    ...new Set(selected.filter(({ isMeasure }) => isMeasure === areMeasures).map(({ member }) => member)),
  ];
  const dimensions = membersThat(false);
  const filters = reader.takes('WHERE') ? conditionsIn(reader, cube) : [];
  if (reader.takes('GROUP')) {
    reader.needs('BY');
    for (const member of reader.listOf(() => columnIn(reader, columns))) {
      if (!dimensions.includes(member))
        refuse('invalid', `the SQL groups by ${member}, which is no selected dimension`);
    }
  }
  const order: [string, 'asc' | 'desc'][] = [];
  if (reader.takes('ORDER')) {
    reader.needs('BY');
    order.push(
      ...reader.listOf((): [string, 'asc' | 'desc'] => {
        const member = columnIn(reader, columns);
        if (reader.takes('DESC')) return [member, 'desc'];
        reader.takes('ASC');
        return [member, 'asc'];
      }),
    );
  }
  const limit = reader.takes('LIMIT') ? reader.count() : rowsOtherwise;
  const offset = reader.takes('OFFSET') ? reader.count() : 0;
  reader.takes(';');
  if (!reader.isAtEnd) refuse('invalid', `the SQL goes on with ${reader.next().text}, which is not understood`);
  return { query: { cube, measures: membersThat(true), dimensions, filters, order, limit, offset }, columns };
}

function selectedIn(reader: Reader): Selected {
  const first = reader.name();
  const isMeasure = first.toLowerCase() === 'measure' && reader.takes('(');
  const member = isMeasure ? reader.name() : first;
  if (isMeasure) reader.needs(')');
  return { isMeasure, member, alias: reader.takes('AS') ? reader.name() : undefined };
}

/** A selected column by its name, its member, its MEASURE() or its number. */
function columnIn(reader: Reader, columns: readonly Column[]): string {
  const token = reader.next();
  if (token.kind === 'number') {
    return columns[Number(token.text) - 1]?.member ?? refuse('invalid', `the SQL selects no column ${token.text}`);
  }
  const isMeasure = token.text.toLowerCase() === 'measure' && reader.takes('(');
  const name = isMeasure ? reader.name() : token.text;
  if (isMeasure) reader.needs(')');
  const found = columns.find((one) => one.name === name || one.member === name);
  return found?.member ?? refuse('invalid', `the SQL selects no ${name}`);
}

function conditionsIn(reader: Reader, cube: Cube): Filter[] {
  const found: Filter[] = [];
  do {
    const dimension = reader.name();
    if (!Object.hasOwn(cube.dimensions, dimension)) refuse('invalid', `${dimension} is no dimension of ${cube.name}`);
    if (reader.takes('IN')) {
      reader.needs('(');
      found.push({ dimension, operator: 'equals', values: reader.listOf(() => literalIn(reader)) });
      reader.needs(')');
      continue;
    }
    const sign = reader.next().text;
    const operator = Object.hasOwn(COMPARISONS, sign) ? COMPARISONS[sign] : undefined;
    if (!operator) refuse('invalid', `${sign} is no comparison in the SQL`);
    found.push({ dimension, operator, values: [literalIn(reader)] });
  } while (reader.takes('AND'));
  return found;
}

function literalIn(reader: Reader): Value {
  const { kind, text } = reader.next();
  if (kind === 'text') return text;
  return kind === 'number' ? Number(text) : refuse('invalid', `${text} is no value in the SQL`);
}
