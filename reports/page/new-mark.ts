import type { PageRequirement } from './data.ts';
import { html, type Html } from './html.ts';
import { ABSENT, changeOf, VERDICT_OF } from './script/changes.js';

/**
 * Marks a requirement that is violated now and was not in the last run that has a verdict for it, and one whose check the last
 * run did not have: there the suite has changed, and perhaps not the tenant.
 */
export function newMark(requirement: PageRequirement | undefined): Html | false {
  const { verdict, pastVerdicts = '', isNewCheck } = requirement ?? {};
  if (isNewCheck) return html`<span class="tag new">new check</span>`;
  const last = VERDICT_OF.get(pastVerdicts.replaceAll(ABSENT, '').at(-1) ?? '');
  const isNew = verdict === 'violates' && last !== undefined && changeOf(last, verdict) === 'newly violated';
  return isNew && html`<span class="tag new">new</span>`;
}
