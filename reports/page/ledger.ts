import type { LedgerEntry } from '../../evidence/evidence.ts';
import type { Results } from '../../evidence/results.ts';
import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { formatCount, formatNumber } from './format.ts';

/** So many of one kind are named; the rest is counted, and stands in `results.json`. */
const MOST_NAMED = 200;

/** What the run made or changed on a tenant that others share, and what became of it. */
export function ledgerSection({ ledger, run }: Results): Html {
  const kinds = [...groupedBy(ledger, ({ operation }) => operation)].sort(([a], [b]) => (a < b ? -1 : 1));
  return html`<section id="ledger" aria-labelledby="ledger-title">
    <h2 id="ledger-title">Made and undone <span class="total">${formatNumber(ledger.length)}</span></h2>
    ${
      kinds.length === 0
        ? html`<p class="nothing">
            ${
              run.isLive
                ? 'The run made and changed nothing.'
                : 'Each check had a tenant of its own, which was thrown away as a whole.'
            }
          </p>`
        : html`<p class="hint">
              Whatever a check makes or changes is written down before the request goes out, and undone in reverse
            </p>
            <div class="scroll" tabindex="0" role="region" aria-labelledby="ledger-title">
              <table class="plain">
                <thead>
                  <tr>
                    ${['Operation', 'Made or changed', 'Undone', 'Left to expire', 'Still there'].map(
                      (title) => html`<th scope="col">${title}</th>`,
                    )}
                  </tr>
                </thead>
                <tbody>
                  ${kinds.map(kindRow)}
                </tbody>
              </table>
            </div>`
    }
  </section>`;
}

type Entry = Results['ledger'][number];

function kindRow([operation, entries]: readonly [string, readonly Entry[]]): Html {
  const count = (became: LedgerEntry['became']) => entries.filter((one) => one.became === became).length;
  const left = count('left');
  // What needs a hand comes first.
  const byUrgency = [...entries].sort((a, b) => Number(b.became === 'left') - Number(a.became === 'left'));
  const further = entries.length - MOST_NAMED;
  return html`<tr>
    <td>
      <details>
        <summary><code>${operation}</code></summary>
        <ul class="left">
          ${byUrgency
            .slice(0, MOST_NAMED)
            .map(
              ({ what, requirement, became, why = became }) =>
                html`<li>${what} <a class="id" href="#${requirement}">${requirement}</a> ${why}</li>`,
            )}
          ${further > 0 && html`<li>${formatCount(further, 'further one', 'further ones')} in results.json</li>`}
        </ul>
      </details>
    </td>
    <td>${formatNumber(entries.length)}</td>
    <td>${formatNumber(count('undone'))}</td>
    <td>${formatNumber(count('expires'))}</td>
    <td>${left > 0 ? html`<span class="tag broken">${formatNumber(left)}</span>` : '0'}</td>
  </tr>`;
}
