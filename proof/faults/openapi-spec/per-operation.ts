import type { Patch } from '../../../mock/index.ts';
import { faults } from '../../lib/fault.ts';
import { replaceSync } from '../../lib/patches.ts';

/** Serves whoever has no credential once somebody with one was served. */
function servedOnce(operation: string): Patch {
  return (rules) => {
    let served = false;
    replaceSync(operation, (call, original) => {
      const answer = original(call);
      served = true;
      return answer;
    })(rules);
    const { needsCredential } = rules.access;
    rules.access.needsCredential = (id) => !(id === operation && served) && needsCredential(id);
  };
}

/** Faults of the access rules of the operation that serves the OpenAPI document. */
export const perOperationFaults = faults({
  'openapi-spec.getSpec.no-credential': {
    name: 'once-it-was-served',
    sentence: 'The document is served to whoever has no credential once somebody with one was served.',
    patch: servedOnce('getSpec'),
  },
});
