import type { RequirementResult, Results } from '../evidence/results.ts';
import { replayOf } from './again.ts';
import { changesBetween } from './comparison.ts';
import { asPast, type PastRun } from './history.ts';
import { code, text } from './markdown.ts';

/** The text of an issue for requirements that this run violates and the run before did not, as Markdown; undefined where there are none. */
export function issueOf(results: Results, before: PastRun | undefined): string | undefined {
  const broken = new Set(before && changesBetween(before, asPast(results)).get('newly violated'));
  if (!before || broken.size === 0) return undefined;
  const { run, requirements } = results;
  const own = requirements.filter(({ id }) => broken.has(id));
  return [
    `# ${own.length === 1 ? `${own[0]?.id ?? ''} is violated` : `${own.length} requirements are violated`} on ${text(run.tenant)}`,
    '',
    `They are violated on ${run.startedAt.slice(0, 10)} and were not on ${before.at.slice(0, 10)}.`,
    '',
    ...own.flatMap((one) => requirement(one, run)),
    `Tenant ${text(run.tenant)}, seed ${run.seed}, suite ${text(run.versions['commit'] ?? run.versions['suite'] ?? '')}.`,
    '',
  ].join('\n');
}

function requirement(one: RequirementResult, run: Results['run']): string[] {
  const { id, sentence, section, expected, seen } = one;
  return [
    `## \`${id}\``,
    '',
    `${text(sentence)} (${text(section)})`,
    '',
    ...(expected === undefined ? [] : [`- expected ${code(expected)}`]),
    ...(seen === undefined ? [] : [`- seen ${code(seen)}`]),
    `- again \`${replayOf(one, run)}\``,
    '',
  ];
}
