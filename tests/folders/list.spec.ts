import { isSuccess } from '../../harness/http/answer.ts';
import { expectKnownMember } from '../../harness/check/shown.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { calls } from './calls.ts';
import { listedFolder, listAllFolders, isMembers, listBody } from './folders.ts';

checkEveryOperation('folders', calls);

/** Describes a value that should be a list of folders. */
function kindOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value;
  return value.every(isMembers) ? 'folders' : 'list of other values';
}

test(...verifies('folders.list.items'), async ({ admin }) => {
  expect(kindOf((await listBody(admin))['items'])).toBe('folders');
});

test(...verifies('folders.list.page-info'), async ({ admin }) => {
  expect(isMembers((await listBody(admin))['pageInfo']), 'pageInfo is an object').toBe(true);
});

test(...verifies('folders.list.data'), async ({ check, admin }) => {
  await listedFolder(check, admin, check.provided('FOLDER_ID'));
  const { items, data } = await listBody(admin);
  expect(kindOf(data)).toBe('folders');
  if (!Array.isArray(items) || items.length === 0) throw setupFailed('the list has no items');
  expect((data as unknown[]).length, 'folders in data').toBeGreaterThan(0);

  // Whether the list has pages is open.
  const answer = await admin.raw('listFolders', { query: { first: 1 } });
  const page = isSuccess(answer) && isMembers(answer.body) ? answer.body : {};
  if (!Array.isArray(page['items']) || page['items'].length === 0) return;
  expect(page['data'], 'data on a page of one folder').not.toEqual([]);
});

test(...verifies('folders.list.count'), async ({ admin }) => {
  expect(typeof (await listBody(admin))['count'], 'type of count').toBe('number');
});

test(...verifies('folders.folder.user'), async ({ check, admin }) => {
  const shown = (await listAllFolders(admin)).flatMap((folder) => Object.keys(folder));
  await expectKnownMember(check, admin, 'user', { shown, in: ['listFolders'] });
});

test(...verifies('folders.folder.user-null-when-shared'), async ({ check, admin }) => {
  const { user } = await listedFolder(check, admin, check.provided('SHARED_FOLDER_ID'));
  expect(user ?? null).toBeNull();
});
