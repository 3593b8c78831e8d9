import { withinSeconds } from '../../harness/check/eventually.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { contentOf, emptiedRole, madeRole, unknownRoleId, type Role } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { meanwhile } from '../../harness/check/at-once.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { BY_EMBED, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { CHANGED, changedRole, heldRole, NEW } from './pasts.ts';

test(...verifies('roles.delete.removes'), async ({ check, admin, role }) => {
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const held = await heldRole(check, admin);
  await inEach(
    check,
    {
      [NEW]: { role, actor: admin },
      [CHANGED]: { role: await changedRole(admin), actor: admin },
      'without policies': { role: await emptiedRole(admin), actor: admin },
      // Whether a role that somebody holds can be deleted is open; one whose deletion was acknowledged is gone.
      'held by a user': held && { role: held, actor: admin, mayBeRefused: true },
      [BY_OAUTH]: oauth && { role: await madeRole(admin), actor: oauth },
      [BY_EMBED]: embed && { role: await madeRole(admin), actor: embed },
      [BY_OTHER]: second && { role: await madeRole(admin), actor: second },
    },
    async ({ role: { id }, actor, mayBeRefused = false }) => {
      await expectGone(admin, id, await actor.ask('deleteRole', id), mayBeRefused);
    },
  );
});

test(...verifies('roles.delete.update-after'), async ({ check, admin, role }) => {
  await inEach(check, { 'at the same time': role.id }, async (id) => {
    const updating = admin.ask('updateRole', id, { description: 'meanwhile' });
    const [, deletion] = await meanwhile(updating, () => admin.ask('deleteRole', id));
    await deletedOnceFree(admin, id, deletion);
    expect(await admin.ask('getRole', id)).toBeRefusedWith(404);
  });
  await inEach(check, { 'whose name nobody has': fresh('role'), 'whose name another has': role.name }, async (name) => {
    const heir = await madeRole(admin, { name });
    expect(await admin.ask('updateRole', role.id, { description: 'after' })).toBeRefusedWith(404);
    expect(await admin.ask('getRole', role.id)).toBeRefusedWith(404);
    expect(contentOf(await admin.preparing.getRole(heir.id))).toEqual(contentOf(heir));
  });
  await inEach(check, { 'with an empty body': [{}], 'without a body': [] }, async (body) => {
    expect(await admin.ask('updateRole', role.id, ...body)).toBeRefusedWith(404);
  });
});

test(...verifies('roles.delete.again'), async ({ check, admin, role }) => {
  await admin.preparing.deleteRole(role.id);
  await inEach(check, { 'whose name nobody has': fresh('role'), 'whose name another has': role.name }, async (name) => {
    const heir = await madeRole(admin, { name });
    expect(await admin.ask('deleteRole', role.id)).toBeRefusedWith(404);
    expect(await admin.ask('getRole', heir.id), 'another role').toSucceed();
  });
  const { [BY_OAUTH]: oauth, [BY_OTHER]: second } = otherAdministrators(check);
  await inEach(check, { [BY_OAUTH]: oauth, [BY_OTHER]: second }, async (other) => {
    expect(await other.ask('deleteRole', role.id)).toBeRefusedWith(404);
  });
});

test(...verifies('roles.delete.other-roles-kept'), async ({ check, admin, role }) => {
  // The name of the newer one begins with that of the role that is deleted.
  const { name, description = null } = role;
  const [before, after] = [await madeRole(admin, { description }), await madeRole(admin, { name: `${name} and more` })];
  await inEach(check, { [NEW]: role, [CHANGED]: await changedRole(admin) }, async ({ id }) => {
    await admin.deleteRole(id);
    await expectKept(admin, before);
    await expectKept(admin, after);
  });
  await inEach(check, { 'of a user who holds both': check.optional('MEMBER_USER_ID') }, async (userId) => {
    const [held, kept] = [await madeRole(admin), await madeRole(admin)];
    await admin.preparing.grantRole(held.id, userId);
    await admin.preparing.grantRole(kept.id, userId);
    // Whether a role that somebody holds can be deleted is open.
    leaveOutUnless(isSuccess(await admin.ask('deleteRole', held.id)));
    await withinSeconds(check, async () => {
      const { roles = [] } = (await admin.preparing.listUserRoles(userId)) as { roles?: readonly { id: unknown }[] };
      expect(roles.map(({ id }) => String(id))).toContain(String(kept.id));
    });
  });
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

/** Whether a role can be deleted while an update of it is under way is open: where it was refused, it is deleted afterwards. */
async function deletedOnceFree(admin: Actor, id: number, first: Answer): Promise<void> {
  if (!isSuccess(first)) await admin.preparing.deleteRole(id);
}

async function expectGone(admin: Actor, id: number, deleted: Answer, mayBeRefused: boolean): Promise<void> {
  if (mayBeRefused && !isSuccess(deleted)) return;
  expect(deleted).toSucceed();
  expect(await admin.ask('getRole', id)).toBeRefusedWith(404);
}

async function expectKept(admin: Actor, role: Role): Promise<void> {
  const read = await admin.ask('getRole', role.id);
  expect(read).toSucceed();
  expect(contentOf(read.body)).toEqual(contentOf(role));
}
