import type { Answer } from '../http/answer.ts';
import type { Check } from './check.ts';
import { untested } from '../failures/untested.ts';

/** What a path answers at which an operation is not served. */
export const NOT_SERVED = [404, 405, 501];

/** Where an operation is served may be a guess, and that nothing is there breaks no promise then. */
export function requireServed(check: Check, { operation, status }: Pick<Answer, 'operation' | 'status'>): void {
  if (!NOT_SERVED.includes(status) || !check.tenant.wire.isGuessed(operation)) return;
  untested(`nothing says where ${operation} is served: state its binding`);
}
