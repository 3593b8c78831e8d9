import type { Consent } from './provided.ts';

/**
 * Why a requirement is untested, as data: a list of single causes, each of which one step of the user removes. Written where
 * the cause is known, and read by everything that counts or explains what is untested.
 */

/**
 * - `setting`: a credential or a resource that no setting names;
 * - `spare`: another thing of a setting whose own were used up;
 * - `binding`: a name that the specification leaves open and that is not stated;
 * - `consent`: a setting that allows what the run does not do by itself;
 * - `wait`: time that the check has to wait;
 * - `leased`: a state that only a leased tenant can be put into;
 * - `other`: anything else, in words.
 */
export const CAUSE_KINDS = ['setting', 'spare', 'binding', 'consent', 'wait', 'leased', 'other'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

export interface Cause {
  readonly kind: CauseKind;
  /** The setting or the binding; the consent with its value; the time; for other causes the words. */
  readonly what: string;
  /** Why this requirement needs it, where that is not plain. */
  readonly why?: string;
  /** Of a binding: the guess that it would replace, as a line of BINDINGS. */
  readonly inPlaceOf?: string;
}

function cause(kind: CauseKind, what: string, why?: string): Cause {
  return { kind, what, ...(why !== undefined && { why }) };
}

/** A setting that is not set. */
export const unset = (setting: string, why?: string): Cause => cause('setting', setting, why);

/** A setting that names things which can be used once each, all of which were. */
export const usedUp = (setting: string, why: string): Cause => cause('spare', setting, why);

/** A binding that is not stated. */
export const unstated = (binding: string, why?: string): Cause => cause('binding', binding, why);

/** A consent that is not given, such as `BORROW=1`. */
export const notAllowed = (consent: Consent, why?: string): Cause => cause('consent', consent, why);

/** A wait that is longer than MAX_WAIT. */
export const tooLong = (time: string): Cause => cause('wait', time);

/** A state of the account that only a leased tenant can be put into. */
export const notLeased = (why?: string): Cause => cause('leased', 'a leased tenant', why);

/** The embed token that a run obtained for a credential, and that ended before the run did. */
export const embedTokenEnded = (setting: string): Cause =>
  cause('setting', setting, 'the embed token that stood for it ended before the run');

export const otherwise = (words: string): Cause => cause('other', words);

/** What the user would do about causes of one kind. */
const INSTRUCTIONS: Readonly<Record<CauseKind, (what: string) => string>> = {
  setting: (what) => `set ${what}`,
  spare: (what) => `set another ${what}`,
  binding: (what) => `state ${what} in BINDINGS`,
  consent: (what) => `set ${what}`,
  wait: (what) => `set MAX_WAIT=${what}`,
  leased: () => 'only the embedded tenant can be put into such a state',
  other: (what) => what,
};

/** The kinds whose causes are named together in one instruction. */
const NAMED_TOGETHER: readonly CauseKind[] = ['setting', 'binding'];

/** The instruction for one cause. */
export function instructionOf({ kind, what, why, inPlaceOf }: Cause): string {
  const replaced = inPlaceOf === undefined ? '' : `, in place of ${inPlaceOf}`;
  return INSTRUCTIONS[kind](what) + replaced + (why === undefined ? '' : `: ${why}`);
}

/** All causes as one sentence: `set A, B; state c in BINDINGS`. */
export function sentenceOf(causes: readonly Cause[]): string {
  const isTogether = ({ kind, why, inPlaceOf }: Cause) =>
    NAMED_TOGETHER.includes(kind) && why === undefined && inPlaceOf === undefined;
  const together = NAMED_TOGETHER.flatMap((kind) => {
    const names = causes.filter((one) => one.kind === kind && isTogether(one)).map(({ what }) => what);
    return names.length > 0 ? [INSTRUCTIONS[kind](names.join(', '))] : [];
  });
  return [...together, ...causes.filter((one) => !isTogether(one)).map(instructionOf)].join('; ');
}

/** How a baseline names that only a leased tenant would do. */
export const LEASED_REASON = 'leased tenant';

/** The name by which a baseline accepts a cause: a setting, a binding; nothing for what only words describe. */
export function reasonOf({ kind, what }: Cause): string | undefined {
  switch (kind) {
    case 'setting':
    case 'spare':
    case 'binding':
      return what;
    case 'consent':
      return what.split('=')[0];
    case 'wait':
      return 'MAX_WAIT';
    case 'leased':
      return LEASED_REASON;
    case 'other':
      return undefined;
  }
}

/** Whether a row of a baseline that accepts by its reason accepts this cause. A consent may stand there with its value. */
export function isAcceptedBy(cause: Cause, reason: string): boolean {
  return reasonOf(cause) === reason || (cause.kind === 'consent' && cause.what === reason);
}
