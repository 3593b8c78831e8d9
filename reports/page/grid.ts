import type { PlacedOperation } from '../../contracts/document.ts';
import { FAMILIES } from '../../contracts/families.ts';
import type { Results } from '../../evidence/results.ts';
import { html, type Html } from './html.ts';
import { formatCount } from './format.ts';

type Met = Results['operations'][number];

const CELLS = {
  held: { symbol: '●', words: 'specified, received and asserted by a check' },
  met: { symbol: '◐', words: 'specified and received, not asserted' },
  missed: { symbol: '○', words: 'specified, not received' },
  within: { symbol: '•', words: 'received, within a specified class such as 4XX' },
  extra: { symbol: '◆', words: 'received, not specified' },
  none: { symbol: '', words: '' },
} as const;

type CellName = keyof typeof CELLS;

/** Operations by statuses: which are specified, received and asserted. */
export function gridSection(operations: readonly PlacedOperation[], results: Results): Html {
  const met = new Map(results.operations.map((one) => [one.operationId, one]));
  const isOfRun = ({ operation }: PlacedOperation) => !results.run.isPartial || met.has(operation.operationId);
  const shown = operations.filter(isOfRun);
  const columns = columnsOf(shown, results.operations);
  const rows = Object.entries(FAMILIES).flatMap(([family, title]) => {
    const own = shown.filter((one) => one.family === family);
    return own.length > 0 ? [{ title, own }] : [];
  });
  const unmet = operations.length - shown.length;
  // Operations whose path is a binding have no entry in the document, yet their statuses are known.
  const bound = results.operations.filter(
    ({ operationId }) => !operations.some(({ operation }) => operation.operationId === operationId),
  );
  return html`<section id="operations" aria-labelledby="operations-title">
    <h2 id="operations-title">Operations and statuses</h2>
    ${legend()}
    <div class="scroll" tabindex="0" role="region" aria-labelledby="operations-title">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        ${rows.map(
          ({ title, own }) =>
            html`<tbody>
              <tr class="group">
                <th scope="rowgroup" colspan="${columns.length + 1}">${title}</th>
              </tr>
              ${own.map((one) => operationRow(one, met.get(one.operation.operationId), columns))}
            </tbody>`,
        )}
        ${bound.length > 0 && boundRows(bound, columns)}
      </table>
    </div>
    ${unmet > 0 && html`<p class="hint">${formatCount(unmet, 'operation')} that this selection did not call are left out.</p>`}
  </section>`;
}

/** Sorted, so that a class such as `4XX` follows its statuses. */
function columnsOf(operations: readonly PlacedOperation[], met: readonly Met[]): string[] {
  const specified = operations.flatMap(({ operation }) => Object.keys(operation.responses));
  const all = [...specified, ...met.flatMap(({ statuses }) => statuses.map(String))];
  return [...new Set(all.map((status) => status.toUpperCase()))].sort();
}

function operationRow(
  { operation: { operationId, responses }, method, path }: PlacedOperation,
  met: Met | undefined,
  columns: readonly string[],
): Html {
  const specified = new Set(Object.keys(responses).map((status) => status.toUpperCase()));
  const address = html`<span class="address"><b>${method.toUpperCase()}</b> ${path}</span>`;
  return html`<tr>
    ${operationHead(operationId, address)} ${columns.map((column) => cell(cellOf(column, specified, met)))}
  </tr>`;
}

function boundRows(bound: readonly Met[], columns: readonly string[]): Html {
  return html`<tbody>
    <tr class="group">
      <th scope="rowgroup" colspan="${columns.length + 1}">Without a specified path</th>
    </tr>
    ${bound.map(
      ({ operationId, statuses }) =>
        html`<tr>
          ${operationHead(operationId)}
          ${columns.map((column) => cell(statuses.includes(Number(column)) ? 'within' : 'none'))}
        </tr>`,
    )}
  </tbody>`;
}

function operationHead(operationId: string, address?: Html): Html {
  const filter = `operation=${operationId}`;
  return html`<th scope="row">
    <div>
      <button type="button" class="operation" data-filter="${filter}" title="Show the requirements of this operation">
        ${operationId}
      </button>
      ${address}
    </div>
  </th>`;
}

function cellOf(column: string, specified: ReadonlySet<string>, met: Met | undefined): CellName {
  const statuses = met?.statuses.map(String) ?? [];
  const asserted = met?.asserted.map(String) ?? [];
  const isOf = (status: string) => status === column || (column.endsWith('XX') && status.startsWith(column.charAt(0)));
  const isMet = statuses.some(isOf);
  if (specified.has(column)) return asserted.some(isOf) ? 'held' : isMet ? 'met' : 'missed';
  if (!isMet || column.endsWith('XX')) return 'none';
  return specified.has(`${column.charAt(0)}XX`) ? 'within' : 'extra';
}

function cell(name: CellName): Html {
  const { symbol, words } = CELLS[name];
  if (name === 'none') return html`<td></td>`;
  return html`<td class="${name}" title="${words}">
    <span aria-hidden="true">${symbol}</span><span class="visually-hidden">${words}</span>
  </td>`;
}

function legend(): Html {
  return html`<ul class="legend">
    ${Object.entries(CELLS)
      .filter(([name]) => name !== 'none')
      .map(
        ([name, { symbol, words }]) =>
          html`<li><span class="${name}" aria-hidden="true">${symbol}</span> ${words}</li>`,
      )}
  </ul>`;
}
