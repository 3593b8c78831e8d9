import type { PageRequirement } from './data.ts';
import { html, type Html } from './html.ts';
import { ABSENT, changeOf, VERDICT_OF } from './script/changes.js';

/** Marks a requirement that is violated now and was not in the last run that has a verdict for it. */
export function newMark({ verdict, pastVerdicts = '' }: PageRequirement): Html | false {
  const last = VERDICT_OF.get(pastVerdicts.replaceAll(ABSENT, '').at(-1) ?? '');
  const isNew = verdict === 'violates' && last !== undefined && changeOf(last, verdict) === 'newly violated';
  return isNew && html`<span class="tag new">new</span>`;
}
