import type { Drift } from '../../contracts/drift/drift.ts';
import type { Bound } from '../../evidence/evidence.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { Remaining } from '../../evidence/ledger-entry.ts';
import type { LifecycleResult, Results } from '../../evidence/results.ts';
import { html, type Html } from './html.ts';
import { groupedBy } from '../../contracts/grouped.ts';
import { formatCount, truncate, formatNumber } from './format.ts';

const LONGEST_VALUE = 2_000;
const MOST_LEFT = 12;
/** The value that the facts of a run record in place of a secret. */
const GIVEN = 'given';

/** States by actions: what the contract expects of each, and whether the run tried it. */
export function lifecyclesSection({ lifecycles, requirements }: Results): Html {
  if (lifecycles.length === 0) return html``;
  const broken = new Set<string>(
    requirements.flatMap(({ id, verdict }) => (verdict === 'violates' || verdict === 'known' ? [id] : [])),
  );
  return html`<section id="lifecycles" aria-labelledby="lifecycles-title">
    <h2 id="lifecycles-title">Lifecycles</h2>
    <ul class="legend">
      <li><span class="held" aria-hidden="true">●</span> tried, and as specified</li>
      <li><span class="broken" aria-hidden="true">✕</span> tried, and violated</li>
      <li><span class="met" aria-hidden="true">◐</span> tried, without a result</li>
      <li><span class="missed" aria-hidden="true">○</span> not tried</li>
      <li><span class="within" aria-hidden="true">–</span> open: not specified, or not possible</li>
    </ul>
    ${lifecycles.map((one) => lifecycleTable(one, broken))}
  </section>`;
}

type LifecycleCell = LifecycleResult['cells'][number];

