import type { Patch, Rules } from '../../mock/index.ts';
import { refuse } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import type { Role } from '../../mock/world/account.ts';
import type { TenantState } from '../../mock/state.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { asAdministrator, byOAuth, isOutOfScope, recordIn, recognising, takingScopedKeys } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, replace } from '../lib/patches.ts';

/** Takes a header without a token on one operation for that of an administrator. */
function emptyTaken(operation: string, header: string): Patch {
  return all(
    ({ access }) => {
      const { takes } = access;
      access.takes = (schemes, scheme, id) => takes(schemes, scheme, id) || (id === operation && scheme === 'none');
    },
    recognising(operation, (known, tenant, token) => known ?? (token === header ? anyKey(tenant) : undefined)),
  );
}

function anyKey({ tokens, account }: TenantState) {
  return [...tokens.values()].find(
    ({ kind, userId, scope }) => kind === 'api-key' && userId === account.cast.admin && scope === 'all',
  );
}

/** Carries out what comes over plain HTTP on one operation, and refuses it. */
function doneInTheClear(operation: string): Patch {
  return (rules: Rules) => {
    let isPlain = false;
    const { access } = rules;
    access.needsTls = () => {
      isPlain = true;
      return false;
    };
    replace(operation, async (call, original) => {
      const wasPlain = isPlain;
      isPlain = false;
      const answer = await original(call);
      return wasPlain ? refuse('forbidden', 'only HTTPS is accepted') : answer;
    })(rules);
  };
}

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

/** A patch that keeps something between requests, anew for each tenant. */
function keeping<Memory>(begin: () => Memory, patch: (memory: Memory) => Patch): Patch {
  return (rules) => {
    patch(begin())(rules);
  };
}

/** What is let through only for one form of a header, one transport or one kind of thing. */
export const authConditionFaults = faults({
  'auth.platform.altered-key': [
    {
      name: 'known-beginning',
      sentence: 'A key is taken that differs from one that was issued in its last quarter alone.',
      patch: recognising('listRoles', (known, { tokens }, token) => {
        const beginning = token.slice(0, Math.ceil(token.length * 0.75));
        const isLike = (issued: string) => issued.length === token.length && issued.startsWith(beginning);
        return known ?? [...tokens].find(([issued, { kind }]) => kind === 'api-key' && isLike(issued))?.[1];
      }),
    },
  ],
  'auth.unscoped-key.every-deployment': {
    name: 'after-scoped-refusal',
    sentence:
      'Once a scoped key was used on the list of reports, the unscoped keys of its user have the same scope there.',
    patch: keeping(
      () => new Map<number | undefined, TokenRecord['scope']>(),
      (scopes) =>
        recognising('listReports', (known) => {
          if (known?.kind !== 'api-key') return known;
          if (known.scope !== 'all') scopes.set(known.userId, known.scope);
          return { ...known, scope: scopes.get(known.userId) ?? known.scope };
        }),
    ),
  },
  'auth.administrator.other-oauth-token': {
    name: 'after-an-administrator',
    sentence: 'Once an administrator has listed the roles, an OAuth access token of any user lists them.',
    also: [
      { id: 'roles.listRoles.administrator-only', because: 'a plain user is let in with an OAuth token there, too' },
    ],
    patch: keeping(
      () => ({ wasListed: false }),
      (memory) =>
        ({ access }) => {
          const { needsAdministrator } = access;
          access.needsAdministrator = (rules, id, caller) => {
            const needs = needsAdministrator(rules, id, caller);
            if (id !== 'listRoles') return needs;
            if (caller.principal.user?.id === caller.tenant.account.cast.admin) memory.wasListed = true;
            return needs && !(memory.wasListed && byOAuth(caller));
          };
        },
    ),
  },
  'auth.platform.empty-credential': [
    {
      name: 'read',
      sentence: 'The list of roles is answered to a header that has the word Bearer and no token.',
      patch: emptyTaken('listRoles', 'Bearer'),
    },
    {
      name: 'written',
      sentence: 'A role is created for a header that has the word Bearer and no token.',
      patch: emptyTaken('createRole', 'Bearer'),
    },
    {
      name: 'built',
      sentence: 'A data model is validated for a header that has the word Bearer and no token.',
      patch: emptyTaken('validateDataModel', 'Bearer'),
    },
  ],
  'auth.https.changes-nothing': [
    {
      name: 'updated',
      sentence: 'A role update over plain HTTP is refused, and carried out.',
      patch: doneInTheClear('updateRole'),
    },
    {
      name: 'deleted',
      sentence: 'A role deletion over plain HTTP is refused, and carried out.',
      patch: doneInTheClear('deleteRole'),
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
  'scim.credential.api-key-unknown': [
    {
      name: 'taken',
      sentence: 'SCIM takes whatever token stands after the prefix Api-Key.',
      patch: afterApiKey(() => true),
    },
    {
      name: 'long-enough',
      sentence: 'After the prefix Api-Key SCIM takes every token that begins as one of its own does.',
      patch: afterApiKey((token, own) => token.slice(0, 8) === own.slice(0, 8)),
    },
    {
      name: 'after-a-known-one',
      also: [
        ...alsoThese('its own token is taken there first, too', 'scim.probeScim.malformed-credential'),
        ...alsoThese('an altered key is one that nobody knows', 'auth.scim.altered-token'),
      ],
      sentence: 'Once SCIM has taken its own token, it takes every token.',
      patch: keeping(
        () => new Map<string, TokenRecord>(),
        (taken) =>
          recognising('probeScim', (known) => {
            if (known) taken.set('last', known);
            return known ?? taken.get('last');
          }),
      ),
    },
  ],
});

/** What SCIM takes for its own token after the prefix Api-Key. */
function afterApiKey(isTaken: (token: string, own: string) => boolean): Patch {
  return (rules) => {
    let prefix = '';
    const { takes } = rules.access;
    rules.access.takes = (schemes, scheme, id) => {
      prefix = scheme;
      return takes(schemes, scheme, id);
    };
    recognising('probeScim', (known, { tokens }, token) => {
      const own = [...tokens].find(([, { kind }]) => kind === 'scim');
      return known ?? (own && prefix === 'Api-Key' && isTaken(token, own[0]) ? own[1] : undefined);
    })(rules);
  };
}
