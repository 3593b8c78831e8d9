import { FAMILIES, type Family } from '../../contracts/families.ts';
import { KINDS } from '../../contracts/requirements/row.ts';
import type { Verdict } from '../../evidence/results.ts';
import type { PagePromise } from './data.ts';
import { html, type Html } from './html.ts';
import { BY_URGENCY, icon, VERDICT_WORDS, verdictMark } from './icons.ts';
import { newMark } from './nights.ts';
import { counted, cut, grouped } from './words.ts';

/** A promise with its place in the data that the script reads. */
interface Listed {
  readonly promise: PagePromise;
  readonly index: number;
}

interface FamilyList {
  readonly family: Family;
  readonly listed: readonly Listed[];
}

const LONGEST_PREVIEW = 160;

export function promisesSection(promises: readonly PagePromise[], isRun: boolean): Html {
  return html`<section id="promises" aria-labelledby="promises-title">
    <h2 id="promises-title">Promises</h2>
    ${toolbar(promises, isRun)} ${families(promises).map(familyBlock)}
    <p id="none" class="nothing" hidden>No promise is like that.</p>
  </section>`;
}

export function families(promises: readonly PagePromise[]): FamilyList[] {
  const all = promises.map((promise, index) => ({ promise, index }));
  return (Object.keys(FAMILIES) as Family[])
    .map((family) => ({ family, listed: all.filter(({ promise }) => promise.family === family) }))
    .filter(({ listed }) => listed.length > 0);
}

function toolbar(promises: readonly PagePromise[], isRun: boolean): Html {
  const operations = [...new Set(promises.flatMap(({ operations: own }) => own))].sort();
  const present = (Object.keys(FAMILIES) as Family[]).filter((one) => promises.some(({ family }) => family === one));
  const kinds = KINDS.filter((one) => promises.some(({ kind }) => kind === one));
  return html`<form class="filters" role="search" aria-label="Promises" autocomplete="off">
    <p class="find">
      <label class="voice" for="search">Search promises</label>
      ${icon('search')}
      <input id="search" name="q" type="search" placeholder="Search by words, id or operation" spellcheck="false" />
      <kbd aria-hidden="true">/</kbd>
    </p>
    <div class="choices">
      ${choice(
        'family',
        present.map((one) => [one, FAMILIES[one]] as const),
      )}
      ${isRun && choice('verdict', verdictChoices())} ${!isRun && choice('proof', PROOF_CHOICES)}
      ${choice('level', [['must', 'must'] as const, ['should', 'should'] as const])}
      ${choice(
        'kind',
        kinds.map((one) => [one, one] as const),
      )}
      ${choice(
        'operation',
        operations.map((one) => [one, one] as const),
      )}
    </div>
    <p class="found">
      <span id="shown"><b>${counted(promises.length, 'promise')}</b></span>
      <button type="button" id="clear" hidden>Clear</button>
    </p>
  </form>`;
}

type Choices = readonly (readonly [value: string, words: string])[];

const PROOF_CHOICES: Choices = [
  ['fault', 'with a check and a fault'],
  ['faultless', 'without a fault'],
  ['unchecked', 'without a check'],
];

function verdictChoices(): Choices {
  return [
    ...BY_URGENCY.map((verdict) => [verdict, VERDICT_WORDS[verdict]] as const),
    ['open', 'not established'],
    ['flaky', 'flaky'],
  ];
}

function choice(name: string, choices: Choices): Html {
  return html`<select name="${name}" aria-label="${name.charAt(0).toUpperCase()}${name.slice(1)}">
    <option value="">Any ${name}</option>
    ${choices.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
  </select>`;
}

