import { FAMILIES, type Family } from '../../contracts/families.ts';
import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { staticPage, table } from './static.ts';
import { formatCount, firstLine, formatNumber } from './format.ts';

/** What became of a fault, as a campaign writes it down. */
export interface ProvenFault {
  readonly id: string;
  readonly breaks: string;
  readonly sentence: string;
  readonly verdict: 'caught' | 'wrong-blame' | 'survived' | 'void' | 'unplayed';
  readonly reason?: string;
  readonly collateral: readonly string[];
}

export interface Campaign {
  readonly dialect: string;
  readonly bouts: number;
  readonly faults: readonly ProvenFault[];
}

const VERDICTS = {
  caught: 'caught',
  'wrong-blame': 'wrong blame',
  survived: 'survived',
  void: 'void',
  unplayed: 'not played',
} as const satisfies Record<ProvenFault['verdict'], string>;

/** What a campaign came to, as one file: which faults were caught, and what is to be looked at. */
export function proofPage({ dialect, bouts, faults }: Campaign): string {
  const open = faults.filter(({ verdict }) => verdict !== 'caught');
  const title =
    open.length === 0
      ? `${formatCount(faults.length, 'fault')}, all caught`
      : `${formatNumber(open.length)} of ${formatCount(faults.length, 'fault')} not caught`;
  return staticPage({
    title,
    kind: 'proof',
    sections: [
      ['open', 'To look at'],
      ['families', 'By family'],
    ],
    body: html`<h1 class="title">${title}</h1>
      <p class="hint">${formatCount(bouts, 'bout')} against the reference tenant, ${dialect}</p>
      <section id="open" aria-labelledby="open-title">
        <h2 id="open-title">To look at <span class="total">${formatNumber(open.length)}</span></h2>
        ${
          open.length === 0
            ? html`<p class="nothing">Every fault turned its own line red, and no other.</p>`
            : table('open-title', ['Fault', 'What became of it', 'Why'], open.map(openRow))
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
    html`${firstLine(reason)} ${collateral.length > 0 && html`turned red as well: ${collateral.join(', ')}`}`,
  ];
}

function familyRows(faults: readonly ProvenFault[]): (readonly Html[])[] {
  const families = groupedBy(faults, ({ breaks }) => breaks.split('.')[0] ?? '');
  return (Object.keys(FAMILIES) as Family[]).flatMap((family) => {
    const own = families.get(family);
    if (!own) return [];
    const requirements = new Set(own.map(({ breaks }) => breaks)).size;
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
