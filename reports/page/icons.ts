import type { Verdict } from '../../evidence/results.ts';
import { html, markup, type Html } from './html.ts';

/** Icons of 16 by 16. Each verdict has its own shape, so that none is recognisable by colour alone. */
const DRAWINGS = {
  conforms: '<circle cx="8" cy="8" r="6.5"/><path d="m5 8.3 2.1 2.1L11 6"/>',
  violates: '<path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z"/><path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4"/>',
  known: '<path d="M3.5 14V2.2h9l-2.4 3.4 2.4 3.4h-9"/>',
  fixed: '<path d="M14 8a6 6 0 1 1-2-4.5M14 1.8v3.4h-3.4"/><path d="m5.6 8.2 1.8 1.8 3-3.6"/>',
  inconclusive: '<circle cx="8" cy="8" r="6.5"/><path d="M6 6.3a2 2 0 1 1 2.9 1.9c-.6.3-.9.6-.9 1.2M8 11.6v.1"/>',
  untested: '<circle cx="8" cy="8" r="6.5" stroke-dasharray="2.3 2.3"/><path d="M5.3 8h5.4"/>',
  flaky: '<path d="M1.5 9.5 4 5l3 7 3-9 2.5 6.5h2"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8.5" rx="1.2"/><path d="M10.5 3.2V2H2.5v8.5h1.2"/>',
  link: '<path d="M6.6 9.4 9.4 6.6M7 4.6l1.6-1.6a3 3 0 0 1 4.3 4.3L11.3 9M9 11.4l-1.6 1.6a3 3 0 0 1-4.3-4.3L4.7 7"/>',
  ticket: '<path d="M3 1.8h7l3 3v9.4H3z"/><path d="M5.5 7h5M5.5 9.5h5M5.5 12h3M9.7 2v3.2h3"/>',
  terminal: '<rect x="1.5" y="2.5" width="13" height="11" rx="1.2"/><path d="m4.2 6 2.2 2-2.2 2M8 10.5h3.5"/>',
  theme: '<circle cx="8" cy="8" r="6"/><path d="M8 2a6 6 0 0 1 0 12z" class="solid"/>',
  search: '<circle cx="7" cy="7" r="4.8"/><path d="m10.6 10.6 3.6 3.6"/>',
  keys: '<rect x="1.2" y="3.5" width="13.6" height="9" rx="1.4"/><path d="M4 6.2h.1M6.7 6.2h.1M9.3 6.2h.1M12 6.2h.1M4.8 9.8h6.4"/>',
} as const;

export type Drawing = keyof typeof DRAWINGS;

export function drawings(): Html {
  const symbols = Object.entries(DRAWINGS).map(
    ([name, drawing]) => html`<symbol id="icon-${name}" viewBox="0 0 16 16">${markup(drawing)}</symbol>`,
  );
  return html`<svg class="drawings" aria-hidden="true">${symbols}</svg>`;
}

export function icon(name: Drawing): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="#icon-${name}" /></svg>`;
}

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  violates: 'violates',
  known: 'known',
  inconclusive: 'inconclusive',
  untested: 'untested',
  fixed: 'fixed',
  conforms: 'conforms',
};

/** The word of a verdict after the number of the requirements that have it: `1 conforms`, `2 conform`, `2 violated`. */
export function countedWord(verdict: Verdict, count: number): string {
  if (verdict === 'violates') return 'violated';
  return verdict === 'conforms' && count !== 1 ? 'conform' : VERDICT_WORDS[verdict];
}

/** Verdicts in the order of the page: those that need action first. */
export const BY_URGENCY = Object.keys(VERDICT_WORDS) as readonly Verdict[];

export function verdictMark(verdict: Verdict): Html {
  return html`<span class="verdict ${verdict}">${icon(verdict)}<span>${VERDICT_WORDS[verdict]}</span></span>`;
}
