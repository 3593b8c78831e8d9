import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { staticPage, table } from './static.ts';
import { formatCount, formatNumber } from './format.ts';

/** What became of a mutant, as its campaign writes it down. */
export interface JudgedMutant {
  readonly id: string;
  readonly operator: string;
  readonly sentence: string;
  readonly verdict: 'told' | 'survived' | 'unseen' | 'open';
  readonly point?: string;
  readonly because?: string;
}

const VERDICTS = {
  told: 'told',
  survived: 'survived',
  unseen: 'cannot be seen',
  open: 'left open',
} as const satisfies Record<JudgedMutant['verdict'], string>;

/** What a campaign of mutants came to: who told, what survived, and which freedom lets the rest be. */
export function mutantsPage(mutants: readonly JudgedMutant[], ratio: number): string {
  const count = (verdict: JudgedMutant['verdict'], among = mutants) =>
    among.filter((one) => one.verdict === verdict).length;
  const breaking = mutants.length - count('open');
  const title = `${(100 * ratio).toFixed(1)} % of ${formatCount(breaking, 'mutant')} told`;
  const survivors = mutants.filter(({ verdict }) => verdict === 'survived');
  return staticPage({
    title,
    kind: 'mutants',
    sections: [
      ['survivors', 'Survivors'],
      ['operators', 'By operator'],
      ['freedoms', 'Not asked for'],
    ],
    body: html`<h1 class="title">${title}</h1>
      <p class="hint">
        Every kind of answer that a run meets, changed by general operators; ${formatNumber(count('open'))} of
        ${formatCount(mutants.length, 'change')} are left open by the specification
      </p>
      <section id="survivors" aria-labelledby="survivors-title">
        <h2 id="survivors-title">Survivors <span class="total">${formatNumber(survivors.length)}</span></h2>
        ${
          survivors.length === 0
            ? html`<p class="nothing">No check let one pass that somebody outside could see.</p>`
            : table(
                'survivors-title',
                ['Mutant', 'What it does'],
                survivors.map(({ id, sentence }) => [html`<code>${id}</code>`, html`${sentence}`]),
              )
        }
      </section>
      <section id="operators" aria-labelledby="operators-title">
        <h2 id="operators-title">By operator</h2>
        ${table(
          'operators-title',
          ['Operator', 'Mutants', ...Object.values(VERDICTS)],
          [...groupedBy(mutants, ({ operator }) => operator)].map(([operator, own]) => [
            html`${operator}`,
            html`${formatNumber(own.length)}`,
            ...(Object.keys(VERDICTS) as JudgedMutant['verdict'][]).map(
              (verdict) => html`${formatNumber(count(verdict, own))}`,
            ),
          ]),
        )}
      </section>
      <section id="freedoms" aria-labelledby="freedoms-title">
        <h2 id="freedoms-title">Not asked for, and why</h2>
        ${table('freedoms-title', ['Open point', 'Why a tenant may answer so', 'Mutants'], freedomRows(mutants))}
      </section>`,
  });
}

function freedomRows(mutants: readonly JudgedMutant[]): (readonly Html[])[] {
  const spared = mutants.filter(({ verdict }) => verdict === 'open' || verdict === 'unseen');
  return [...groupedBy(spared, ({ point = '', because = '' }) => `${point}\n${because}`)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([key, own]) => [...key.split('\n').map((words) => html`${words}`), html`${formatNumber(own.length)}`]);
}
