import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { policies } from '../../generators/policies.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { fresh, SIGNS } from '../../harness/client/unique.ts';
import { property } from '../../harness/check/property.ts';
import { otherAdministrators } from '../../harness/things/administrators.ts';
import { contentOf, policy, roleBody, rolesMade, type Policy, type Role } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  type Change,
  type Command,
  step,
  MEMBERS,
  RoleState,
  expectAsKept,
  type Member,
  Model,
  type Which,
  takeAway,
} from './model.ts';

function creating(who: number, name: string, { description, policies: some }: Change): Command {
  return step(`create ${name}`, who, async (model, send, _admin, look) => {
    const taken = model.roles.find((role) => !role.isDeleted && role.name === name);
    // What one of these credentials is shown late of an earlier step is not about this one.
    if (taken) await look(taken);
    // Whether a role can be created without policies is open.
    const body = roleBody({
      name,
      ...(description !== undefined && { description }),
      ...(some && some.length > 0 && { policies: [...some] }),
    });
    const answer = await send((actor) => actor.ask('createRole', body));
    if (taken) {
      await judging('roles.create.name-taken', () => {
        expect(answer).toBeRefusedWith(409);
      });
      for (const member of MEMBERS) taken.kept.keep(member, 'roles.create.name-taken');
      return taken;
    }
    const freedBy = model.freed.get(name);
    await judging(freedBy ? `roles.create.name-freed-by-${freedBy}` : 'roles.create.answers-role', () => {
      expect(answer).toSucceed();
    });
    const role = new RoleState(answer.body.id, body);
    const former = model.roles.find((one) => one.isDeleted && one.name === name);
    model.roles.push(role);
    if (former) await expectAsKept(send, former);
    return role;
  });
}

/** The requirement by which a member has its value after a change that names it. */
function changedBy(member: Member, { description, policies: some }: Change): RequirementId {
  if (member === 'name') return 'roles.update.name-changes';
  if (member === 'description')
    return description === null ? 'roles.update.description-null-clears' : 'roles.update.description-changes';
  return some?.length === 0 ? 'roles.update.policies-empty-removes' : 'roles.update.policies-replace';
}

/** The requirement by which an update succeeds. */
function acceptedBy(model: Model, role: RoleState, change: Change): RequirementId {
  const [first = 'name'] = MEMBERS.filter((member) => change[member] !== undefined);
  if (Object.keys(change).length === 0) return 'roles.update.body-empty';
  if (first !== 'name') return changedBy(first, change);
  if (change.name === role.name) return 'roles.update.name-own';
  const freedBy = model.freed.get(String(change.name));
  return freedBy ? `roles.update.name-freed-by-${freedBy}` : 'roles.update.name-changes';
}

function updating(who: number, which: Which, change: Change): Command {
  return step(`update ${which} by ${JSON.stringify(change)}`, who, async (model, send) => {
    const role = model.at(which);
    if (!role) return undefined;
    const body = change as Parameters<Actor['updateRole']>[1];
    const answer = await send((actor) => actor.ask('updateRole', role.id, body));
    if (role.isDeleted || (typeof change.name === 'string' && model.isTaken(change.name, role))) {
      await judging(role.isDeleted ? 'roles.delete.update-after' : 'roles.update.name-taken', () => {
        expect(answer).toBeRefusedWith(role.isDeleted ? 404 : 409);
      });
      return role;
    }
    await judging(acceptedBy(model, role, change), () => {
      expect(answer).toSucceed(200);
    });
    if (change.name !== undefined && change.name !== role.name) model.freed.set(role.name, 'rename');
    const isEmpty = Object.keys(change).length === 0;
    for (const member of MEMBERS) {
      if (change[member] !== undefined) role.set(member, change, changedBy(member, change));
      else role.kept.keep(member, isEmpty ? 'roles.update.body-empty' : `roles.update.${member}-omitted`);
    }
    return role;
  });
}

/** What an update is refused for; its other members could be stored. */
const REFUSED = {
  'roles.update.name-null': { name: null },
  'roles.update.policies-null': { policies: null },
  'roles.update.policy-no-action': {
    policies: [{ resourceType: 'Deployment', actions: [], resources: ['1'] }] as Policy[],
  },
} as const satisfies Partial<Record<RequirementId, Change>>;

function refused(who: number, index: number, by: keyof typeof REFUSED, change: Change): Command {
  return step(`refused ${index} for ${by}`, who, async (model, send) => {
    const role = model.at(index);
    if (!role || role.isDeleted) return undefined;
    const body = { ...change, ...(change.name !== undefined && { name: fresh('refused') }), ...REFUSED[by] };
    const answer = await send((actor) => actor.raw('updateRole', { path: { roleId: role.id }, body }));
    await judging(by, () => {
      expect(answer).toBeRefusedWith(400);
    });
    for (const member of MEMBERS) role.kept.keep(member, by);
    return role;
  });
}

