import { LIMITS } from '../../contracts/limits.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { DEPLOYMENT_ACTIONS } from '../../generators/policies.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { fresh, freshInDigits, freshOfLength, SIGNS } from '../../harness/client/unique.ts';
import { isRefusal, isSuccess, type Answer } from '../../harness/http/answer.ts';
import {
  contentOf,
  madeRole,
  policiesAsSet,
  policy,
  roleBody,
  type Policy,
  type Role,
} from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { contentAfter, updateInTurn, type Change, tieredRole } from './pasts.ts';
import { manyPolicies, resourcesOf } from './policies.ts';
import { everything, described, OMITTED } from './updates.ts';

type Members = 'name' | 'description' | 'policies';

/** What may be stored in another form. */
const severalLines = () => ({ description: `${fresh('after')}\nand a second\n\nparagraph\r\nand more` });

/** Updates in turn by class, and the members that a role then has as the last of them that names it says. */
const IN_TURN: Readonly<
  Record<
    string,
    {
      readonly members: readonly Members[];
      readonly classes: Readonly<Record<string, (start: Start) => readonly (Change | undefined)[]>>;
    }
  >
> = {
  'roles.update.name-changes': {
    members: ['name'],
    classes: {
      alone: () => [{ name: fresh('renamed') }],
      'with letters and signs': () => [{ name: `${fresh('renamed')} ${SIGNS}` }],
      'of 200 characters': () => [{ name: freshOfLength('renamed', 200) }],
      'beside everything else': () => [everything()],
      'to digits alone, beside the description and the policies that it has': ({ description, policies }) => [
        { name: freshInDigits('renamed'), description, policies },
      ],
      'to a number': () => [{ name: freshInDigits('renamed').replace(/^0+/, '') }],
      'a second time': () => [{ name: fresh('one') }, { name: fresh('two') }],
      'to the beginning of the former': ({ name }) => [{ name: name.slice(0, -1) }],
      'to the former in capitals': ({ name }) => [{ name: name.toUpperCase() }],
      'to one that begins with Admin': () => [{ name: `Admins of ${fresh('role')}` }],
    },
  },
  'roles.update.name-own': {
    members: ['name'],
    classes: {
      alone: ({ name }) => [{ name }],
      'beside a description': ({ name }) => [{ name, description: 'after' }],
      'beside policies': ({ name }) => [{ name, policies: [policy()] }],
      'after a rename': () => repeated({ name: fresh('renamed') }),
    },
  },
  'roles.update.description-changes': {
    members: ['description'],
    classes: {
      alone: () => [described()],
      'beside a name': () => [{ ...described(), name: fresh('role') }],
      'beside policies': () => [{ ...described(), policies: [policy()] }],
      'a second time': () => [severalLines(), severalLines()],
      'to what it is': () => repeated(described()),
      'after it was cleared': () => [{ description: null }, { description: '007' }],
      // The same update is sent twice, with another one in between.
      'back to the first one': ({ description }) => [{ description }, described(), { description }],
      'to the name of the role': ({ name }) => [{ description: name }],
      'to the word null': () => [{ description: 'null' }],
      'to a zero': () => [{ description: '0' }],
      'with a tab': () => [{ description: `${fresh('after')}\tand more` }],
      'beside the name and the policies that it has': ({ name, policies }) => [{ ...described(), name, policies }],
      'beside 200 policies': () => [{ ...described(), policies: manyPolicies(LIMITS.policiesPerRole.max) }],
    },
  },
  'roles.update.description-null-clears': {
    members: ['description'],
    classes: {
      alone: () => [{ description: null }],
      'beside a name': () => [{ description: null, name: fresh('role') }],
      'beside policies': () => [{ description: null, policies: [policy()] }],
      'beside an empty list of policies': () => [{ description: null, policies: [] }],
      'where there is none': () => repeated({ description: null }),
      'after it was changed': () => [
        { description: freshOfLength('description', LIMITS.roleDescription.max) },
        { description: null },
      ],
      'beside the name and the policies of the role': ({ name, policies }) => [{ description: null, name, policies }],
    },
  },
  'roles.update.policies-replace': {
    members: ['policies'],
    classes: {
      'with one action': () => [on('77', 'APMRead')],
      'with many actions': () => [on('77', ...DEPLOYMENT_ACTIONS)],
      'on many deployments': () => [
        { policies: [policy({ resources: Array.from({ length: 60 }, (_, index) => String(index + 1)) })] },
      ],
      'beside a new name': () => [{ ...on('77', 'APMRead'), name: fresh('role') }],
      'a third time': () => [on('76', 'APMRead'), on('77', 'APMRead'), on('78', 'SchemaRead')],
      'by the same ones': () => repeated(on('77', 'APMRead')),
      'after they were removed': () => [{ policies: [] }, on('77', 'APMRead')],
      'by as many of which some stay': () => [several('76', '77'), several('76', '78')],
      'by some of them': () => [several('76', '77', '78'), several('76', '78')],
      'beside the name and the description that it has': ({ name, description }) => [
        { ...on('77', 'APMRead'), name, description },
      ],
      'by the same actions elsewhere': () => [on('76', 'APMRead'), on('77', 'APMRead')],
    },
  },
  'roles.update.policies-empty-removes': {
    members: ['policies'],
    classes: {
      alone: () => [{ policies: [] }],
      'where there are none': () => repeated({ policies: [] }),
      'beside a name': () => [{ policies: [], name: fresh('role') }],
      'beside a description': () => [{ policies: [], description: 'after' }],
      'after they were replaced': () => [on('77', 'APMRead'), { policies: [] }],
    },
  },
  'roles.update.description-longest': {
    members: ['description'],
    classes: {
      alone: () => [{ description: freshOfLength('description', LIMITS.roleDescription.max) }],
      'beside the longest name': () => [
        {
          description: freshOfLength('description', LIMITS.roleDescription.max),
          name: freshOfLength('role', LIMITS.roleName.max),
        },
      ],
    },
  },
  'roles.update.policies-most': {
    members: ['policies'],
    classes: {
      'in place of a few': () => [{ policies: manyPolicies(LIMITS.policiesPerRole.max) }],
      'with many actions each': () => [
        {
          policies: manyPolicies(LIMITS.policiesPerRole.max).map((one) => ({
            ...one,
            actions: [...DEPLOYMENT_ACTIONS],
          })),
        },
      ],
      'in place of as many': () => [
        { policies: manyPolicies(LIMITS.policiesPerRole.max) },
        { policies: manyPolicies(LIMITS.policiesPerRole.max + 1).slice(1) },
      ],
    },
  },
};

