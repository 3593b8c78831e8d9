import { FAMILIES, type Family } from '../../contracts/families.ts';
import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { still, table } from './still.ts';
import { counted, firstLine, grouped } from './words.ts';

/** The verdict on a fault, as a proof run writes it. */
export interface ProvenFault {
  readonly id: string;
  readonly requirement: string;
  readonly sentence: string;
  readonly verdict: 'caught' | 'wrong-blame' | 'survived' | 'void' | 'unplayed';
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
  unplayed: 'not played',
} as const satisfies Record<ProvenFault['verdict'], string>;

/** The result of a proof run as one file: which faults were caught, and which need attention. */
export function proofPage({ dialect, trials, faults }: ProofRun): string {
  const open = faults.filter(({ verdict }) => verdict !== 'caught');
  const title =
    open.length === 0
      ? `${counted(faults.length, 'fault')}, all caught`
      : `${grouped(open.length)} of ${counted(faults.length, 'fault')} not caught`;
  return still({
    title,
    kind: 'proof',
    sections: [
      ['open', 'To look at'],
      ['families', 'By family'],
    ],
    body: html`<h1 class="title">${title}</h1>
      <p class="hint">${counted(trials, 'trial')} against the reference tenant, ${dialect}</p>
      <section id="open" aria-labelledby="open-title">
        <h2 id="open-title">To look at <span class="total">${grouped(open.length)}</span></h2>
        ${
          open.length === 0
            ? html`<p class="nothing">Every fault turned its own line red, and no other.</p>`
            : table('open-title', ['Fault', 'What became of it', 'Why'], open.map(openRow))
        }
      </section>
      <section id="families" aria-labelledby="families-title">
        <h2 id="families-title">By family</h2>
        ${table('families-title', ['Family', 'Faults', 'Promises', ...Object.values(VERDICTS)], familyRows(faults))}
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
  const families = groupedBy(faults, ({ requirement }) => requirement.split('.')[0] ?? '');
  return (Object.keys(FAMILIES) as Family[]).flatMap((family) => {
    const own = families.get(family);
    if (!own) return [];
    const promises = new Set(own.map(({ requirement }) => requirement)).size;
    const counts = (Object.keys(VERDICTS) as ProvenFault['verdict'][]).map(
      (verdict) => own.filter((one) => one.verdict === verdict).length,
    );
    return [
      [FAMILIES[family], own.length, promises, ...counts].map(
        (cell) => html`${typeof cell === 'number' ? grouped(cell) : cell}`,
      ),
    ];
  });
}
