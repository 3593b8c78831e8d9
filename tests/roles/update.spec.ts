import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../contracts/limits.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh, freshOfLength } from '../../harness/client/unique.ts';
import {
  contentOf,
  firstFree,
  madeRole,
  policiesAsSet,
  policy,
  newRole,
  roleBody,
  rolesMade,
  unknownRoleId,
  UNKNOWN_DEPLOYMENT,
  type Role,
} from '../../harness/things/roles.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { ifGiven, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { judging } from '../../harness/check/judging.ts';
import { BY_EMBED, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { holdBuiltIn } from '../role-holders/holders.ts';
import { heldRole, mixedRole, renamedRole, updateInTurn } from './pasts.ts';
import { manyPolicies, resourcesOf } from './policies.ts';

test(...verifies('roles.update.answer-is-stored'), async ({ check, admin, role }) => {
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const change = () => ({
    name: fresh('role'),
    description: fresh('after'),
    policies: [policy(), policy({ resources: ['4'] })],
  });
  await inEach(
    check,
    {
      'with all members': { actor: admin, changed: change() },
      'a second time': { actor: admin, changed: change() },
      'with 200 policies': { actor: admin, changed: { policies: manyPolicies(LIMITS.policiesPerRole.max) } },
      'that clears': { actor: admin, changed: { description: null, policies: [] } },
      [BY_OAUTH]: oauth && { actor: oauth, changed: change() },
      [BY_EMBED]: embed && { actor: embed, changed: change() },
      [BY_OTHER]: second && { actor: second, changed: change() },
    },
    async ({ actor, changed }) => {
      const updated = await actor.updateRole(role.id, changed);
      expect(contentOf(updated)).toEqual(contentOf(await admin.getRole(role.id)));
    },
  );
  await inEach(check, { 'of a role with policies of each type': await mixedRole(check, admin) }, async (mixed) => {
    const updated = await admin.updateRole(mixed.id, { description: 'after' });
    expect(contentOf(updated)).toEqual(contentOf(await admin.getRole(mixed.id)));
  });
});

test(...verifies('roles.update.answers-role'), async ({ check, admin }) => {
  // Stated as it was at the creation: a tenant may show the policies in another order.
  const given = roleBody();
  const { id } = await newRole(admin, given);
  await inEach(
    check,
    { 'without a change': [given], 'with a change': [{ description: 'after' }], 'without a body': [] },
    async (body) => {
      expect(await admin.ask('updateRole', id, ...body)).toSucceed(200);
    },
  );
});

test(...verifies('roles.update.same-id'), async ({ check, admin, role }) => {
  const other = await madeRole(admin);
  const [ofRole, ofOther] = [{ id: role.id }, { id: other.id }];
  await inEach(
    check,
    {
      'the older of two': { ...ofRole, change: { name: fresh('renamed') } },
      'the newer of two': { ...ofOther, change: { description: 'after' } },
      'after another was renamed': { ...ofRole, change: { description: 'after' } },
    },
    async ({ id, change }) => {
      expect((await admin.updateRole(id, change)).id).toBe(id);
    },
  );
  await inEach(check, { 'beside the id of another in the body': other.id }, async (id) => {
    const body = { id, description: 'of the body' };
    const answer = await admin.raw('updateRole', { path: { roleId: role.id }, body });
    // Whether a member that the specification does not name is refused is open.
    leaveOutUnless(isSuccess(answer));
    expect((answer.body as Partial<Role>).id).toBe(role.id);
  });
});

test(...verifies('roles.update.unknown-id'), async ({ check, admin, role }) => {
  const unknown = await unknownRoleId(admin);
  await inEach(
    check,
    { 'with a change': [{ description: 'after' }], 'with an empty body': [{}], 'without a body': [] },
    async (body) => {
      expect(await admin.ask('updateRole', unknown, ...body)).toBeRefusedWith(404);
      granted(await admin.ask('updateRole', role.id, ...body), 'the same update of a role');
    },
  );
});

test(...verifies('roles.update.built-in'), async ({ check, admin, role }) => {
  const change = { description: fresh('description') };
  const [builtIn, adminRole] = [check.provided('BUILT_IN_ROLE_ID'), check.optional('ADMIN_ROLE_ID')];
  const cases = {
    'with a description': { id: builtIn, body: change },
    'without a change': { id: builtIn, body: {} },
    // A tenant that takes it may not change the role by which its administrators are what they are.
    'of the Admin role': ifGiven(adminRole, (id) => ({ id, body: {} })),
  };
  await inEach(check, cases, async ({ id, body }) => {
    expect(await admin.ask('updateRole', id, body)).toBeRefusedWith(404);
  });
  await admin.preparing.updateRole(role.id, change);
});

test(...verifies('roles.update.other-roles-kept'), async ({ check, admin, role }) => {
  const { description } = role;
  const [before, after] = [await madeRole(admin, { description: description ?? null }), await madeRole(admin)];
  const change = { name: fresh('role'), description: 'after', policies: [] };
  const renamed = { ...before, name: fresh('renamed') };
  await inEach(
    check,
    {
      'with the same policies': { others: [before, after], change },
      'whose former name it takes': { others: [renamed, after], change: { name: before.name, description: 'later' } },
    },
    async ({ others, change: next }) => {
      for (const { id, name } of others) await admin.preparing.updateRole(id, { name });
      await admin.updateRole(role.id, next);
      for (const other of others) expect(contentOf(await admin.getRole(other.id))).toEqual(contentOf(other));
    },
  );
});

test(...verifies('roles.update.policies-replace-types'), async ({ check, admin }) => {
  const resources = resourcesOf(check, 'Global');
  const former = [policy({ resourceType: 'Global', actions: ['AIBIView'], resources }), policy()];
  const { id } = await newRole(admin, { policies: former });
  const policies = [policy({ actions: ['APMRead'], resources: ['77'] })];
  await admin.updateRole(id, { policies });
  expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.update.policies-no-merge'), async ({ check, admin }) => {
  const other = policy({ resources: [UNKNOWN_DEPLOYMENT] });
  // On the type and the resources of a policy with which the role was made.
  const cases = {
    'the only policy': { before: [], resources: policy().resources },
    'a policy after another': { before: [other], resources: policy().resources },
    'one resource of several': { before: [], resources: [UNKNOWN_DEPLOYMENT, ...policy().resources] },
  };
  await inEach(check, cases, async (one) => {
    const { id } = await newRole(admin, { policies: [...one.before, policy()] });
    const policies = [...one.before, policy({ actions: ['DeploymentUpdate'], resources: one.resources })];
    await admin.updateRole(id, { policies });
    expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(policies));
  });
});

