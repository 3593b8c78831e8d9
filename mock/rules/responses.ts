import type { Answer, Refusal } from '../answer.ts';
import type { Outgoing } from '../wire.ts';

/** Rules of the door, as data: a last look at what goes out, by operation. */
export const doorRules = () => ({
  answer: (answer: Answer, _operationId: string): Answer => answer,
  refusal: (refusal: Refusal, _operationId: string): Refusal => refusal,
  outgoing: (outgoing: Outgoing, _operationId: string): Outgoing => outgoing,
});
