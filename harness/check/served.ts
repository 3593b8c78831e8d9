import { untested } from '../failures/untested.ts';

const DEPLOYMENT = /\/deployments\/\{/;

/**
 * Ends the check as untested if an address names no deployment: it is then the same for every deployment, and what the scope
 * of a key means there is open.
 */
export function requireDeploymentIn(path: string | undefined): void {
  if (path !== undefined && !DEPLOYMENT.test(path))
    untested(`${path} names no deployment: what a key that is scoped to deployments may do there is open`);
}
