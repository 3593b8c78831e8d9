import { embedAccess } from '../../mock/families/embed-access.ts';
import type { DialectName } from '../../mock/index.ts';
import { Provision } from '../../harness/provision/provision.ts';
import { wantedForAll } from '../../harness/provision/wanted.ts';
import { registry } from '../../harness/tenant/contract.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { ownFolder } from '../folders.ts';
import { startOwnTime } from '../own-time.ts';
import { bare, belongings, startLive } from '../runs/live.ts';
import { expect, test } from '../test.ts';

const MOST_REQUESTS = 150;
/** A role that a tenant gives to all new users is taken from each that is made, and read of the first: so many requests more. */
const FOR_NEWCOMERS = 10;
const LONGEST = 5_000;
/**
 * Seeds with other routes, names and bodies of creations each, whose sessions make the embed tenants that they name; the last one
 * makes users by SCIM alone.
 */
const SEEDS = [1, 5, 8, 9, 13, 16, 257] as const;
const DIALECTS: readonly DialectName[] = ['plain', 'contrary', ...SEEDS.map((seed) => `any:${seed}` as const)];

for (const dialect of DIALECTS) {
  test(`no source is refused, few requests are sent, and nothing is left, dialect ${dialect}`, async () => {
    const live = await startLive({ dialect });
    const before = belongings(live);
    const provision = await Provision.begin(readConfiguration(bare(live), ownFolder('no-settings')));
    const ownTime = startOwnTime();
    const things = await provision.obtain(wantedForAll(registry.values(), provision.tenant.wire));
    const [milliseconds, { requests }] = [ownTime(), provision];
    const { entries } = await provision.end();

    expect(things.filter(({ how }) => /refused|requires|cannot|neither/.test(how))).toEqual([]);
    expect(provision.remarks).toEqual([]);
    const holdRoles = live.tenant.dialect.newcomersHold.length > 0;
    expect(requests).toBeLessThanOrEqual(MOST_REQUESTS + (holdRoles ? FOR_NEWCOMERS : 0));
    expect(milliseconds).toBeLessThan(LONGEST);
    // Threads of runs expire.
    expect(entries.filter(({ became }) => became === 'left').map(({ what }) => what)).toEqual([]);
    expect(belongings(live)).toEqual(before);
    await live.close();
  });
}

test('of the workbooks of an embed tenant those of other ways stand behind the first of each way', async () => {
  const live = await startLive();
  const provision = await Provision.begin(readConfiguration(bare(live), ownFolder('no-settings')));
  await provision.obtain(['FOLDER_WORKBOOK_ID', 'TENANT_WORKBOOK_ID', 'ALL_EMBED_USERS_WORKBOOK_ID']);
  const { EMBED_TENANT = '', FOLDER_WORKBOOK_ID, TENANT_WORKBOOK_ID, ALL_EMBED_USERS_WORKBOOK_ID } = provision.values;
  const tenant = embedAccess(live.tenant).tenants.get(EMBED_TENANT);
  const workbooks = live.tenant.content.workbooks.all();
  const idsOf = (isOfWay: (one: (typeof workbooks)[number]) => boolean) =>
    workbooks.filter(isOfWay).map(({ id }) => String(id));
  const [before = '', after = ''] = idsOf(
    ({ folderId }) => folderId !== null && tenant?.folderIds.has(folderId) === true,
  );
  expect(after).toBe(FOLDER_WORKBOOK_ID);
  for (const between of [TENANT_WORKBOOK_ID, ALL_EMBED_USERS_WORKBOOK_ID]) {
    expect(Number(between)).toBeGreaterThan(Number(before));
    expect(Number(between)).toBeLessThan(Number(after));
  }
  const [first, second] = idsOf(({ id }) => tenant?.workbookIds.has(id) === true);
  expect(first).toBe(TENANT_WORKBOOK_ID);
  expect(Number(second)).toBeGreaterThan(Number(after));
  await provision.end();
  await live.close();
});
