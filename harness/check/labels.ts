import { formatLines } from '../../contracts/lines.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';

export interface Annotation {
  readonly type: string;
  readonly description: string;
}

/** In the words of Allure. */
const SEVERITIES: Readonly<Record<Requirement['level'], string>> = { must: 'critical', should: 'normal' };

/**
 * What other reporters show of a requirement. Allure reads annotations of these types, without a library of its own: labels for its
 * filters and its view of behaviours, Markdown, and a link. Others list them as they are.
 */
export function labelsOf(
  { id, family, level, kind, sentence, section, lines }: Requirement,
  specification: string | undefined,
): Annotation[] {
  const where = `Specification, section “${section}”${lines.length === 0 ? '' : `, lines ${formatLines(lines)}`}`;
  const link = specification === undefined ? [] : [{ type: 'tms', description: linkTo(specification, lines) }];
  return [
    { type: 'allure.label.severity', description: SEVERITIES[level] },
    { type: 'allure.label.feature', description: family },
    { type: 'allure.label.story', description: section },
    { type: 'description', description: `${sentence}\n\n${where}\n\n\`${id}\` (${level}, ${kind})` },
    ...link,
  ];
}

/** The address of a line in the text of the specification; of the whole text, where the address has no place for a line. */
function linkTo(specification: string, [range]: Requirement['lines']): string {
  return specification.replaceAll('{line}', String(range?.[0] ?? 1));
}
