import type { ValidCalls } from '../support/every-operation.ts';

export const calls: ValidCalls = {
  probeScim: ({ tenant }) => ({ path: { resource: String(tenant.wire.value('scim.resource')) } }),
};
