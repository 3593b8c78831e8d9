import { existsSync } from 'node:fs';
import type { RequirementResult, Results } from '../evidence/results.ts';
import { replayOf } from './again.ts';

/**
 * GitHub workflow commands that annotate a job, in this repository on the lines of checks: errors for violations, notices for known
 * violations, warnings for flaky checks.
 */
export function annotationsOf(results: Results): string[] {
  return [...results.requirements.flatMap((one) => annotationOf(one, results.run)), ...staleRows(results)];
}

function annotationOf(one: RequirementResult, run: Results['run']): string[] {
  const { id, sentence, verdict, isFlaky, expected, seen, known, tests } = one;
  const annotation = (level: 'error' | 'warning' | 'notice', ...lines: readonly (string | undefined)[]) => {
    const [test] = tests;
    // In a job of another repository the files of the suite are not there.
    const place = test && existsSync(test.file) ? { file: test.file, line: String(test.line) } : {};
    return [command(level, { ...place, title: id }, lines.filter(Boolean).join('\n'))];
  };
  if (verdict === 'violates') {
    const sides = [expected && `expected ${expected}`, seen && `seen ${seen}`];
    return annotation('error', sentence, ...sides, `again ${replayOf(one, run)}`);
  }
  if (verdict === 'known') return annotation('notice', sentence, `known: ${known?.reason ?? ''}`);
  return isFlaky ? annotation('warning', sentence, 'failed on the first attempt and passed on a later one') : [];
}

function staleRows({ run }: Results): string[] {
  return run.staleRows.map(({ requirement, line, why }) =>
    command('error', { file: run.baseline?.file ?? '', line: String(line), title: requirement }, why),
  );
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escaped(value).replace(/[:,]/g, percentEncoded)}`,
  );
  return `::${level} ${list.join(',')}::${escaped(message)}`;
}

/** Escapes characters that would end the command or start another one. */
function escaped(text: string): string {
  return text.replace(/[%\r\n]/g, percentEncoded);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