test(...verifies('roles.update.name-shortest'), async ({ admin, role }) => {
  // On a shared tenant a name of one character may be taken, so further ones are tried after a 409.
  expect(await firstFree(['q', 'Q', '7', '~'], (name) => admin.ask('updateRole', role.id, { name }))).toSucceed();
});

test(...verifies('roles.update.name-longest'), async ({ check, admin, role }) => {
  const name = freshOfLength('role', LIMITS.roleName.max);
  const cases = {
    'of its own': { id: role.id, name },
    'of which another one differs in its last character': {
      id: (await newRole(admin)).id,
      name: `${name.slice(0, -1)}y`,
    },
  };
  await inEach(check, cases, async (one) => {
    await admin.updateRole(one.id, { name: one.name });
    expect((await admin.getRole(one.id)).name).toBe(one.name);
  });
});

test(...verifies('roles.update.name-freed-by-delete'), async ({ check, admin, role }) => {
  const held = () => heldRole(check, admin);
  const cases = { once: madeRole, 'after a rename': renamedRole, 'of a role that somebody held': held };
  await inEach<(actor: Actor) => Promise<Role | undefined>>(check, cases, async (begin) => {
    const former = await begin(admin);
    leaveOutUnless(former);
    const { id, name } = former;
    // Whether a role that somebody holds can be deleted is open.
    leaveOutUnless(isSuccess(await admin.preparing.ask('deleteRole', id)));
    expect(await admin.ask('updateRole', role.id, { name })).toSucceed(200);
    // It is the role's own name now, whoever had it before.
    const repeated = await admin.ask('updateRole', role.id, { name });
    await judging('roles.update.name-own', () => {
      expect(repeated).toSucceed(200);
    });
  });
});

