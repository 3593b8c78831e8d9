import { expectCursorsKept, expectResizedComplete, expectSmallerLater, inPagesOf } from '../../harness/rules/lists.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { ownUserId } from '../../harness/things/same-user.ts';
import { pagesOf, walk, walkLarge, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { createListedRole, holdBuiltIn, holdersListed, holdersOf, idsOf, type Holder } from './holders.ts';

const idIfLent = (id: string | undefined) => (id === undefined ? undefined : { id });

/** Whether as many pages have been read. */
const idsIn = ({ items }: Page<Holder>): string[] => idsOf(items ?? []);

function everyNth(most: number): () => boolean {
  let read = 0;
  return () => (read += 1) >= most;
}

async function firstPages(admin: Actor, roleId: string | undefined) {
  return roleId === undefined ? undefined : [await admin.listRoleHolders(roleId, { first: 1 })];
}

const asList = (id: string | number | undefined) => (id === undefined ? [] : [String(id)]);

/** The role that a group holds, once the user of the run holds it directly; undefined without one. */
async function heldBothWays(check: Check, admin: Actor): Promise<string | undefined> {
  const id = check.optional('GROUP_ROLE_ID');
  const own = await ownUserId(check, admin);
  if (id === undefined || own === undefined) return undefined;
  await admin.preparing.grantRole(id, own);
  await holdersListed(check, admin.preparing, id, own);
  return id;
}

test.describe('pages', () => {
  test(...verifies('role-holders.holders.first-limits'), async ({ check, admin }) => {
    const own = await ownUserId(check, admin);
    const userIds = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID'), ...asList(own)];
    const role = await createListedRole(check, admin, ...userIds);
    const ask = (page: PageQuery) => admin.listRoleHolders(role.id, page);
    const pages = await pagesOf(ask, 1);
    // The holders of a built-in role may be many: one page of them is enough.
    const cases = {
      'of a custom role': pages,
      'of a built-in role': await firstPages(admin, check.optional('ADMIN_ROLE_ID')),
      'of a role that is held directly and through a group': await firstPages(admin, await heldBothWays(check, admin)),
    };
    await inEach(check, cases, (some) => {
      const sizes = some.map(({ items }) => items?.length ?? 0);
      expect(Math.max(...sizes), 'holders on a page of 1').toBeLessThanOrEqual(1);
    });
    await expectSmallerLater(check, ask, userIds.length);
  });

  test(...verifies('role-holders.holders.after-continues'), async ({ check, admin }) => {
    const role = await createListedRole(
      check,
      admin,
      check.provided('MEMBER_USER_ID'),
      check.provided('NO_ACCESS_USER_ID'),
    );
    const builtIn = check.optional('BUILT_IN_ROLE_ID');
    if (builtIn !== undefined) {
      await holdBuiltIn(admin, builtIn, check.provided('MEMBER_USER_ID'));
      await holdersListed(check, admin.preparing, builtIn, check.provided('MEMBER_USER_ID'));
    }
    const cases = {
      'of a custom role': { id: role.id },
      'of a built-in role': builtIn === undefined ? undefined : { id: builtIn },
      'of the Admin role': idIfLent(check.optional('ADMIN_ROLE_ID')),
    };
    await inEach(check, cases, ({ id }) => {
      // The holders of a built-in role may be many: two pages of them are enough.
      const ids = async () => {
        const pages = await pagesOf((page) => admin.listRoleHolders(id, page), 1, everyNth(2));
        return idsOf(pages.flatMap(({ items }) => [...(items ?? [])]));
      };
      return whileQuiet(ids, (shown) => {
        expect(shown, 'ids on pages of 1, each once').toEqual([...new Set(shown)]);
      });
    });
    await expectCursorsKept(check, (page) => admin.listRoleHolders(role.id, page), 2, idsIn);
  });

  test(...verifies('role-holders.holders.pages-complete'), async ({ check, admin }) => {
    const own = await ownUserId(check, admin);
    const lent = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID')];
    const userIds = [...lent, ...asList(own)];
    const role = await createListedRole(check, admin, ...userIds);
    // One of them holds it for the second time.
    const [again = ''] = lent;
    await admin.preparing.revokeRole(role.id, again);
    await admin.preparing.grantRole(role.id, again);
    await holdersListed(check, admin.preparing, role.id, again);
    await whileQuiet(
      async () => idsOf(await holdersOf(admin.preparing, role.id)),
      async () => {
        // The largest page has room for more than there are.
        await inPagesOf(check, [1, 2, userIds.length, userIds.length + 1], async (first) => {
          const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
          expect(
            userIds.filter((id) => !ids.includes(id)),
            `holders that no page of ${first} contains`,
          ).toEqual([]);
        });
        await expectResizedComplete(check, (page) => admin.listRoleHolders(role.id, page), [2], idsIn, userIds);
      },
    );
    const others = {
      'of a role that a group holds': check.optional('GROUP_ROLE_ID'),
      'of the Admin role': check.optional('ADMIN_ROLE_ID'),
    };
    await inEach(check, others, (id) =>
      whileQuiet(
        async () => idsOf(await holdersOf(admin.preparing, id)),
        async (all) => {
          // It may have many holders: two pages hold as many of them as ten.
          const first = Math.max(1, Math.ceil(all.length / 2));
          const ids = idsOf(await walkLarge((page) => admin.listRoleHolders(id, page), first));
          expect(
            all.filter((holder) => !ids.includes(holder)),
            `holders that no page of ${first} contains`,
          ).toEqual([]);
        },
      ),
    );
  });
});

test(...verifies('role-holders.holders.pages-nobody-else'), async ({ check, admin }) => {
  const userIds = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID')];
  const role = await createListedRole(check, admin, ...userIds);
  const expectNobodyElseOnPagesOf = async (first: number) => {
    const ids = idsOf(await walk((page) => admin.listRoleHolders(role.id, page), first));
    expect(
      ids.filter((id) => !userIds.includes(id)),
      `users on pages of ${first} who do not hold the role`,
    ).toEqual([]);
  };
  await expectNobodyElseOnPagesOf(1);
  await expectNobodyElseOnPagesOf(2);
});
