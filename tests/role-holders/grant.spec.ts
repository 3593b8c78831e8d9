import { granted } from '../../harness/http/answer.ts';
import { madeRole, policy } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { unknownRoleId } from '../../harness/things/roles.ts';
import { createGrantedRole, holdersListed, idsOf, rolesOf } from './holders.ts';

/** Repeats the assertions for 3 seconds, because the delay until a grant takes effect is open. */
function expectEventually(assert: () => Promise<void>): Promise<void> {
  return expect(assert).toPass({ timeout: 3_000, intervals: [50, 200, 500] });
}

test(...verifies('role-holders.grant.grants'), async ({ check, admin, role }) => {
  const userId = check.provided('MEMBER_USER_ID');
  await admin.grantRole(role.id, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(String(role.id));
});

test(...verifies('role-holders.grant.takes-effect'), async ({ check, admin, outsider }) => {
  // The policy and the resource that grant the right are not the first ones in their lists.
  const unknownDeployment = '987654321';
  const role = await madeRole(admin, {
    policies: [
      policy({ resources: [unknownDeployment] }),
      policy({ actions: ['All'], resources: [unknownDeployment, check.provided('DEPLOYMENT_ID')] }),
    ],
  });
  expect(await outsider.ask('getDeploymentSettings'), 'before the grant').toBeRefused();
  await admin.grantRole(role.id, check.provided('NO_ACCESS_USER_ID'));
  await expectEventually(async () => {
    expect(await outsider.ask('getDeploymentSettings'), 'after the grant').toSucceed();
  });
});

test(...verifies('role-holders.grant.built-in'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  await admin.grantRole(builtIn, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(builtIn);
});

test(...verifies('role-holders.grant.admin'), async ({ check, admin, role }) => {
  const userId = check.provided('MEMBER_USER_ID');
  expect(await admin.ask('grantRole', check.provided('ADMIN_ROLE_ID'), userId)).toBeRefusedWith(404);
  expect([...(await rolesOf(admin, userId)).keys()]).not.toContain(check.provided('ADMIN_ROLE_ID'));
  granted(await admin.ask('grantRole', role.id, userId), 'the grant of another role');
});

test(...verifies('role-holders.grant.unknown-role'), async ({ check, admin, role }) => {
  const userId = check.provided('MEMBER_USER_ID');
  expect(await admin.ask('grantRole', await unknownRoleId(admin), userId)).toBeRefusedWith(404);
  granted(await admin.ask('grantRole', role.id, userId), 'the grant of an existing role');
});

test(...verifies('role-holders.grant.other-roles-kept'), async ({ check, admin, role }) => {
  const userId = check.provided('MEMBER_USER_ID');
  await createGrantedRole(admin, userId);
  const builtIn = check.optional('BUILT_IN_ROLE_ID');
  for (const id of [role.id, ...(builtIn === undefined ? [] : [builtIn])]) {
    const before = [...(await rolesOf(admin, userId)).keys()];
    await (id === role.id ? admin : admin.preparing).grantRole(id, userId);
    const after = await rolesOf(admin, userId);
    expect(
      before.filter((held) => !after.has(held)),
      `roles that the user no longer holds after the grant of role ${id}`,
    ).toEqual([]);
  }
});

test(...verifies('role-holders.revoke.revokes'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const role = await createGrantedRole(admin, userId);
  await admin.revokeRole(role.id, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).not.toContain(String(role.id));
});

test(...verifies('role-holders.revoke.takes-effect'), async ({ check, admin, outsider }) => {
  const userId = check.provided('NO_ACCESS_USER_ID');
  const role = await madeRole(admin, {
    policies: [policy({ actions: ['All'], resources: [check.provided('DEPLOYMENT_ID')] })],
  });
  await admin.preparing.grantRole(role.id, userId);
  granted(await outsider.ask('getDeploymentSettings'), 'the read that the role permits');
  await admin.revokeRole(role.id, userId);
  await expectEventually(async () => {
    expect(await outsider.ask('getDeploymentSettings'), 'after the revocation').toBeRefused();
  });
});

test(...verifies('role-holders.revoke.other-roles-kept'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const [revoked] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  const before = [...(await rolesOf(admin, userId)).keys()].filter((id) => id !== String(revoked.id));
  await admin.revokeRole(revoked.id, userId);
  const after = await rolesOf(admin, userId);
  expect(
    before.filter((id) => !after.has(id)),
    'other roles that the user no longer holds',
  ).toEqual([]);
});

test(...verifies('role-holders.revoke.other-users-kept'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const other = check.provided('NO_ACCESS_USER_ID');
  const role = await createGrantedRole(admin, userId, other);
  await admin.revokeRole(role.id, userId);
  expect(idsOf(await holdersListed(check, admin, role.id, other))).toContain(other);
});

test(...verifies('role-holders.revoke.group-kept'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  await admin.preparing.grantRole(groupRole, userId);
  await admin.revokeRole(groupRole, userId);
  expect([...(await rolesOf(admin, userId)).keys()]).toContain(groupRole);
});
