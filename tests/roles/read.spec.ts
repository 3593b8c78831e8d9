import { LIMITS } from '../../contracts/limits.ts';
import { DEPLOYMENT_ACTIONS } from '../../generators/policies.ts';
import {
  contentOf,
  emptiedRole,
  madeRole,
  newRole,
  policy,
  type Role,
  rolesListed,
  rolesMade,
  unknownRoleId,
} from '../../harness/things/roles.ts';
import { judging } from '../../harness/check/judging.ts';
import { isSuccess, requireRefused } from '../../harness/http/answer.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { fresh, SIGNS } from '../../harness/client/unique.ts';
import {
  expectCompleteInPagesOf,
  expectCursorsKept,
  expectResizedComplete,
  expectNoRepeats,
  expectSmallerLater,
  largestPart,
  takenSizes,
} from '../../harness/rules/lists.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { largePages, walk, walkLarge, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { BY_EMBED, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { CHANGED, changedRole, heldRole, madeAgain, mixedRole, NEW, updateInTurn } from './pasts.ts';
import { manyPolicies } from './policies.ts';

test(...verifies('roles.get.same-id'), async ({ check, admin, role }) => {
  await inEach(
    check,
    { 'of a new name': role, 'of the name of a deleted role': await madeAgain(admin) },
    async ({ id }) => {
      await madeRole(admin);
      expect((await admin.getRole(id)).id).toBe(id);
    },
  );
  const ids = [role.id, (await madeRole(admin)).id];
  await inEach(check, { 'two at the same time': ids }, async (asked) => {
    const read = await Promise.all(asked.map((id) => admin.getRole(id)));
    expect(read.map(({ id }) => String(id))).toEqual(asked.map(String));
  });
});

test(...verifies('roles.get.unknown-id'), async ({ admin, role }) => {
  expect(await admin.ask('getRole', await unknownRoleId(admin))).toBeRefusedWith(404);
  await admin.preparing.getRole(role.id);
});

test(...verifies('roles.list.shows-created'), async ({ check, admin, role }) => {
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const again = await madeAgain(admin);
  // A tenant may keep what it has shown before others made theirs.
  await rolesListed(check, admin, again);
  const own = {
    [BY_OAUTH]: oauth && (await newRole(oauth)),
    [BY_EMBED]: embed && (await newRole(embed)),
    [BY_OTHER]: second && (await newRole(second)),
    'of a new name': role,
    'of the name of a deleted role': again,
    'without policies': await emptiedRole(admin),
  };
  const made = Object.values(own).filter((one) => one !== undefined);
  const listed = await rolesListed(check, admin, ...made);
  await expectDropped(check, listed, again, () => rolesListed(check, admin, again));
  const ids = listed.map(({ id }) => id);
  await inEach<Pick<Role, 'id'>>(check, own, ({ id }) => {
    expect(ids).toContain(id);
  });
});

/** Expects that a list does not show the deleted role whose name a role has, which may take it a while. */
async function expectDropped(
  check: Check,
  listed: readonly Role[],
  heir: Role,
  readAgain: () => Promise<readonly Role[]>,
): Promise<void> {
  const others = (roles: readonly Role[]) => roles.filter(({ id, name }) => name === heir.name && id !== heir.id);
  const reads = [() => Promise.resolve(listed)];
  const later = await readUntil(
    check,
    () => (reads.pop() ?? readAgain)(),
    (roles) => others(roles).length === 0,
  );
  await judging('roles.list.drops-deleted', () => {
    expect(others(later), 'deleted roles that are listed after others were created').toEqual([]);
  });
}

test(...verifies('roles.list.shows-updated'), async ({ check, admin }) => {
  const [renamed, cleared] = [await madeRole(admin), await madeRole(admin)];
  // The list is read in the same way before, because a tenant may keep what it has shown.
  await rolesListed(check, admin, renamed, cleared);
  await updateInTurn(admin.preparing, renamed.id, [everything(), everything()]);
  await updateInTurn(admin.preparing, cleared.id, [{ description: 'after' }, { description: null, policies: [] }]);
  await inEach(check, { 'changed twice': renamed, cleared }, async ({ id }) => {
    const read = contentOf(await admin.preparing.getRole(id));
    await withinSeconds(check, async () => {
      const listed = (await rolesListed(check, admin, { id })).find((role) => role.id === id);
      expect(contentOf(listed ?? {})).toEqual(read);
    });
  });
  const all = await rolesListed(check, admin, renamed, cleared);
  const last = all.findLast(({ id }) => [renamed.id, cleared.id].includes(id));
  await inEach(check, { 'behind a cursor': last }, async ({ id }) => {
    // A page ends before it.
    const size = Math.min(
      all.findIndex((role) => role.id === id),
      MOST_ON_A_PAGE,
    );
    const isShown = ({ items = [] }: Page<Role>) => items.some((role) => role.id === id);
    const read = contentOf(await admin.preparing.getRole(id));
    await withinSeconds(check, async () => {
      const pages = await largePages((page) => admin.listRoles(page), Math.max(1, size), isShown);
      const listed = pages.flatMap(({ items = [] }) => items).find((role) => role.id === id);
      expect(contentOf(listed ?? {})).toEqual(read);
    });
  });
});

