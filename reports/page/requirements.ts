import { FAMILIES, type Family } from '../../contracts/families.ts';
import { REQUIREMENT_KINDS } from '../../contracts/requirements/row.ts';
import type { Verdict } from '../../evidence/results.ts';
import type { PageRequirement } from './data.ts';
import { html, type Html } from './html.ts';
import { BY_URGENCY, countedWord, icon, VERDICT_WORDS, verdictMark } from './icons.ts';
import { newMark } from './new-mark.ts';
import { formatCount, truncate, formatNumber } from './format.ts';

/** A requirement with its index in the data that the script reads. */
interface Listed {
  readonly requirement: PageRequirement;
  readonly index: number;
}

interface FamilyList {
  readonly family: Family;
  readonly listed: readonly Listed[];
}

const LONGEST_PREVIEW = 160;

export function requirementsSection(requirements: readonly PageRequirement[], isRun: boolean): Html {
  return html`<section id="requirements" aria-labelledby="requirements-title">
    <h2 id="requirements-title">Requirements</h2>
    ${toolbar(requirements, isRun)} ${families(requirements).map(familyBlock)}
    <p id="none" class="nothing" hidden>No requirement matches.</p>
  </section>`;
}

export function families(requirements: readonly PageRequirement[]): FamilyList[] {
  const all = requirements.map((requirement, index) => ({ requirement, index }));
  return (Object.keys(FAMILIES) as Family[])
    .map((family) => ({ family, listed: all.filter(({ requirement }) => requirement.family === family) }))
    .filter(({ listed }) => listed.length > 0);
}

function toolbar(requirements: readonly PageRequirement[], isRun: boolean): Html {
  const operations = [...new Set(requirements.flatMap(({ operations: own }) => own))].sort();
  const present = (Object.keys(FAMILIES) as Family[]).filter((one) =>
    requirements.some(({ family }) => family === one),
  );
  const kinds = REQUIREMENT_KINDS.filter((one) => requirements.some(({ kind }) => kind === one));
  return html`<form class="filters" role="search" aria-label="Requirements" autocomplete="off">
    <p class="find">
      <label class="visually-hidden" for="search">Search requirements</label>
      ${icon('search')}
      <input id="search" name="q" type="search" placeholder="Search by text, id or operation" spellcheck="false" />
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
      <span id="shown"><b>${formatCount(requirements.length, 'requirement')}</b></span>
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
    ['open', 'untested or inconclusive'],
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
  const urgent = byUrgency(listed.filter(({ requirement }) => needsAttention(requirement)));
  const conforming = listed.filter(({ requirement }) => !needsAttention(requirement));
  const isBroken = urgent.some(({ requirement }) => requirement.verdict === 'violates');
  // Requirements that conform are folded away, so that the others are seen first.
  const rest =
    urgent.length > 0 && conforming.length > 0
      ? html`<details class="rest">
          <summary>
            <span class="verdict conforms"
              >${icon('conforms')}<span
                >${formatCount(conforming.length, 'requirement')} ${countedWord('conforms', conforming.length)}</span
              ></span
            >
          </summary>
          ${conforming.map(row)}
        </details>`
      : conforming.map(row);
  return html`<details class="family" id="family-${family}" ${isBroken && html` open`}>
    <summary>
      <h3>${FAMILIES[family]}</h3>
      <span class="tally">${tally(listed)}</span>
    </summary>
    ${urgent.map(row)} ${rest}
  </details>`;
}

/** Whether the reader may have to act on it. */
function needsAttention({ verdict }: PageRequirement): boolean {
  return verdict !== undefined && verdict !== 'conforms';
}

function byUrgency(listed: readonly Listed[]): Listed[] {
  const urgency = ({ requirement: { verdict } }: Listed) => (verdict === undefined ? 0 : BY_URGENCY.indexOf(verdict));
  return [...listed].sort((a, b) => urgency(a) - urgency(b) || a.index - b.index);
}

function tally(listed: readonly Listed[]): Html[] {
  const isRun = listed.some(({ requirement }) => requirement.verdict !== undefined);
  if (!isRun) return [html`<span>${formatCount(listed.length, 'requirement')}</span>`];
  return BY_URGENCY.flatMap((verdict) => {
    const count = listed.filter(({ requirement }) => requirement.verdict === verdict).length;
    if (count === 0 && verdict !== 'conforms') return [];
    const of = verdict === 'conforms' ? ` of ${formatNumber(listed.length)}` : '';
    // A tick stands for something that conforms, and not for nothing.
    const mark = count === 0 ? '' : icon(verdict);
    return [
      html`<span class="verdict ${count === 0 ? 'absent' : verdict}"
        >${mark}${formatNumber(count)}${of} <span>${countedWord(verdict, count)}</span></span
      >`,
    ];
  });
}

function row({ requirement, index }: Listed): Html {
  const { id, verdict, sentence, level, kind, section, isFlaky } = requirement;
  const classes = ['requirement', needsAttention(requirement) ? 'attention' : ''].filter(Boolean).join(' ');
  return html`<details
    class="${classes}"
    id="${id}"
    data-index="${index}"
    ${verdict !== undefined && html` data-verdict="${verdict}"`}
  >
    <summary>
      ${verdict === undefined ? proofMark(requirement) : verdictMark(verdict)}<span class="said"
        ><span class="sentence">${sentence}</span><span class="id">${id}</span>${preview(requirement)}</span
      ><span class="about"
        >${newMark(requirement)}${isFlaky && html`<span class="tag flaky">${icon('flaky')}flaky</span>`}<span
          class="level ${level}"
          >${level}</span
        ><span>${kind}</span><span class="section">${section}</span></span
      >
    </summary>
  </details> `;
}

/** Expected and received values, or the reason, shown while the row is closed. */
function preview({ verdict, expected, seen, reason = '' }: PageRequirement): Html | false {
  if (verdict === undefined || verdict === 'conforms' || verdict === 'fixed') return false;
  const hasValues = (verdict === 'violates' || verdict === 'known') && (expected !== undefined || seen !== undefined);
  if (!hasValues) return html`<span class="preview">${truncate(reason.split('\n')[0] ?? '', LONGEST_PREVIEW)}</span>`;
  const side = (name: string, text: string | undefined) =>
    text !== undefined &&
    html`<span class="facing"><i>${name}</i> <code>${truncate(text, LONGEST_PREVIEW)}</code></span>`;
  return html`<span class="preview">${side('expected', expected)}${side('seen', seen)}</span>`;
}

/** In a catalogue: whether a requirement has a check and a fault. */
function proofMark({ untestable, checks, faults = [] }: PageRequirement): Html {
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
