import { granted } from '../../harness/http/answer.ts';
import { madeRole, policy } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { unknownRoleId } from '../../harness/things/roles.ts';
import { grantedRole, holdersOf, idsOf, lentUser, rolesOf } from './holders.ts';

/** How soon rights follow a role is not printed: a moment is granted. */
function soon(assert: () => Promise<void>): Promise<void> {
  return expect(assert).toPass({ timeout: 3_000, intervals: [50, 200, 500] });
}

test(...verifies('role-holders.grant.grants'), async ({ check, admin, role }) => {
  const userId = await lentUser(check);
  await admin.grantRole(role.id, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(String(role.id));
});

test(...verifies('role-holders.grant.takes-effect'), async ({ check, admin, outsider }) => {
  await check.lock('roles of users');
  // What grants stands neither first among the policies nor first among the resources.
  const nowhere = '987654321';
  const role = await madeRole(admin, {
    policies: [
      policy({ resources: [nowhere] }),
      policy({ actions: ['All'], resources: [nowhere, check.provided('DEPLOYMENT_ID')] }),
    ],
  });
  expect(await outsider.ask('getDeploymentSettings'), 'before the grant').toBeRefused();
  await admin.grantRole(role.id, check.provided('NO_ACCESS_USER_ID'));
  await soon(async () => {
    expect(await outsider.ask('getDeploymentSettings'), 'after the grant').toSucceed();
  });
});

test(...verifies('role-holders.grant.built-in'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.grantRole(builtIn, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(builtIn);
});

test(...verifies('role-holders.grant.admin'), async ({ check, admin, role }) => {
  const userId = await lentUser(check);
  expect(await admin.ask('grantRole', check.provided('ADMIN_ROLE_ID'), userId)).toBeRefusedWith(404);
  expect([...(await rolesOf(admin, userId)).keys()]).not.toContain(check.provided('ADMIN_ROLE_ID'));
  granted(await admin.ask('grantRole', role.id, userId), 'the grant of another role');
});

test(...verifies('role-holders.grant.unknown-role'), async ({ check, admin, role }) => {
  const userId = await lentUser(check);
  expect(await admin.ask('grantRole', await unknownRoleId(admin), userId)).toBeRefusedWith(404);
  granted(await admin.ask('grantRole', role.id, userId), 'the grant of a role that there is');
});

test(...verifies('role-holders.grant.other-roles-kept'), async ({ check, admin, role }) => {
  const userId = await lentUser(check);
  await grantedRole(admin, userId);
  const { BUILT_IN_ROLE_ID: builtIn } = check.tenant.settings;
  for (const id of [role.id, ...(builtIn === undefined ? [] : [builtIn])]) {
    const before = [...(await rolesOf(admin, userId)).keys()];
    await (id === role.id ? admin : admin.preparing).grantRole(id, userId);
    const after = await rolesOf(admin, userId);
    expect(
      before.filter((one) => !after.has(one)),
      `roles that the user lost with the grant of role ${id}`,
    ).toEqual([]);
  }
});

test(...verifies('role-holders.revoke.revokes'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const role = await grantedRole(admin, userId);
  await admin.revokeRole(role.id, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).not.toContain(String(role.id));
});

test(...verifies('role-holders.revoke.takes-effect'), async ({ check, admin, outsider }) => {
  await check.lock('roles of users');
  const userId = check.provided('NO_ACCESS_USER_ID');
  const role = await madeRole(admin, {
    policies: [policy({ actions: ['All'], resources: [check.provided('DEPLOYMENT_ID')] })],
  });
  await admin.preparing.grantRole(role.id, userId);
  granted(await outsider.ask('getDeploymentSettings'), 'what the role grants');
  await admin.revokeRole(role.id, userId);
  await soon(async () => {
    expect(await outsider.ask('getDeploymentSettings'), 'after the revocation').toBeRefused();
  });
});

test(...verifies('role-holders.revoke.other-roles-kept'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const [gone] = [await grantedRole(admin, userId), await grantedRole(admin, userId)];
  const before = [...(await rolesOf(admin, userId)).keys()].filter((id) => id !== String(gone.id));
  await admin.revokeRole(gone.id, userId);
  const after = await rolesOf(admin, userId);
  expect(
    before.filter((id) => !after.has(id)),
    'other roles that the user lost',
  ).toEqual([]);
});

test(...verifies('role-holders.revoke.other-users-kept'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const other = check.provided('NO_ACCESS_USER_ID');
  const role = await grantedRole(admin, userId, other);
  await admin.revokeRole(role.id, userId);
  expect(idsOf(await holdersOf(admin, role.id))).toContain(other);
});

test(...verifies('role-holders.revoke.group-kept'), async ({ check, admin }) => {
  const userId = await lentUser(check);
  const ofGroup = check.provided('GROUP_ROLE_ID');
  await admin.preparing.grantRole(ofGroup, userId);
  await admin.revokeRole(ofGroup, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(ofGroup);
});
