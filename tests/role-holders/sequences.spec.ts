import { numberOf } from '../../contracts/lossless-json.ts';
import fc from 'fast-check';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { judging } from '../../harness/check/judging.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { property } from '../../harness/check/property.ts';
import { otherAdministrators } from '../../harness/things/administrators.ts';
import { newRole, PERMITTING_NOTHING } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { entryOf, roleIdsOf, rolesOf } from './holders.ts';

/** Roles of one sequence, and which of them the user holds. */
interface Stage {
  readonly check: Check;
  readonly administrators: readonly [Actor, ...Actor[]];
  readonly userId: string;
  readonly roleIds: readonly string[];
  readonly held: Set<string>;
}

interface Command {
  readonly run: (stage: Stage) => Promise<void>;
  readonly toString: () => string;
}

const actorOf = ({ administrators: [first, ...others] }: Stage, who: number): Actor =>
  [first, ...others][who % (others.length + 1)] ?? first;

function changing(what: 'grant' | 'revoke', who: number, index: number): Command {
  return {
    toString: () => `${what} ${index} by ${who}`,
    async run(stage) {
      const { roleIds, held, userId } = stage;
      // A role is granted to who does not hold it, and revoked from who does: anything else is open.
      const those = roleIds.filter((id) => held.has(id) === (what === 'revoke'));
      const id = those[index % Math.max(1, those.length)];
      if (id === undefined) return;
      const by = what === 'grant' ? 'role-holders.grant.grants' : 'role-holders.revoke.revokes';
      const answer = await actorOf(stage, who).ask(`${what}Role`, id, userId);
      await judging(by, () => {
        expect(answer).toSucceed();
      });
      if (what === 'grant') held.add(id);
      else held.delete(id);
      await expectHeld(stage, who + 1, id, by);
    },
  };
}

function renaming(who: number, index: number): Command {
  return {
    toString: () => `rename ${index} by ${who}`,
    async run(stage) {
      const those = stage.held.size > 0 ? [...stage.held] : stage.roleIds;
      const id = those[index % those.length] ?? '';
      await actorOf(stage, who).preparing.updateRole(numberOf(id), { name: fresh('renamed') });
    },
  };
}

/** Expects the user to be shown, to another credential, with the roles of the model that they hold, and with no other of them. */
async function expectHeld(stage: Stage, who: number, changed: string, by: RequirementId): Promise<void> {
  // A change may show with a delay.
  const shown = await readUntil(
    stage.check,
    () => rolesOf(actorOf(stage, who).preparing, stage.userId),
    (roles) => roles.has(changed) === stage.held.has(changed),
  );
  const kept = by === 'role-holders.grant.grants' ? 'grant' : 'revoke';
  await judging(by, () => {
    expect(shown.has(changed), 'the role is held').toBe(stage.held.has(changed));
  });
  await judging(`role-holders.${kept}.other-roles-kept`, () => {
    const others = stage.roleIds.filter((id) => shown.has(id));
    expect(others.sort(), 'roles that are held').toEqual([...stage.held].sort());
  });
  // Roles that are held in the same way are shown alike. The type is open: what is no boolean may tell more, such as since when.
  const told = [...stage.held].map((id) => shown.get(id)?.direct);
  const [first, ...direct] = told.filter((one) => typeof one === 'boolean');
  await judging('role-holders.user-roles.direct-tells', () => {
    expect(
      direct.filter((one) => one !== first),
      'direct of granted roles, compared with the first',
    ).toEqual([]);
  });
}

/** In the end a role that is held lists the user, with all roles that they hold. */
async function expectHolders({ check, administrators: [admin], held, userId }: Stage): Promise<void> {
  const [id] = held;
  if (id === undefined) return;
  const entry = await entryOf(check, admin.preparing, id, userId, ...held);
  await judging('role-holders.holders.direct', () => {
    expect(entry, 'the entry of the user').toBeDefined();
  });
  await judging('role-holders.holders.entry-custom-roles', () => {
    expect(roleIdsOf(check, entry)).toEqual(expect.arrayContaining([...held]));
  });
}

/** What the administrator of the run grants is revoked by each other one, and the other way round. */
function grantedByEach(administrators: number): readonly Command[] {
  const others = Array.from({ length: administrators - 1 }, (_, at) => at + 1);
  const granted = (by: number, revoker: number) => [changing('grant', by, 0), changing('revoke', revoker, 0)];
  return others.flatMap((other) => [...granted(0, other), ...granted(other, 0)]);
}

function sequences(administrators: number): fc.Arbitrary<readonly Command[]> {
  const [who, index] = [fc.nat({ max: 2 }), fc.nat({ max: 5 })];
  const one = fc.tuple(who, index);
  const times = (count: number, command: fc.Arbitrary<Command>) => Array.from({ length: count }, () => command);
  const steps = fc.tuple(
    ...times(
      5,
      one.map((given) => changing('grant', ...given)),
    ),
    ...times(
      3,
      one.map((given) => changing('revoke', ...given)),
    ),
    ...times(
      1,
      one.map((given) => renaming(...given)),
    ),
  );
  return steps
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((drawn) => [...drawn, ...grantedByEach(administrators), changing('grant', 0, 0), renaming(1, 0)]);
}

const ROLES = 5;

async function newRoles(admin: Actor): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < ROLES) ids.push(String((await newRole(admin, PERMITTING_NOTHING)).id));
  return ids;
}

async function oneAfterTheOther(stage: Stage, commands: readonly Command[]): Promise<void> {
  for (const { run } of commands) await run(stage);
}

async function takeAway({ administrators: [admin], held, roleIds, userId }: Stage): Promise<void> {
  for (const id of held) await admin.ask('revokeRole', id, userId);
  for (const id of roleIds) await admin.ask('deleteRole', id);
}

test.describe('sequences', () => {
  test(...verifies('role-holders.grant.grants'), async ({ check, admin }) => {
    const userId = check.provided('MEMBER_USER_ID');
    const others = Object.values(otherAdministrators(check)).filter((other) => other !== undefined);
    await property(
      check,
      sequences(others.length + 1),
      async (commands) => {
        const roleIds = await newRoles(admin);
        const stage: Stage = { check, administrators: [admin, ...others], userId, roleIds, held: new Set() };
        try {
          await oneAfterTheOther(stage, commands);
          await expectHolders(stage);
        } finally {
          await takeAway(stage);
        }
      },
      { share: 0.02 },
    );
  });
});
