import { isSuccess } from '../../harness/http/answer.ts';
import { contentOf, madeRole, unknownRoleId } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';

test(...verifies('roles.delete.removes'), async ({ check, admin, role }) => {
  await admin.deleteRole(role.id);
  expect(await admin.ask('getRole', role.id)).toBeRefusedWith(404);

  const userId = check.optional('MEMBER_USER_ID');
  if (userId === undefined || !check.mayChange('MEMBER_USER_ID')) return;
  const held = await madeRole(admin);
  await admin.preparing.grantRole(held.id, userId);
  // Whether a role that somebody holds can be deleted is open; one whose deletion was acknowledged is gone.
  if (!isSuccess(await admin.ask('deleteRole', held.id))) return;
  expect(await admin.ask('getRole', held.id), 'a role that was held when it was deleted').toBeRefusedWith(404);
});

test(...verifies('roles.delete.update-after'), async ({ admin, role }) => {
  await admin.preparing.deleteRole(role.id);
  expect(await admin.ask('updateRole', role.id, { description: 'after' })).toBeRefusedWith(404);
  expect(await admin.ask('getRole', role.id)).toBeRefusedWith(404);
});

test(...verifies('roles.delete.again'), async ({ admin, role }) => {
  await admin.preparing.deleteRole(role.id);
  expect(await admin.ask('deleteRole', role.id)).toBeRefusedWith(404);
});

test(...verifies('roles.delete.unknown-id'), async ({ admin, role }) => {
  expect(await admin.ask('deleteRole', await unknownRoleId(admin))).toBeRefusedWith(404);
  await admin.preparing.deleteRole(role.id);
});

test(...verifies('roles.delete.built-in'), async ({ check, admin, role }) => {
  const builtIn = check.provided('BUILT_IN_ROLE_ID');
  expect(await admin.ask('deleteRole', builtIn)).toBeRefused();
  expect(await admin.ask('listRoleHolders', builtIn)).toSucceed();
  await admin.preparing.deleteRole(role.id);
});

test(...verifies('roles.delete.other-roles-kept'), async ({ admin, role }) => {
  const [before, after] = [await madeRole(admin), await madeRole(admin)];
  await admin.deleteRole(role.id);
  for (const kept of [before, after]) {
    const read = await admin.ask('getRole', kept.id);
    expect(read).toSucceed();
    expect(contentOf(read.body)).toEqual(contentOf(kept));
  }
});
