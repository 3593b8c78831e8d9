import type { Answer } from '../http/answer.ts';
import type { Check } from './check.ts';
import { untested } from '../failures/untested.ts';

/** Statuses of a path at which an operation is not served. */
export const NOT_SERVED = [404, 405, 501];

/** Ends the check as untested if the route of an operation is a guess and nothing is served there. */
export function requireServed(check: Check, { operation, status }: Pick<Answer, 'operation' | 'status'>): void {
  if (!NOT_SERVED.includes(status) || !check.tenant.wire.isGuessed(operation)) return;
  untested(`it is unknown where ${operation} is served: state its binding`);
}
