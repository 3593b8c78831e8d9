import { takenAtOnce } from '../../harness/check/at-once.ts';
import { LIMITS } from '../../contracts/limits.ts';
import { DEPLOYMENT_ACTIONS } from '../../generators/policies.ts';
import { freshOfLength, fresh, freshInDigits, SIGNS } from '../../harness/client/unique.ts';
import {
  contentOf,
  firstFree,
  madeRole,
  policiesAsSet,
  policy,
  roleBody,
  rolesMade,
  newRole,
} from '../../harness/things/roles.ts';
import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, requireRefused, type Answer } from '../../harness/http/answer.ts';
import { manyPolicies } from './policies.ts';
import { BY_EMBED, BY_OAUTH, otherAdministrators } from '../../harness/things/administrators.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { heldRole, madeAgain, mixedBody, renamedRole } from './pasts.ts';
import { expect, test, verifies } from '../../harness/test.ts';

type RoleCreateBody = components['schemas']['RoleCreateBody'];

test(...verifies('roles.create.returns-id'), async ({ check, admin }) => {
  const names = { 'of a new name': fresh, 'of the name of a deleted role': () => deletedName(admin) };
  await inEach(check, names, async (nameFor) => {
    const name = await nameFor('role');
    const { id } = await admin.createRole(roleBody({ name }));
    const read = await admin.ask('getRole', id);
    expect(read).toSucceed();
    expect(read.body.name).toBe(name);
  });
  await inEach(check, { 'two at the same time': [fresh('one'), fresh('other')] }, async (both) => {
    const taken = await takenAtOnce(both, (name) => admin.ask('createRole', roleBody({ name })));
    const read = await Promise.all(
      taken.map(({ answer }) => admin.getRole(String((answer.body as Readonly<Record<'id', unknown>>).id))),
    );
    expect(read.map((role) => role.name)).toEqual(taken.map(({ sent }) => sent));
  });
});

test(...verifies('roles.create.answer-is-stored'), async ({ check, admin }) => {
  await inEach(
    check,
    {
      'with all members': roleBody(),
      'without a description': { name: fresh('role'), policies: [policy()] },
      'with 200 policies': roleBody({ policies: manyPolicies(LIMITS.policiesPerRole.max) }),
    },
    async (body) => {
      const created = await admin.createRole(body);
      expect(contentOf(created)).toEqual(contentOf(await admin.getRole(created.id)));
    },
  );
  await inEach(
    check,
    { 'with policies of each type': await admin.ask('createRole', mixedBody(check)) },
    async (made) => {
      // Which action fits a type is open.
      leaveOutUnless(isSuccess(made));
      expect(contentOf(made.body)).toEqual(contentOf(await admin.getRole(made.body.id)));
    },
  );
});

const [signedName, signedDescription] = [`${fresh('role')} ${SIGNS}`, `${fresh('description')} ${SIGNS}`];
const severalPolicies = [
  policy({ actions: ['DeploymentRead', 'SchemaRead', 'APMRead'], resources: ['1', '20', '300'] }),
  policy({ actions: ['DownloadData'], resources: ['All'] }),
  policy({ actions: ['PlaygroundRead'], resources: ['4'] }),
];

/** What a creation stores of each member, and bodies of which one of these members is looked at. */
const STORED = {
  'roles.create.stores-name': {
    member: 'name',
    classes: { 'letters and signs': roleBody({ name: signedName }), 'without a description': without('description') },
  },
  'roles.create.stores-description': {
    member: 'description',
    classes: {
      'letters and signs': roleBody({ description: signedDescription }),
      'a zero': roleBody({ description: '0' }),
      'with a tab': roleBody({ description: `${fresh('description')}\tand more` }),
      'several lines': roleBody({ description: `${fresh('description')}\nand a second\n\nparagraph\r\nand more` }),
      'beside no policies': roleBody({ policies: [] }),
    },
  },
  'roles.create.stores-policies': {
    member: 'policies',
    classes: {
      'several on different resources': roleBody({ policies: severalPolicies }),
      'with many actions': roleBody({ policies: [policy({ actions: [...DEPLOYMENT_ACTIONS] })] }),
      'two on the same resource': roleBody({ policies: [policy(), policy({ actions: ['SchemaRead'] })] }),
      'without a description': without('description'),
    },
  },
} as const;

