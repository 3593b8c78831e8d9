import { LIMITS } from '../../contracts/limits.ts';
import { freshOfLength, fresh, SIGNS } from '../../harness/client/unique.ts';
import { contentOf, madeRole, policiesAsSet, policy, roleBody, rolesMade } from '../../harness/things/roles.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { manyPolicies } from './policies.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

test(...verifies('roles.create.returns-id'), async ({ admin }) => {
  const body = roleBody();
  const { id } = await admin.createRole(body);
  const read = await admin.ask('getRole', id);
  expect(read).toSucceed();
  expect(read.body.name).toBe(body.name);
});

test(...verifies('roles.create.answer-is-stored'), async ({ admin }) => {
  const created = await admin.createRole(roleBody());
  expect(contentOf(created)).toEqual(contentOf(await admin.getRole(created.id)));
});

test(...verifies('roles.create.stores-name'), async ({ admin }) => {
  for (const name of [fresh('role'), `${fresh('role')} ${SIGNS}`]) {
    const { id } = await admin.createRole(roleBody({ name }));
    expect((await admin.getRole(id)).name.normalize()).toBe(name);
  }
});

test(...verifies('roles.create.stores-description'), async ({ admin }) => {
  for (const description of [fresh('description'), `${fresh('description')} ${SIGNS}`]) {
    const { id } = await admin.createRole(roleBody({ description }));
    expect((await admin.getRole(id)).description?.normalize()).toBe(description);
  }
});

test(...verifies('roles.create.stores-policies'), async ({ admin }) => {
  const policies = [
    policy({ actions: ['DeploymentRead', 'SchemaRead', 'APMRead'], resources: ['1', '20', '300'] }),
    policy({ actions: ['DownloadData'], resources: ['All'] }),
    policy({ actions: ['PlaygroundRead'], resources: ['4'] }),
  ];
  const { id } = await admin.createRole(roleBody({ policies }));
  expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.create.name-shortest'), async ({ admin }) => {
  // On a shared tenant a name of one character may be taken, so an unused character is chosen.
  const taken = new Set((await rolesMade(admin)).map(({ name }) => name));
  const name = Array.from('abcdefghijklmnopqrstuvwxyz0123456789').find((letter) => !taken.has(letter)) ?? 'a';
  const { id } = await admin.createRole(roleBody({ name }));
  expect((await admin.getRole(id)).name).toBe(name);
});

test(...verifies('roles.create.name-longest'), async ({ admin }) => {
  const name = freshOfLength('role', LIMITS.roleName.max);
  const { id } = await admin.createRole(roleBody({ name }));
  expect((await admin.getRole(id)).name).toBe(name);
});

test(...verifies('roles.create.name-race'), async ({ admin }) => {
  const name = fresh('role');
  const answers = await Promise.all([1, 2, 3].map(() => admin.ask('createRole', roleBody({ name }))));
  expect(answers.filter(isSuccess).length, 'creations with one name that succeeded').toBeLessThanOrEqual(1);
  expect((await rolesMade(admin)).filter((role) => role.name === name).length).toBeLessThanOrEqual(1);
});

test(...verifies('roles.create.name-freed-by-delete'), async ({ admin, role }) => {
  await admin.preparing.deleteRole(role.id);
  expect(await admin.ask('createRole', roleBody({ name: role.name }))).toSucceed();
});

test(...verifies('roles.create.name-freed-by-rename'), async ({ admin, role }) => {
  await admin.preparing.updateRole(role.id, { name: fresh('renamed') });
  expect(await admin.ask('createRole', roleBody({ name: role.name }))).toSucceed();
});

test(...verifies('roles.create.name-free-after-refusal'), async ({ admin }) => {
  const body = roleBody();
  const refused = await admin.ask('createRole', { ...body, policies: [policy({ actions: [] })] });
  if (isSuccess(refused)) throw setupFailed('a role with a policy that grants no action was created');
  expect(await admin.ask('createRole', body)).toSucceed();
});

test(...verifies('roles.create.description-omitted'), async ({ admin }) => {
  const { name, policies } = roleBody();
  const { id } = await admin.createRole({ name, policies });
  expect((await admin.getRole(id)).description ?? '').toBe('');
});

test(...verifies('roles.create.description-null'), async ({ admin }) => {
  const { id } = await admin.createRole(roleBody({ description: null }));
  expect((await admin.getRole(id)).description ?? '').toBe('');
});

test(...verifies('roles.create.description-empty'), async ({ admin }) => {
  const { id } = await admin.createRole(roleBody({ description: '' }));
  expect((await admin.getRole(id)).description ?? '').toBe('');
});

test(...verifies('roles.create.description-longest'), async ({ admin }) => {
  const description = freshOfLength('description', LIMITS.roleDescription.max);
  const { id } = await admin.createRole(roleBody({ description }));
  expect((await admin.getRole(id)).description).toBe(description);
});

test(...verifies('roles.create.policies-most'), async ({ admin }) => {
  const policies = manyPolicies(LIMITS.policiesPerRole.max);
  const { id } = await admin.createRole(roleBody({ policies }));
  expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.policy.tier-not-derived'), async ({ admin }) => {
  const { id } = await madeRole(admin, { policies: [policy({ actions: ['All'] })] });
  const { policies } = await admin.getRole(id);
  expect(policies.map(({ resourceType }) => resourceType)).not.toContain('Global');
});
