import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { replace } from './patches.ts';

/** An operation that finds a resource in any deployment, without checking whether the caller has access there. */
export function reaching(operation: string, deploymentOf: (call: Call) => number | undefined): Patch {
  return replace(operation, (call, original) => {
    const deploymentId = deploymentOf(call);
    if (deploymentId === undefined) return original(call);
    const path = { ...call.path, deploymentId: String(deploymentId) };
    return original({ ...call, path, principal: { ...call.principal, scope: 'all' } });
  });
}