function deleting(who: number, which: Which): Command {
  return step(`delete ${which}`, who, async (model, send) => {
    const role = model.at(which);
    if (!role) return undefined;
    const answer = await send((actor) => actor.ask('deleteRole', role.id));
    if (role.isDeleted) {
      await judging('roles.delete.again', () => {
        expect(answer).toBeRefusedWith(404);
      });
      return role;
    }
    await judging('roles.delete.removes', () => {
      expect(answer).toSucceed();
    });
    role.isDeleted = true;
    model.freed.set(role.name, 'delete');
    return role;
  });
}

function listing(check: Check): Command {
  return step('list', 0, async (model, _send, admin) => {
    const kept = model.roles.filter(({ isDeleted }) => !isDeleted);
    const read = new Map<number, unknown>();
    await judging('roles.list.same-as-read', async () => {
      for (const { id } of kept) read.set(id, contentOf(await admin.preparing.getRole(id)));
    });
    const byId = (roles: readonly Role[]) => new Map(roles.map((role) => [role.id, role]));
    const isDropped = (roles: ReadonlyMap<number, Role>) =>
      model.roles.every(({ id, isDeleted }) => !isDeleted || !roles.has(id));
    const isAsRead = (roles: ReadonlyMap<number, Role>) =>
      kept.every(({ id }) => isDeepStrictEqual(contentOf(roles.get(id) ?? {}), read.get(id)));
    // Changes may be listed with a delay.
    const listed = await readUntil(
      check,
      async () => byId(await rolesMade(admin)),
      (roles) => isDropped(roles) && isAsRead(roles),
    );
    await judging('roles.list.drops-deleted', () => {
      expect(model.roles.filter(({ id, isDeleted }) => isDeleted && listed.has(id)).map(({ id }) => id)).toEqual([]);
    });
    await judging('roles.list.same-as-read', () => {
      for (const { id } of kept) expect(contentOf(listed.get(id) ?? {})).toEqual(read.get(id));
    });
    return undefined;
  });
}

/** Any of the members together, or none of them. */
function changes(names: fc.Arbitrary<string>): fc.Arbitrary<Change> {
  return fc.record(
    { name: names, description: fc.constantFrom(null, 'one', 'two'), policies: policies({ max: 3 }) },
    { requiredKeys: [], noNullPrototype: true },
  );
}

/**
 * What drawn steps seldom come to, by each administrator: a role is given the description that it has, others are refused its
 * name, all of it is changed together after others have read it, and it is deleted without a description, so that its name is free.
 */
function lifeOfRole(who: number, stem: string): Command[] {
  const name = `${stem}-of-${who}`;
  const [another, renamed] = [`${name}-another`, `${name}-renamed`];
  const other = policy({ actions: ['SchemaRead'] });
  return [
    creating(who, name, { description: 'one', policies: [policy(), other] }),
    creating(who + 1, name, {}),
    updating(who + 1, name, { description: 'one' }),
    creating(who + 1, another, {}),
    updating(who + 1, another, { name }),
    updating(who + 1, name, { name: renamed, description: null, policies: [other] }),
    deleting(who, renamed),
    creating(who + 1, renamed, {}),
  ];
}

test.describe('sequences', () => {
  test(...verifies('roles.list.same-as-read'), async ({ check, admin }) => {
    // Few names, so that commands collide on them.
    const stem = fresh('role');
    const name = fc.constantFrom(`${stem}-a`, `${stem}-b`, `${stem}-${SIGNS}`);
    const index = fc.nat({ max: 3 });
    const who = fc.nat({ max: 2 });
    const others = Object.values(otherAdministrators(check)).filter((one) => one !== undefined);
    const lives = [admin, ...others].flatMap((_, at) => lifeOfRole(at, stem));
    const reasons = fc.constantFrom(...(Object.keys(REFUSED) as (keyof typeof REFUSED)[]));
    const times = (count: number, one: fc.Arbitrary<Command>) => Array.from({ length: count }, () => one);
    const create = fc.tuple(who, name, changes(name)).map((given) => creating(...given));
    const begin = fc.tuple(create, create);
    const steps = fc.tuple(
      ...times(2, create),
      ...times(
        5,
        fc.tuple(who, index, changes(name)).map((given) => updating(...given)),
      ),
      ...times(
        2,
        fc.tuple(who, index, reasons, changes(name)).map((given) => refused(...given)),
      ),
      ...times(
        2,
        fc.tuple(who, index).map((given) => deleting(...given)),
      ),
    );
    // Each step as often as it may matter, in any order: a sequence of few steps meets little.
    const shuffled = steps.chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
    const commands = fc.tuple(begin, shuffled).map(([first, then]) => [...first, ...then, ...lives, listing(check)]);
    await property(
      check,
      commands,
      async (sequence) => {
        const model = new Model();
        try {
          await fc.asyncModelRun(() => ({ model, real: { admin, others } }), sequence);
        } finally {
          await takeAway(admin, model);
        }
      },
      { share: 0.02 },
    );
  });
});
