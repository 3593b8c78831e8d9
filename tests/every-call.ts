import { calls as devMode } from './dev-mode/calls.ts';
import { calls as oidcTokenConfigs } from './oidc-token-configs/calls.ts';
import { calls as openapiSpec } from './openapi-spec/calls.ts';
import { calls as reports } from './reports/calls.ts';
import { calls as roleHolders } from './role-holders/calls.ts';
import { calls as roles } from './roles/calls.ts';
import type { ValidCalls } from './support/every-operation.ts';

/** A valid call of every operation of the contract. */
export const EVERY_CALL: ValidCalls = {
  ...devMode,
  ...oidcTokenConfigs,
  ...openapiSpec,
  ...reports,
  ...roleHolders,
  ...roles,
};
