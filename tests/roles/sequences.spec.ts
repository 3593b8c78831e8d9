import fc from 'fast-check';
import { policies } from '../../generators/policies.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { judging } from '../../harness/check/judging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { property } from '../../harness/check/property.ts';
import { contentOf, roleBody, rolesListed, type Policy } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';

interface RoleState {
  readonly id: number;
  name: string;
  description: string | null;
  policies: readonly Policy[];
  isDeleted: boolean;
  /** The requirement that decides the current value of each member. */
  readonly setBy: Record<'name' | 'description' | 'policies', RequirementId>;
}

/** The expected state of the tenant: the roles of this sequence, including deleted ones. */
class Model {
  readonly roles: RoleState[] = [];
  /** Names that are free again, with the action that freed them. */
  readonly freed = new Map<string, 'delete' | 'rename'>();

  /** The role at an index, counted modulo the number of roles, including deleted ones. */
  at(index: number): RoleState | undefined {
    return this.roles[index % Math.max(1, this.roles.length)];
  }

  isTaken(name: string, except?: RoleState): boolean {
    return this.roles.some((role) => !role.isDeleted && role !== except && role.name === name);
  }
}

type Command = fc.AsyncCommand<Model, Actor>;

function command(title: string, needsRole: boolean, run: (model: Model, admin: Actor) => Promise<void>): Command {
  return { check: (model) => !needsRole || model.roles.length > 0, run, toString: () => title };
}

const DELETED_ROLE = {
  update: 'roles.delete.update-after',
  get: 'roles.delete.removes',
  delete: 'roles.delete.again',
} as const;

function creating(name: string): Command {
  return command(`create ${name}`, false, async (model, admin) => {
    const body = roleBody({ name });
    const answer = await admin.ask('createRole', body);
    if (model.isTaken(name)) {
      await judging('roles.create.name-taken', () => {
        expect(answer).toBeRefusedWith(409);
      });
      return;
    }
    const freedBy = model.freed.get(name);
    await judging(freedBy ? `roles.create.name-freed-by-${freedBy}` : 'roles.create.answers-role', () => {
      expect(answer).toSucceed();
    });
    const setBy = {
      name: 'roles.create.stores-name',
      description: 'roles.create.stores-description',
      policies: 'roles.create.stores-policies',
    } as const;
    const { id } = answer.body;
    const { description, policies } = body;
    model.roles.push({ id, name, description, policies, isDeleted: false, setBy: { ...setBy } });
  });
}

function renaming(index: number, name: string): Command {
  return command(`rename ${index} to ${name}`, true, async (model, admin) => {
    const role = model.at(index);
    if (!role) return;
    const answer = await admin.ask('updateRole', role.id, { name });
    if (role.isDeleted) {
      await judging(DELETED_ROLE.update, () => {
        expect(answer).toBeRefusedWith(404);
      });
    } else if (model.isTaken(name, role)) {
      await judging('roles.update.name-taken', () => {
        expect(answer).toBeRefusedWith(409);
      });
    } else {
      const freedBy = model.freed.get(name);
      const changes = freedBy ? (`roles.update.name-freed-by-${freedBy}` as const) : 'roles.update.name-changes';
      await judging(role.name === name ? 'roles.update.name-own' : changes, () => {
        expect(answer).toSucceed(200);
      });
      if (role.name !== name) {
        model.freed.set(role.name, 'rename');
        role.setBy.name = 'roles.update.name-changes';
      }
      role.name = name;
    }
  });
}

function changing(index: number, change: { description?: string | null; policies?: Policy[] }): Command {
  return command(`change ${index} by ${JSON.stringify(change)}`, true, async (model, admin) => {
    const role = model.at(index);
    if (!role) return;
    const answer = await admin.ask('updateRole', role.id, change);
    if (role.isDeleted) {
      await judging(DELETED_ROLE.update, () => {
        expect(answer).toBeRefusedWith(404);
      });
      return;
    }
    const { description, policies } = change;
    if (description === null) role.setBy.description = 'roles.update.description-null-clears';
    else if (description !== undefined) role.setBy.description = 'roles.update.description-changes';
    if (policies?.length === 0) role.setBy.policies = 'roles.update.policies-empty-removes';
    else if (policies) role.setBy.policies = 'roles.update.policies-replace';
    await judging(policies ? role.setBy.policies : role.setBy.description, () => {
      expect(answer).toSucceed(200);
    });
    Object.assign(role, change);
  });
}

function deleting(index: number): Command {
  return command(`delete ${index}`, true, async (model, admin) => {
    const role = model.at(index);
    if (!role) return;
    const answer = await admin.ask('deleteRole', role.id);
    await judging(role.isDeleted ? DELETED_ROLE.delete : DELETED_ROLE.get, () => {
      if (role.isDeleted) expect(answer).toBeRefusedWith(404);
      else expect(answer).toSucceed();
    });
    await judging(DELETED_ROLE.get, async () => {
      expect(await admin.ask('getRole', role.id)).toBeRefusedWith(404);
    });
    role.isDeleted = true;
    model.freed.set(role.name, 'delete');
  });
}

function reading(index: number): Command {
  return command(`read ${index}`, true, async (model, admin) => {
    const role = model.at(index);
    if (!role) return;
    const answer = await admin.ask('getRole', role.id);
    if (role.isDeleted) {
      await judging(DELETED_ROLE.get, () => {
        expect(answer).toBeRefusedWith(404);
      });
      return;
    }
    await judging('roles.get.same-id', () => {
      expect(answer).toSucceed();
      expect(answer.body.id).toBe(role.id);
    });
    const [seen, wanted] = [contentOf(answer.body), contentOf(role)];
    for (const member of ['name', 'description', 'policies'] as const) {
      await judging(role.setBy[member], () => {
        expect(seen[member]).toEqual(wanted[member]);
      });
    }
  });
}

function listing(check: Check): Command {
  return command('list', false, async (model, admin) => {
    const kept = model.roles.filter(({ isDeleted }) => !isDeleted);
    const listed = new Map((await rolesListed(check, admin, ...kept)).map((role) => [role.id, role]));
    for (const role of model.roles) {
      const found = listed.get(role.id);
      if (role.isDeleted) {
        await judging('roles.list.drops-deleted', () => {
          expect(found).toBeUndefined();
        });
        continue;
      }
      const read = contentOf(await admin.preparing.getRole(role.id));
      await judging('roles.list.same-as-read', () => {
        expect(found && contentOf(found)).toEqual(read);
      });
    }
  });
}

test.describe('sequences', () => {
  test(...verifies('roles.list.same-as-read'), async ({ check, admin }) => {
    // Few names, so that commands collide on them.
    const stem = fresh('role');
    const name = fc.constantFrom(`${stem}-a`, `${stem}-b`, `${stem}-c`);
    const index = fc.nat({ max: 5 });
    const commands = fc.commands(
      [
        name.map(creating),
        fc.tuple(index, name).map(([at, one]) => renaming(at, one)),
        fc.tuple(index, fc.constantFrom(null, 'one', 'two')).map(([at, description]) => changing(at, { description })),
        fc.tuple(index, policies({ max: 3 })).map(([at, some]) => changing(at, { policies: some })),
        index.map(deleting),
        index.map(reading),
        fc.constant(listing(check)),
      ],
      { maxCommands: 20 },
    );
    await property(check, commands, async (sequence) => {
      const model = new Model();
      try {
        await fc.asyncModelRun(() => ({ model, real: admin }), sequence);
      } finally {
        for (const role of model.roles) if (!role.isDeleted) await admin.ask('deleteRole', role.id);
      }
    });
  });
});
