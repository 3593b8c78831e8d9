import { role as lifecycle } from '../../contracts/lifecycles/access.ts';
import { fresh } from '../../harness/client/unique.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { madeRole, roleBody } from '../../harness/things/roles.ts';
import { test, verifies } from '../../harness/test.ts';

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
