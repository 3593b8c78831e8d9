import { LIMITS } from '../../contracts/limits.ts';
import { DEPLOYMENT_ACTIONS } from '../../generators/policies.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh, freshOfLength, SIGNS } from '../../harness/client/unique.ts';
import {
  contentOf,
  madeRole,
  policiesAsSet,
  policy,
  type Policy,
  rolesMade,
  unknownRoleId,
} from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { manyPolicies, resourcesOf } from './policies.ts';

test(...verifies('roles.update.answer-is-stored'), async ({ admin, role }) => {
  const updated = await admin.updateRole(role.id, { name: fresh('role'), description: 'after', policies: [policy()] });
  expect(contentOf(updated)).toEqual(contentOf(await admin.getRole(role.id)));
});

test(...verifies('roles.update.same-id'), async ({ admin, role }) => {
  const other = await madeRole(admin);
  expect((await admin.updateRole(role.id, { description: 'after' })).id).toBe(role.id);
  expect((await admin.updateRole(other.id, { description: 'after' })).id).toBe(other.id);
});

test(...verifies('roles.update.unknown-id'), async ({ admin, role }) => {
  const unknown = await unknownRoleId(admin);
  for (const change of [{ description: 'after' }, {}]) {
    expect(await admin.ask('updateRole', unknown, change)).toBeRefusedWith(404);
    await admin.preparing.updateRole(role.id, change);
  }
});

test(...verifies('roles.update.built-in'), async ({ check, admin, role }) => {
  const change = { description: fresh('description') };
  expect(await admin.ask('updateRole', check.provided('BUILT_IN_ROLE_ID'), change)).toBeRefusedWith(404);
  await admin.preparing.updateRole(role.id, change);
});

test(...verifies('roles.update.other-roles-kept'), async ({ admin, role }) => {
  const [before, after] = [await madeRole(admin), await madeRole(admin)];
  await admin.updateRole(role.id, { name: fresh('role'), description: 'after', policies: [] });
  expect(contentOf(await admin.getRole(before.id))).toEqual(contentOf(before));
  expect(contentOf(await admin.getRole(after.id))).toEqual(contentOf(after));
});

test(...verifies('roles.update.body-omitted'), async ({ admin, role }) => {
  expect(await admin.ask('updateRole', role.id)).toSucceed(200);
  expect(contentOf(await admin.getRole(role.id))).toEqual(contentOf(role));
});

test(...verifies('roles.update.body-empty'), async ({ admin, role }) => {
  expect(await admin.ask('updateRole', role.id, {})).toSucceed(200);
  expect(contentOf(await admin.getRole(role.id))).toEqual(contentOf(role));
});

test(...verifies('roles.update.name-omitted'), async ({ admin, role }) => {
  await admin.updateRole(role.id, { description: 'after', policies: [policy()] });
  expect((await admin.getRole(role.id)).name).toBe(role.name);
});

test(...verifies('roles.update.description-omitted'), async ({ admin, role }) => {
  await admin.updateRole(role.id, { name: fresh('role'), policies: [policy()] });
  expect((await admin.getRole(role.id)).description).toBe(role.description);
});

test(...verifies('roles.update.policies-omitted'), async ({ admin, role }) => {
  for (const change of [{ name: fresh('role'), description: 'after' }, { description: null }]) {
    await admin.updateRole(role.id, change);
    expect(policiesAsSet((await admin.getRole(role.id)).policies)).toEqual(policiesAsSet(role.policies));
  }
});

test(...verifies('roles.update.name-changes'), async ({ admin, role }) => {
  for (const name of [fresh('renamed'), `${fresh('renamed')} ${SIGNS}`]) {
    await admin.updateRole(role.id, { name });
    expect((await admin.getRole(role.id)).name.normalize()).toBe(name);
  }
});

test(...verifies('roles.update.description-changes'), async ({ admin, role }) => {
  for (const others of [{}, { name: fresh('role') }, { policies: [policy()] }]) {
    const description = `${fresh('after')} ${SIGNS}`;
    await admin.updateRole(role.id, { description, ...others });
    const read = (await admin.getRole(role.id)).description;
    expect(read?.normalize(), `together with ${Object.keys(others).join()}`).toBe(description);
  }
});

