import { apiKey as lifecycle } from '../../contracts/lifecycles/access.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { test, verifies } from '../../harness/test.ts';
import { createKey, readKey } from './keys.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin, clock }) => {
  await takeThrough(check, lifecycle, {
    begin: () => createKey(check, admin),
    act: {
      use: ({ token }) => check.holding(token, 'holder of the key').ask('listApiKeys'),
      read: (key) => readKey(admin, key),
      async delete({ id }) {
        const answer = await admin.ask('deleteApiKey', id);
        // A deletion may take effect with a delay.
        await clock.pass('5m');
        return answer;
      },
    },
  });
});
