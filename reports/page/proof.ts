import { FAMILIES, type Family } from '../../contracts/families.ts';
import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { staticPage, table } from './static.ts';
import { formatCount, firstLine, formatNumber } from './format.ts';

/** The verdict on a fault, as a proof run records it. */
export interface ProvenFault {
  readonly id: string;
  readonly requirement: string;
  readonly sentence: string;
  readonly verdict: 'caught' | 'wrong-blame' | 'survived' | 'void' | 'untested' | 'unplayed';
  readonly reason?: string;
  readonly collateral: readonly string[];
}

export interface ProofRun {
  readonly dialect: string;
  readonly trials: number;
  readonly faults: readonly ProvenFault[];
}

const VERDICTS = {
  caught: 'caught',
  'wrong-blame': 'wrong blame',
  survived: 'survived',
  void: 'void',
  untested: 'untested',
  unplayed: 'not tried',
} as const satisfies Record<ProvenFault['verdict'], string>;

/** The results of a proof run as one HTML file: the faults that were not caught, and counts by family. */
export function proofPage({ dialect, trials, faults }: ProofRun): string {
  const open = faults.filter(({ verdict }) => verdict !== 'caught');
  const title =
    open.length === 0
      ? `${formatCount(faults.length, 'fault')}, all caught`
      : `${formatNumber(open.length)} of ${formatCount(faults.length, 'fault')} not caught`;
  return staticPage({
    title,
    kind: 'proof',
    sections: [
      ['open', 'Not caught'],
      ['families', 'By family'],
    ],
    body: html`<h1 class="title">${title}</h1>
      <p class="hint">${formatCount(trials, 'trial')} against the reference tenant, dialect ${dialect}</p>
      <section id="open" aria-labelledby="open-title">
        <h2 id="open-title">Not caught <span class="total">${formatNumber(open.length)}</span></h2>
        ${
          open.length === 0
            ? html`<p class="nothing">Every fault failed the checks of its requirement and no others.</p>`
            : table('open-title', ['Fault', 'Verdict', 'Reason'], open.map(openRow))
        }
      </section>
      <section id="families" aria-labelledby="families-title">
        <h2 id="families-title">By family</h2>
        ${table('families-title', ['Family', 'Faults', 'Requirements', ...Object.values(VERDICTS)], familyRows(faults))}
      </section>`,
  });
}

function openRow({ id, sentence, verdict, reason = '', collateral }: ProvenFault): readonly Html[] {
  return [
    html`<code>${id}</code><br />${sentence}`,
    html`<span class="tag broken">${VERDICTS[verdict]}</span>`,
    html`${firstLine(reason)} ${collateral.length > 0 && html`also failed: ${collateral.join(', ')}`}`,
  ];
}

function familyRows(faults: readonly ProvenFault[]): (readonly Html[])[] {
  const families = groupedBy(faults, ({ requirement }) => requirement.split('.')[0] ?? '');
  return (Object.keys(FAMILIES) as Family[]).flatMap((family) => {
    const own = families.get(family);
    if (!own) return [];
    const requirements = new Set(own.map(({ requirement }) => requirement)).size;
    const counts = (Object.keys(VERDICTS) as ProvenFault['verdict'][]).map(
      (verdict) => own.filter((one) => one.verdict === verdict).length,
    );
    return [
      [FAMILIES[family], own.length, requirements, ...counts].map(
        (cell) => html`${typeof cell === 'number' ? formatNumber(cell) : cell}`,
      ),
    ];
  });
}
