import { expectNothingLeft } from './refused-beside.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { SecretSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expectAllowed, expectRefused } from '../../harness/rules/permissions.ts';
import { BY_KEY, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { embedSession } from '../../harness/things/embed-sessions.ts';
import { policy } from '../../harness/things/roles.ts';
import { grantOn } from '../../harness/things/rights.ts';
import { userIdOf } from '../../harness/things/same-user.ts';
import { onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import { eventually, withinSeconds } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { untested } from '../../harness/failures/untested.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import { share } from './histories.ts';
import { ACTIONS, actionOnOthers, actionOnTask, type ActionName } from './actions.ts';
import {
  type CreatedTask,
  createdTaskId,
  createTask,
  creatorOf,
  idsOf,
  requestAction,
  tasksListed,
  tasksOf,
} from './tasks.ts';

const NAMES = Object.keys(ACTIONS) as ActionName[];

/** A task that is shared can be read by nobody else than before. */
const SHARED_FIRST: Partial<Record<ActionName, typeof share>> = { get: share };

for (const action of NAMES) {
  const of = (rule: string) => verifies(`scheduled-tasks.${action}.${rule}` as RequirementId);

  test(...of('no-read-access'), async ({ check, admin, outsider }) => {
    const actionOn = actionOnTask(check, admin, action, SHARED_FIRST[action]);
    await expectRefused(check, { admin, actionOn, who: outsider });
  });

  test(...of('feature-disabled'), async ({ check, admin }) => {
    const { account } = check;
    const creator = check.asOptional('TASK_CREATOR_TOKEN', 'task creator');
    const askers = {
      [BY_KEY]: { who: admin, owner: admin },
      [BY_OAUTH]: withOwner(check.asOptional('OAUTH_TOKEN', 'OAuth administrator'), admin),
      'of a user without the admin role': withOwner(creator, creator),
    };
    await inEach<Asker>(check, askers, (asker) =>
      expectRefused(check, {
        admin,
        actionOn: actionOnTask(check, admin, action),
        ...asker,
        async during(send) {
          await account.switchFeature('scheduledTasks', false);
          const answer = await send();
          await account.switchFeature('scheduledTasks', true);
          return answer;
        },
      }),
    );
  });
}

/** Who asks, for a task of whom. */
interface Asker {
  readonly who: Actor;
  readonly owner: Actor;
}

function withOwner(who: Actor | undefined, owner: Actor | undefined): Asker | undefined {
  return who && owner && { who, owner };
}

/** A user with a task in the other deployment, whose read access to that deployment was revoked afterwards. */
async function formerReader(check: Check, admin: Actor, outsider: Actor): Promise<{ user: Actor; task: CreatedTask }> {
  const there = check.provided('OTHER_DEPLOYMENT_ID');
  const user = outsider.in(there);
  if (isSuccess(await user.ask('listScheduledTasks'))) {
    untested('let the user of NO_ACCESS_TOKEN have no access to OTHER_DEPLOYMENT_ID either');
  }
  const userId = check.provided('NO_ACCESS_USER_ID');
  const grant = { userId, deployment: there, actions: ['DeploymentRead', 'ScheduledTasksCreate'] } as const;
  const id = await grantOn(check, admin, grant, () => user.ask('listScheduledTasks'));
  const task = await createTask(check, user);
  // A task that is shared is no exception, and neither is one that cannot be.
  await share(check, user, task);
  await admin.preparing.revokeRole(id, userId);
  return { user, task };
}

/** What is expected besides, once for all. */
const BESIDE = { get: () => Promise.resolve(), update: expectNothingLeft } as const;

for (const action of ['get', 'update'] as const) {
  test(...verifies(`scheduled-tasks.${action}.read-access-revoked`), async ({ check, admin, outsider }) => {
    const { user, task } = await formerReader(check, admin, outsider);
    const { send } = ACTIONS[action](check, admin, task);
    await eventually(check, async () => {
      expect(await send(user), 'the request by the creator').toBeRefusedWith(403);
    });
    const there = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
    await BESIDE[action](check, there, user, task);
    granted(await send(there), 'the same by an administrator');
  });
}

for (const action of ['pause', 'resume', 'share'] as const) {
  test(...verifies(`scheduled-tasks.${action}.embed-session-refused`), async ({ check, admin }) => {
    await expectRefused(check, {
      admin,
      actionOn: actionOnTask(check, admin, action),
      who: await embedSession(check, admin.preparing),
    });
  });
}

test(...verifies('scheduled-tasks.create.with-action'), async ({ check, admin }) => {
  await expectAllowed(check, { admin, actionOn: actionOnTask(check, admin, 'create'), who: creatorOf(check) });
});

test(...verifies('scheduled-tasks.create.without-action'), async ({ check, admin }) => {
  const who = check.as('NO_TASK_CREATE_TOKEN', 'reader who may not create');
  await inEach(check, { 'with a schedule': actionOnTask(check, admin, 'create') }, (actionOn) =>
    expectRefused(check, { admin, actionOn, who }),
  );
  await inEach(check, { 'on demand': onDemandBody(check) }, async (body) => {
    // Whether the body of an on-demand task is as expected here is open, and so is the status.
    expect(await who.raw('createScheduledTask', { body })).toBeRefused();
  });
  const elsewhere = check.optional('OTHER_DEPLOYMENT_ID');
  await inEach(check, { 'with the action elsewhere, and management here': elsewhere }, async (deployment) => {
    const actions = ['DeploymentRead', 'ScheduledTasksCreate'] as const;
    const here = policy({ actions: ['ScheduledTasksManage'], resources: [check.provided('DEPLOYMENT_ID')] });
    const grant = { userId: await userIdOf(who), deployment, actions, beside: [here] };
    await grantOn(check, admin, grant, () => who.in(deployment).ask('listScheduledTasks'));
    await expectRefused(check, { admin, actionOn: actionOnTask(check, admin, 'create'), who });
  });
});

/** The list shows the actor every task of the deployment, including two of another owner, one of which is paused. */
async function expectToListAll(check: Check, admin: Actor, actor: Actor, owner: Actor): Promise<void> {
  const [active, paused] = [await createTask(check, owner), await createTask(check, owner)];
  // The members of an on-demand task are open, so its creation may fail.
  const body = onDemandBody(check);
  const onDemand = await owner.raw('createScheduledTask', { body });
  const others = isSuccess(onDemand) ? [{ id: await createdTaskId(check, owner, onDemand, body) }] : [];
  // Other requirements cover the pause; if it fails, this is another active task.
  await requestAction(owner, 'pause', paused);
  await tasksListed(check, admin, active, paused, ...others);
  const expectAll = () =>
    whileQuiet(
      async () => idsOf(await tasksOf(admin)),
      async (all) => {
        const listed = idsOf([...((await actor.listScheduledTasks()).items ?? [])]);
        const own = {
          'an active task': [active.id],
          'a paused task': [paused.id],
          'an on-demand task': others.map(({ id }) => id),
          'all others': all,
        };
        await inEach(check, own, (ids) => {
          expect(
            ids.filter((id) => !listed.includes(id)),
            `tasks that ${actor.identity.name} is not shown`,
          ).toEqual([]);
        });
        await inEach(check, { 'in pages': Math.min(50, Math.ceil(all.length / 2)) }, async (half) => {
          // Other requirements cover paging, so the pages of the administrator are the reference.
          const [paged, found] = [idsOf(await tasksOf(admin, half)), idsOf(await tasksOf(actor, half))];
          expect(
            paged.filter((id) => !found.includes(id)),
            `tasks that ${actor.identity.name} is not shown on pages of ${half}`,
          ).toEqual([]);
        });
      },
    );
  // The list may show an actor the tasks of another one with a delay.
  await withinSeconds(check, expectAll);
}

/** The list may show another user new tasks with a delay. */
async function expectSameList(check: Check, admin: Actor, other: Actor): Promise<void> {
  const idsFor = async (actor: Actor) => idsOf(await tasksOf(actor)).toSorted();
  const expectAlike = () =>
    whileQuiet(
      () => idsFor(admin),
      async (all) => {
        expect(await idsFor(other)).toEqual(all);
      },
    );
  await withinSeconds(check, expectAlike);
}

/** An action on a new task, and on others, of which somebody has been refused the same where the row lets such a user be used. */
function situationOf(check: Check, admin: Actor, action: ActionName) {
  const { actors = [], mayUse = [] } = check.requirement.needs;
  const isKnown = [...mayUse, ...(action === 'get' ? actors : [])].includes('TASK_READER_TOKEN');
  const stranger = isKnown ? check.asOptional('TASK_READER_TOKEN') : undefined;
  return {
    admin,
    actionOn: actionOnTask(check, admin, action),
    others: actionOnOthers(check, admin, action, stranger),
  };
}

const READERS = {
  'reader-lists': 'MEMBER_TOKEN',
  'tasks-read-lists': 'TASK_READER_TOKEN',
  'all-includes-read': 'ALL_ACTIONS_TOKEN',
} as const satisfies Record<string, SecretSetting>;

for (const [rule, setting] of Object.entries(READERS)) {
  test(...verifies(`scheduled-tasks.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectToListAll(check, admin, check.as(setting), admin);
  });
}

test(...verifies('scheduled-tasks.access.admin-lists'), async ({ check, admin }) => {
  await expectToListAll(check, admin, admin, creatorOf(check));
  await inEach(check, { [BY_OTHER]: otherAdministrators(check)[BY_OTHER] }, (other) =>
    expectSameList(check, admin, other),
  );
});

test(...verifies('scheduled-tasks.access.reader-reads'), async ({ check, admin, member }) => {
  const readers = { 'a plain user': member, 'with another role': check.asOptional('NO_TASK_CREATE_TOKEN') };
  await inEach(check, readers, (who) => expectAllowed(check, { ...situationOf(check, admin, 'get'), who }));
});

/** Credentials that permit an action on a task of an administrator. */
const ALLOWED: readonly (readonly [rule: string, action: ActionName, who: SecretSetting])[] = [
  ['tasks-read-reads', 'get', 'TASK_READER_TOKEN'],
  ['manage-updates', 'update', 'TASK_MANAGER_TOKEN'],
  ['manage-pauses', 'pause', 'TASK_MANAGER_TOKEN'],
  ['manage-runs', 'run', 'TASK_MANAGER_TOKEN'],
  ['manage-deletes', 'delete', 'TASK_MANAGER_TOKEN'],
  ['manage-shares', 'share', 'TASK_MANAGER_TOKEN'],
  ['all-includes-manage', 'update', 'ALL_ACTIONS_TOKEN'],
];

for (const [rule, action, setting] of ALLOWED) {
  test(...verifies(`scheduled-tasks.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectAllowed(check, { ...situationOf(check, admin, action), who: check.as(setting) });
  });
}

for (const [verb, action] of [
  ['reads', 'get'],
  ['updates', 'update'],
  ['deletes', 'delete'],
  ['runs', 'run'],
] as const) {
  test(...verifies(`scheduled-tasks.access.admin-${verb}`), async ({ check, admin }) => {
    const { [BY_OAUTH]: oauth, [BY_OTHER]: other } = otherAdministrators(check);
    const alsoAllowed = { [BY_OAUTH]: oauth, [BY_OTHER]: other };
    await expectAllowed(check, {
      ...situationOf(check, admin, action),
      who: admin,
      owner: creatorOf(check),
      alsoAllowed,
    });
  });

  if (verb === 'reads') continue;
  test(...verifies(`scheduled-tasks.access.creator-${verb}`), async ({ check, admin }) => {
    const creator = creatorOf(check);
    await expectAllowed(check, { ...situationOf(check, admin, action), who: creator, owner: creator });
  });
}

/** Credentials that do not permit an action on a task of an administrator, shared or not. */
const REFUSED: readonly (readonly [rule: string, action: ActionName, who: SecretSetting])[] = [
  ['reader-update-refused', 'update', 'TASK_CREATOR_TOKEN'],
  ['reader-delete-refused', 'delete', 'TASK_CREATOR_TOKEN'],
  ['reader-run-refused', 'run', 'TASK_CREATOR_TOKEN'],
  ['tasks-read-update-refused', 'update', 'TASK_READER_TOKEN'],
  ['tasks-read-pause-refused', 'pause', 'TASK_READER_TOKEN'],
  ['tasks-read-run-refused', 'run', 'TASK_READER_TOKEN'],
  ['tasks-read-delete-refused', 'delete', 'TASK_READER_TOKEN'],
  ['tasks-read-share-refused', 'share', 'TASK_READER_TOKEN'],
  ['built-in-no-manage', 'update', 'BUILT_IN_ROLE_TOKEN'],
];

for (const [rule, action, setting] of REFUSED) {
  test(...verifies(`scheduled-tasks.access.${rule}` as RequirementId), async ({ check, admin }) => {
    await expectRefused(check, { ...situationOf(check, admin, action), who: check.as(setting) });
  });
}
