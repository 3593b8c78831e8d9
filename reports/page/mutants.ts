import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { still, table } from './still.ts';
import { counted, grouped } from './words.ts';

/** The result of a mutant, as a run of mutants writes it. */
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

/** The result of a run of mutants: how many were caught, which survived, and which freedom excuses the rest. */
export function mutantsPage(mutants: readonly JudgedMutant[], ratio: number): string {
  const count = (verdict: JudgedMutant['verdict'], among = mutants) =>
    among.filter((one) => one.verdict === verdict).length;
  const breaking = mutants.length - count('open');
  const title = `${(100 * ratio).toFixed(1)} % of ${counted(breaking, 'mutant')} told`;
  const survivors = mutants.filter(({ verdict }) => verdict === 'survived');
  return still({
    title,
    kind: 'mutants',
    sections: [
      ['survivors', 'Survivors'],
      ['operators', 'By operator'],
      ['freedoms', 'Not asked for'],
    ],
    body: html`<h1 class="title">${title}</h1>
      <p class="hint">
        Every kind of answer that a run meets, changed by general operators; ${grouped(count('open'))} of
        ${counted(mutants.length, 'change')} are left open by the specification
      </p>
      <section id="survivors" aria-labelledby="survivors-title">
        <h2 id="survivors-title">Survivors <span class="total">${grouped(survivors.length)}</span></h2>
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
            html`${grouped(own.length)}`,
            ...(Object.keys(VERDICTS) as JudgedMutant['verdict'][]).map(
              (verdict) => html`${grouped(count(verdict, own))}`,
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
    .map(([key, own]) => [...key.split('\n').map((words) => html`${words}`), html`${grouped(own.length)}`]);
}