test(...verifies('roles.update.description-null-clears'), async ({ admin, role }) => {
  // The second update clears a description that is already empty.
  for (let time = 1; time <= 2; time += 1) {
    await admin.updateRole(role.id, { description: null });
    expect((await admin.getRole(role.id)).description ?? '').toBe('');
  }
  for (const others of [{ name: fresh('role') }, { policies: [policy()] }]) {
    const { id } = await madeRole(admin);
    await admin.updateRole(id, { description: null, ...others });
    expect((await admin.getRole(id)).description ?? '', `together with ${Object.keys(others).join()}`).toBe('');
  }
});

test(...verifies('roles.update.policies-replace'), async ({ admin, role }) => {
  for (const actions of [['APMRead' as const], [...DEPLOYMENT_ACTIONS]]) {
    const policies = [policy({ actions, resources: ['77'] })];
    await admin.updateRole(role.id, { policies });
    expect(policiesAsSet((await admin.getRole(role.id)).policies)).toEqual(policiesAsSet(policies));
  }
});

test(...verifies('roles.update.policies-replace-types'), async ({ check, admin }) => {
  const resources = resourcesOf(check, 'Global');
  const former = [policy({ resourceType: 'Global', actions: ['AIBIView'], resources }), policy()];
  const { id } = await madeRole(admin, { policies: former });
  const policies = [policy({ actions: ['APMRead'], resources: ['77'] })];
  await admin.updateRole(id, { policies });
  expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(policies));
});

/** An id that no deployment has, so that a policy on it grants nothing. */
const UNKNOWN_DEPLOYMENT = '987654321';

test(...verifies('roles.update.policies-take-effect'), async ({ check, admin, outsider }) => {
  for (const policies of [[policy({ resources: [UNKNOWN_DEPLOYMENT] })], []]) {
    const { id } = await madeRole(admin, {
      policies: [policy({ actions: ['All'], resources: [check.provided('DEPLOYMENT_ID')] })],
    });
    await admin.preparing.grantRole(id, check.provided('NO_ACCESS_USER_ID'));
    granted(await outsider.ask('getDeploymentSettings'), 'the read that the role permits');
    await admin.preparing.updateRole(id, { policies });
    await eventually(check, async () => {
      expect(await outsider.ask('getDeploymentSettings'), 'after the update').toBeRefused();
    });
  }
});

test(...verifies('roles.update.policies-added-take-effect'), async ({ check, admin, outsider }) => {
  const former = policy({ resources: [UNKNOWN_DEPLOYMENT] });
  const { id } = await madeRole(admin, { policies: [former] });
  await admin.preparing.grantRole(id, check.provided('NO_ACCESS_USER_ID'));
  if (isSuccess(await outsider.ask('getDeploymentSettings')))
    throw setupFailed('the user can read the deployment settings before the role is updated');
  // `All` instead of an id: other requirements cover which ids are accepted.
  await admin.preparing.updateRole(id, { policies: [former, policy({ actions: ['All'], resources: ['All'] })] });
  await eventually(check, async () => {
    expect(await outsider.ask('getDeploymentSettings'), 'after the update').toSucceed();
  });
});

