import { idIn } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { lookingFirst } from './at-once.ts';
import { withRules } from './patches.ts';
import { storedSettings } from './user-settings.ts';

/** A request writes back what was there when it came in, over what another one has stored meanwhile. */

export const configurationWrittenBack: Patch = lookingFirst(
  'updateDeployment',
  (call) => call.tenant.deployments.deployments.get(idIn(call, 'deploymentId') ?? 0)?.configuration,
  (call, original, former) =>
    withRules(call, 'deployments', { merged: (now, change) => ({ ...(former ?? now), ...change }) }, () =>
      original(call),
    ),
);

export const settingsWrittenBack: Patch = lookingFirst('updateMySettings', storedSettings, (call, original, former) =>
  withRules(call, 'users', { merged: (_, change) => ({ ...former, ...change }) }, () => original(call)),
);

export const rolesWrittenBack: Patch = lookingFirst(
  'grantRole',
  (call) => call.tenant.account.users.get(idIn(call, 'userId') ?? 0)?.roleIds,
  (call, original, former) =>
    withRules(call, 'roleHolders', { granted: (now, id) => new Set([...(former ?? now), id]) }, () => original(call)),
);
