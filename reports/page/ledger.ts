import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import type { Results } from '../../evidence/results.ts';
import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { formatCount, formatNumber } from './format.ts';
import { sectionTable } from './sections.ts';

/** Entries listed for each operation; the rest is only counted here and listed in `results.json`. */
const MOST_LISTED = 200;

/** What the run created or changed on a shared tenant, and whether it was undone. */
export function ledgerSection({ ledger, run }: Results): Html {
  const operations = [...groupedBy(ledger, ({ operation }) => operation)].sort(([a], [b]) => (a < b ? -1 : 1));
  return html`<section id="ledger" aria-labelledby="ledger-title">
    <h2 id="ledger-title">Cleanup <span class="total">${formatNumber(ledger.length)}</span></h2>
    ${
      operations.length === 0
        ? html`<p class="nothing">
            ${
              run.isLive
                ? 'The run created and changed nothing.'
                : 'Each check had its own tenant, which was discarded after the check.'
            }
          </p>`
        : html`<p class="hint">
              Each creation or change is recorded before its request is sent, and undone in reverse order
            </p>
            ${sectionTable('ledger', HEAD, operations.map(operationCells), true)}`
    }
  </section>`;
}

type Entry = Results['ledger'][number];

const HEAD = ['Operation', 'Created or changed', 'Undone', 'Left to expire', 'Not undone'];

function operationCells([operation, entries]: readonly [string, readonly Entry[]]): Html[] {
  const count = (became: LedgerEntry['became']) => entries.filter((one) => one.became === became).length;
  const left = count('left');
  // What somebody has to clean up by hand comes first.
  const byUrgency = [...entries].sort((a, b) => Number(b.became === 'left') - Number(a.became === 'left'));
  const further = entries.length - MOST_LISTED;
  return [
    html`<details>
      <summary><code>${operation}</code></summary>
      <ul class="left">
        ${byUrgency
          .slice(0, MOST_LISTED)
          .map(
            ({ what, requirement, became, why = became }) =>
              html`<li>${what} <a class="id" href="#${requirement}">${requirement}</a> ${why}</li>`,
          )}
        ${further > 0 && html`<li>${formatCount(further, 'more entry', 'more entries')} in results.json</li>`}
      </ul>
    </details>`,
    html`${formatNumber(entries.length)}`,
    html`${formatNumber(count('undone'))}`,
    html`${formatNumber(count('expires'))}`,
    left > 0 ? html`<span class="tag broken">${formatNumber(left)}</span>` : html`0`,
  ];
}
