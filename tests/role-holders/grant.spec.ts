import { granted, isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import {
  emptiedRole,
  madeRole,
  newRole,
  PERMITTING_NOTHING,
  policy,
  type Role,
  UNKNOWN_DEPLOYMENT,
  unknownRoleId,
} from '../../harness/things/roles.ts';
import { BY_EMBED, BY_KEY, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { eventually, withinSeconds } from '../../harness/check/eventually.ts';
import { fresh } from '../../harness/client/unique.ts';
import { ifGiven, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { ownUserId, userIdOf } from '../../harness/things/same-user.ts';
import { secondOf, takenAtOnce } from '../../harness/check/at-once.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { createGrantedRole, holdersOf, idsOf, nameIn, rolesListed, rolesOf, rolesWithout } from './holders.ts';
import { type HolderChange, changeOf, makeChanges, holderChangesOf } from './holder-changes.ts';

const withId = (id: string | undefined, actor: Actor) => (id === undefined ? undefined : { id, actor });

interface Granted {
  readonly changes: readonly HolderChange[];
  readonly make?: (admin: Actor) => Promise<Pick<Role, 'id'>>;
  /** The id of the user, if it is another one than the member. */
  readonly to?: string;
}

/** The lowest license tier, beside what permits nothing. */
const VIEWING = {
  policies: [...PERMITTING_NOTHING.policies, { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] }],
} as const satisfies Parameters<typeof newRole>[1];

const harmlessRole = (admin: Actor) => newRole(admin, PERMITTING_NOTHING);

test(...verifies('role-holders.grant.grants'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const [{ grant, grantAgain }, { revoke }] = [holderChangesOf(admin), holderChangesOf(admin.preparing)];
  const changed: HolderChange = async (roleId, user) => {
    await makeChanges([changeOf(admin), grant], roleId, user);
  };
  const own = await ownUserId(check, admin);
  await inEach<Granted>(
    check,
    {
      'for the first time': { changes: [grant] },
      'after it was revoked': { changes: [grant, revoke, grant] },
      'twice in a row': { changes: [grant, grantAgain] },
      'without policies': { changes: [grant], make: emptiedRole },
      'after the role was changed': { changes: [changed] },
      'to an administrator': ifGiven(own, (id) => ({ changes: [grant], to: String(id) })),
      [BY_OAUTH]: oauth && { changes: [holderChangesOf(oauth).grant] },
      [BY_EMBED]: embed && { changes: [holderChangesOf(embed).grant] },
      [BY_OTHER]: second && { changes: [holderChangesOf(second).grant] },
    },
    async ({ changes, make = harmlessRole, to = userId }) => {
      const { id } = await make(admin);
      await makeChanges(changes, id, to);
      expect([...(await rolesListed(check, admin, to, id)).keys()]).toContain(String(id));
    },
  );
  await inEach(
    check,
    { 'to two users at the same time': ifGiven(own, (id) => [String(id), userId]) },
    async (users) => {
      const role = await harmlessRole(admin);
      const taken = await takenAtOnce(users, (user) => admin.ask('grantRole', role.id, user));
      const held = await Promise.all(taken.map(({ sent }) => rolesListed(check, admin, sent, role.id)));
      expect(held.filter((roles) => !roles.has(String(role.id))).length, 'users who do not hold the role').toBe(0);
    },
  );
  const { id } = await harmlessRole(admin);
  const { name } = await admin.preparing.updateRole(id, { name: fresh('renamed') });
  await grant(id, userId);
  await judging('roles.update.name-changes', async () => {
    expect((await admin.getRole(id)).name, 'name of the role once it was granted').toBe(name);
  });
  await inEach(check, { 'by its present name': String(id) }, (roleId) =>
    withinSeconds(check, async () => {
      // Whether the roles are shown with their names is open.
      const shown = nameIn(await admin.listUserRoles(userId), roleId) ?? name;
      expect(shown, 'name of the role among those of the user').toBe(name);
    }),
  );
});

async function grantInTurn(admin: Actor, roles: readonly Pick<Role, 'id'>[], userId: string): Promise<void> {
  for (const { id } of roles) await admin.preparing.grantRole(id, userId);
}

test(...verifies('role-holders.grant.takes-effect'), async ({ check, admin, outsider }) => {
  const userId = check.provided('NO_ACCESS_USER_ID');
  const unknown = Array.from({ length: 6 }, (_, at) => `${UNKNOWN_DEPLOYMENT}${at}`);
  // The policy and the resource that grant the right are not the first ones in their lists.
  const role = await madeRole(admin, {
    policies: [
      ...unknown.map((id) => policy({ resources: [id] })),
      policy({ actions: ['All'], resources: [...unknown, check.provided('DEPLOYMENT_ID')] }),
    ],
  });
  const { grant, revoke } = holderChangesOf(admin.preparing);
  const another = await newRole(admin, { policies: [policy({ actions: ['All'], resources: [UNKNOWN_DEPLOYMENT] })] });
  const ofAnother: HolderChange = async (roleId, user) => {
    await revoke(roleId, user);
    await makeChanges([grant, revoke], another.id, user);
  };
  await inEach<readonly HolderChange[]>(
    check,
    {
      'for the first time': [],
      'after it was revoked': [revoke],
      'after another that grants the same was revoked': [ofAnother],
      'after the role was renamed': [revoke, (id) => admin.preparing.updateRole(id, { name: fresh('renamed') })],
      'after the role was described anew': [
        revoke,
        (id) => admin.preparing.updateRole(id, { description: fresh('described') }),
      ],
    },
    async (before) => {
      await makeChanges(before, role.id, userId);
      // How soon a grant takes effect is open.
      await eventually(check, async () => {
        expect(await outsider.ask('getDeploymentSettings'), 'before the grant').toBeRefused();
      });
      await admin.grantRole(role.id, userId);
      await eventually(check, async () => {
        expect(await outsider.ask('getDeploymentSettings'), 'after the grant').toSucceed();
      });
    },
  );
  const others = [another, await newRole(admin, PERMITTING_NOTHING)];
  await inEach(check, { 'before two others were granted': others }, async (later) => {
    await grantInTurn(admin, later, userId);
    // That a grant takes no other role away is about another requirement.
    leaveOutUnless((await rolesOf(admin.preparing, userId)).has(String(role.id)));
    await eventually(check, async () => {
      expect(await outsider.ask('getDeploymentSettings'), 'after the later grants').toSucceed();
    });
  });
  await inEach(check, { 'two at the same time': [another, role] }, async (both) => {
    await revoke(role.id, userId);
    await eventually(check, async () => {
      expect(await outsider.ask('getDeploymentSettings'), 'before the grants').toBeRefused();
    });
    leaveOutUnless(isSuccess(await secondOf(both, ({ id }) => admin.ask('grantRole', id, userId))));
    await eventually(check, async () => {
      expect(await outsider.ask('getDeploymentSettings'), 'after the grants').toSucceed();
    });
  });
});

test(...verifies('role-holders.grant.admin'), async ({ check, admin }) => {
  const [userId, adminRole] = [check.provided('MEMBER_USER_ID'), check.provided('ADMIN_ROLE_ID')];
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const { id: another } = await harmlessRole(admin);
  granted(await admin.ask('grantRole', another, userId), 'the grant of another role');
  const before = [...(await rolesOf(admin.preparing, userId)).keys()];
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second }, async (actor) => {
    expect(await actor.ask('grantRole', adminRole, userId)).toBeRefusedWith(404);
    const held = [...(await rolesOf(admin, userId)).keys()];
    expect(held).not.toContain(adminRole);
    await judging('role-holders.grant.other-roles-kept', () => {
      expect(held, 'roles after the refused grant').toEqual(expect.arrayContaining(before));
    });
  });
  const [administrator] = idsOf(await holdersOf(admin.preparing, adminRole));
  await inEach(check, { 'to an administrator': administrator }, async (id) => {
    // What a tenant answers to the grant of a role that is held is open.
    expect(await admin.ask('grantRole', adminRole, id)).toBeRefused();
  });
});

