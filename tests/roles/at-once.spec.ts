import { takenAtOnce } from '../../harness/check/at-once.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { madeRole } from '../../harness/things/roles.ts';

test.describe('two at the same time', () => {
  test(...verifies('roles.update.description-changes'), async ({ check, admin, role }) => {
    const changes = [role, await madeRole(admin)].map(({ id }) => ({ id, description: fresh('together') }));
    await inEach(check, { 'of two roles at the same time': changes }, async (both) => {
      const taken = await takenAtOnce(both, ({ id, description }) => admin.ask('updateRole', id, { description }));
      const read = await Promise.all(taken.map(({ sent }) => admin.getRole(sent.id)));
      expect(read.map(({ description }) => description)).toEqual(taken.map(({ sent }) => sent.description));
    });
  });

  test(...verifies('roles.delete.removes'), async ({ check, admin, role }) => {
    await inEach(check, { 'two at the same time': [role, await madeRole(admin)] }, async (both) => {
      const taken = await takenAtOnce(both, ({ id }) => admin.ask('deleteRole', id));
      const read = await Promise.all(taken.map(({ sent }) => admin.ask('getRole', sent.id)));
      read.forEach((answer) => {
        expect(answer, 'a role that was deleted').toBeRefusedWith(404);
      });
    });
  });
});