const MOST_ON_A_PAGE = 100;

test(...verifies('roles.list.drops-deleted'), async ({ check, admin, role }) => {
  const [changed, held] = [await changedRole(admin), await heldRole(check, admin)];
  await admin.preparing.updateRole(changed.id, { policies: [] });
  const own = { [NEW]: role, [CHANGED]: changed };
  await rolesListed(check, admin.preparing, ...Object.values(own));
  const list = (page: PageQuery) => admin.listRoles(page);
  // In pages of the usual size, and in the pages that were read before.
  const readings = { [NEW]: () => walk(list), [CHANGED]: () => walkLarge(list) };
  // Whether a role that somebody holds can be deleted is open; one whose deletion was acknowledged is gone.
  const heldToo = await idsDeleted(admin, held);
  await inEach(check, own, async ({ id }, name) => {
    await admin.preparing.deleteRole(id);
    const deleted = [id, ...heldToo];
    await withinSeconds(check, async () => {
      const listed = (await readings[name as keyof typeof own]()).map((one) => one.id);
      expect(
        listed.filter((one) => deleted.includes(one)),
        'deleted roles that are listed',
      ).toEqual([]);
    });
  });
});

/** Deletes a role that somebody holds, where there is one, and returns its id where the tenant lets that. */
async function idsDeleted(admin: Actor, held: Role | undefined): Promise<readonly number[]> {
  return held && isSuccess(await admin.ask('deleteRole', held.id)) ? [held.id] : [];
}

test(...verifies('roles.list.same-as-read'), async ({ check, admin }) => {
  const policies = manyPolicies(LIMITS.policiesPerRole.max);
  const mixed = await mixedRole(check, admin);
  const own = [
    ...(mixed ? [mixed] : []),
    await madeRole(admin, { policies }),
    await madeRole(admin, {
      policies: [policy({ actions: [...DEPLOYMENT_ACTIONS] }), ...policies.slice(1)],
      name: `${fresh('role')} ${SIGNS}`,
      description: `${fresh('description')} ${SIGNS}`,
    }),
  ];
  const positions = (await rolesListed(check, admin, ...own)).map(({ id }) => own.findIndex((role) => role.id === id));
  // With this page size the last of these roles stands behind the first page, also where some before it are removed meanwhile.
  const last = positions.findLastIndex((position) => position >= 0);
  const first = Math.min(LARGEST_PAGE, Math.max(1, Math.ceil(last * 0.8)));
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  await inEach(
    check,
    {
      'on pages of the usual size': { actor: admin, first: undefined },
      'on a page after the first': { actor: admin, first },
      [BY_OAUTH]: oauth && { actor: oauth, first: LARGEST_PAGE },
      [BY_EMBED]: embed && { actor: embed, first: LARGEST_PAGE },
      [BY_OTHER]: second && { actor: second, first: LARGEST_PAGE },
    },
    async ({ actor, first: size }) => {
      // The largest page that a tenant gives is open.
      const list = (page: PageQuery) => actor.listRoles(page);
      const hasOwn = (some: readonly Role[]) => own.every(({ id }) => some.some((one) => one.id === id));
      // Somebody may remove a role between two pages, and a cursor may be no more than a position.
      const listed =
        size === undefined ? await readUntil(check, () => walk(list), hasOwn) : await walkLarge(list, size);
      const roles = new Map(listed.map((one) => [one.id, contentOf(one)]));
      // Another requirement covers that the pages contain every role.
      const missed = size === undefined ? [] : own.filter(({ id }) => !roles.has(id));
      for (const role of own.filter((one) => !missed.includes(one)))
        expect(roles.get(role.id)).toEqual(contentOf(role));
    },
  );
});

test(...verifies('roles.list.no-built-in'), async ({ check, admin, role }) => {
  const { length } = await rolesListed(check, admin, role);
  // On two pages, of which the last may have room left.
  const first = Math.min(LARGEST_PAGE, Math.floor(length / 2) + 1);
  const ids = (await walkLarge((page) => admin.listRoles(page), first)).map(({ id }) => String(id));
  requireShown(ids, role);
  expect(ids).not.toContain(check.provided('ADMIN_ROLE_ID'));
  expect(ids).not.toContain(check.provided('BUILT_IN_ROLE_ID'));
});