test(...verifies('role-holders.grant.unknown-role'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const deleted = await madeRole(admin);
  await admin.preparing.deleteRole(deleted.id);
  await inEach(check, { 'that never was': await unknownRoleId(admin), 'that was deleted': deleted.id }, async (id) => {
    expect(await admin.ask('grantRole', id, userId)).toBeRefusedWith(404);
  });
  await inEach(check, { [BY_OAUTH]: otherAdministrators(check)[BY_OAUTH] }, async (oauth) => {
    expect(await oauth.ask('grantRole', deleted.id, userId)).toBeRefusedWith(404);
  });
  const { id: existing } = await harmlessRole(admin);
  granted(await admin.ask('grantRole', existing, userId), 'the grant of an existing role');
});

/** A built-in role beside the one that was lent, which somebody holds who holds none but such. */
async function otherBuiltIn(check: Check, admin: Actor): Promise<string | undefined> {
  const [lent, holder] = [check.optional('BUILT_IN_ROLE_ID'), check.asOptional('BUILT_IN_ROLE_TOKEN')];
  if (lent === undefined || holder === undefined) return undefined;
  const held = await rolesOf(admin.preparing, await userIdOf(holder));
  return [...held.keys()].find((id) => id !== lent);
}

test(...verifies('role-holders.grant.other-roles-kept'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  // Each names a license tier, of which a faulty tenant may let a user have one alone.
  const [role, first] = [await newRole(admin, VIEWING), await newRole(admin, VIEWING)];
  await admin.preparing.grantRole(first.id, userId);
  await inEach(
    check,
    {
      'a custom role': { id: role.id, actor: admin },
      'a role that is held': { id: first.id, actor: admin },
      'a built-in role': withId(check.optional('BUILT_IN_ROLE_ID'), admin.preparing),
      'another built-in role': withId(await otherBuiltIn(check, admin), admin.preparing),
    },
    async ({ id, actor }) => {
      const before = [...(await rolesListed(check, admin, userId, first.id)).keys()];
      // Whether a role can be granted to who holds it is open.
      await actor.ask('grantRole', id, userId);
      const after = await rolesListed(check, admin, userId, ...before);
      expect(
        before.filter((held) => !after.has(held)),
        'roles that the user no longer holds',
      ).toEqual([]);
    },
  );
});

