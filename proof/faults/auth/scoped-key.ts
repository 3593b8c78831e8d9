import type { RequirementId } from '../../../contracts/requirements/index.ts';
import { refuse } from '../../../mock/answer.ts';
import type { Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { TenantState } from '../../../mock/state.ts';
import type { Role } from '../../../mock/world/account.ts';
import {
  asAdministrator,
  doneYetRefused,
  isOutOfScope,
  recognising,
  recordIn,
  takingScopedKeys,
  widened,
} from '../../lib/access.ts';
import { LOOKS_TOO } from '../../lib/auth.ts';
import { faults } from '../../lib/fault.ts';
import { all, refusing, replace } from '../../lib/patches.ts';

/** The deployments that were there when a tenant was first asked for something. */
class FirstDeployments {
  #ids: ReadonlySet<number> | undefined;

  of({ deployments }: TenantState): ReadonlySet<number> {
    this.#ids ??= new Set(deployments.deployments.all().map(({ id }) => id));
    return this.#ids;
  }
}

/** What refuses scoped keys because it is a role endpoint. */
const ROLE_ENDPOINTS: readonly RequirementId[] = [
  'roles.listRoles.scoped-key-refused',
  'roles.createRole.scoped-key-refused',
  'roles.getRole.scoped-key-refused',
  'roles.updateRole.scoped-key-refused',
  'roles.deleteRole.scoped-key-refused',
  'role-holders.grantRole.scoped-key-refused',
  'role-holders.revokeRole.scoped-key-refused',
  'role-holders.listRoleHolders.scoped-key-refused',
];

/** Lets keys that are scoped to deployments onto an operation, where every deployment that a role names is one of theirs. */
function ownRolesAlone(operation: string, rolesIn: (call: Call) => readonly Partial<Role>[]): Patch {
  return all(
    ({ access }) => {
      const { refusesScopedKeys } = access;
      access.refusesScopedKeys = (rules, id) => id !== operation && refusesScopedKeys(rules, id);
    },
    takingScopedKeys(operation),
    replace(operation, (call, original) => {
      if (!isOutOfScope(call)) return original(call);
      const scope = recordIn(call)?.scope ?? 'all';
      const named = rolesIn(call).flatMap(({ policies = [] }) => policies.flatMap(({ resources }) => [...resources]));
      const isOwn = named.length > 0 && scope !== 'all' && named.every((id) => scope.includes(Number(id)));
      if (!isOwn) refuse(403, 'a key that is scoped to deployments may not do this');
      return original(asAdministrator(call));
    }),
  );
}

const roleOfPath = ({ tenant, path }: Call): readonly Partial<Role>[] =>
  [tenant.account.roles.get(Number(path['roleId']))].filter((role) => role !== undefined);

const roleOfBody = ({ body }: Call): readonly Partial<Role>[] => [body ?? {}];

/** Faults of keys that are scoped to deployments. */
export const scopedKeyFaults = faults({
  'auth.scoped-key.several': [
    {
      name: 'token-for-the-first-alone',
      sentence: 'With a key that is scoped to two deployments there are tokens for the first alone.',
      patch: refusing(
        'createDeploymentToken',
        ({ principal: { kind, scope }, path }) =>
          kind === 'api-key' && scope !== 'all' && scope[0] !== Number(path['id']),
        403,
      ),
    },
    {
      name: 'second-refused',
      sentence: 'A key that is scoped to two deployments is refused on the second of them.',
      patch: ({ access }) => {
        const { recordOf } = access;
        access.recordOf = (tenant, token, id) => {
          const known = recordOf(tenant, token, id);
          return known && known.scope !== 'all' ? { ...known, scope: known.scope.slice(0, 1) } : known;
        };
      },
    },
    {
      name: 'first-alone',
      sentence: 'Of the deployments in the scope of a key the first alone is looked at.',
      patch: refusing(
        'listReports',
        ({ principal: { scope }, path }) =>
          scope !== 'all' && scope.length > 1 && scope[0] !== Number(path['deploymentId']),
        403,
      ),
    },
  ],
  'auth.scoped-key.several-elsewhere': [
    {
      name: 'but-one-that-was-created-later',
      toldBy: 'build.create.listed',
      sentence: 'A key that is scoped to deployments is accepted for one that was created after the key.',
      patch: (rules) => {
        const first = new FirstDeployments();
        const { recordOf } = rules.access;
        rules.access.recordOf = (tenant, token, id) => {
          const known = recordOf(tenant, token, id);
          const there = first.of(tenant);
          if (known?.kind !== 'api-key' || known.scope === 'all') return known;
          const later = tenant.deployments.deployments.filter((one) => !there.has(one.id));
          return { ...known, scope: [...known.scope, ...later.map((one) => one.id)] };
        };
      },
    },
    {
      name: 'what-lies-between',
      sentence: 'A key that is scoped to several deployments opens each whose id lies between theirs.',
      patch: ({ access }) => {
        const { recordOf } = access;
        access.recordOf = (tenant, token, id) => {
          const record = recordOf(tenant, token, id);
          if (!record || record.scope === 'all' || record.scope.length < 2) return record;
          const [least, most] = [Math.min(...record.scope), Math.max(...record.scope)];
          return { ...record, scope: Array.from({ length: most - least + 1 }, (_, at) => least + at) };
        };
      },
    },
    {
      name: 'for-a-token',
      sentence: 'A key that is scoped to several deployments is given a token for any deployment.',
      patch: recognising('createDeploymentToken', (known) =>
        known?.kind === 'api-key' && known.scope !== 'all' && known.scope.length > 1
          ? { ...known, scope: 'all' }
          : known,
      ),
    },
    {
      name: 'token-between-its-deployments',
      sentence: 'With a key that is scoped to two deployments there is a token for each deployment.',
      patch: recognising('createDeploymentToken', (known) =>
        known && known.scope !== 'all' && known.scope.length > 1 ? { ...known, scope: 'all' } : known,
      ),
    },
    {
      name: 'any-other',
      sentence:
        'The settings of any deployment are shown to a key that is scoped to more than one, whichever those are.',
      patch: recognising('getDeploymentSettings', (known) => {
        const isMeant = known?.kind === 'api-key' && known.scope !== 'all' && known.scope.length > 1;
        return isMeant ? { ...known, scope: 'all' } : known;
      }),
    },
  ],
  'auth.scoped-key.several-no-roles': [
    {
      name: 'one-alone',
      sentence: 'A key that is scoped to more than one deployment is let through to the role endpoints.',
      also: ROLE_ENDPOINTS.map((id) => ({ id, because: 'each of them refuses such a key' })),
      patch: ({ access }) => {
        const { recordOf } = access;
        access.recordOf = (tenant, token, id) => {
          const record = recordOf(tenant, token, id);
          const isMeant = record?.kind === 'api-key' && record.scope !== 'all' && record.scope.length > 1;
          return isMeant && /Role/.test(id) ? { ...record, scope: 'all' } : record;
        };
      },
    },
  ],
  'auth.scoped-key.own-role-refused': [
    {
      name: 'read',
      sentence: 'A key that is scoped to one deployment reads a role whose policies name that deployment alone.',
      patch: ownRolesAlone('getRole', roleOfPath),
    },
    {
      name: 'updated',
      sentence: 'A key that is scoped to one deployment updates a role whose policies name that deployment alone.',
      patch: ownRolesAlone('updateRole', roleOfPath),
    },
    {
      name: 'deleted',
      sentence: 'A key that is scoped to one deployment deletes a role whose policies name that deployment alone.',
      patch: ownRolesAlone('deleteRole', roleOfPath),
    },
    {
      name: 'created',
      sentence: 'A key that is scoped to one deployment creates a role whose policies name that deployment alone.',
      patch: ownRolesAlone('createRole', roleOfBody),
    },
    {
      name: 'holders',
      sentence: 'A key that is scoped to one deployment lists the holders of a role whose policies name it alone.',
      patch: ownRolesAlone('listRoleHolders', roleOfPath),
    },
  ],
  'auth.scoped-key.adds-no-role': {
    name: 'refused-yet-added',
    sentence: 'A role creation with a key scoped to deployments is refused with 403, and the role is there.',
    also: [{ id: 'roles.createRole.scoped-key-refused', because: LOOKS_TOO }],
    patch: all(
      widened('createRole'),
      doneYetRefused('createRole', (call) => isOutOfScope(call), 403),
    ),
  },
  'auth.scoped-key.elsewhere-changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A report update with a key scoped to another deployment is refused with 403, and applied.',
    also: [{ id: 'reports.updateReport.scoped-key-elsewhere', because: LOOKS_TOO }],
    patch: all(
      widened('updateReport'),
      doneYetRefused('updateReport', (call) => isOutOfScope(call, Number(call.path['deploymentId'])), 403),
    ),
  },
});
