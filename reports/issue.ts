import type { RequirementResult, Results } from '../evidence/results.ts';
import { replayCommand } from './again.ts';
import { changesBetween } from './comparison.ts';
import { asPast, type PastRun } from './history.ts';
import { code, text } from './markdown.ts';

/** What to file of a run that broke promises which the run before kept, as Markdown; nothing where there is no such news. */
export function issueOf(results: Results, before: PastRun | undefined): string | undefined {
  const broken = new Set(before && changesBetween(before, asPast(results)).get('newly violated'));
  if (!before || broken.size === 0) return undefined;
  const { run, requirements } = results;
  const own = requirements.filter(({ id }) => broken.has(id));
  return [
    `# ${own.length === 1 ? `${own[0]?.id ?? ''} is broken` : `${own.length} promises are broken`} on ${text(run.tenant)}`,
    '',
    `They were kept on ${before.at.slice(0, 10)} and are violated on ${run.startedAt.slice(0, 10)}.`,
    '',
    ...own.flatMap((one) => promise(one, run)),
    `Tenant ${text(run.tenant)}, seed ${run.seed}, suite ${text(run.versions['commit'] ?? run.versions['suite'] ?? '')}.`,
    '',
  ].join('\n');
}

function promise({ id, sentence, section, expected, seen }: RequirementResult, run: Results['run']): string[] {
  return [
    `## \`${id}\``,
    '',
    `${text(sentence)} (${text(section)})`,
    '',
    ...(expected === undefined ? [] : [`- expected ${code(expected)}`]),
    ...(seen === undefined ? [] : [`- seen ${code(seen)}`]),
    `- again \`${replayCommand(run, id)}\``,
    '',
  ];
}