test(...verifies('roles.list.names-unique'), async ({ check, admin }) => {
  const [one, other] = [await madeRole(admin), await madeRole(admin)];
  // The list may remember a name that was refused.
  requireRefused(await admin.ask('updateRole', one.id, { name: other.name }), 'an update to the name of another role');
  await rolesListed(check, admin, one, other);
  await whileQuiet(
    () => rolesMade(admin),
    async () => {
      const names = (await walk((page) => admin.listRoles(page))).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    },
  );
});

const OWN_ROLES = 5;
/** The largest page size that is requested; a tenant may answer with smaller pages. */
const LARGEST_PAGE = 100;

/** Creates roles and waits until they are listed, because a page shows only what is. */
async function madeAndListed(check: Check, admin: Actor): Promise<readonly Pick<Role, 'id'>[]> {
  // A cursor may be made of the name of the role that a page ends with.
  const names = Array.from({ length: OWN_ROLES }, (_, at) => (at === 0 ? fresh('role') : `${fresh('role')} ${SIGNS}`));
  const own = await Promise.all(names.map((name) => newRole(admin, { name })));
  await rolesListed(check, admin, ...own);
  return own;
}

async function emptyInTurn(admin: Actor, roles: readonly Pick<Role, 'id'>[]): Promise<void> {
  for (const { id } of roles) await admin.preparing.updateRole(id, { policies: [], name: fresh('emptied') });
}

test.describe('pages', () => {
  test(...verifies('roles.list.first-limits'), async ({ check, admin }) => {
    await madeAndListed(check, admin);
    await inEach(check, { 'of one': 1, 'of two': 2, 'of several': OWN_ROLES - 1 }, async (first) => {
      // The second page is behind a cursor.
      const pages = await firstPages((page) => admin.listRoles(page), first);
      const sizes = pages.map(({ items }) => items?.length ?? 0);
      expect(Math.max(...sizes), `roles on a page of ${first}`).toBeLessThanOrEqual(first);
    });
    await expectSmallerLater(check, (page) => admin.listRoles(page), OWN_ROLES);
  });

  test(...verifies('roles.list.after-continues'), async ({ check, admin }) => {
    await madeAndListed(check, admin);
    await whileQuiet(
      () => rolesMade(admin),
      async (roles) => {
        const sizes = await takenSizes(sizesFor(roles.length), (page) => admin.preparing.listRoles(page));
        for (const first of sizes) await expectNoRepeats((page) => admin.listRoles(page), first, idsOf);
        await expectCursorsKept(check, (page) => admin.listRoles(page), largestPart(sizes, roles.length), idsOf);
      },
    );
  });

  test(...verifies('roles.list.pages-complete'), async ({ check, admin }) => {
    const own = await madeAndListed(check, admin);
    // On a page behind a cursor in whatever order.
    await emptyInTurn(admin, own.slice(1, 3));
    await whileQuiet(
      () => rolesMade(admin),
      async (roles) => {
        const sizes = await takenSizes(sizesFor(roles.length), (page) => admin.preparing.listRoles(page));
        const all = idsOf({ items: roles });
        const known = [...all, ...own.map(({ id }) => String(id))];
        await expectCompleteInPagesOf(check, (page) => admin.listRoles(page), sizes, idsOf, known);
        await expectResizedComplete(check, (page) => admin.listRoles(page), sizes, idsOf, all);
      },
    );
  });
});

/** Page sizes with a partial last page, with one element on it, and for a single page with room for more; at most about ten pages each. */
function sizesFor(total: number): number[] {
  const least = Math.max(1, Math.ceil(total / 10));
  return [...new Set([least, Math.max(1, total - 1), total, total + 2])];
}

function idsOf({ items }: Page<Role>): string[] {
  return (items ?? []).map(({ id }) => String(id));
}

/** The first page and the one behind it, where there is one. */
async function firstPages(ask: (query: PageQuery) => Promise<Page<Role>>, first: number): Promise<Page<Role>[]> {
  const before = await ask({ first });
  const { endCursor } = before.pageInfo ?? {};
  return typeof endCursor === 'string' ? [before, await ask({ first, after: endCursor })] : [before];
}

function requireShown(ids: readonly string[], { id }: Role): void {
  if (!ids.includes(String(id))) throw setupFailed('the list does not show a role that was created');
}

const everything = () => ({
  name: fresh('renamed'),
  description: fresh('after'),
  policies: [policy({ resources: ['4'] })],
});
