import { administratorAskedOnce } from '../../lib/asked-again.ts';
import { refuse } from '../../../mock/answer.ts';
import { idIn, type Call } from '../../../mock/call.ts';
import { rolesOf } from '../../../mock/world/held-roles.ts';
import { isAdministrator } from '../../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../../lib/fault.ts';
import { all, refusing } from '../../lib/patches.ts';
import { severalLetIn as letIn } from '../../lib/other-deployments.ts';
import { passing } from '../../lib/refused.ts';
import { holdsAction } from '../../lib/rights.ts';

const severalLetIn = (operation: string, what: string): Deviation => ({
  name: 'several-let-in',
  sentence: `A key that is scoped to more than one deployment may ${what}.`,
  also: alsoThese('this is where such a key is used', 'auth.scoped-key.several-no-roles'),
  patch: letIn(operation),
});

const holdersLetIn = (operation: string, what: string): Deviation => ({
  name: 'holders-let-in',
  toldBy: 'role-holders.user-roles.is-admin-only',
  sentence: `Whoever holds a role may ${what} it.`,
  patch: all(
    passing(operation, () => true),
    refusing(operation, (call) => !isAdministrator(call) && !holdsIt(call), 403),
  ),
});

function holdsIt(call: Call): boolean {
  const { user } = call.principal;
  return user !== undefined && rolesOf(call.tenant, user).some(({ role }) => role.id === idIn(call, 'roleId'));
}

/** Faults of the access rules of single operations on roles. */
export const perOperationFaults = faults({
  'roles.listRoles.malformed-credential': {
    name: 'like-a-jwt',
    sentence: 'The list of roles is refused with 400 to a token that has the form of a JWT and is none.',
    patch: ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) => {
        if (id === 'listRoles' && token.split('.').length === 3 && !tenant.tokens.has(token)) refuse(400, 'no JWT');
        return recordOf(tenant, token, id);
      };
    },
  },
  'roles.listRoles.administrator-only': [
    {
      name: 'auditors-let-in',
      toldBy: 'role-holders.user-roles.is-admin-only',
      sentence: 'Whoever holds AuditLogManage passes for an administrator on listRoles.',
      patch: passing('listRoles', holdsAction('AuditLogManage')),
    },
    {
      name: 'all-on-the-account-let-in',
      toldBy: 'role-holders.user-roles.is-admin-only',
      sentence: 'Whoever holds All on the account by a custom role passes for an administrator on listRoles.',
      patch: passing(
        'listRoles',
        ({ tenant, principal: { user } }) =>
          user !== undefined &&
          rolesOf(tenant, user).some(({ role }) =>
            role.policies.some(({ resourceType, actions }) => resourceType === 'Global' && actions.includes('All')),
          ),
      ),
    },
  ],
  'roles.getRole.administrator-only': [
    holdersLetIn('getRole', 'read'),
    {
      name: 'asked-again',
      sentence: 'A role is refused to who is no administrator once, and read after that.',
      patch: administratorAskedOnce('getRole'),
    },
  ],
  'roles.updateRole.administrator-only': holdersLetIn('updateRole', 'update'),
  'roles.updateRole.scoped-key-refused': severalLetIn('updateRole', 'update roles'),
  'roles.deleteRole.scoped-key-refused': severalLetIn('deleteRole', 'delete roles'),
});
