import type { ProvidedResult, Results } from '../../evidence/results.ts';
import { groupedBy } from '../../contracts/grouped.ts';
import { html, type Html } from './html.ts';
import { formatCount, formatDuration, formatNumber, truncate } from './format.ts';
import { sectionTable } from './sections.ts';

const LONGEST_VALUE = 200;

type Thing = ProvidedResult['things'][number];

/** Each thing and credential of the run: where it came from, or why there is none, and what became of what was made. */
export function providedSection({ run }: Results): Html {
  const { provided } = run;
  return html`<section id="provided" aria-labelledby="provided-title">
    <h2 id="provided-title">
      What stood for what
      ${provided.length === 1 && html`<span class="total">${formatNumber(provided[0]?.things.length ?? 0)}</span>`}
    </h2>
    ${
      provided.length === 0 &&
      html`<p class="nothing">
        ${
          run.isLive
            ? 'The run recorded nothing of its things and credentials.'
            : 'The embedded tenant lends each check all things and credentials that it needs.'
        }
      </p>`
    }
    ${provided.map((one, index) => provisioning(one, provided.length > 1 ? index + 1 : undefined))}
  </section>`;
}

function provisioning({ clockAhead = 0, ...provided }: ProvidedResult, shard?: number): Html {
  const { things, requests, milliseconds, removed, left } = provided;
  const byNeed = [...things].sort((one, other) => other.requirements - one.requirements);
  const missing = byNeed.filter(({ source }) => source === undefined);
  const present = byNeed.filter(({ source }) => source !== undefined);
  const sources = [...groupedBy(present, ({ source = '' }) => source)].map(
    ([source, { length }]) => `${formatNumber(length)} ${source}`,
  );
  return html`${shard !== undefined && html`<h3 class="caption">Shard ${shard}</h3>`}
    <p class="hint">
      Where each thing and credential of the run came from, and how many requirements hang on it; found and made with
      ${formatCount(requests, 'request')} in
      ${formatDuration(milliseconds)}${
        clockAhead !== 0 &&
        html`; the tenant's clock was ${formatDuration(Math.abs(clockAhead))} ${clockAhead > 0 ? 'ahead of' : 'behind'}
        that of this machine`
      }
    </p>
    ${missing.length > 0 && thingsTable(missing)}
    ${
      present.length > 0 &&
      html`<details class="fold">
        <summary>
          ${formatCount(present.length, 'thing or credential', 'things and credentials')}: ${sources.join(', ')}
        </summary>
        ${thingsTable(present)}
      </details>`
    }
    ${removed === undefined && html`<p class="nothing">What was made is removed after this report.</p>`}
    ${
      left !== undefined &&
      left.length > 0 &&
      html`<p class="hint">Made and not removed: ${formatNumber(left.length)}</p>
        ${list(left.map(({ what }) => what))}`
    }
    ${
      removed !== undefined &&
      removed.length > 0 &&
      html`<details class="fold">
        <summary>${formatCount(removed.length, 'thing')} made and removed</summary>
        ${list(removed)}
      </details>`
    }`;
}

function list(what: readonly string[]): Html {
  return html`<ul class="left">
    ${what.map((one) => html`<li>${one}</li>`)}
  </ul>`;
}

function thingsTable(things: readonly Thing[]): Html {
  const haveValues = things.some(({ value }) => value !== undefined);
  return sectionTable(
    'provided',
    ['Setting', 'Source', ...(haveValues ? ['Value'] : []), 'How, or why there is none', 'Needed by'],
    things.map(({ setting, source, value, how, requirements }) => [
      html`<code>${setting}</code>`,
      html`<span class="tag ${source === undefined && 'broken'}">${source ?? 'none'}</span>`,
      ...(haveValues
        ? [value === undefined ? html`` : html`<code class="value">${truncate(value, LONGEST_VALUE)}</code>`]
        : []),
      html`${how}`,
      html`${formatCount(requirements, 'requirement')}`,
    ]),
  );
}