test(...verifies('roles.update.name-freed-by-rename'), async ({ check, admin, role }) => {
  const other = await madeRole(admin);
  await updateInTurn(admin.preparing, other.id, [{ name: fresh('renamed') }, { name: fresh('again') }]);
  // The other role is renamed once more, so that the name is free again for who had it first.
  await inEach(check, { 'of another role': role.id, 'of the role itself': other.id }, async (id) => {
    await admin.preparing.updateRole(role.id, { name: fresh('role') });
    expect(await admin.ask('updateRole', id, { name: other.name })).toSucceed(200);
  });
});

test(...verifies('roles.update.name-race'), async ({ admin, role }) => {
  const name = fresh('role');
  const ids = [role.id, (await newRole(admin)).id];
  const updates = ids.map((id) => admin.ask('updateRole', id, { name }));
  const answers = await Promise.all([...updates, admin.ask('createRole', roleBody({ name }))]);
  expect(answers.filter(isSuccess).length, 'requests for one name that succeeded').toBeLessThanOrEqual(1);
  expect((await rolesMade(admin)).filter((one) => one.name === name).length).toBeLessThanOrEqual(1);
});

test(...verifies('roles.update.oauth-stored'), async ({ check, admin, oauthAdmin, role }) => {
  const change = { name: fresh('role'), description: 'after', policies: [policy({ resources: ['4'] })] };
  const cleared = { ...change, description: null, policies: [] };
  await inEach(check, { 'other values': change, 'cleared values': cleared }, async (next) => {
    await oauthAdmin.updateRole(role.id, next);
    const stored = contentOf(await admin.getRole(role.id));
    // What an API key does not store either is about other requirements.
    leaveOutUnless(isDeepStrictEqual(stored, contentOf(next)) || (await isStored(admin, role, next)));
    expect(stored).toEqual(contentOf(next));
  });
});

async function isStored(admin: Actor, { id }: Pick<Role, 'id'>, change: Parameters<Actor['updateRole']>[1]) {
  await admin.ask('updateRole', id, change);
  return isDeepStrictEqual(contentOf(await admin.getRole(id)), contentOf(change as { name: string }));
}

test(...verifies('roles.update.description-empty'), async ({ admin, role }) => {
  await admin.updateRole(role.id, { description: '' });
  expect((await admin.getRole(role.id)).description ?? '').toBe('');
});

test(...verifies('roles.update.name-built-in-other'), async ({ check, admin, role }) => {
  const [userId, builtIn] = [check.provided('MEMBER_USER_ID'), check.provided('BUILT_IN_ROLE_ID')];
  await holdBuiltIn(admin, builtIn, userId);
  const { roles } = await admin.preparing.listUserRoles(userId);
  const name = nameIn(roles?.find(({ id }) => String(id) === builtIn));
  const change = { description: 'after', policies: [policy()] };
  expect(await admin.ask('updateRole', role.id, { ...change, name })).toBeRefusedWith(400);
  expect(contentOf(await admin.preparing.getRole(role.id))).toEqual(contentOf(role));
  await admin.preparing.updateRole(role.id, { ...change, name: fresh(name) });
});

function nameIn(held: object | undefined): string {
  const { name } = (held ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : untested('the roles of a user are not shown with their names');
}