for (const [id, { member, classes }] of Object.entries(STORED)) {
  test(...verifies(id as keyof typeof STORED), async ({ check, admin }) => {
    const by = (body: RoleCreateBody, actor: Actor | undefined) => actor && { body, actor };
    const { [BY_OAUTH]: oauth, [BY_EMBED]: embed } = otherAdministrators(check);
    const own = Object.fromEntries(Object.entries(classes).map(([name, body]) => [name, by(body, admin)]));
    await inEach(
      check,
      {
        ...own,
        [BY_OAUTH]: by(roleBody(), oauth),
        [BY_EMBED]: by(roleBody(), embed),
      },
      async ({ body, actor }) => {
        const sent = { ...body, name: `${body.name} In ${fresh('a')}` };
        const roleId = await createdId(actor, sent);
        // Whether a creation takes no policies is open; one that is taken stores what it names.
        if (roleId === undefined) return;
        const [read, wanted] = [contentOf(await admin.getRole(roleId)), contentOf(sent)];
        expect(JSON.stringify(read[member]).normalize()).toBe(JSON.stringify(wanted[member]));
      },
    );
  });
}

test.describe('in digits', () => {
  test(...verifies('roles.create.stores-name'), async ({ check, admin }) => {
    await inEach(check, { 'digits that begin with a zero': freshInDigits('role') }, async (name) => {
      const { id } = await admin.createRole(roleBody({ name }));
      expect((await admin.getRole(id)).name).toBe(name);
    });
  });
});

/** The id of a new role; undefined where a tenant refuses one without policies. */
async function createdId(actor: Actor, body: RoleCreateBody): Promise<number | undefined> {
  if (body.policies?.length !== 0) return (await actor.createRole(body)).id;
  const answer = await actor.ask('createRole', body);
  return isSuccess(answer) ? answer.body.id : undefined;
}

test(...verifies('roles.create.name-shortest'), async ({ admin }) => {
  // On a shared tenant a name of one character may be taken, so an unused character is chosen.
  // Whether names that differ in case are one name is open, and somebody may take the character meanwhile.
  const taken = new Set((await rolesMade(admin)).map(({ name }) => name.toLowerCase()));
  const free = Array.from('abcdefghijklmnopqrstuvwxyz0123456789').filter((letter) => !taken.has(letter));
  const answer = await firstFree(free.slice(0, 4), (name) => admin.ask('createRole', roleBody({ name })));
  expect(answer).toSucceed();
  const { id, name } = answer.body;
  expect((await admin.getRole(id)).name).toBe(name);
});

test(...verifies('roles.create.name-longest'), async ({ check, admin }) => {
  const name = freshOfLength('role', LIMITS.roleName.max);
  const description = freshOfLength('description', LIMITS.roleDescription.max);
  const cases = {
    'of its own': { name },
    'of which another one differs in its last character': { name: `${name.slice(0, -1)}y` },
    'beside the longest description': { name: freshOfLength('role', LIMITS.roleName.max), description },
  };
  await inEach(check, cases, async (one) => {
    const { id } = await admin.createRole(roleBody(one));
    expect(await admin.getRole(id)).toMatchObject(one);
  });
});

type Naming = (name: string) => Promise<Answer>;

/** Sends requests for one name at the same time, and expects that one of them succeeds at most. */
async function expectOneNamed(admin: Actor, requests: readonly Naming[]): Promise<void> {
  const name = fresh('role');
  const answers = await Promise.all(requests.map((send) => send(name)));
  expect(answers.filter(isSuccess).length, 'requests for one name that succeeded').toBeLessThanOrEqual(1);
  expect((await rolesMade(admin)).filter((one) => one.name === name).length).toBeLessThanOrEqual(1);
}