test(...verifies('roles.update.policies-no-merge'), async ({ admin, role }) => {
  const [former] = role.policies;
  // A policy may be shown with members that the tenant does not accept.
  const { resourceType, resources } = former as Policy;
  const policies = [policy({ resourceType, actions: ['DeploymentUpdate'], resources })];
  await admin.updateRole(role.id, { policies });
  expect(policiesAsSet((await admin.getRole(role.id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.update.policies-empty-removes'), async ({ admin, role }) => {
  // The second update empties a list that is already empty.
  for (let time = 1; time <= 2; time += 1) {
    await admin.updateRole(role.id, { policies: [] });
    expect((await admin.getRole(role.id)).policies).toEqual([]);
  }
  for (const others of [{ name: fresh('role') }, { description: 'after' }]) {
    const { id } = await madeRole(admin);
    await admin.updateRole(id, { policies: [], ...others });
    expect((await admin.getRole(id)).policies, `together with ${Object.keys(others).join()}`).toEqual([]);
  }
});

test(...verifies('roles.update.name-shortest'), async ({ admin, role }) => {
  // On a shared tenant a name of one character may be taken, so further ones are tried after a 409.
  let answer = await admin.ask('updateRole', role.id, { name: 'q' });
  for (const name of ['Q', '7', '~']) {
    if (answer.status === 409) answer = await admin.ask('updateRole', role.id, { name });
  }
  expect(answer).toSucceed();
});

test(...verifies('roles.update.name-longest'), async ({ admin, role }) => {
  const name = freshOfLength('role', LIMITS.roleName.max);
  await admin.updateRole(role.id, { name });
  expect((await admin.getRole(role.id)).name).toBe(name);
});

test(...verifies('roles.update.name-own'), async ({ admin, role }) => {
  for (const others of [{ description: 'after' }, { policies: [policy()] }]) {
    expect(await admin.ask('updateRole', role.id, { name: role.name, ...others })).toSucceed(200);
  }
});

test(...verifies('roles.update.name-freed-by-delete'), async ({ admin, role }) => {
  const { id, name } = await madeRole(admin);
  await admin.preparing.deleteRole(id);
  expect(await admin.ask('updateRole', role.id, { name })).toSucceed(200);
});

test(...verifies('roles.update.name-freed-by-rename'), async ({ admin, role }) => {
  const { id, name } = await madeRole(admin);
  await admin.preparing.updateRole(id, { name: fresh('renamed') });
  expect(await admin.ask('updateRole', role.id, { name })).toSucceed(200);
});

test(...verifies('roles.update.name-race'), async ({ admin, role }) => {
  const name = fresh('role');
  const ids = [role.id, (await madeRole(admin)).id];
  const answers = await Promise.all(ids.map((id) => admin.ask('updateRole', id, { name })));
  expect(answers.filter(isSuccess).length, 'updates to one name that succeeded').toBeLessThanOrEqual(1);
  expect((await rolesMade(admin)).filter((one) => one.name === name).length).toBeLessThanOrEqual(1);
});

test(...verifies('roles.update.oauth-stored'), async ({ admin, oauthAdmin, role }) => {
  const name = fresh('role');
  await oauthAdmin.updateRole(role.id, { name, description: 'after', policies: [policy()] });
  expect((await admin.getRole(role.id)).name).toBe(name);
});

test(...verifies('roles.update.description-empty'), async ({ admin, role }) => {
  await admin.updateRole(role.id, { description: '' });
  expect((await admin.getRole(role.id)).description ?? '').toBe('');
});

test(...verifies('roles.update.description-longest'), async ({ admin, role }) => {
  const description = freshOfLength('description', LIMITS.roleDescription.max);
  await admin.updateRole(role.id, { description });
  expect((await admin.getRole(role.id)).description).toBe(description);
});

test(...verifies('roles.update.policies-most'), async ({ admin, role }) => {
  const policies = manyPolicies(LIMITS.policiesPerRole.max);
  await admin.updateRole(role.id, { policies });
  expect(policiesAsSet((await admin.getRole(role.id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.update.name-built-in-other'), async ({ check, admin, role }) => {
  const [userId, builtIn] = [check.provided('MEMBER_USER_ID'), check.provided('BUILT_IN_ROLE_ID')];
  await admin.preparing.grantRole(builtIn, userId);
  const { roles } = await admin.preparing.listUserRoles(userId);
  const held = roles?.find(({ id }) => String(id) === builtIn) as { readonly name?: unknown } | undefined;
  const name = held?.name;
  if (typeof name !== 'string') untested('the roles of a user are not shown with their names');
  const change = { description: 'after', policies: [policy()] };
  expect(await admin.ask('updateRole', role.id, { ...change, name })).toBeRefusedWith(400);
  expect(contentOf(await admin.preparing.getRole(role.id))).toEqual(contentOf(role));
  await admin.preparing.updateRole(role.id, { ...change, name: fresh(name) });
});