for (const [id, { members, classes }] of Object.entries(IN_TURN)) {
  test(...verifies(id as RequirementId), async ({ check, admin }) => {
    await inEach(check, classes, async (changesOf) => {
      const start = roleBody();
      const { id: roleId } = await admin.preparing.createRole(start);
      const changes = changesOf(start);
      await updateInTurn(admin, roleId, changes);
      const [seen, wanted] = [contentOf(await admin.getRole(roleId)), contentAfter(start, changes)];
      expect(only(members, seen)).toEqual(only(members, wanted));
      await expectOmittedKept(changes, seen, wanted);
    });
  });
}

/** Expects the members that none of several updates has to be as they were. */
async function expectOmittedKept(changes: readonly (Change | undefined)[], seen: Content, wanted: Content) {
  for (const [id, { member }] of Object.entries(OMITTED)) {
    if (changes.some((change) => change !== undefined && member in change)) continue;
    await judging(id as RequirementId, () => {
      expect(only([member], seen)).toEqual(only([member], wanted));
    });
  }
}

test.describe('a name that was refused', () => {
  test(...verifies('roles.update.name-changes'), async ({ check, admin, role }) => {
    const path = { roleId: role.id };
    const name = fresh('renamed');
    const of = (next: string) => ({ name: next, policies: [policy({ actions: [] })] });
    const ofAnother = fresh('renamed');
    const refused = {
      'to one that was refused beside a policy': { body: of(name), next: name, roleId: role.id },
      'after a null was refused': { body: { name: null }, next: fresh('renamed'), roleId: role.id },
      'to one that was refused to another role': {
        body: of(ofAnother),
        next: ofAnother,
        roleId: (await madeRole(admin)).id,
      },
    };
    await inEach(check, refused, async ({ body, next, roleId }) => {
      leaveOutUnless(isRefusal(await admin.preparing.raw('updateRole', { path, body })));
      await admin.updateRole(roleId, { name: next });
      expect((await admin.getRole(roleId)).name).toBe(next);
    });
  });
});