test(...verifies('roles.create.name-race'), async ({ admin, role }) => {
  const create: Naming = (name) => admin.ask('createRole', roleBody({ name }));
  const rename: Naming = (name) => admin.ask('updateRole', role.id, { name });
  // Which of them comes first is the tenant's: each is sent first and last.
  await expectOneNamed(admin, [create, create, rename]);
  await expectOneNamed(admin, [rename, create]);
});

test(...verifies('roles.create.name-freed-by-delete'), async ({ check, admin }) => {
  await inEach(check, { once: madeRole, 'a second time': madeAgain, 'after a rename': renamedRole }, async (begin) => {
    const { id, name } = await begin(admin);
    await admin.preparing.deleteRole(id);
    const body = roleBody({ name, policies: [policy({ actions: ['APMRead'], resources: ['9'] })] });
    const made = await admin.ask('createRole', body);
    expect(made).toSucceed();
    // Nothing comes back with the name.
    const [read, sent] = [contentOf(await admin.getRole(made.body.id)), contentOf(body)];
    await judging('roles.create.stores-policies', () => {
      expect(read.policies).toEqual(sent.policies);
    });
    await judging('roles.create.stores-description', () => {
      expect(read.description).toBe(sent.description);
    });
  });
  await inEach(check, { 'held by a user': await heldRole(check, admin) }, (role) => expectFreed(admin, role));
});

async function expectFreed(admin: Actor, { id, name }: { readonly id: number; readonly name: string }) {
  // Whether a role that somebody holds can be deleted is open.
  leaveOutUnless(isSuccess(await admin.preparing.ask('deleteRole', id)));
  expect(await admin.ask('createRole', roleBody({ name }))).toSucceed();
  return undefined;
}

test(...verifies('roles.create.name-freed-by-rename'), async ({ check, admin, role }) => {
  const renamed = fresh('renamed');
  await admin.preparing.updateRole(role.id, { name: renamed });
  await admin.preparing.updateRole(role.id, { name: fresh('renamed') });
  await inEach(check, { 'the first one': role.name, 'a later one': renamed }, async (name) => {
    expect(await admin.ask('createRole', roleBody({ name }))).toSucceed();
  });
  await inEach(check, { 'of a role that somebody holds': check.optional('MEMBER_USER_ID') }, async (userId) => {
    const former = fresh('held');
    const held = await newRole(admin, { name: former });
    await admin.preparing.grantRole(held.id, userId);
    await admin.preparing.updateRole(held.id, { name: fresh('renamed') });
    expect(await admin.ask('createRole', roleBody({ name: former }))).toSucceed();
  });
});

test(...verifies('roles.create.name-free-after-refusal'), async ({ check, admin, role }) => {
  await inEach(
    check,
    {
      'for a policy': { policies: [policy({ actions: [] })] },
      'for a description': { description: 'd'.repeat(LIMITS.roleDescription.max + 1) },
      'for the number of policies': { policies: manyPolicies(LIMITS.policiesPerRole.max + 1) },
    },
    async (broken) => {
      const body = roleBody();
      requireRefused(await admin.ask('createRole', { ...body, ...broken }), 'a creation that is invalid');
      expect(await admin.ask('createRole', body)).toSucceed();
    },
  );
  const refused = { 'for a policy, of an update': [policy({ actions: [] })], 'for null, of an update': null };
  await inEach(check, refused, async (policies) => {
    const body = roleBody();
    const update = { path: { roleId: role.id }, body: { name: body.name, policies } };
    requireRefused(await admin.preparing.raw('updateRole', update), 'an update that is invalid');
    expect(await admin.ask('createRole', body)).toSucceed();
  });
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
  const { id } = await newRole(admin, { policies: [policy({ actions: ['All'] })] });
  const { policies } = await admin.getRole(id);
  expect(policies.map(({ resourceType }) => resourceType)).not.toContain('Global');
});

function without(member: 'description'): RoleCreateBody {
  const { [member]: _, ...body } = roleBody();
  return body;
}

async function deletedName(admin: Actor): Promise<string> {
  const { id, name } = await madeRole(admin);
  await admin.preparing.deleteRole(id);
  return name;
}
