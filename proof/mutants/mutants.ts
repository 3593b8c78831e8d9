import type { Planted } from '../trials.ts';
import { mutationsOf, OPERATORS, type Mutation } from './operators.ts';
import type { AnswerKind } from './observation.ts';

/** A generated fault: one kind of response, changed by one operator. */
export interface Mutant extends Planted {
  readonly kind: AnswerKind;
  readonly mutation: Mutation;
  readonly sentence: string;
}

export function mutantsOf(kinds: readonly AnswerKind[]): Mutant[] {
  const bodies = kinds.filter(({ status, sample }) => status < 300 && sample?.startsWith('{'));
  return kinds.flatMap((kind, index) => {
    // The next body in the alphabet is one of a neighbour, and so as alike as another operation's can be.
    const neighbour = bodies.find((one) => kinds.indexOf(one) > index && one.operation !== kind.operation) ?? bodies[0];
    return mutationsOf(kind, neighbour).map((mutation) => mutantOf(kind, mutation));
  });
}

function mutantOf(kind: AnswerKind, mutation: Mutation): Mutant {
  const { operation, status } = kind;
  const { operator, at, change } = mutation;
  return {
    id: `${operation}/${status}/${operator}${at === '' ? '' : `/${at.replace(/^\//, '')}`}`,
    kind,
    mutation,
    sentence: `In answers of ${operation} with ${status} ${OPERATORS[operator]}${at === '' ? '' : ` (${at})`}.`,
    patch: ({ responses }) => {
      const { outgoing } = responses;
      responses.outgoing = (answer, id) => {
        const final = outgoing(answer, id);
        return id === operation && final.status === status ? change(final) : final;
      };
    },
  };
}
