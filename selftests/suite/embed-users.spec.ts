import type { DialectName, Patch } from '../../mock/index.ts';
import { Provision } from '../../harness/provision/provision.ts';
import type { Wanted } from '../../harness/provision/source.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { ownFolder } from '../folders.ts';
import { bare, belongings, startLive, type LiveTenant } from '../runs/live.ts';
import { expect, test } from '../test.ts';

const begin = (live: LiveTenant) => Provision.begin(readConfiguration(bare(live), ownFolder('no-settings')));

async function obtained(live: LiveTenant, ...wanted: readonly Wanted[]) {
  const provision = await begin(live);
  const things = await provision.obtain(wanted);
  const recordOf = (setting: Wanted) => live.tenant.tokens.get(provision.values[setting] ?? '');
  return { provision, things, recordOf, of: (setting: Wanted) => things.find((one) => one.setting === setting) };
}

// A user of the account is named by the address, by the id, and by the id where keys have no owner.
for (const dialect of ['plain', 'contrary', 'any:12'] satisfies DialectName[]) {
  test(`the administrator has an embed session, which ends with the run, dialect ${dialect}`, async () => {
    const live = await startLive({ dialect });
    const before = belongings(live);
    const { provision, of, recordOf } = await obtained(live, 'ADMIN_EMBED_TOKEN');
    expect(of('ADMIN_EMBED_TOKEN')).toMatchObject({ source: 'derived', isEmbedded: true });
    const record = recordOf('ADMIN_EMBED_TOKEN');
    expect(record).toMatchObject({ kind: 'embed', userId: live.tenant.account.cast.admin, revoked: false });
    const { entries } = await provision.end();
    expect(entries.map(({ operation, became }) => [operation, became])).toEqual([['generateEmbedSession', 'undone']]);
    expect(record?.revoked).toBe(true);
    expect(belongings(live)).toEqual(before);
    await live.close();
  });
}

test('a listed user has an embed session where no user is made, and nothing is granted to that user', async () => {
  const live = await startLive({ dialect: 'any:12' });
  const before = belongings(live);
  const { provision, of, recordOf } = await obtained(live, 'MEMBER_TOKEN', 'MEMBER_USER_ID');
  expect(of('MEMBER_TOKEN')).toMatchObject({ source: 'found', isEmbedded: true });
  expect(of('MEMBER_USER_ID')).toMatchObject({ source: 'found' });
  expect(String(recordOf('MEMBER_TOKEN')?.userId)).toBe(provision.values.MEMBER_USER_ID);
  expect(belongings(live)).toEqual(before);
  await provision.end();
  await live.close();
});

// Users are made there, and no key is made on behalf of one.
test('a made user has an embed session where keys have no owner', async () => {
  const live = await startLive({ dialect: 'any:6' });
  const { provision, of } = await obtained(live, 'MEMBER_TOKEN', 'MEMBER_USER_ID');
  expect(of('MEMBER_TOKEN')).toMatchObject({ source: 'made', isEmbedded: true });
  expect(of('MEMBER_USER_ID')).toMatchObject({ source: 'made' });
  await provision.end();
  await live.close();
});

const WRONG: readonly (readonly [what: string, patch: Patch, why: RegExp])[] = [
  [
    'that end too soon',
    ({ embed }) => {
      embed.tokenLifetime = 60_000;
    },
    /end before a long run/,
  ],
  [
    'of somebody else',
    ({ embed }) => {
      embed.ownerOf = () => undefined;
    },
    /does not show that an embed token is that of its user/,
  ],
];

for (const [what, patch, why] of WRONG) {
  test(`embed tokens ${what} stand for nothing`, async () => {
    const live = await startLive({ patches: [patch] });
    const { provision, of } = await obtained(live, 'ADMIN_EMBED_TOKEN');
    expect(of('ADMIN_EMBED_TOKEN')?.source).toBeUndefined();
    expect(of('ADMIN_EMBED_TOKEN')?.how).toMatch(why);
    await provision.end();
    await live.close();
  });
}
