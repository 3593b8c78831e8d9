import type { RequirementResult, Results } from '../../evidence/results.ts';
import { troublesOf, type Trouble } from '../violations.ts';
import type { PageRequirement } from './data.ts';
import { formatCount, formatNumber, formatTime } from './format.ts';
import { html, type Html } from './html.ts';
import { icon } from './icons.ts';
import { newMark } from './new-mark.ts';
import { ABSENT, changeOf, VERDICT_OF, type Change } from './script/changes.js';

const MOST_TROUBLES = 8;
/** Further causes that are listed when somebody asks; the list of requirements has them all. */
const MOST_FOLDED = 40;

/** The violations by their causes, the one with the most requirements first. */
export function troublesList(results: Results, requirements: readonly PageRequirement[]): Html | false {
  const troubles = troublesOf(results.requirements);
  if (troubles.length === 0) return false;
  const shown = new Map(requirements.map((one) => [one.id, one]));
  const rest = troubles.slice(MOST_TROUBLES);
  const count = results.counts.violates;
  const words = `${formatCount(troubles.length, 'cause')} of ${formatCount(count, 'violation')}`;
  return html`<section class="news" aria-labelledby="troubles-title">
    <h2 id="troubles-title">${troubles.length < count ? words : formatCount(count, 'violation')}</h2>
    <ul>
      ${troubles.slice(0, MOST_TROUBLES).map((one) => troubleItem(one, shown))}
    </ul>
    ${
      rest.length > 0 &&
      html`<details class="more">
        <summary>${formatCount(rest.length, 'more cause')}</summary>
        <ul>
          ${rest.slice(0, MOST_FOLDED).map((one) => troubleItem(one, shown))}
        </ul>
        ${
          rest.length > MOST_FOLDED &&
          html`<button type="button" class="plainly" data-filter="verdict=violates">all violations in the list</button>`
        }
      </details>`
    }
  </section>`;
}

type Shown = ReadonlyMap<string, PageRequirement>;

function troubleItem(trouble: Trouble, shown: Shown): Html {
  const { title, violated, inconclusive } = trouble;
  const [first] = violated;
  if (!first) return html``;
  const mark = violated.map(({ id }) => newMark(shown.get(id))).find((one) => one !== false) ?? false;
  if (violated.length + inconclusive.length === 1) {
    return html`<li>${icon('violates')} <span>${linkTo(first)} ${mark}</span></li>`;
  }
  const gain = [
    `${formatNumber(violated.length)} violated`,
    ...(inconclusive.length > 0 ? [`${formatNumber(inconclusive.length)} could not be judged because of it`] : []),
  ].join(', ');
  return html`<li>
    ${icon('violates')}
    <details>
      <summary><span class="cause">${title ?? first.sentence}</span> ${mark} <span class="gain">${gain}</span></summary>
      <ul class="ids">
        ${violated.map((one) => html`<li>${linkTo(one)}</li>`)}
        ${inconclusive.length > 0 && html`<li class="why">could not be judged because of it</li>`}
        ${inconclusive.map(({ id }) => html`<li><a class="id" href="#${id}">${id}</a></li>`)}
      </ul>
    </details>
  </li>`;
}

function linkTo({ id, sentence }: RequirementResult): Html {
  return html`<a href="#${id}">${sentence}</a>`;
}

const CHANGES: readonly (readonly [change: Change, words: string])[] = [
  ['newly violated', 'newly violated'],
  ['now inconclusive', 'inconclusive now'],
  ['no longer tested', 'no longer tested'],
  ['fixed', 'fixed'],
  ['newly tested', 'newly tested'],
];

/** What changed since the last run of the tenant; nothing where its history has none. */
export function changesPart(requirements: readonly PageRequirement[], pastRuns: readonly string[]): Html | false {
  const last = pastRuns.at(-1);
  if (last === undefined) return false;
  const groups = CHANGES.map(([change, words]) => {
    const own = requirements.filter((one) => changeSince(one) === change);
    return { words, own };
  });
  const checks = requirements.filter(isNewCheck);
  const all = [...groups, { words: 'violated in a new check', own: checks }].filter(({ own }) => own.length > 0);
  const since = html`<time datetime="${last}">${formatTime(last)}</time>`;
  if (all.length === 0) return html`<p class="since">No verdict changed since the last run, ${since}.</p>`;
  return html`<div class="since">
    <p>Since the last run, ${since}:</p>
    <ul>
      ${all.map(
        ({ words, own }) =>
          html`<li>
            <details>
              <summary><b>${formatNumber(own.length)}</b> ${words}</summary>
              <ul class="ids">
                ${own.map(({ id }) => html`<li><a class="id" href="#${id}">${id}</a></li>`)}
              </ul>
            </details>
          </li>`,
      )}
    </ul>
  </div>`;
}

function changeSince({ verdict, pastVerdicts = '', isNewCheck: isNew }: PageRequirement): Change {
  const before = pastVerdicts.at(-1);
  if (isNew) return 'same';
  return changeOf(before === undefined || before === ABSENT ? undefined : VERDICT_OF.get(before), verdict);
}

function isNewCheck({ isNewCheck: isNew }: PageRequirement): boolean {
  return isNew === true;
}
