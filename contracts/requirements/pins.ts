import { createHash } from 'node:crypto';
import { formatLines, parseLines, type LineRange } from '../lines.ts';
import type { Registry } from './index.ts';
import { UNCITED } from './uncited.ts';

/** SHA-256 of each cited range of the specification, by the range as rows write it: `sed -n 61p | sha256sum`. */
export type Pins = Readonly<Record<string, string>>;

export interface PinReport {
  /** Cited ranges whose text is no longer found anywhere. */
  readonly changed: readonly Citation[];
  /** Cited ranges whose text now stands elsewhere. */
  readonly moved: readonly (Citation & { readonly to: LineRange })[];
  /** Ranges that a row cites and no pin holds. */
  readonly unpinned: readonly Citation[];
  /** Lines that could hold a promise and that no row and no exception cites. */
  readonly uncited: readonly { readonly line: number; readonly text: string }[];
}

/** A range of the specification with whoever cites it. */
export interface Citation {
  readonly range: LineRange;
  readonly citedBy: readonly string[];
}

function hash(lines: readonly string[]): string {
  return createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
}

function slice(lines: readonly string[], [first, last]: LineRange): readonly string[] {
  return lines.slice(first - 1, last);
}

/** Each cited range once, in the order of the specification; exceptions count, since their text may change as well. */
export function citations(registry: Registry): Citation[] {
  const byRange = new Map<string, { range: LineRange; citedBy: string[] }>();
  const cite = (range: LineRange, by: string) => {
    const key = formatLines([range]);
    const citation = byRange.get(key) ?? { range, citedBy: [] };
    citation.citedBy.push(by);
    byRange.set(key, citation);
  };
  for (const { id, lines } of registry.values()) for (const range of lines) cite(range, id);
  for (const { lines, reason } of UNCITED) for (const range of parseLines(lines)) cite(range, `no row: ${reason}`);
  return [...byRange.values()].sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
}

export function pinsOf(specification: string, registry: Registry): Pins {
  const lines = specification.split(/\r?\n/);
  return Object.fromEntries(citations(registry).map(({ range }) => [formatLines([range]), hash(slice(lines, range))]));
}

/** Holds a specification against the pins: what changed, what moved, what nobody cites. */
export function holdAgainst(specification: string, registry: Registry, pins: Pins): PinReport {
  const lines = specification.split(/\r?\n/);
  const changed: Citation[] = [];
  const moved: (Citation & { to: LineRange })[] = [];
  const unpinned: Citation[] = [];
  const cited = new Set<number>();

  for (const citation of citations(registry)) {
    const [first, last] = citation.range;
    const pin = pins[formatLines([citation.range])];
    if (pin === undefined) unpinned.push(citation);
    const to = pin === undefined ? citation.range : findText(lines, pin, citation.range);
    if (!to) changed.push(citation);
    else if (to[0] !== first) moved.push({ ...citation, to });
    // A changed range still stands for its lines: they are told as changed, and not as uncited once more.
    const [from, until] = to ?? [first, last];
    for (let line = from; line <= until; line += 1) cited.add(line);
  }

  const uncited = lines.flatMap((text, index) =>
    cited.has(index + 1) || isStructure(lines, index) ? [] : [{ line: index + 1, text }],
  );
  return { changed, moved, unpinned, uncited };
}

/** Where text of a known hash stands now: the nearest place to where it stood. */
function findText(lines: readonly string[], pin: string, [first, last]: LineRange): LineRange | undefined {
  const length = last - first + 1;
  const starts = lines.map((_, index) => index + 1).sort((a, b) => Math.abs(a - first) - Math.abs(b - first));
  const start = starts.find((line) => hash(slice(lines, [line, line + length - 1])) === pin);
  return start === undefined ? undefined : [start, start + length - 1];
}

/** Blank lines, headings, rulers of tables and the header rows above them promise nothing. */
function isStructure(lines: readonly string[], index: number): boolean {
  const isRuler = (text: string | undefined) => text !== undefined && /^\|[\s:|-]+\|$/.test(text);
  const text = lines[index] ?? '';
  return text.trim() === '' || text.startsWith('#') || isRuler(text) || isRuler(lines[index + 1]);
}
