import { operationsOf, type ContractDocument } from '../../contracts/document.ts';
import { done, refuse, Refusal, type Answer, type Why } from '../../mock/answer.ts';
import type { Call, Handler } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ending } from '../lib/earlier-calls.ts';
import { shuffled } from '../trials.ts';
import { Changes } from './changes.ts';
import { actorsOf, Past } from './circumstances.ts';
import { alteredAt, inputsOf, textClassesOf } from './inputs.ts';
import type { Mutant } from './mutants.ts';
import type { AnswerKind } from './observation.ts';
import { freedomOf } from './open.ts';
import { OPERATORS } from './operators.ts';
import { onEveryHandler, type ConditionKind, type Watch } from './watching.ts';

/** What goes wrong in the calls that a conditional mutant is about. */
interface Change {
  readonly name: string;
  readonly sentence: string;
  /** A call that the operation gets in place of the one that was sent. */
  readonly call?: (call: Call, past: Past) => Call;
  /** What is answered without asking the operation; undefined where it has to be asked. */
  readonly instead?: (call: Call, past: Past) => Answer | undefined;
  /** A refusal with this status counts as a success. */
  readonly accepts?: number;
  readonly outgoing?: AnswerMutant;
}

type AnswerMutant = Pick<Mutant, 'id' | 'mutation' | 'kind' | 'sentence'>;

const WORDS: Readonly<Record<string, string>> = {
  oauth: 'for an OAuth token',
  'embed-session': 'for an embed session',
  'scoped-key': 'for a key that is scoped to deployments',
  'plain-user': 'for a plain user',
  'through-a-group': 'for a user whose rights come from a group',
  again: 'when the same caller asks once more',
  'after-a-refusal': 'after a request of the same kind was refused',
  'after-another-user': 'after another user asked for the same',
  'behind-a-cursor': 'behind a cursor',
  'after-another-body': 'after a request with another body',
};

function refused(why: Why): Change {
  return {
    name: 'refused',
    sentence: 'is refused',
    instead: () => refuse(why, 'this is refused'),
  };
}

const FORMER_ANSWER: Change = {
  name: 'former-answer',
  sentence: 'answers what it answered before, and does nothing',
  instead: (call, past) => past.formerAnswer(call),
};

const FORMER_BODY: Change = {
  name: 'former-body',
  sentence: 'does what the request before it asked for',
  call: (call, past) => ({ ...call, body: past.formerBody(call) }),
};

/** Answer mutants that break a requirement whoever asks: one is drawn for each condition. */
function drawnFor(operation: string, at: string, answers: readonly Mutant[]): readonly Change[] {
  const own = answers.filter(
    ({ kind, mutation }) =>
      kind.operation === operation &&
      kind.status < 300 &&
      mutation.operator !== 'other-class' &&
      !/header/.test(mutation.operator),
  );
  const breaking = own.filter((mutant) => freedomOf(mutant) === undefined);
  return shuffled(breaking, 1, at)
    .slice(0, 1)
    .map((drawn) => ({
      name: 'answer',
      sentence: `has an answer in which ${OPERATORS[drawn.mutation.operator]} (${drawn.mutation.at})`,
      outgoing: drawn,
    }));
}

/**
 * Mutants that show in some calls alone: for one kind of actor, after one history, or for one class of inputs. Conditions
 * that no check meets are among them where any free text has to be taken: nothing can catch these.
 */
