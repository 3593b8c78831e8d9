import { LIMITS } from '../../contracts/limits.ts';
import type { Answer } from '../support/answer.ts';
import { fresh, freshOfLength } from '../support/fresh.ts';
import { contentOf, madeRole, policiesAsSet, policy, type Policy, unknownRoleId } from '../support/roles.ts';
import { expect, test, verifies } from '../support/test.ts';
import { setupFailed } from '../support/trouble.ts';
import { manyPolicies } from './roles.ts';

test(...verifies('roles.update.answer-is-stored'), async ({ admin, role }) => {
  const answered = await admin.updateRole(role.id, { name: fresh('role'), description: 'after', policies: [policy()] });
  expect(contentOf(answered)).toEqual(contentOf(await admin.getRole(role.id)));
});

test(...verifies('roles.update.same-id'), async ({ admin, role }) => {
  const other = await madeRole(admin);
  expect((await admin.updateRole(role.id, { description: 'after' })).id).toBe(role.id);
  expect((await admin.updateRole(other.id, { description: 'after' })).id).toBe(other.id);
});

test(...verifies('roles.update.unknown-id'), async ({ admin, role }) => {
  const change = { description: 'after' };
  expect(await admin.ask('updateRole', await unknownRoleId(admin), change)).toBeRefusedWith(404);
  await admin.preparing.updateRole(role.id, change);
});

test(...verifies('roles.update.built-in'), async ({ check, admin, role }) => {
  const change = { description: fresh('description') };
  expect(await admin.ask('updateRole', check.lent('BUILT_IN_ROLE_ID'), change)).toBeRefusedWith(404);
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
  await admin.updateRole(role.id, { name: fresh('role'), description: 'after' });
  expect(policiesAsSet((await admin.getRole(role.id)).policies)).toEqual(policiesAsSet(role.policies));
});

test(...verifies('roles.update.name-changes'), async ({ admin, role }) => {
  const name = fresh('renamed');
  await admin.updateRole(role.id, { name });
  expect((await admin.getRole(role.id)).name).toBe(name);
});

test(...verifies('roles.update.description-changes'), async ({ admin, role }) => {
  await admin.updateRole(role.id, { description: 'after' });
  expect((await admin.getRole(role.id)).description).toBe('after');
});

test(...verifies('roles.update.description-null-clears'), async ({ admin, role }) => {
  await admin.updateRole(role.id, { description: null });
  expect((await admin.getRole(role.id)).description ?? null).toBeNull();
});

test(...verifies('roles.update.policies-replace'), async ({ admin, role }) => {
  const policies = [policy({ actions: ['APMRead'], resources: ['77'] })];
  await admin.updateRole(role.id, { policies });
  expect(policiesAsSet((await admin.getRole(role.id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.update.policies-no-merge'), async ({ admin, role }) => {
  const [former] = role.policies;
  const policies = [{ ...(former as Policy), actions: ['DeploymentUpdate'] } satisfies Policy];
  await admin.updateRole(role.id, { policies });
  expect(policiesAsSet((await admin.getRole(role.id)).policies)).toEqual(policiesAsSet(policies));
});

test(...verifies('roles.update.policies-empty-removes'), async ({ admin, role }) => {
  await admin.updateRole(role.id, { policies: [] });
  expect((await admin.getRole(role.id)).policies).toEqual([]);
});

test(...verifies('roles.update.name-shortest'), async ({ admin, role }) => {
  // A name of one character may be taken on a shared tenant; that another one is, says nothing of its length.
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
  expect(await admin.ask('updateRole', role.id, { name: role.name, description: 'after' })).toSucceed(200);
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

/** Words of an error that come back each time it is provoked: ids and times of requests do not. */
function stableWords(...answers: readonly Answer[]): Set<string> {
  const [first = new Set<string>(), ...others] = answers.map(({ text }) => new Set(text.split(/[^\w[\].]+/)));
  return new Set([...first].filter((word) => word !== '' && others.every((other) => other.has(word))));
}

const PROBLEMS = {
  'roles.update.all-problems': [{ name: null }, { policies: [policy({ actions: [] })] }],
  'roles.update.all-policy-problems': [
    { policies: [policy({ actions: [] })] },
    { policies: [policy({ resources: [] })] },
  ],
} as const;

for (const [id, [one, other]] of Object.entries(PROBLEMS)) {
  // The error has no printed shape: what it says of each problem alone is looked for where it tells of both.
  test(...verifies(id as keyof typeof PROBLEMS), async ({ admin, role }) => {
    const send = (body: object) => admin.raw('updateRole', { path: { roleId: role.id }, body });
    const both = {
      ...one,
      ...other,
      policies: [...('policies' in one ? one.policies : []), ...other.policies],
    };
    const wordsOf = async (body: object) => stableWords(await send(body), await send(body));
    const [ofOne, ofOther] = [await wordsOf(one), await wordsOf(other)];
    const onlyOne = [...ofOne].filter((word) => !ofOther.has(word));
    const onlyOther = [...ofOther].filter((word) => !ofOne.has(word));
    if (onlyOne.length === 0 || onlyOther.length === 0) throw setupFailed('the errors of two problems read the same');

    const answer = await send(both);
    expect(answer).toBeRefusedWith(400);
    const said = stableWords(answer);
    expect(
      onlyOne.some((word) => said.has(word)),
      `the error tells of the first problem: ${answer.text}`,
    ).toBe(true);
    expect(
      onlyOther.some((word) => said.has(word)),
      `the error tells of the second problem: ${answer.text}`,
    ).toBe(true);
  });
}
