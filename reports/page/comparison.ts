import { gzipSync } from 'node:zlib';
import { FAMILIES, type Family } from '../../contracts/families.ts';
import type { Registry } from '../../contracts/requirements/index.ts';
import { byTenant, newsOf } from '../comparison.ts';
import type { PastRun } from '../history.ts';
import { attached, frame } from './frame.ts';
import { OUTCOMES } from './overview.ts';
import { html, type Html } from './html.ts';
import { icon, type Drawing } from './icons.ts';
import { ABSENT, LETTERS, type Change } from './script/changes.js';
import { trends } from './trends.ts';
import { formatCount, formatNumber, formatTime } from './format.ts';

/** What the page of a comparison carries packed for its script. */
export interface ComparisonData {
  readonly rows: readonly {
    readonly id: string;
    readonly family: string;
    readonly sentence: string;
  }[];
  /** Of each tenant its nights, the oldest first, with a letter for each row. */
  readonly tenants: readonly {
    readonly tenant: string;
    readonly runs: readonly { readonly at: string; readonly seed: number; readonly letters: string }[];
  }[];
}

/** What may become of a requirement, as a reader wants it: what asks for something first. */
const CHANGES: readonly { readonly change: Change; readonly words: string; readonly drawing: Drawing }[] = [
  { change: 'broken', words: 'newly broken', drawing: 'violates' },
  { change: 'lost', words: 'no longer tested', drawing: 'untested' },
  { change: 'unsettled', words: 'no longer told', drawing: 'inconclusive' },
  { change: 'mended', words: 'mended', drawing: 'fixed' },
  { change: 'newly tested', words: 'newly tested', drawing: 'conforms' },
];

/** What stands beside the runs, where the page is the front of a folder with a report for each tenant. */
export interface Front {
  /** Where the report of a tenant is, as seen from the page. */
  readonly reports: ReadonlyMap<string, string>;
  /** Tenants that could not be checked, and why. */
  readonly troubles: ReadonlyMap<string, string>;
}

const NO_FRONT: Front = { reports: new Map(), troubles: new Map() };

/** Several runs side by side, as one file that needs nothing else. */
export function comparisonPage(
  runs: readonly PastRun[],
  registry: Registry,
  { reports, troubles }: Front = NO_FRONT,
): string {
  const nights = byTenant(runs);
  const title = `${formatCount(runs.length, 'run')} of ${formatCount(nights.size, 'tenant')}`;
  return frame({
    title,
    kind: 'comparison',
    skip: { to: 'matrix', words: 'To the matrix' },
    navigation: navigation([...nights.keys()]),
    withoutScript: 'The matrix needs JavaScript; what changed last stands here.',
    body: html`<h1 class="title">${title}</h1>
      ${[...troubles].map(([tenant, why]) => troublePart(tenant, why))}
      ${[...nights].map(([tenant, own], index) => tenantPart(tenant, own, index, reports.get(tenant)))}
      ${matrixPart(nights, registry)}`,
    behind: attached('packed', packed(nights, registry)),
    script: 'comparison.js',
  });
}

function navigation(tenants: readonly string[]): Html {
  return html`<nav aria-label="Comparison">
    <ul class="sections">
      ${tenants.map((tenant, index) => html`<li><a href="#tenant-${index}">${tenant}</a></li>`)}
      <li><a href="#matrix">Side by side</a></li>
    </ul>
  </nav>`;
}

function troublePart(tenant: string, why: string): Html {
  return html`<section class="tenant">
    <h2><bdi>${tenant}</bdi> <span class="outcome-word incomplete">${icon('inconclusive')}not checked</span></h2>
    <p class="hint">${why}</p>
  </section>`;
}

function tenantPart(tenant: string, nights: readonly PastRun[], index: number, report: string | undefined): Html {
  const [before, last] = nights.slice(-2).length === 2 ? nights.slice(-2) : [undefined, nights.at(-1)];
  if (!last) return html``;
  const { word, drawing } = OUTCOMES[last.outcome];
  const kept = [...last.verdicts.values()].filter((verdict) => verdict === 'conforms' || verdict === 'fixed').length;
  return html`<section class="tenant" id="tenant-${index}" aria-labelledby="tenant-${index}-title">
    <h2 id="tenant-${index}-title">
      <bdi>${tenant}</bdi>
      <span class="outcome-word ${last.outcome}">${icon(drawing)}${word}</span>
    </h2>
    <p class="hint">
      ${formatNumber(kept)} of ${formatCount(last.verdicts.size, 'requirement')} conform on
      <time datetime="${last.at}">${formatTime(last.at)}</time>${before && html`, after ${formatTime(before.at)}`}
      ${report !== undefined && html`<a href="${report}">The whole report</a>`}
    </p>
    ${before ? newsList(newsOf(before, last)) : html`<p class="nothing">There is no earlier run to compare it with.</p>`}
    ${nights.length > 1 && trends(nights)}
  </section>`;
}