test.describe('policies that were refused', () => {
  test(...verifies('roles.update.policies-empty-removes'), async ({ check, admin, role }) => {
    const path = { roleId: role.id };
    await inEach<Change>(check, { 'after a null was refused': { policies: null } }, async (body) => {
      await admin.preparing.raw('updateRole', { path, body });
      await admin.updateRole(role.id, { policies: [] });
      expect((await admin.getRole(role.id)).policies).toEqual([]);
    });
    await inEach(check, { 'of a role with a license tier': tieredRole }, async (make) => {
      const { id } = await make(admin);
      await admin.updateRole(id, { policies: [] });
      expect((await admin.getRole(id)).policies).toEqual([]);
    });
  });
});

test.describe('another type', () => {
  test(...verifies('roles.update.policies-replace'), async ({ check, admin }) => {
    const report = policy({ resourceType: 'Report', actions: ['ReportRead'], resources: resourcesOf(check, 'Report') });
    // Which action fits a report, and how one is named, is open: a tenant may refuse these policies.
    const several = [{ ...report, resources: ['1', '2', '3'] }];
    const ofSeveral = idOfSuccess(await admin.ask('createRole', roleBody({ policies: several })));
    await inEach(check, { 'by several resources of another type': ofSeveral }, async (id) => {
      const stored = async () => policiesAsSet((await admin.getRole(id)).policies);
      const asCreated = await stored();
      await judging('roles.create.stores-policies', () => {
        expect(asCreated).toEqual(policiesAsSet(several));
      });
      // And a policy of deployments with the same ids.
      const others = [{ ...report, resources: ['1', '3'] }, policy({ resources: ['1', '3'] })];
      await admin.updateRole(id, { policies: others });
      expect(await stored()).toEqual(policiesAsSet(others));
    });
    const alike = [{ ...policy({ actions: ['All'], resources: ['1'] }), resourceType: 'Report' as const }];
    const deployment = [policy({ actions: ['All'], resources: ['1'] })];
    const ofAll = idOfSuccess(await admin.ask('createRole', roleBody({ policies: alike })));
    await inEach(check, { 'by one that differs in its type alone': ofAll }, async (id) => {
      await admin.updateRole(id, { policies: deployment });
      expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(deployment));
    });
    const made = await admin.ask('createRole', roleBody({ policies: [report, policy()] }));
    await inEach(check, { 'of another type': idOfSuccess(made) }, async (id) => {
      await admin.updateRole(id, on('77', 'APMRead'));
      expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(on('77', 'APMRead').policies));
    });
    await inEach(check, { 'of another type, a second time': idOfSuccess(made) }, async (id) => {
      await updateInTurn(admin, id, [{ policies: [report, policy()] }, on('78', 'APMRead')]);
      expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(on('78', 'APMRead').policies));
    });
  });
});

function idOfSuccess(answer: Answer<Role>): number | undefined {
  return isSuccess(answer) ? answer.body.id : undefined;
}

type Start = ReturnType<typeof roleBody>;
type Content = Readonly<Record<Members, unknown>>;

const on = (deployment: string, ...actions: Policy['actions']) => ({
  policies: [policy({ actions, resources: [deployment] })],
});
const several = (...deployments: readonly string[]) => ({
  policies: deployments.map((deployment) => policy({ actions: ['APMRead'], resources: [deployment] })),
});
const repeated = (change: Change): Change[] => [change, change];

function only(members: readonly Members[], content: Readonly<Record<Members, unknown>>) {
  const chosen = Object.fromEntries(members.map((member) => [member, content[member]]));
  // In which normalization form letters are returned is open.
  return JSON.parse(JSON.stringify(chosen).normalize()) as Readonly<Record<string, unknown>>;
}
