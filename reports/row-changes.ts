import { currentId, RENAMED } from '../contracts/requirements/renamed.ts';

/** What is compared of a requirement; a catalogue and the results of a run both have it. */
export interface Row {
  readonly id: string;
  readonly sentence: string;
  readonly level: string;
  readonly kind: string;
}

const COMPARED = ['level', 'kind', 'sentence'] as const;

/** The requirements that a release adds, changes, renames and removes, as Markdown. */
export function rowChanges(
  then: readonly Row[],
  now: readonly Row[],
  renamed: Readonly<Record<string, string>> = RENAMED,
): string {
  const before = new Map(then.map((row) => [currentId(row.id, renamed), row]));
  const after = new Set(now.map(({ id }) => id));
  const parts = [
    part(
      'Added',
      now
        .filter(({ id }) => !before.has(id))
        .map(({ id, level, kind, sentence }) => `\`${id}\` (${level}, ${kind}): ${sentence}`),
    ),
    part(
      'Changed',
      now.flatMap((row) => changesOf(before.get(row.id), row)),
    ),
    part(
      'Renamed',
      [...before]
        .filter(([id, row]) => row.id !== id && after.has(id))
        .map(([id, row]) => `\`${row.id}\` is \`${id}\` now`),
    ),
    part(
      'Removed',
      [...before].filter(([id]) => !after.has(id)).map(([, { id, sentence }]) => `\`${id}\`: ${sentence}`),
    ),
  ].flat();
  return parts.length === 0 ? 'No requirement differs.' : parts.join('\n').trimEnd();
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}: ${lines.length}`, '', ...lines.map((line) => `- ${line}`), ''];
}

function changesOf(before: Row | undefined, row: Row): string[] {
  const changed = COMPARED.filter((name) => before && before[name] !== row[name]);
  if (!before || changed.length === 0) return [];
  const lines = changed.map((name) => `  - ${name}: ${row[name]}\n  - before: ${before[name]}`);
  return [[`\`${row.id}\``, ...lines].join('\n')];
}