const MOST_IDS = 12;
/** How many nights stand side by side. */
const WIDTHS = [14, 30, 90];

function newsList(news: ReadonlyMap<Change, readonly string[]>): Html {
  if (news.size === 0) return html`<p class="nothing">Nothing changed since the run before.</p>`;
  return html`<ul class="changes">
    ${CHANGES.map(({ change, words, drawing }) => {
      const ids = news.get(change);
      if (!ids) return html``;
      const more = ids.length - MOST_IDS;
      return html`<li>
        <p class="verdict ${drawing}">${icon(drawing)}<b>${formatNumber(ids.length)}</b> ${words}</p>
        <ul class="ids">
          ${ids.slice(0, MOST_IDS).map((id) => html`<li><a class="id" href="#${id}">${id}</a></li>`)}
          ${more > 0 && html`<li>and ${formatNumber(more)} more</li>`}
        </ul>
      </li>`;
    })}
  </ul>`;
}

function matrixPart(nights: ReadonlyMap<string, readonly PastRun[]>, registry: Registry): Html {
  const families = [...new Set(idsOf(nights).map((id) => familyOf(id, registry)))];
  return html`<section id="matrix" aria-labelledby="matrix-title">
    <h2 id="matrix-title">Side by side</h2>
    <form class="filters matrix-filters" role="search" aria-label="Matrix" autocomplete="off">
      <p class="find">
        <label class="visually-hidden" for="search">Search requirements</label>
        ${icon('search')}
        <input id="search" type="search" placeholder="Search by words or id" spellcheck="false" />
      </p>
      <div class="choices">
        ${choice('which', 'Which runs', [
          ...(nights.size > 1 ? [['', 'Last run of each tenant'] as const] : []),
          ...[...nights.keys()].map((tenant, index) => [String(index), `Nights of ${tenant}`] as const),
        ])}
        ${choice(
          'width',
          'How many nights',
          WIDTHS.map((count) => [String(count), `${count} nights`] as const),
        )}
        ${choice('family', 'Family', [
          ['', 'Any family'],
          ...families.map((family) => [family, titleOf(family)] as const),
        ])}
      </div>
      <label class="check-line"><input type="checkbox" id="everything" /> Also what is the same everywhere</label>
      <p class="found"><b id="shown" aria-live="polite"></b></p>
    </form>
    <p class="pager">
      <button type="button" class="action" id="earlier">Earlier nights</button>
      <button type="button" class="action" id="later">Later nights</button>
      <span id="span" class="hint"></span>
    </p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="matrix-title">
      <table class="grid matrix">
        <thead id="columns"></thead>
        <tbody id="rows"></tbody>
      </table>
    </div>
    <p id="none" class="nothing" hidden>Nothing differs between these runs, as far as the filters show.</p>
    <button type="button" class="action" id="more" hidden>Show more</button>
    <ul class="legend">
      ${(['conforms', 'violates', 'known', 'fixed', 'inconclusive', 'untested'] as const).map(
        (verdict) => html`<li class="verdict ${verdict}">${icon(verdict)}${verdict}</li>`,
      )}
      <li>– not judged</li>
      <li><span class="changed-sample" aria-hidden="true"></span> changed since the run before</li>
    </ul>
  </section>`;
}

type Choices = readonly (readonly [value: string, words: string])[];

function choice(id: string, label: string, choices: Choices): Html {
  return html`<label class="visually-hidden" for="${id}">${label}</label>
    <select id="${id}">
      ${choices.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
    </select>`;
}

/** A requirement of an earlier version may be of a family that there is no more. */
function titleOf(family: string): string {
  return family in FAMILIES ? FAMILIES[family as Family] : family;
}

function idsOf(nights: ReadonlyMap<string, readonly PastRun[]>): string[] {
  const ids = new Set<string>();
  for (const runs of nights.values()) for (const { verdicts } of runs) for (const id of verdicts.keys()) ids.add(id);
  return [...ids];
}

function familyOf(id: string, registry: Registry): string {
  return registry.get(id)?.family ?? id.split('.')[0] ?? '';
}

function packed(nights: ReadonlyMap<string, readonly PastRun[]>, registry: Registry): string {
  const ids = idsOf(nights);
  const lettersOf = ({ verdicts }: PastRun) =>
    ids
      .map((id) => {
        const verdict = verdicts.get(id);
        return verdict === undefined ? ABSENT : LETTERS[verdict];
      })
      .join('');
  const data: ComparisonData = {
    rows: ids.map((id) => ({
      id,
      family: familyOf(id, registry),
      sentence: registry.get(id)?.sentence ?? 'A requirement of an earlier version of the suite.',
    })),
    tenants: [...nights].map(([tenant, runs]) => ({
      tenant,
      runs: runs.map((run) => ({ at: run.at, seed: run.seed, letters: lettersOf(run) })),
    })),
  };
  return gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
}
