import { groupedBy } from '../../contracts/grouped.ts';
import type { Gate, Outcome, RequirementResult, Results } from '../../evidence/results.ts';
import { groupsOf, openTitle, titleOf, untestedOf, waitsOf, type CauseGroup } from '../causes.ts';
import { fallOf } from '../told.ts';
import { troublesOf, type Trouble } from '../violations.ts';
import type { PageRequirement } from './data.ts';
import { changesPart, troublesList } from './front.ts';
import { html, type Html } from './html.ts';
import { BY_URGENCY, countedWord, icon, type Drawing } from './icons.ts';
import { formatCount, truncate, formatDuration, firstLine, formatNumber, formatTime } from './format.ts';

export const OUTCOMES: Readonly<Record<Outcome, { readonly word: string; readonly drawing: Drawing }>> = {
  conformant: { word: 'Conformant', drawing: 'conforms' },
  'non-conformant': { word: 'Non-conformant', drawing: 'violates' },
  incomplete: { word: 'Incomplete', drawing: 'inconclusive' },
};

const GATES: Readonly<Record<Gate, Drawing>> = { passed: 'conforms', failed: 'violates', incomplete: 'inconclusive' };

/** The first screen of the report: outcome, gate, counts, violations and what is untested. */
export function overview(
  results: Results,
  requirements: readonly PageRequirement[],
  pastRuns: readonly string[],
): Html {
  const { run } = results;
  const { word, drawing } = OUTCOMES[run.outcome];
  return html`<section class="overview" id="overview" aria-label="Overview">
    <div class="verdicts">
      <h1 class="outcome ${run.outcome}">${icon(drawing)}<span>${word}</span></h1>
      <p class="lead">${leadOf(results)}</p>
      ${changesPart(requirements, pastRuns)}
      <dl class="facts">
        ${fact('Tenant', html`<bdi>${run.tenant}</bdi>`)}
        ${fact('Gate', html`<span class="gate ${run.gate}">${icon(GATES[run.gate])}${run.gate}</span>`)}
        ${fact('Started', html`<time datetime="${run.startedAt}">${formatTime(run.startedAt)}</time>`)}
        ${fact('Duration', html`<span class="time">${formatDuration(run.milliseconds)}</span>`)}
        ${fact('Exchanges', html`${formatNumber(run.exchanges)}`)} ${fact('Seed', html`${run.seed}`)}
        ${run.shard && fact('Shard', html`${run.shard.current} of ${run.shard.total}`)}
      </dl>
      ${bar(results)} ${tiles(results)} ${troublesList(results, requirements)}
    </div>
    <aside class="open" aria-labelledby="open-title">${openPart(results)}</aside>
    ${runProblems(results)}
  </section>`;
}

