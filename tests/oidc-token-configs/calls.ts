import type { ValidCalls } from '../support/every-operation.ts';

export const calls: ValidCalls = {
  getOidcTokenConfig: (check) => ({ path: { id: check.lent('OIDC_TOKEN_CONFIG_ID') } }),
};