function familyBlock({ family, listed }: FamilyList): Html {
  const wanting = byUrgency(listed.filter(({ promise }) => isWanting(promise)));
  const kept = listed.filter(({ promise }) => !isWanting(promise));
  const isBroken = wanting.some(({ promise }) => promise.verdict === 'violates');
  // What holds stands in the way of what does not, and is one step further away.
  const rest =
    wanting.length > 0 && kept.length > 0
      ? html`<details class="rest">
          <summary>${verdictMark('conforms')} ${counted(kept.length, 'promise')}</summary>
          ${kept.map(row)}
        </details>`
      : kept.map(row);
  return html`<details class="family" id="family-${family}" ${isBroken && html` open`}>
    <summary>
      <h3>${FAMILIES[family]}</h3>
      <span class="tally">${tally(listed)}</span>
    </summary>
    ${wanting.map(row)} ${rest}
  </details>`;
}

/** A promise that asks something of the reader. */
function isWanting({ verdict }: PagePromise): boolean {
  return verdict !== undefined && verdict !== 'conforms';
}

function byUrgency(listed: readonly Listed[]): Listed[] {
  const urgency = ({ promise: { verdict } }: Listed) => (verdict === undefined ? 0 : BY_URGENCY.indexOf(verdict));
  return [...listed].sort((a, b) => urgency(a) - urgency(b) || a.index - b.index);
}

function tally(listed: readonly Listed[]): Html[] {
  const isRun = listed.some(({ promise }) => promise.verdict !== undefined);
  if (!isRun) return [html`<span>${counted(listed.length, 'promise')}</span>`];
  return BY_URGENCY.flatMap((verdict) => {
    const count = listed.filter(({ promise }) => promise.verdict === verdict).length;
    if (count === 0 && verdict !== 'conforms') return [];
    const of = verdict === 'conforms' ? ` of ${grouped(listed.length)}` : '';
    return [
      html`<span class="verdict ${verdict}"
        >${icon(verdict)}${grouped(count)}${of} <span>${VERDICT_WORDS[verdict]}</span></span
      >`,
    ];
  });
}

function row({ promise, index }: Listed): Html {
  const { id, verdict, sentence, level, kind, section, isFlaky } = promise;
  const classes = ['promise', isWanting(promise) ? 'wanting' : ''].filter(Boolean).join(' ');
  return html`<details
    class="${classes}"
    id="${id}"
    data-index="${index}"
    ${verdict !== undefined && html` data-verdict="${verdict}"`}
  >
    <summary>
      ${verdict === undefined ? proofMark(promise) : verdictMark(verdict)}<span class="said"
        ><span class="sentence">${sentence}</span><span class="id">${id}</span>${preview(promise)}</span
      ><span class="about"
        >${newMark(promise)}${isFlaky && html`<span class="tag flaky">${icon('flaky')}flaky</span>`}<span
          class="level ${level}"
          >${level}</span
        ><span>${kind}</span><span class="section">${section}</span></span
      >
    </summary>
  </details> `;
}

/** What a reader has to know of a broken promise without opening it. */
function preview({ verdict, expected, seen, reason = '' }: PagePromise): Html | false {
  if (verdict === undefined || verdict === 'conforms' || verdict === 'fixed') return false;
  const isTold = (verdict === 'violates' || verdict === 'known') && (expected !== undefined || seen !== undefined);
  if (!isTold) return html`<span class="preview">${cut(reason.split('\n')[0] ?? '', LONGEST_PREVIEW)}</span>`;
  const side = (name: string, text: string | undefined) =>
    text !== undefined && html`<span class="facing"><i>${name}</i> <code>${cut(text, LONGEST_PREVIEW)}</code></span>`;
  return html`<span class="preview">${side('expected', expected)}${side('seen', seen)}</span>`;
}

/** In a catalogue, how far a promise is looked after. */
function proofMark({ untestable, checks, faults = [] }: PagePromise): Html {
  const [drawing, words]: readonly [Verdict, string] =
    untestable !== undefined
      ? ['untested', 'untestable']
      : checks.length === 0
        ? ['untested', 'no check']
        : faults.length === 0
          ? ['inconclusive', 'no fault']
          : ['conforms', 'checked'];
  return html`<span class="verdict ${drawing}">${icon(drawing)}<span>${words}</span></span>`;
}
