import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { staticPage, table } from './static.ts';
import { formatCount, formatNumber } from './format.ts';

/** The verdict on a mutant, as a mutant run records it. */
export interface JudgedMutant {
  readonly id: string;
  readonly operator: string;
  readonly sentence: string;
  readonly verdict: 'told' | 'survived' | 'unseen' | 'open';
  readonly point?: string;
  readonly because?: string;
}

const VERDICTS = {
  told: 'detected',
  survived: 'survived',
  unseen: 'not observable',
  open: 'open point',
} as const satisfies Record<JudgedMutant['verdict'], string>;

/** The results of a mutant run: detected, survived, and allowed by an open point of the specification. */
export function mutantsPage(mutants: readonly JudgedMutant[], ratio: number): string {
  const count = (verdict: JudgedMutant['verdict'], among = mutants) =>
    among.filter((one) => one.verdict === verdict).length;
  const breaking = mutants.length - count('open');
  const title = `${(100 * ratio).toFixed(1)} % of ${formatCount(breaking, 'mutant')} detected`;
  const survivors = mutants.filter(({ verdict }) => verdict === 'survived');
  return staticPage({
    title,
    kind: 'mutants',
    sections: [
      ['survivors', 'Survivors'],
      ['operators', 'By operator'],
      ['open-points', 'Open points'],
    ],
    body: html`<h1 class="title">${title}</h1>
      <p class="hint">
        Each mutant changes one kind of response by a generic operator; the specification leaves
        ${formatNumber(count('open'))} of ${formatCount(mutants.length, 'change')} open
      </p>
      <section id="survivors" aria-labelledby="survivors-title">
        <h2 id="survivors-title">Survivors <span class="total">${formatNumber(survivors.length)}</span></h2>
        ${
          survivors.length === 0
            ? html`<p class="nothing">No observable mutant survived.</p>`
            : table(
                'survivors-title',
                ['Mutant', 'Change'],
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
      <section id="open-points" aria-labelledby="open-points-title">
        <h2 id="open-points-title">Allowed or not observable</h2>
        ${table('open-points-title', ['Open point', 'Reason', 'Mutants'], openPointRows(mutants))}
      </section>`,
  });
}

function openPointRows(mutants: readonly JudgedMutant[]): (readonly Html[])[] {
  const excluded = mutants.filter(({ verdict }) => verdict === 'open' || verdict === 'unseen');
  return [...groupedBy(excluded, ({ point = '', because = '' }) => `${point}\n${because}`)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([key, own]) => [...key.split('\n').map((words) => html`${words}`), html`${formatNumber(own.length)}`]);
}
