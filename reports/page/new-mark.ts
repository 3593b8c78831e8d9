import type { PageRequirement } from './data.ts';
import { html, type Html } from './html.ts';
import { ABSENT, changeOf, VERDICT_OF } from './script/changes.js';

/** What is broken and was not when it was last judged is what somebody looks for in the morning. */
export function newMark({ verdict, nights = '' }: PageRequirement): Html | false {
  const last = VERDICT_OF.get(nights.replaceAll(ABSENT, '').at(-1) ?? '');
  const isNew = verdict === 'violates' && last !== undefined && changeOf(last, verdict) === 'broken';
  return isNew && html`<span class="tag new">new</span>`;
}
