import { refuse } from '../../../mock/answer.ts';
import type { Patch } from '../../../mock/index.ts';
import { asAdministrator, byScopedKey, isAdministrator, takingScopedKeys } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { severalLetIn } from '../../lib/other-deployments.ts';
import { all, replace } from '../../lib/patches.ts';
import { passing } from '../../lib/refused.ts';
import { namesBuiltIn } from '../../lib/role-holders.ts';

type Operation = 'grantRole' | 'revokeRole' | 'listRoleHolders';

/** Lets users who are no administrators onto an operation where it is about a built-in role. */
function toMembersWhereBuiltIn(operation: Operation): Patch {
  return all(
    passing(operation, () => true),
    replace(operation, (call, original) =>
      isAdministrator(call) || namesBuiltIn(call) ? original(call) : refuse(403, 'only an administrator may do this'),
    ),
  );
}

/** The same for keys that are scoped to deployments. */
function toScopedWhereBuiltIn(operation: Operation): Patch {
  return all(
    ({ access }) => {
      const { refusesScopedKeys } = access;
      access.refusesScopedKeys = (rules, id) => id !== operation && refusesScopedKeys(rules, id);
    },
    takingScopedKeys(operation),
    replace(operation, (call, original) => {
      if (!byScopedKey(call)) return original(call);
      return namesBuiltIn(call) ? original(asAdministrator(call)) : refuse(403, 'the key is scoped to deployments');
    }),
  );
}

/** Faults of the access rules of single operations on holders of roles. */
export const perOperationFaults = faults({
  'role-holders.grantRole.administrator-only': {
    name: 'of-built-in-roles',
    sentence: 'Everybody grants built-in roles.',
    patch: toMembersWhereBuiltIn('grantRole'),
  },
  'role-holders.grantRole.scoped-key-refused': [
    {
      name: 'several-let-in',
      seenWith: 'TWO_SCOPE_TOKEN',
      sentence: 'A key that is scoped to more than one deployment may grant roles.',
      patch: severalLetIn('grantRole'),
    },
    {
      name: 'of-built-in-roles',
      sentence: 'A key that is scoped to deployments grants built-in roles.',
      patch: toScopedWhereBuiltIn('grantRole'),
    },
  ],
  'role-holders.revokeRole.administrator-only': {
    name: 'of-built-in-roles',
    sentence: 'Everybody revokes built-in roles.',
    patch: toMembersWhereBuiltIn('revokeRole'),
  },
  'role-holders.revokeRole.scoped-key-refused': {
    name: 'of-built-in-roles',
    sentence: 'A key that is scoped to deployments revokes built-in roles.',
    patch: toScopedWhereBuiltIn('revokeRole'),
  },
  'role-holders.listRoleHolders.administrator-only': {
    name: 'of-built-in-roles',
    sentence: 'The holders of built-in roles are listed to everybody.',
    patch: toMembersWhereBuiltIn('listRoleHolders'),
  },
  'role-holders.listRoleHolders.scoped-key-refused': {
    name: 'of-built-in-roles',
    sentence: 'The holders of built-in roles are listed to keys that are scoped to deployments.',
    patch: toScopedWhereBuiltIn('listRoleHolders'),
  },
});
