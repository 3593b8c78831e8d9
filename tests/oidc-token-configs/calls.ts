import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  getOidcTokenConfig: (check) => ({ path: { id: check.provided('OIDC_TOKEN_CONFIG_ID') } }),
};
