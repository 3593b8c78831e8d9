import type { Actor } from '../../harness/client/actor.ts';
import { Rights } from '../../harness/provision/rights.ts';
import { expect, test } from '../test.ts';

type Policy = { readonly resourceType: string; readonly resources: readonly string[] };

/** An administrator of a tenant that refuses policies of one type; its answers come a moment later, as those of a tenant do. */
function administrator(refused?: string) {
  const roles: string[][] = [];
  const grants: string[] = [];
  const later = () => new Promise((resolve) => setImmediate(resolve));
  const preparing = {
    createRole: async ({ policies }: { policies: readonly Policy[] }) => {
      await later();
      if (policies.some(({ resourceType }) => resourceType === refused)) throw new Error(`no ${refused}`);
      roles.push(policies.flatMap(({ resources }) => resources));
      return { id: roles.length };
    },
    grantRole: async (role: string, user: string) => {
      await later();
      grants.push(`${role} to ${user}`);
    },
  };
  return { admin: { preparing } as unknown as Actor, roles, grants };
}

test('rights that one user is given at once share roles, and those of two users do not', async () => {
  const { admin, roles, grants } = administrator();
  const rights = new Rights(admin, (what) => what);
  const give = (user: string, id: string) => rights.give(user, ['Report', ['ReportRead'], [id]]);
  await Promise.all([give('7', 'a'), give('7', 'b'), give('8', 'c'), give('7', 'd')]);
  await give('7', 'e');
  expect(roles).toEqual([['a'], ['c'], ['b', 'd'], ['e']]);
  expect(grants).toEqual(['1 to 7', '2 to 8', '3 to 7', '4 to 7']);
});

test('a right that the tenant refuses does not take along those that were asked for beside it', async () => {
  const { admin, roles } = administrator('ReportFolder');
  const rights = new Rights(admin, (what) => what);
  const given = await Promise.allSettled([
    rights.give('7', ['Report', ['ReportRead'], ['a']]),
    rights.give('7', ['ReportFolder', ['ReportFolderRead'], ['b']]),
    rights.give('7', ['Report', ['ReportRead'], ['c']]),
  ]);
  expect(given.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(roles).toEqual([['a'], ['c']]);
});
