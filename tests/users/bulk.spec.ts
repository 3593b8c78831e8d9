import { granted } from '../../harness/http/answer.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { walk } from '../../harness/client/paging.ts';
import { bulkBody } from './bulk.ts';
import { listUsersPage } from './lists.ts';

test(...verifies('users.bulk.scoped-key-changes-nothing'), async ({ check, admin, scoped }) => {
  const deactivated = check.provided('DEACTIVATED_USER_ID');
  const listedUser = async () => {
    const users = await walk((page) => listUsersPage(admin.preparing, page));
    return users.find(({ id }) => String(id) === deactivated);
  };
  const before = await listedUser();
  const refused = await scoped.raw('bulkUserAction', { body: bulkBody(check, deactivated) });
  expect(refused).toBeRefused();
  expect(await listedUser(), 'the user that the refused request would activate').toEqual(before);
  // The neighbour uses an active user, so that the action changes nothing.
  const body = bulkBody(check, check.provided('MEMBER_USER_ID'));
  granted(await admin.raw('bulkUserAction', { body }), 'a bulk action by an administrator');
});
