import { createHash } from 'node:crypto';
import { formatLines, parseLines, type LineRange } from '../lines.ts';
import type { Registry } from './index.ts';
import { UNCITED } from './uncited.ts';

/** SHA-256 of each cited range of the specification, by range. `sed -n 61p <file> | sha256sum` gives the same hash. */
export type Pins = Readonly<Record<string, string>>;

export interface PinReport {
  /** Cited ranges whose text is no longer in the specification. */
  readonly changed: readonly Citation[];
  /** Cited ranges whose text is now at other lines. */
  readonly moved: readonly (Citation & { readonly to: LineRange })[];
  /** Cited ranges without a pin. */
  readonly unpinned: readonly Citation[];
  /** Lines that may state a requirement and that neither a row nor an exception cites. */
  readonly uncited: readonly { readonly line: number; readonly text: string }[];
}

/** A range of the specification with the rows and exceptions that cite it. */
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

/** Each cited range once, in the order of the specification, including those of exceptions: their text may change too. */
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

/** Compares a specification with the pins. */
export function comparePins(specification: string, registry: Registry, pins: Pins): PinReport {
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
    // The lines of a changed range are reported as changed, and not as uncited in addition.
    const [from, until] = to ?? [first, last];
    for (let line = from; line <= until; line += 1) cited.add(line);
  }

  const uncited = lines.flatMap((text, index) =>
    cited.has(index + 1) || isStructure(lines, index) ? [] : [{ line: index + 1, text }],
  );
  return { changed, moved, unpinned, uncited };
}

/** The range that now has the pinned text; the one closest to the old place where there are several. */
function findText(lines: readonly string[], pin: string, [first, last]: LineRange): LineRange | undefined {
  const length = last - first + 1;
  const starts = lines.map((_, index) => index + 1).sort((a, b) => Math.abs(a - first) - Math.abs(b - first));
  const start = starts.find((line) => hash(slice(lines, [line, line + length - 1])) === pin);
  return start === undefined ? undefined : [start, start + length - 1];
}

/** Blank lines, headings, table rulers and table headers state no requirement. */
function isStructure(lines: readonly string[], index: number): boolean {
  const isRuler = (text: string | undefined) => text !== undefined && /^\|[\s:|-]+\|$/.test(text);
  const text = lines[index] ?? '';
  return text.trim() === '' || text.startsWith('#') || isRuler(text) || isRuler(lines[index + 1]);
}
