import { Refusal, type Answer } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byScopedKey, recognising } from './access.ts';
import type { Deviation } from './fault.ts';
import type { When } from './conditions.ts';
import { all, refusing, remembering, replace, replaceSync } from './patches.ts';

/** An operation that finds a resource in any deployment, without checking whether the caller has access there. */
export function reaching(operation: string, deploymentOf: (call: Call) => number | undefined): Patch {
  return replace(operation, (call, original) => {
    const deploymentId = deploymentOf(call);
    if (deploymentId === undefined) return original(call);
    const path = { ...call.path, deploymentId: String(deploymentId) };
    return original({ ...call, path, principal: { ...call.principal, scope: 'all' } });
  });
}

export const deletedElsewhere = (operation: string, deploymentOf: (call: Call) => number | undefined): Deviation => ({
  name: 'deleted',
  sentence: `A key that is scoped to a deployment carries out ${operation} in another one under the path of its own.`,
  patch: reaching(operation, deploymentOf),
});

function elsewhere(call: Call, original: (call: Call) => Answer): Answer | undefined {
  for (const { id } of call.tenant.deployments.deployments.all()) {
    try {
      return original({ ...call, path: { ...call.path, deploymentId: String(id) } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return undefined;
}

/** Looks for a thing in every deployment where the one in the path has none of that id. */
function anywhere(operation: string, when: When): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (!(error instanceof Refusal) || !when(call)) throw error;
      const found = elsewhere(call, original);
      if (!found) throw error;
      return found;
    }
  });
}

export const shownElsewhere = (name: string, operation: string, when: When = byScopedKey): Deviation => ({
  name,
  sentence: `A key that is scoped to a deployment is answered ${operation} of another one under the path of its own.`,
  patch: anywhere(operation, when),
});

/** A scoped key that was just refused elsewhere is refused once where it is for. */
export function refusedAfterElsewhere(operation: string): Patch {
  return remembering(
    () => ({ wasRefused: false }),
    (memory) =>
      all(
        ({ access }) => {
          const { refusesScopedKeysElsewhere } = access;
          access.refusesScopedKeysElsewhere = (rules, id) => {
            const isRefused = refusesScopedKeysElsewhere(rules, id);
            if (id === operation && isRefused) memory.wasRefused = true;
            return isRefused;
          };
        },
        refusing(
          operation,
          (call) => {
            const isMeant = memory.wasRefused && byScopedKey(call);
            if (isMeant) memory.wasRefused = false;
            return isMeant;
          },
          403,
        ),
      ),
  );
}

/** Takes a key that is scoped to more than one deployment for one that is not scoped. */
export const severalLetIn = (operation: string): Patch =>
  recognising(operation, (known) =>
    known && known.scope !== 'all' && known.scope.length > 1 ? { ...known, scope: 'all' } : known,
  );
