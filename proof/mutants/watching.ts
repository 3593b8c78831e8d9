import type { RequirementId } from '../../contracts/requirements/index.ts';
import { operationsOf, type ContractDocument, type Operation } from '../../contracts/document.ts';
import { Refusal } from '../../mock/answer.ts';
import type { Call, Handler } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ending } from '../lib/earlier-calls.ts';
import { Changes, Reads, Shown } from './changes.ts';
import { actorsOf, Past } from './circumstances.ts';
import { inputsOf, type Place } from './inputs.ts';

/** What a call is, or comes after: a mutant shows in such calls alone. */
export type ConditionKind = 'for-actor' | 'after-history' | 'after-change' | 'for-input';

/** The checks that met something, and how often. */
type Checks = Map<RequirementId, number>;

/** What was met of one operation: successes by condition, and refusals with a printed status by `<status> <condition>`. */
export interface Met {
  readonly successes: Readonly<Record<ConditionKind, ReadonlyMap<string, Checks>>>;
  readonly refusals: Readonly<Record<'for-actor' | 'after-history', ReadonlyMap<string, Checks>>>;
  readonly places: ReadonlyMap<string, Place>;
  /** Places that some request lacked which succeeded. */
  readonly optional: ReadonlySet<string>;
}

interface Meeting {
  readonly successes: Record<ConditionKind, Map<string, Checks>>;
  readonly refusals: Record<'for-actor' | 'after-history', Map<string, Checks>>;
  readonly places: Map<string, Place>;
  readonly optional: Set<string>;
  /** How many successes there were. */
  count: number;
}

/** Replaces every handler that there is. */
export function onEveryHandler(handlers: Record<string, Handler | undefined>, wrap: (own: Handler) => Handler): void {
  for (const [operation, own] of Object.entries(handlers)) if (own) handlers[operation] = wrap(own);
}

/** Observes checks against a sound tenant, and records by whom, after what and with which inputs operations are called. */
export class Watch {
  readonly #served: ContractDocument;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #met = new Map<string, Meeting>();
  readonly #reads: Reads;
  readonly #shown: Shown;

  constructor(served: ContractDocument) {
    this.#served = served;
    this.#reads = new Reads(served);
    this.#shown = new Shown(this.#reads);
    this.#operations = new Map(operationsOf(served).map(({ operation }) => [operation.operationId, operation]));
  }

  /** A patch that changes nothing. */
  of(check: RequirementId): Patch {
    return ({ handlers }) => {
      const past = new Past();
      const changes = new Changes(this.#shown.found);
      const sound = { ...handlers };
      onEveryHandler(handlers, (own) => (call) => {
        const conditions = { 'for-actor': actorsOf(call), 'after-history': past.historyOf(call) };
        const compare = this.#shown.around(sound, call);
        return ending(
          () => own(call),
          (answer) => {
            compare();
            const change = changes.shownBy(call, answer);
            this.#noteSuccess(check, call, { ...conditions, 'after-change': change === undefined ? [] : [change] });
            past.succeeded(call, answer);
            changes.succeeded(call, answer, this.#reads.isChange(call.operationId));
            return answer;
          },
          (error) => {
            if (error instanceof Refusal && typeof error.why === 'number')
              this.#noteRefusal(check, call, error.why, conditions);
            past.refused(call);
            throw error;
          },
        );
      });
    };
  }

  get met(): ReadonlyMap<string, Met> {
    return this.#met;
  }

  /** The changes that each read shows. */
  get shown(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#shown.found;
  }

  #noteSuccess(
    check: RequirementId,
    call: Call,
    conditions: Record<Exclude<ConditionKind, 'for-input'>, string[]>,
  ): void {
    const operation = this.#operations.get(call.operationId);
    if (!operation) return;
    const meeting = this.#meetingOf(call);
    const { successes, places, optional } = meeting;
    const inputs = inputsOf(call, operation, this.#served);
    const sent = new Set(inputs.places.map(({ path }) => path));
    for (const path of places.keys()) if (!sent.has(path)) optional.add(path);
    if (meeting.count > 0) for (const path of sent) if (!places.has(path)) optional.add(path);
    meeting.count += 1;
    for (const place of inputs.places) {
      const known = places.get(place.path);
      places.set(place.path, known?.isFreeText === true ? known : place);
    }
    const all = { ...conditions, 'for-input': inputs.found };
    for (const kind of ['for-actor', 'after-history', 'after-change', 'for-input'] as const)
      for (const one of all[kind]) count(successes[kind], one, check);
  }

  #noteRefusal(
    check: RequirementId,
    call: Call,
    status: number,
    conditions: Record<'for-actor' | 'after-history', string[]>,
  ): void {
    const { refusals } = this.#meetingOf(call);
    for (const kind of ['for-actor', 'after-history'] as const)
      for (const one of conditions[kind]) count(refusals[kind], `${status} ${one}`, check);
  }

  #meetingOf({ operationId }: Call): Meeting {
    const known = this.#met.get(operationId);
    if (known) return known;
    const made: Meeting = {
      successes: {
        'for-actor': new Map(),
        'after-history': new Map(),
        'after-change': new Map(),
        'for-input': new Map(),
      },
      refusals: { 'for-actor': new Map(), 'after-history': new Map() },
      places: new Map(),
      optional: new Set(),
      count: 0,
    };
    this.#met.set(operationId, made);
    return made;
  }
}

function count(all: Map<string, Checks>, key: string, check: RequirementId): void {
  const checks = all.get(key) ?? new Map<RequirementId, number>();
  checks.set(check, (checks.get(check) ?? 0) + 1);
  all.set(key, checks);
}
