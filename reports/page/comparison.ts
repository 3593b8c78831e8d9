import { gzipSync } from 'node:zlib';
import { FAMILIES, type Family } from '../../contracts/families.ts';
import type { Registry } from '../../contracts/requirements/index.ts';
import { byTenant, changesBetween } from '../comparison.ts';
import type { PastRun } from '../history.ts';
import { attached, frame } from './frame.ts';
import { OUTCOMES } from './overview.ts';
import { html, type Html } from './html.ts';
import { icon, type Drawing } from './icons.ts';
import { ABSENT, LETTERS, type Change } from './script/changes.js';
import { trends } from './trends.ts';
import { formatCount, formatNumber, formatTime } from './format.ts';

/** The compressed data of the comparison page for its script. */
export interface ComparisonData {
  readonly rows: readonly {
    readonly id: string;
    readonly family: string;
    readonly sentence: string;
  }[];
  /** The runs of each tenant, oldest first, with one letter for each row. */
  readonly tenants: readonly {
    readonly tenant: string;
    readonly runs: readonly { readonly at: string; readonly seed: number; readonly letters: string }[];
  }[];
}

/** Changes between two runs in the order of the page: those that need action first. */
const CHANGES: readonly { readonly change: Change; readonly drawing: Drawing }[] = [
  { change: 'newly violated', drawing: 'violates' },
  { change: 'no longer tested', drawing: 'untested' },
  { change: 'now inconclusive', drawing: 'inconclusive' },
  { change: 'fixed', drawing: 'fixed' },
  { change: 'newly tested', drawing: 'conforms' },
];

/** Additions where the page is the index of a folder with one report per tenant. */
export interface Front {
  /** Address of each tenant's report, relative to this page. */
  readonly reports: ReadonlyMap<string, string>;
  /** Tenants that could not be checked, with the reason. */
  readonly troubles: ReadonlyMap<string, string>;
}

const NO_FRONT: Front = { reports: new Map(), troubles: new Map() };

