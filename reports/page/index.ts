import { operationsOf, type ContractDocument } from '../../contracts/document.ts';
import { FAMILIES } from '../../contracts/families.ts';
import type { Registry } from '../../contracts/requirements/index.ts';
import type { Results } from '../../evidence/results.ts';
import type { PageData, PageRequirement } from './data.ts';
import { packAll } from './evidence.ts';
import { attached, frame } from './frame.ts';
import { overview } from './overview.ts';
import { gridSection } from './grid.ts';
import { html, json, type Html } from './html.ts';
import { icon } from './icons.ts';
import { ledgerSection } from './ledger.ts';
import {
  requirementOfRun,
  pastRunsOf,
  pageRun,
  requirementOfCatalogue,
  untestableOf,
  type History,
  type Proofs,
} from './model.ts';
import { providedSection } from './provided.ts';
import { families, requirementsSection } from './requirements.ts';
import { bindingsSection, driftSection, lifecyclesSection, runSection, untestableSection } from './sections.ts';
import { formatCount, formatNumber } from './format.ts';

export type { History, Past, Place, Proofs } from './model.ts';

/** What a page is built from, in addition to the results. */
export interface Contract {
  readonly document: ContractDocument;
  readonly registry: Registry;
  /** The faults that prove the checks; absent where the page does not show them. */
  readonly faults?: Proofs['faults'];
}

/** The report of a run as one self-contained HTML file. */
export function pageOf(results: Results, { document, registry, faults }: Contract, history?: History): string {
  const { run } = results;
  const packed = packAll(results.requirements, document);
  const pastRuns = pastRunsOf(
    results.requirements.map(({ id }) => id),
    history,
  );
  const requirements = results.requirements.map((result, index) =>
    requirementOfRun(result, registry.get(result.id), {
      hasEvidence: packed[index] !== undefined,
      past: history?.(result.id) ?? [],
      pastRuns,
      faults: faults && (faults.get(result.id) ?? []),
    }),
  );
  const body = html`${overview(results, requirements, pastRuns)} ${requirementsSection(requirements, true)}
  ${gridSection(operationsOf(document), results)} ${lifecyclesSection(results)} ${driftSection(results)}
  ${bindingsSection(results)} ${providedSection(results)} ${ledgerSection(results)} ${runSection(results)}
  ${untestableSection(untestableOf(registry))}`;
  return requirementsPage(
    `${run.outcome}: ${run.tenant}`,
    body,
    { run: pageRun(results), requirements, pastRuns },
    packed,
  );
}

/** The same page without a run: each requirement with its checks and the faults that prove them. */
export function cataloguePage(registry: Registry, proofs: Proofs): string {
  const requirements = [...registry.values()].map((requirement) => requirementOfCatalogue(requirement, proofs));
  const testable = requirements.filter(({ untestable }) => untestable === undefined);
  const provable = testable.filter(({ checks, faults = [] }) => checks.length > 0 && faults.length > 0);
  const unchecked = testable.filter(({ checks }) => checks.length === 0);
  const body = html`<section class="overview" id="overview" aria-label="Overview">
      <div class="verdicts">
        <h1 class="outcome">Requirement catalogue</h1>
        <p class="lead">
          ${formatCount(testable.length, 'testable requirement')} and
          ${formatNumber(requirements.length - testable.length)} that no client can observe.
          ${formatNumber(testable.length - unchecked.length)} have a check, and ${formatNumber(provable.length)} of
          these also a fault: a deviation of the reference tenant that breaks the requirement, with which
          <code>npm run prove</code> shows that the check detects it.
        </p>
      </div>
    </section>
    ${requirementsSection(requirements, false)}`;
  return requirementsPage('Requirement catalogue', body, { requirements, pastRuns: [] }, []);
}

function requirementsPage(title: string, body: Html, data: PageData, packed: readonly (string | undefined)[]): string {
  return frame({
    title,
    kind: data.run ? 'report' : 'catalogue',
    skip: { to: 'requirements', label: 'Skip to requirements' },
    tools: html`<button type="button" id="show-help">${icon('keys')}<span>Shortcuts</span></button>`,
    navigation: navigation(data.requirements, data.run !== undefined),
    withoutScript: 'Search, filters and evidence need JavaScript. Everything else is shown without it.',
    body,
    appended: html`${helpDialog()}
      <script type="application/json" id="data">
        ${json(data)}
      </script>`,
    attachments: html`${packed.map((text, index) => text !== undefined && attached(`evidence-${index}`, text))}`,
    script: 'main.js',
  });
}

function navigation(requirements: readonly PageRequirement[], isRun: boolean): Html {
  const sections: readonly (readonly [id: string, title: string])[] = [
    ['overview', 'Overview'],
    ['requirements', 'Requirements'],
    ...(isRun
      ? ([
          ['operations', 'Operations'],
          ['lifecycles', 'Lifecycles'],
          ['drift', 'Drift'],
          ['bindings', 'Bindings'],
          ['provided', 'Things and credentials'],
          ['ledger', 'Cleanup'],
          ['run', 'Run details'],
        ] as const)
      : []),
  ];
  return html`<nav aria-label="Report">
    <ul class="sections">
      ${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
    <h2>Families${isRun && html`<span class="unit">violated</span>`}</h2>
    <ul class="families">
      ${families(requirements).map(({ family, listed }) => {
        const broken = listed.filter(({ requirement }) => requirement.verdict === 'violates').length;
        const open = listed.filter(({ requirement }) =>
          ['inconclusive', 'untested'].includes(requirement.verdict ?? ''),
        ).length;
        const mark = broken > 0 ? icon('violates') : open > 0 ? icon('untested') : isRun && icon('conforms');
        const name = broken > 0 ? 'violates' : open > 0 || !isRun ? 'untested' : 'conforms';
        // All numbers of a list mean the same: in a run the violations.
        const count = !isRun ? String(listed.length) : broken > 0 ? formatNumber(broken) : '';
        const words = broken > 0 ? 'violated' : open > 0 ? 'untested or inconclusive' : isRun ? 'all conform' : '';
        return html`<li>
          <a href="#family-${family}"
            ><span>${FAMILIES[family]}</span
            ><span class="verdict ${name}"
              >${count}${words !== '' && html`<span class="visually-hidden"> ${words}</span>`}${mark}</span
            ></a
          >
        </li>`;
      })}
    </ul>
  </nav>`;
}

const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['/', 'search'],
  ['Esc', 'in the search field: clear search and filters'],
  ['j  k', 'next or previous requirement'],
  ['n  p', 'next or previous requirement that does not conform'],
  ['Enter', 'open or close a requirement'],
  ['?', 'show this list'],
];

function helpDialog(): Html {
  return html`<dialog id="help" aria-labelledby="help-title">
    <form method="dialog">
      <h2 id="help-title">Keyboard shortcuts</h2>
      <dl class="keys">
        ${KEYS.map(
          ([key, what]) =>
            html`<div>
              <dt>${key.split('  ').map((one) => html`<kbd>${one}</kbd> `)}</dt>
              <dd>${what}</dd>
            </div>`,
        )}
      </dl>
      <label class="check"><input type="checkbox" id="keys-on" checked /> Enable single-key shortcuts</label>
      <button>Close</button>
    </form>
  </dialog>`;
}