export function conditionalMutants(
  { met, shown }: Pick<Watch, 'met' | 'shown'>,
  answers: readonly Mutant[],
  served: ContractDocument,
): Mutant[] {
  const operations = new Map(operationsOf(served).map(({ operation }) => [operation.operationId, operation]));
  const kinds = new Map(answers.map(({ kind }) => [`${kind.operation} ${kind.status < 300}`, kind]));
  return [...met].flatMap(([id, { successes, refusals, places, optional }]) => {
    const operation = operations.get(id);
    const kind = kinds.get(`${id} true`);
    if (!operation || !kind) return [];
    const holdsOf: Readonly<
      Record<Exclude<ConditionKind, 'after-change'>, (call: Call, past: Past) => Iterable<string>>
    > = {
      'for-actor': (call) => actorsOf(call),
      'after-history': (call, past) => past.historyOf(call),
      'for-input': (call) => inputsOf(call, operation, served).found,
    };
    const mutant = (
      condition: keyof typeof holdsOf,
      at: string,
      change: Change,
      checks: AnswerKind['checks'],
    ): Mutant => {
      const isMeant = (call: Call, past: Past) => [...holdsOf[condition](call, past)].includes(at);
      return {
        id: `${id}/${condition}/${at}/${change.name}`,
        kind: { ...kind, checks },
        mutation: { operator: condition, at: at.replace(/^body|^query/, '').replace(/:.*$/, ''), change: (one) => one },
        sentence: `${id} ${change.sentence} ${WORDS[at] ?? `where ${at.replace(':', ' is of the class ')}`}.`,
        patch: patchOf(id, isMeant, change),
      };
    };
    const forActors = [...successes['for-actor']].flatMap(([at, checks]) =>
      [refused('forbidden'), ...drawnFor(id, at, answers)].map((one) => mutant('for-actor', at, one, checks)),
    );
    const afterHistories = [...successes['after-history']].flatMap(([at, checks]) => {
      if (at === 'after-another-body') return [mutant('after-history', at, FORMER_BODY, checks)];
      const former = at === 'again' ? [FORMER_ANSWER] : [];
      return [refused('conflict'), ...drawnFor(id, at, answers), ...former].map((one) =>
        mutant('after-history', at, one, checks),
      );
    });
    const letThrough = (['for-actor', 'after-history'] as const).flatMap((condition) =>
      [...refusals[condition]].map(([key, checks]) => {
        const [status = '', at = ''] = key.split(' ');
        const change: Change = {
          name: `accepted-${status}`,
          sentence: `acknowledges what it has to refuse with ${status}`,
          accepts: Number(status),
        };
        return mutant(condition, at, change, checks);
      }),
    );
    const isOptional = (at: string) => !at.endsWith(':beside-others') || optional.has(at.split(':')[0] ?? '');
    const inputs = new Set([...successes['for-input'].keys(), ...[...places.values()].flatMap(textClassesOf)]);
    const forInputs = [...inputs].filter(isOptional).map((at) => {
      const change: Change = {
        name: 'altered',
        sentence: 'gets an altered value',
        call: (call) => alteredAt(call, at),
      };
      // Which texts and values a tenant takes is mostly open, so that none is refused here.
      return mutant('for-input', at, change, successes['for-input'].get(at) ?? new Map());
    });
    const afterChanges = [...(shown.get(id) ?? [])].map((at): Mutant => {
      const checks = successes['after-change'].get(at) ?? new Map();
      return {
        id: `${id}/after-change/${at}/former-answer`,
        kind: { ...kind, checks },
        mutation: { operator: 'after-change', at, change: (one) => one },
        sentence: `${id} answers what it answered before ${at}.`,
        patch: unchangedBy(at, id, shown),
      };
    });
    return [...forActors, ...afterHistories, ...afterChanges, ...letThrough, ...forInputs];
  });
}

/** A read shows no change that an operation makes, until another one makes a change. */
function unchangedBy(change: string, read: string, shown: Watch['shown']): Patch {
  return ({ handlers }) => {
    const changes = new Changes(shown);
    onEveryHandler(handlers, (own) => (call) => {
      const before = call.operationId === read ? changes.before(call) : undefined;
      if (before?.operation === change) return before.answer;
      return ending(
        () => own(call),
        (answer) => {
          changes.succeeded(call, answer, shown.get(read)?.has(call.operationId) === true);
          return answer;
        },
        (error) => {
          throw error;
        },
      );
    });
  };
}

function patchOf(operation: string, isMeant: (call: Call, past: Past) => boolean, change: Change): Patch {
  return ({ handlers, responses }) => {
    const past = new Past();
    const marked = new WeakSet<Answer>();
    const own = handlers[operation];
    if (!own) throw new Error(`no behaviour for ${operation}`);
    handlers[operation] = behaving(own, past, isMeant, change, marked);
    const { outgoing } = change;
    if (!outgoing) return;
    const { answer: asAnswered, outgoing: asSent } = responses;
    // An answer is sent as soon as it is formed, so that what is marked last is what is sent next.
    let isNext = false;
    responses.answer = (answer, id) => {
      if (id === operation) isNext = marked.has(answer);
      return asAnswered(answer, id);
    };
    responses.outgoing = (answer, id) => {
      const final = asSent(answer, id);
      const isChanged = id === operation && isNext && final.status === outgoing.kind.status;
      if (id === operation) isNext = false;
      return isChanged ? outgoing.mutation.change(final) : final;
    };
  };
}

function behaving(
  own: Handler,
  past: Past,
  isMeant: (call: Call, past: Past) => boolean,
  { call: changed, instead, accepts, outgoing }: Change,
  marked: WeakSet<Answer>,
): Handler {
  return (call) => {
    const isNow = isMeant(call, past);
    const run = () => (isNow ? instead?.(call, past) : undefined) ?? own(isNow && changed ? changed(call, past) : call);
    return ending(
      run,
      (answer) => {
        past.succeeded(call, answer);
        if (!isNow || !outgoing) return answer;
        const copy = { ...answer };
        marked.add(copy);
        return copy;
      },
      (error) => {
        past.refused(call);
        if (isNow && error instanceof Refusal && error.why === accepts) return done();
        throw error;
      },
    );
  };
}