/** Several runs side by side, as one self-contained HTML file. */
export function comparisonPage(
  runs: readonly PastRun[],
  registry: Registry,
  { reports, troubles }: Front = NO_FRONT,
): string {
  const tenants = byTenant(runs);
  const title = `${formatCount(runs.length, 'run')} of ${formatCount(tenants.size, 'tenant')}`;
  return frame({
    title,
    kind: 'comparison',
    skip: { to: 'matrix', label: 'Skip to matrix' },
    navigation: navigation([...tenants.keys()]),
    withoutScript: 'The matrix needs JavaScript. The latest changes are shown without it.',
    body: html`<h1 class="title">${title}</h1>
      ${[...troubles].map(([tenant, why]) => notCheckedPart(tenant, why))}
      ${[...tenants].map(([tenant, own], index) => tenantPart(tenant, own, index, reports.get(tenant)))}
      ${matrixPart(tenants, registry)}`,
    appended: attached('packed', packed(tenants, registry)),
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

function notCheckedPart(tenant: string, why: string): Html {
  return html`<section class="tenant">
    <h2><bdi>${tenant}</bdi> <span class="outcome-word incomplete">${icon('inconclusive')}not checked</span></h2>
    <p class="hint">${why}</p>
  </section>`;
}

function tenantPart(tenant: string, runs: readonly PastRun[], index: number, report: string | undefined): Html {
  const [before, last] = runs.slice(-2).length === 2 ? runs.slice(-2) : [undefined, runs.at(-1)];
  if (!last) return html``;
  const { word, drawing } = OUTCOMES[last.outcome];
  const conforming = [...last.verdicts.values()].filter(
    (verdict) => verdict === 'conforms' || verdict === 'fixed',
  ).length;
  return html`<section class="tenant" id="tenant-${index}" aria-labelledby="tenant-${index}-title">
    <h2 id="tenant-${index}-title">
      <bdi>${tenant}</bdi>
      <span class="outcome-word ${last.outcome}">${icon(drawing)}${word}</span>
    </h2>
    <p class="hint">
      ${formatNumber(conforming)} of ${formatCount(last.verdicts.size, 'requirement')} conform on
      <time datetime="${last.at}">${formatTime(last.at)}</time
      >${before && html`; previous run ${formatTime(before.at)}`}
      ${report !== undefined && html`<a href="${report}">Full report</a>`}
    </p>
    ${before ? changesList(changesBetween(before, last)) : html`<p class="nothing">No earlier run to compare with.</p>`}
    ${runs.length > 1 && trends(runs)}
  </section>`;
}

const MOST_IDS = 12;
/** Choices for the number of runs shown side by side. */
const WIDTHS = [14, 30, 90];

function changesList(changes: ReadonlyMap<Change, readonly string[]>): Html {
  if (changes.size === 0) return html`<p class="nothing">Nothing changed since the previous run.</p>`;
  return html`<ul class="changes">
    ${CHANGES.map(({ change, drawing }) => {
      const ids = changes.get(change);
      if (!ids) return html``;
      const more = ids.length - MOST_IDS;
      return html`<li>
        <p class="verdict ${drawing}">${icon(drawing)}<b>${formatNumber(ids.length)}</b> ${change}</p>
        <ul class="ids">
          ${ids.slice(0, MOST_IDS).map((id) => html`<li><a class="id" href="#${id}">${id}</a></li>`)}
          ${more > 0 && html`<li>and ${formatNumber(more)} more</li>`}
        </ul>
      </li>`;
    })}
  </ul>`;
}

function matrixPart(tenants: ReadonlyMap<string, readonly PastRun[]>, registry: Registry): Html {
  const families = [...new Set(idsOf(tenants).map((id) => familyOf(id, registry)))];
  return html`<section id="matrix" aria-labelledby="matrix-title">
    <h2 id="matrix-title">Side by side</h2>
    <form class="filters matrix-filters" role="search" aria-label="Matrix" autocomplete="off">
      <p class="find">
        <label class="visually-hidden" for="search">Search requirements</label>
        ${icon('search')}
        <input id="search" type="search" placeholder="Search by text or id" spellcheck="false" />
      </p>
      <div class="choices">
        ${choice('which', 'Which runs', [
          ...(tenants.size > 1 ? [['', 'Last run of each tenant'] as const] : []),
          ...[...tenants.keys()].map((tenant, index) => [String(index), `Runs of ${tenant}`] as const),
        ])}
        ${choice(
          'width',
          'How many runs',
          WIDTHS.map((count) => [String(count), `${count} runs`] as const),
        )}
        ${choice('family', 'Family', [
          ['', 'Any family'],
          ...families.map((family) => [family, titleOf(family)] as const),
        ])}
      </div>
      <label class="check-line"><input type="checkbox" id="everything" /> Include rows without differences</label>
      <p class="found"><b id="shown" aria-live="polite"></b></p>
    </form>
    <p class="pager">
      <button type="button" class="action" id="earlier">Earlier runs</button>
      <button type="button" class="action" id="later">Later runs</button>
      <span id="span" class="hint"></span>
    </p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="matrix-title">
      <table class="grid matrix">
        <thead id="columns"></thead>
        <tbody id="rows"></tbody>
      </table>
    </div>
    <p id="none" class="nothing" hidden>No differences between these runs within the filters.</p>
    <button type="button" class="action" id="more" hidden>Show more</button>
    <ul class="legend">
      ${(['conforms', 'violates', 'known', 'fixed', 'inconclusive', 'untested'] as const).map(
        (verdict) => html`<li class="verdict ${verdict}">${icon(verdict)}${verdict}</li>`,
      )}
      <li>– no verdict</li>
      <li><span class="changed-sample" aria-hidden="true"></span> changed since the previous run</li>
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

/** A requirement from an earlier version of the suite may belong to a family that no longer exists. */
function titleOf(family: string): string {
  return family in FAMILIES ? FAMILIES[family as Family] : family;
}

function idsOf(tenants: ReadonlyMap<string, readonly PastRun[]>): string[] {
  const ids = new Set<string>();
  for (const runs of tenants.values()) for (const { verdicts } of runs) for (const id of verdicts.keys()) ids.add(id);
  return [...ids];
}

function familyOf(id: string, registry: Registry): string {
  return registry.get(id)?.family ?? id.split('.')[0] ?? '';
}

function packed(tenants: ReadonlyMap<string, readonly PastRun[]>, registry: Registry): string {
  const ids = idsOf(tenants);
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
      sentence: registry.get(id)?.sentence ?? 'A requirement from an earlier version of the suite.',
    })),
    tenants: [...tenants].map(([tenant, runs]) => ({
      tenant,
      runs: runs.map((run) => ({ at: run.at, seed: run.seed, letters: lettersOf(run) })),
    })),
  };
  return gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
}
