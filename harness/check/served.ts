import type { Answer } from '../http/answer.ts';
import type { Check } from './check.ts';
import { untested } from '../failures/untested.ts';

/** Statuses of a path at which an operation is not served. */
export const NOT_SERVED = [404, 405, 501];

const DEPLOYMENT = /\/deployments\/\{/;

/**
 * Ends the check as untested if an address names no deployment: it is then the same for every deployment, and what the scope
 * of a key means there is open.
 */
export function requireDeploymentIn(path: string | undefined): void {
  if (path !== undefined && !DEPLOYMENT.test(path))
    untested(`${path} names no deployment: what a key that is scoped to deployments may do there is open`);
}

/** Ends the check as untested if the route of an operation is a guess and nothing is served there. */
export function requireServed(check: Check, { operation, status }: Pick<Answer, 'operation' | 'status'>): void {
  if (!NOT_SERVED.includes(status) || !check.tenant.wire.isGuessed(operation)) return;
  untested(`it is unknown where ${operation} is served: state its binding`);
}
