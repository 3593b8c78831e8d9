import type { Verdict } from '../../evidence/results.ts';
import type { PastRun } from '../history.ts';
import { html, type Html } from './html.ts';
import { formatCount, formatDuration, formatNumber } from './format.ts';

const [WIDTH, HEIGHT] = [600, 64];
/** Margin above and below the line, so that its stroke is not clipped. */
const EDGE = 4;

interface Trend {
  readonly title: string;
  readonly name: string;
  readonly of: (run: PastRun) => number;
  readonly format: (value: number) => string;
}

const counting =
  (...wanted: readonly Verdict[]) =>
  ({ verdicts }: PastRun): number => {
    let count = 0;
    for (const verdict of verdicts.values()) if (wanted.includes(verdict)) count += 1;
    return count;
  };

const TRENDS: readonly Trend[] = [
  { title: 'Violated', name: 'violates', of: counting('violates', 'known'), format: formatNumber },
  {
    title: 'Untested or inconclusive',
    name: 'untested',
    of: counting('untested', 'inconclusive'),
    format: formatNumber,
  },
  { title: 'Duration', name: 'took', of: ({ milliseconds }) => milliseconds, format: formatDuration },
];

/** One small plot per figure over the runs of a tenant. */
export function trends(runs: readonly PastRun[]): Html {
  return html`<ul class="trends">
    ${TRENDS.map((trend) => plot(trend, runs))}
  </ul>`;
}

function plot({ title, name, of, format }: Trend, runs: readonly PastRun[]): Html {
  const values = runs.map(of);
  const [least, most, last] = [Math.min(...values), Math.max(...values), values.at(-1) ?? 0];
  const label = `${title}: ${format(last)} in the last run, between ${format(least)} and ${format(most)} in ${formatCount(values.length, 'run')}`;
  return html`<li class="${name}">
    <p class="trend-words"><span>${title}</span> <b>${format(last)}</b></p>
    <svg class="trend" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
      <polyline points="${pointsOf(values, most)}" />
    </svg>
    <p class="trend-words beside"><span>${format(least)} to ${format(most)}</span></p>
  </li>`;
}

/** The axis starts at zero, so that a small change does not look like a large one. */
function pointsOf(values: readonly number[], most: number): string {
  const y = (value: number) => HEIGHT - EDGE - (value / Math.max(1, most)) * (HEIGHT - 2 * EDGE);
  const [only] = values;
  if (values.length === 1 && only !== undefined) return `0,${y(only).toFixed(1)} ${WIDTH},${y(only).toFixed(1)}`;
  return values
    .map((value, index) => `${((index / (values.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`)
    .join(' ');
}
