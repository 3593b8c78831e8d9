import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { largePage } from '../../harness/rules/lists.ts';
import { fresh } from '../../harness/client/unique.ts';
import { newRole, roleBody } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';

/** As many roles as are asked for, to find the oldest of them. */
const MANY = 100;

/** Expects the name of the oldest role of a page to be taken. Nothing is judged where somebody else changes that role meanwhile. */
async function expectTakenByOldest(admin: Actor, send: (name: string) => Promise<Answer>): Promise<void> {
  const { items = [] } = await largePage((page) => admin.preparing.listRoles(page), MANY);
  const [oldest] = items.toSorted((one, other) => one.id - other.id);
  leaveOutUnless(oldest);
  const answer = await send(oldest.name);
  const kept = await admin.preparing.ask('getRole', oldest.id);
  leaveOutUnless(isSuccess(kept) && kept.body.name === oldest.name);
  expect(answer).toBeRefusedWith(409);
}

test.describe('beside older roles', () => {
  test(...verifies('roles.create.name-taken'), async ({ check, admin }) => {
    await newRole(admin);
    await inEach(check, { 'of the oldest role': admin }, (actor) =>
      expectTakenByOldest(actor, (name) => actor.ask('createRole', roleBody({ name }))),
    );
  });

  test(...verifies('roles.update.name-taken'), async ({ check, admin }) => {
    // The newest of at least two.
    await newRole(admin);
    const { id } = await newRole(admin);
    await inEach(check, { 'of the oldest role': admin }, (actor) =>
      expectTakenByOldest(actor, (name) => actor.ask('updateRole', id, { name })),
    );
  });
});

test.describe('beside a longer name', () => {
  test(...verifies('roles.update.name-changes'), async ({ check, admin, role }) => {
    await inEach(check, { 'to the beginning of the name of another': fresh('renamed') }, async (name) => {
      await newRole(admin, { name: `${name} and more` });
      await admin.updateRole(role.id, { name });
      expect((await admin.getRole(role.id)).name).toBe(name);
    });
  });
});
