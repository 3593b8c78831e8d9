import { role as lifecycle } from '../../contracts/lifecycles/access.ts';
import { fresh } from '../support/fresh.ts';
import { takeThrough } from '../support/lifecycle.ts';
import { madeRole, roleBody } from '../support/roles.ts';
import { test, verifies } from '../support/test.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin }) => {
  await takeThrough(check, lifecycle, {
    begin: () => madeRole(admin),
    act: {
      read: (thing) => admin.ask('getRole', thing.id),
      update: (thing) => admin.ask('updateRole', thing.id, { description: fresh('description') }),
      async 'create another of its name'(thing) {
        const answer = await admin.ask('createRole', roleBody({ name: thing.name }));
        if (answer.status < 300) thing.id = answer.body.id;
        return answer;
      },
      delete: (thing) => admin.ask('deleteRole', thing.id),
    },
  });
});
