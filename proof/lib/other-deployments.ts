import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { replace } from './patches.ts';

/** An operation that looks for its thing in whatever deployment that is of, and asks nobody whether they may go there. */
export function reaching(operation: string, deploymentOf: (call: Call) => number | undefined): Patch {
  return replace(operation, (call, original) => {
    const deploymentId = deploymentOf(call);
    if (deploymentId === undefined) return original(call);
    const path = { ...call.path, deploymentId: String(deploymentId) };
    return original({ ...call, path, principal: { ...call.principal, scope: 'all' } });
  });
}
