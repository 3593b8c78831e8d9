import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { contentOf, emptiedRole, madeRole, type Role } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { BY_EMBED, BY_OAUTH, otherAdministrators } from '../../harness/things/administrators.ts';
import {
  CHANGED,
  changedRole,
  EMPTIED,
  mixedRole,
  NEW,
  roleAtLimits,
  updateInTurn,
  type Change,
  heldRole,
} from './pasts.ts';
import { OMITTED, everything, described } from './updates.ts';

interface Begun {
  readonly begin: (admin: Actor) => Promise<Role | undefined>;
  readonly actor: Actor;
}

for (const [id, { member, changesOf }] of Object.entries(OMITTED)) {
  test(...verifies(id as keyof typeof OMITTED), async ({ check, admin }) => {
    const { [BY_OAUTH]: oauth, [BY_EMBED]: embed } = otherAdministrators(check);
    await inEach<Begun>(
      check,
      {
        [NEW]: { begin: madeRole, actor: admin },
        [CHANGED]: { begin: changedRole, actor: admin },
        'a role at its limits': { begin: roleAtLimits, actor: admin },
        [EMPTIED]: { begin: emptiedRole, actor: admin },
        'a role with policies of each type': { begin: () => mixedRole(check, admin), actor: admin },
        'a role that is held': { begin: () => heldRole(check, admin), actor: admin },
        [BY_OAUTH]: oauth && { begin: madeRole, actor: oauth },
        [BY_EMBED]: embed && { begin: madeRole, actor: embed },
      },
      async ({ begin, actor }) => {
        const role = await begin(admin);
        leaveOutUnless(role);
        await updateInTurn(actor, role.id, changesOf(role));
        expect(contentOf(await admin.getRole(role.id))[member]).toEqual(contentOf(role)[member]);
      },
    );
  });
}

const emptying = (): Change => ({ policies: [], description: null });

/** Updates that name nothing, and what went before them. */
const NOTHING = {
  'roles.update.body-omitted': {
    body: undefined,
    before: { [NEW]: [], [CHANGED]: [everything], [EMPTIED]: [emptying] },
  },
  'roles.update.body-empty': {
    body: {},
    before: { [NEW]: [], [CHANGED]: [everything, everything], [EMPTIED]: [emptying] },
  },
} as const;

interface Updated {
  readonly changes: readonly (() => Change)[];
  readonly actor: Actor;
}

/** The updates that go before one that names nothing, and who sends that one. */
function updatedBy(
  check: Check,
  admin: Actor,
  before: Readonly<Record<string, Updated['changes']>>,
): Record<string, Updated | undefined> {
  const { [BY_OAUTH]: oauth } = otherAdministrators(check);
  const byKey = Object.entries(before).map(([name, changes]) => [name, { changes, actor: admin }] as const);
  return { ...Object.fromEntries(byKey), [BY_OAUTH]: oauth && { changes: [], actor: oauth } };
}

for (const [id, { body, before }] of Object.entries(NOTHING)) {
  test(...verifies(id as keyof typeof NOTHING), async ({ check, admin, role }) => {
    await inEach(check, updatedBy(check, admin, before), async ({ changes, actor }) => {
      await updateInTurn(
        admin.preparing,
        role.id,
        changes.map((change) => change()),
      );
      const former = await admin.preparing.getRole(role.id);
      await actor.updateRole(role.id, body);
      expect(contentOf(await admin.getRole(role.id))).toEqual(contentOf(former));
    });
  });
}

test.describe('at the same time', () => {
  test(...verifies('roles.update.name-omitted'), async ({ check, admin, role }) => {
    await inEach(check, { 'beside a rename at the same time': fresh('renamed') }, async (name) => {
      const { id } = role;
      const renaming = admin.ask('updateRole', id, { name });
      const [renamed, answer] = await Promise.all([renaming, admin.ask('updateRole', id, described())]);
      const stored = await admin.getRole(id);
      // Whether the tenant takes both is open; neither update that it took is undone by the one beside it.
      expect(stored.name).toBe(takenName(renamed, name) ?? role.name);
      await judging('roles.update.description-omitted', () => {
        expect(stored.description === role.description, 'the former description').toBe(!isSuccess(answer));
      });
    });
  });
});

function takenName(answer: Answer<Role>, name: string): string | undefined {
  return isSuccess(answer) ? name : undefined;
}
