import type { RequirementResult, Results } from '../evidence/results.ts';

/**
 * What a pull request shows beside the lines of checks, in the words of GitHub's workflow commands. What is known is no
 * error, and a check that held at a second attempt is a warning.
 */
export function annotationsOf(results: Results): string[] {
  return [...results.requirements.flatMap(annotationOf), ...staleRows(results)];
}

function annotationOf({ id, sentence, verdict, isFlaky, expected, seen, known, tests }: RequirementResult): string[] {
  const said = (level: 'error' | 'warning' | 'notice', ...lines: readonly (string | undefined)[]) => {
    const [test] = tests;
    const place = test ? { file: test.file, line: String(test.line) } : {};
    return [command(level, { ...place, title: id }, lines.filter(Boolean).join('\n'))];
  };
  if (verdict === 'violates') {
    return said('error', sentence, expected && `expected ${expected}`, seen && `seen ${seen}`);
  }
  if (verdict === 'known') return said('notice', sentence, `known: ${known?.reason ?? ''}`);
  return isFlaky ? said('warning', sentence, 'failed at first and held at another attempt') : [];
}

function staleRows({ run }: Results): string[] {
  return run.staleRows.map(({ requirement, line, why }) =>
    command('error', { file: run.baseline?.file ?? '', line: String(line), title: requirement }, why),
  );
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const given = Object.entries(properties).map(([name, value]) => `${name}=${escaped(value).replace(/[:,]/g, asCode)}`);
  return `::${level} ${given.join(',')}::${escaped(message)}`;
}

/** Signs that would end a command or begin the next one. */
function escaped(words: string): string {
  return words.replace(/[%\r\n]/g, asCode);
}

function asCode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
