import { refuse } from '../../../mock/answer.ts';
import { isAdmin } from '../../../mock/authority.ts';
import type { Body, Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { rolesOf } from '../../../mock/world/held-roles.ts';
import { trusting } from '../../lib/credentials.ts';
import { faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { all, replaceSync, responseOf } from '../../lib/patches.ts';
import { passing } from '../../lib/refused.ts';
import { holdsAction } from '../../lib/rights.ts';

/** Takes administrators' rights from nobody and gives them to some others on one operation. */
function administratorsToo(operation: string, isToo: (call: Call) => boolean): Patch {
  return all(
    ({ access }) => {
      const { needsAdministrator } = access;
      access.needsAdministrator = (of, id, caller) => id !== operation && needsAdministrator(of, id, caller);
    },
    replaceSync(operation, (call, original) =>
      isAdmin(call.tenant, call.principal) || isToo(call) ? original(call) : refuse(403, 'for administrators'),
    ),
  );
}

function holdsAllOnTheAccount({ tenant, principal }: Call): boolean {
  return (
    principal.user !== undefined &&
    rolesOf(tenant, principal.user).some(({ role }) =>
      role.policies.some(({ resourceType, actions }) => resourceType === 'Global' && actions.includes('All')),
    )
  );
}

/** Faults of the access rules of single operations on API keys. */
export const perOperationFaults = faults({
  'api-keys.listApiKeys.expired-credential': {
    name: 'after-a-good-one',
    sentence: 'The list of keys takes an expired key of a user whose key in force it took before.',
    patch: trusting('listApiKeys'),
  },
  'api-keys.listApiKeys.administrator-only': [
    {
      name: 'oauth-managers-let-in',
      toldBy: 'role-holders.user-roles.is-admin-only',
      sentence: 'Whoever holds OAuthIntegrationsManage passes for an administrator on listApiKeys.',
      patch: passing('listApiKeys', holdsAction('OAuthIntegrationsManage')),
    },
    {
      name: 'all-on-the-account',
      toldBy: 'role-holders.user-roles.is-admin-only',
      sentence: 'Who holds All on the account lists API keys.',
      patch: administratorsToo('listApiKeys', holdsAllOnTheAccount),
    },
  ],
  'api-keys.getApiKey.administrator-only': {
    name: 'own-key',
    sentence: 'Users read the keys that are theirs.',
    patch: all(
      administratorsToo('getApiKey', () => true),
      replaceSync('getApiKey', (call, original) => {
        const answer = original(call);
        const isOwn = 'body' in answer && (answer.body as Body)['userId'] === callerId(call);
        return isAdmin(call.tenant, call.principal) || isOwn ? answer : refuse(403, 'for administrators');
      }),
    ),
  },
  'api-keys.deleteApiKey.administrator-only': {
    name: 'own-key',
    sentence: 'Users delete the keys that are theirs.',
    patch: all(
      administratorsToo('deleteApiKey', () => true),
      replaceSync('deleteApiKey', (call, original) => {
        if (isAdmin(call.tenant, call.principal)) return original(call);
        const shown = responseOf(call, 'getApiKey');
        if (!('body' in shown) || (shown.body as Body)['userId'] !== callerId(call)) refuse(403, 'for administrators');
        return original(call);
      }),
    ),
  },
});
