import type { PagePromise } from './data.ts';
import { html, type Html } from './html.ts';

/** What is broken and was not when it was last judged is what somebody looks for in the morning. */
export function newMark({ verdict, nights = '' }: PagePromise): Html | false {
  const last = nights.replaceAll('.', '').at(-1);
  return verdict === 'violates' && last !== undefined && !'vk'.includes(last) && html`<span class="tag new">new</span>`;
}