function fact(name: string, value: Html): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function leadOf({ run, counts }: Results): string {
  const open = counts.inconclusive + counts.untested;
  const broken = counts.violates + counts.known;
  const of = formatCount(counts.total, 'requirement');
  const fall = run.told && fallOf(run.told);
  const parts = [
    broken > 0
      ? `${formatNumber(broken)} of ${of} ${broken === 1 ? 'is' : 'are'} violated${counts.known > 0 ? `, ${formatNumber(counts.known)} of them known in the baseline` : ''}.`
      : open > 0
        ? 'No requirement is violated.'
        : `All ${of} that were checked ${counts.total === 1 ? 'conforms' : 'conform'}.`,
    open > 0 && openWords(counts),
    fall !== undefined && `${fall}.`,
    run.isPartial && 'This is a partial run: it covers a selection of the requirements.',
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/** `177 of 1,778 requirements are untested, and 1 is inconclusive.` */
function openWords({ untested, inconclusive, total }: Results['counts']): string {
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  const of = formatCount(total, 'requirement');
  if (untested === 0) return `${formatNumber(inconclusive)} of ${of} ${are(inconclusive)} inconclusive.`;
  const rest = inconclusive > 0 ? `, and ${formatNumber(inconclusive)} ${are(inconclusive)} inconclusive` : '';
  return `${formatNumber(untested)} of ${of} ${are(untested)} untested${rest}.`;
}

const LEAST_WIDTH = 0.015;

function bar({ counts }: Results): Html {
  const shown = [...BY_URGENCY].reverse().filter((verdict) => counts[verdict] > 0);
  const label = shown.map((verdict) => `${counts[verdict]} ${countedWord(verdict, counts[verdict])}`).join(', ');
  // A minimum width keeps a single violation among thousands visible.
  const widths = shown.map((verdict) => Math.max(LEAST_WIDTH, counts[verdict] / Math.max(1, counts.total)));
  const sum = widths.reduce((total, width) => total + width, 0);
  let start = 0;
  const pieces = shown.map((verdict, index) => {
    const width = ((widths[index] ?? 0) / sum) * 1_000;
    start += width;
    return html`<rect
      class="${verdict}"
      x="${(start - width).toFixed(1)}"
      y="0"
      width="${width.toFixed(1)}"
      height="10"
    />`;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${label}">
    ${pieces}
  </svg>`;
}

function tiles({ counts, requirements }: Results): Html {
  const flaky = requirements.filter(({ isFlaky }) => isFlaky).length;
  const tile = (verdict: (typeof BY_URGENCY)[number]) =>
    html`<li>
      <button
        type="button"
        class="tile ${verdict}${counts[verdict] === 0 && ' zero'}"
        data-filter="verdict=${verdict}"
        title="Show these requirements"
      >
        <span class="count">${formatNumber(counts[verdict])}</span>
        <span class="verdict ${verdict}">${icon(verdict)}<span>${countedWord(verdict, counts[verdict])}</span></span>
      </button>
    </li>`;
  return html`<ul class="tiles" aria-label="Requirements by verdict">
      ${(['conforms', 'violates', 'inconclusive', 'untested', 'known', 'fixed'] as const).map(tile)}
    </ul>
    <p class="beside">
      out of ${formatCount(counts.total, 'requirement')}; ${formatNumber(counts.untestable)} more are
      <a href="#untestable">untestable</a> and not
      counted${
        flaky > 0 &&
        html`;
          <button type="button" class="plainly" data-filter="verdict=flaky">
            ${formatCount(flaky, 'check was', 'checks were')} flaky
          </button>`
      }
    </p>`;
}

const MOST_GROUPS = 8;

/** A line of what is untested or inconclusive, with the requirements that it is about. */
interface Line {
  readonly count: number;
  readonly item: Html;
}

function openPart({ requirements }: Results): Html {
  const open = requirements.filter(({ verdict }) => verdict === 'untested' || verdict === 'inconclusive');
  if (open.length === 0) {
    return html`<h2 id="open-title">Untested</h2>
      <p class="nothing">No requirement of this run is untested or inconclusive.</p>`;
  }
  const troubles = troublesOf(requirements).filter(({ inconclusive }) => inconclusive.length > 0);
  const following = new Set(troubles.flatMap(({ inconclusive }) => inconclusive.map(({ id }) => id)));
  const others = open.filter(
    ({ id, verdict, accepted }) => (verdict === 'inconclusive' && !following.has(id)) || accepted !== undefined,
  );
  const groups = groupsOf(untestedOf(requirements));
  const { shorter } = waitsOf(groups);
  const lines = [
    ...troubles.map(consequence),
    ...[...groupedBy(others, keyOf).values()].map(reason),
    ...groups.filter((group) => !shorter.includes(group)).map(cause),
  ].sort((one, other) => other.count - one.count);
  lines.push(...shorter.map(cause));
  const rest = lines.slice(MOST_GROUPS);
  return html`<h2 id="open-title">${openTitle(open)} <span class="total">${formatNumber(open.length)}</span></h2>
    <p class="hint">What to do, and how many requirements need it; some need more than one thing</p>
    <ul class="reasons">
      ${lines.slice(0, MOST_GROUPS).map(({ item }) => item)}
    </ul>
    ${
      rest.length > 0 &&
      html`<details class="more">
        <summary>${formatCount(rest.length, 'more cause')}</summary>
        <ul class="reasons">
          ${rest.map(({ item }) => item)}
        </ul>
      </details>`
    }`;
}

function keyOf({ verdict, reason = '', accepted }: RequirementResult): string {
  return JSON.stringify([verdict, accepted !== undefined, firstLine(reason)]);
}

/** Requirements that are inconclusive, or untested with the consent of the baseline, for one reason. */
function reason(group: readonly RequirementResult[]): Line {
  const [first] = group;
  const { verdict = 'untested', reason: why = '', accepted } = first ?? {};
  const isAccepted = accepted !== undefined && html`<span class="tag">accepted</span>`;
  const ids = group.map(({ id }) => html`<li><a class="id" href="#${id}">${id}</a></li>`);
  return {
    count: group.length,
    item: openItem(verdict, group.length, html`${beforeColon(firstLine(why))}`, isAccepted, ids),
  };
}

/** Requirements that could not be judged because of violations, which stand beside them. */
function consequence({ title, violated: [first], inconclusive }: Trouble): Line {
  const words = html`not judged, because of a violation: ${beforeColon(title ?? first?.sentence ?? '')}`;
  const ids = inconclusive.map(({ id }) => html`<li><a class="id" href="#${id}">${id}</a></li>`);
  return { count: inconclusive.length, item: openItem('inconclusive', inconclusive.length, words, false, ids) };
}

/** Untested requirements that hang on one step of the user. */
function cause(group: CauseGroup): Line {
  const { requirements, alone } = group;
  const { length } = requirements;
  const gain =
    alone < length &&
    html`<span class="gain"
      >${alone === 0 ? 'needs more' : `${formatNumber(alone)} ${alone === 1 ? 'needs' : 'need'} nothing else`}</span
    >`;
  const whyOf = ({ causes }: CauseGroup['requirements'][number]) =>
    [...new Set(causes.flatMap(({ why }) => why ?? []))].join('; ');
  const ids = [...groupedBy(requirements, whyOf)].flatMap(([why, group]) => [
    ...(why === '' ? [] : [html`<li class="why">${truncate(why, 200)}</li>`]),
    ...group.map(({ id }) => html`<li><a class="id" href="#${id}">${id}</a></li>`),
  ]);
  return { count: length, item: openItem('untested', length, html`${beforeColon(titleOf(group))}`, gain, ids) };
}

/** A sentence that is followed by a colon and how many requirements it is about. */
function beforeColon(sentence: string): string {
  return truncate(sentence.replace(/[.:]$/, ''), 200);
}

function openItem(
  verdict: RequirementResult['verdict'],
  count: number,
  words: Html,
  beside: Html | false,
  ids: readonly Html[],
): Html {
  return html`<li>
    <details>
      <summary>
        <span class="verdict ${verdict}" title="${verdict}"
          >${icon(verdict)}<span class="visually-hidden">${verdict}</span></span
        >
        <span class="what"
          ><span class="said">${words}</span>:
          <span class="count">${formatCount(count, 'requirement')}</span> ${beside}</span
        >
      </summary>
      <ul class="ids">
        ${ids}
      </ul>
    </details>
  </li>`;
}

/** Defects of the suite, and baseline rows that need an edit. */
function runProblems({ run, requirements }: Results): Html {
  const { defects, staleRows, baseline } = run;
  return html`${
    defects.length > 0 &&
    html`<div class="problem" role="note">
      <h2>${icon('violates')} Defects of the suite</h2>
      <p>These errors are bugs in the checks. They say nothing about the tenant.</p>
      <ul>
        ${defects.map((defect) => html`<li><pre class="body">${truncate(defect, 2_000)}</pre></li>`)}
      </ul>
    </div>`
  }${
    staleRows.length > 0 &&
    html`<div class="problem" role="note">
      <h2>${icon('known')} Baseline rows to delete or review</h2>
      <ul>
        ${staleRows.map(
          ({ requirement, line, why }) =>
            html`<li>
              <code>${baseline?.file ?? ''}:${line}</code>
              ${
                requirements.some(({ id }) => id === requirement)
                  ? html`<a class="id" href="#${requirement}">${requirement}</a>`
                  : html`<code>${requirement}</code>`
              }:
              ${why}
            </li>`,
        )}
      </ul>
    </div>`
  }`;
}