function lifecycleTable({ name, cells }: LifecycleResult, broken: ReadonlySet<string>): Html {
  const actions = [...new Set(cells.map(({ action }) => action))];
  const states = [...groupedBy(cells, ({ state }) => state)];
  const isOpen = ({ expects }: LifecycleResult['cells'][number]) => expects.startsWith('open: ');
  const closed = cells.filter((one) => !isOpen(one));
  const kept = closed.filter(({ held }) => held).length;
  const id = `lifecycle-${name.replace(/\W+/g, '-')}`;
  return html`<h3 id="${id}" class="caption">
      ${name} <span class="total">${kept} of ${closed.length} as specified</span>
    </h3>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">
      <table class="lifecycle">
        <thead>
          <tr>
            <th scope="col">State</th>
            ${actions.map((action) => html`<th scope="col">${action}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${states.map(
            ([state, own]) =>
              html`<tr>
                <th scope="row">${state}</th>
                ${actions.map((action) => {
                  const found = own.find((one) => one.action === action);
                  return found ? lifecycleCell(found, broken.has(found.requirement ?? '')) : html`<td></td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function lifecycleCell({ expects, requirement, visited, held }: LifecycleCell, isBroken: boolean): Html {
  const [name, symbol, words] = expects.startsWith('open: ')
    ? (['within', '–', 'open'] as const)
    : held
      ? (['held', '●', 'as specified'] as const)
      : visited
        ? isBroken
          ? (['broken', '✕', 'violated'] as const)
          : (['met', '◐', 'tried, without a result'] as const)
        : (['missed', '○', 'not tried'] as const);
  const text = expects.replace(/^open: /, '');
  return html`<td class="${name}">
    <span class="symbol" aria-hidden="true">${symbol}</span
    ><span class="visually-hidden">${words}: </span
    >${requirement === undefined ? text : html`<a href="#${requirement}" title="${requirement}">${text}</a>`}
  </td>`;
}

/** Differences between the tenant's own OpenAPI document and the specification. */
export function driftSection({ drift, additions, run }: Results): Html {
  // Differences that concern a requirement come first: they may explain a violation.
  const rows = [...drift].sort((a, b) => Number(a.requirement === undefined) - Number(b.requirement === undefined));
  const hasAny = (member: 'place' | 'expected' | 'seen' | 'requirement') => rows.some((row) => Boolean(row[member]));
  const columns: readonly (readonly [title: string, isShown: boolean, cell: (row: Drift) => Html])[] = [
    ['Difference', true, ({ what }) => html`<span class="tag">${what}</span>`],
    ['Operation', true, ({ operation }) => html`<code>${operation}</code>`],
    ['Place', hasAny('place'), ({ place }) => html`${place}`],
    ['Specification', hasAny('expected'), ({ expected = '' }) => html`${expected}`],
    ['Tenant', hasAny('seen'), ({ seen = '' }) => html`${seen}`],
    [
      'Requirement',
      hasAny('requirement'),
      ({ requirement }) =>
        html`${requirement !== undefined && html`<a class="id" href="#${requirement}">${requirement}</a>`}`,
    ],
  ];
  const shown = columns.filter(([, isShown]) => isShown);
  return html`<section id="drift" aria-labelledby="drift-title">
    <h2 id="drift-title">Drift of the tenant's document <span class="total">${formatNumber(drift.length)}</span></h2>
    ${
      drift.length === 0
        ? html`<p class="nothing">
            ${
              run.comparedDocument
                ? "The tenant's own OpenAPI document (GET /api/v1/spec) was compared with the specification, and does not deviate from it."
                : "Untested: no check of this run compared the tenant's own OpenAPI document (GET /api/v1/spec) with the specification."
            }
          </p>`
        : html`<p class="hint">
              Differences between the tenant's own OpenAPI document (GET /api/v1/spec) and the specification. Missing:
              only in the specification; looser or stricter: the tenant's document allows more, or less.
              ${!hasAny('requirement') && 'No requirement is concerned.'}
            </p>
            ${sectionTable(
              'drift',
              shown.map(([title]) => title),
              rows.map((row) => shown.map(([, , cell]) => cell(row))),
            )}`
    }
    ${additions.length > 0 && additionsFold(additions)}
  </section>`;
}

/** What the specification leaves to the tenant is no difference. */
function additionsFold(additions: readonly Drift[]): Html {
  return html`<details class="fold">
    <summary>${formatCount(additions.length, 'addition')} of the tenant, which the specification allows</summary>
    ${sectionTable(
      'drift',
      ['Operation', 'Place'],
      additions.map(({ operation, place }) => [html`<code>${operation}</code>`, html`${place}`]),
    )}
  </details>`;
}

/** The tenant's values for the names that the specification leaves open. */
export function bindingsSection({ bindings }: Results): Html {
  const head = ['Name', 'Value', 'Source'];
  const unresolved = bindings.filter(({ value }) => value === undefined);
  const resolved = bindings.filter(({ value }) => value !== undefined);
  const sources = [...groupedBy(resolved, ({ source }) => source)].map(
    ([source, { length }]) => `${formatNumber(length)} ${source}`,
  );
  return html`<section id="bindings" aria-labelledby="bindings-title">
    <h2 id="bindings-title">Bindings <span class="total">${formatNumber(bindings.length)}</span></h2>
    <p class="hint">Names that the specification leaves open, with the value for this tenant and its source</p>
    ${bindings.length === 0 && html`<p class="nothing">No check of the selection needed any.</p>`}
    ${unresolved.length > 0 && sectionTable('bindings', head, unresolved.map(bindingCells))}
    ${
      resolved.length > 0 &&
      html`<details class="fold">
        <summary>${formatCount(resolved.length, 'name')}: ${sources.join(', ')}</summary>
        ${sectionTable('bindings', head, resolved.map(bindingCells))}
      </details>`
    }
  </section>`;
}

function bindingCells({ id, value, source, reason = '' }: Bound): Html[] {
  return [
    html`<code>${id}</code>`,
    value === undefined
      ? html`${reason}`
      : html`<code class="value">${truncate(JSON.stringify(value), LONGEST_VALUE)}</code>`,
    html`<span class="tag ${source === 'unresolved' && 'broken'}">${source}</span>`,
  ];
}

/** The configuration of the run, and what it did not undo. */
export function runSection({ run }: Results): Html {
  const settings = Object.entries(run.settings);
  const [stated, secret] = [
    settings.filter(([, value]) => value !== GIVEN),
    settings.filter(([, value]) => value === GIVEN),
  ];
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Tenant', run.baseUrl ?? run.tenant],
    ['Live', run.isLive ? 'yes' : 'no: the embedded reference tenant'],
    ['Seed', String(run.seed)],
    ['Inputs per property', formatNumber(run.propertyRuns)],
    ['Longest wait', `${run.maxWait / 1_000} s`],
    ['Read only', run.isReadOnly ? 'yes' : 'no'],
    ['Account changes', run.allowsAccountChanges ? 'allowed' : 'not allowed'],
    ['Selection', run.isPartial ? 'partial run' : 'all requirements'],
    ['Shard', run.shard && `${run.shard.current} of ${run.shard.total}`],
    ['Gate', `${run.gate}, exit code ${run.exitCode}`],
    ['Baseline', run.baseline && baselineText(run.baseline, run.isStrict)],
    ...Object.entries(run.versions).map(
      ([name, version]) => [name === 'commit' ? 'Commit' : `Version of ${name}`, version] as const,
    ),
  ];
  return html`<section id="run" aria-labelledby="run-title">
    <h2 id="run-title">Run details</h2>
    <div class="columns">
      <div>
        <h3>Facts</h3>
        <dl class="list">${facts.map(([name, value]) => value !== undefined && pair(name, value))}</dl>
      </div>
      <div>
        <h3>Settings</h3>
        <dl class="list">
          ${stated.map(([name, value]) => pair(name, value))}
          ${
            secret.length > 0 &&
            html`<div>
              <dt>Secrets (set, values not recorded)</dt>
              <dd>${secret.map(([name]) => html`<code>${name}</code> `)}</dd>
            </div>`
          }
        </dl>
      </div>
    </div>
    <h3 id="left">Left behind <span class="total">${formatNumber(run.leftBehind.length)}</span></h3>
    ${leftBehind(run.leftBehind)}
  </section>`;
}

function leftBehind(all: readonly Remaining[]): Html {
  if (all.length === 0) return html`<p class="nothing">Nothing: the run removed what it created.</p>`;
  const lines = [...groupedBy(all, ({ what }) => what)].map(([what, { length }]) => {
    return html`<li>${truncate(what, LONGEST_VALUE)}${length > 1 && ` (${formatCount(length, 'time')})`}</li>`;
  });
  const more = lines.slice(MOST_LEFT);
  return html`<ul class="left">
      ${lines.slice(0, MOST_LEFT)}
    </ul>
    ${
      more.length > 0 &&
      html`<details class="fold">
        <summary>and ${formatNumber(more.length)} more</summary>
        <ul class="left">
          ${more}
        </ul>
      </details>`
    }`;
}

function baselineText({ file, violations, gaps }: NonNullable<Results['run']['baseline']>, isStrict: boolean): string {
  const parts = [formatCount(violations.length, 'known violation'), formatCount(gaps.length, 'accepted gap')];
  return `${file}: ${parts.join(', ')}${isStrict ? '; strict: accepted gaps count' : ''}`;
}

/** Requirements that are listed and excluded from all counts. */
export function untestableSection(untestable: readonly Requirement[]): Html {
  if (untestable.length === 0) return html``;
  return html`<section id="untestable" aria-labelledby="untestable-title">
    <h2 id="untestable-title">Untestable requirements <span class="total">${formatNumber(untestable.length)}</span></h2>
    <p class="hint">No client can observe whether these hold. They are excluded from all counts.</p>
    ${sectionTable(
      'untestable',
      ['Requirement', 'Reason'],
      untestable.map(({ id, sentence, untestable: why = '' }) => [
        html`${sentence} <span class="id">${id}</span>`,
        html`${why}`,
      ]),
    )}
  </section>`;
}

function pair(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** A table of a section, whose cells are stacked on a phone, each after its title where the cells alone say too little. */
export function sectionTable(
  name: string,
  head: readonly string[],
  rows: readonly (readonly Html[])[],
  isTitled = false,
): Html {
  const cell = (content: Html, title = '') =>
    content.text.trim() === ''
      ? html`<td class="empty"></td>`
      : html`<td ${isTitled && html` data-title="${title}"`}>${content}</td>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${name}-title">
    <table class="plain stacks">
      <thead>
        <tr>
          ${head.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((one, index) => cell(one, head[index]))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
