import { html, type Html } from './html.ts';
import { staticPage, table } from './static.ts';

export interface ShownFigure {
  readonly name: string;
  readonly shown: string;
  readonly unit: string;
  readonly isMet: boolean | undefined;
  readonly bound: string;
}

/** The figures of `npm run bench` as one HTML file. */
export function benchPage(
  parts: readonly { readonly title: string; readonly figures: readonly ShownFigure[] }[],
): string {
  return staticPage({
    title: 'Benchmarks',
    kind: 'bench',
    sections: parts.map(({ title }, index) => [`part-${index}`, title.split(':')[0] ?? title] as const),
    body: html`<h1 class="title">Benchmarks</h1>
      ${parts.map(
        ({ title, figures }, index) =>
          html`<section id="part-${index}" aria-labelledby="part-${index}-title">
            <h2 id="part-${index}-title">${title}</h2>
            ${table(`part-${index}-title`, ['Figure', 'Measured', 'Target'], figures.map(row))}
          </section>`,
      )}`,
  });
}

function row({ name, shown, unit, isMet, bound }: ShownFigure): readonly Html[] {
  return [
    html`${name}`,
    html`${shown} ${unit}`,
    html`${isMet !== undefined && html`<span class="tag ${isMet ? 'held' : 'broken'}">${isMet ? 'met' : 'missed'}</span>`}
    ${bound}`,
  ];
}
