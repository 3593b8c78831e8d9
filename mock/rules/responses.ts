import type { Answer, Refusal } from '../answer.ts';
import type { Outgoing } from '../wire.ts';

/** Rules of what is sent, as data: a fault changes what an operation responds with, before or after it is formatted. */
export const responseRules = () => ({
  answer: (answer: Answer, _operationId: string): Answer => answer,
  refusal: (refusal: Refusal, _operationId: string): Refusal => refusal,
  outgoing: (outgoing: Outgoing, _operationId: string): Outgoing => outgoing,
});