test.describe('at the same time', () => {
  test(...verifies('role-holders.grant.other-roles-kept'), async ({ check, admin }) => {
    const userId = check.provided('MEMBER_USER_ID');
    await inEach(check, { 'two at once': [await harmlessRole(admin), await harmlessRole(admin)] }, async (roles) => {
      const granting = roles.map(async ({ id }) => ({
        id: String(id),
        answer: await admin.ask('grantRole', id, userId),
      }));
      // Whether the tenant takes both is open.
      const taken = (await Promise.all(granting)).filter(({ answer }) => isSuccess(answer));
      const ids = taken.map(({ id }) => id);
      expect([...(await rolesListed(check, admin, userId, ...ids)).keys()]).toEqual(expect.arrayContaining(ids));
    });
  });

  test(...verifies('role-holders.revoke.other-roles-kept'), async ({ check, admin }) => {
    const userId = check.provided('MEMBER_USER_ID');
    const former = await createGrantedRole(admin, userId);
    await inEach(check, { 'beside a grant at the same time': await harmlessRole(admin) }, async ({ id }) => {
      const [, granting] = await Promise.all([
        admin.ask('revokeRole', former.id, userId),
        admin.ask('grantRole', id, userId),
      ]);
      const held = await rolesListed(check, admin, userId, ...(isSuccess(granting) ? [id] : []));
      expect(held.has(String(id)), 'the role that was granted is held').toBe(isSuccess(granting));
    });
  });
});

test(...verifies('role-holders.grant.built-in'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: check.asOptional('OAUTH_TOKEN') }, async (actor) => {
    // Whether a built-in role can be revoked is open.
    await admin.preparing.ask('revokeRole', builtIn, userId);
    // So is whether it can be granted to who holds it, such as a role that each new user is given.
    leaveOutIf((await rolesWithout(check, admin, userId, builtIn)).has(builtIn));
    await actor.grantRole(builtIn, userId);
    expect([...(await rolesListed(check, admin, userId, builtIn)).keys()]).toContain(builtIn);
  });
});
