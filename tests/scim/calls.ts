import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  probeScim: ({ tenant }) => ({ path: { resource: String(tenant.wire.value('scim.resource')) } }),
};
