import { isMembers } from '../../generators/members.ts';
import { walkLarge } from '../client/paging.ts';
import { attempt } from '../failures/failure.ts';
import { elementsIn } from '../client/declared-list.ts';
import { textIn, USER_ID } from './shown-things.ts';
import { ownUser } from './own-user.ts';
import type { Source, Sourcing } from './source.ts';

/** Looked at are the first and the last of a page: who founded an account, and who came to it. */
const MOST_USERS = 6;
const AT_ONCE = 4;

interface BuiltIn {
  readonly id: string;
  readonly isOfAdmin: boolean;
}

const known = new WeakMap<Sourcing['things'], Promise<readonly BuiltIn[]>>();

/** Roles that users hold and the list of custom roles does not have; looked for once. */
function builtInRoles(sourcing: Sourcing): Promise<readonly BuiltIn[]> {
  const found = known.get(sourcing.things) ?? heldRoles(sourcing);
  known.set(sourcing.things, found);
  return found;
}

async function heldRoles(sourcing: Sourcing): Promise<readonly BuiltIn[]> {
  const { admin } = sourcing;
  const custom = new Set((await walkLarge((page) => admin.preparing.listRoles(page))).map(({ id }) => String(id)));
  const { body } = await admin.preparing.ask('listUsers', { first: 20 });
  // Of a long list the page may be without any administrator: the one who asks is always known.
  const { value: me } = await attempt(() => ownUser(sourcing));
  const own = textIn(me?.body, USER_ID);
  const listed = elementsIn(body).flatMap((user) => textIn(user, USER_ID) ?? []);
  const some =
    listed.length > MOST_USERS ? [...listed.slice(0, MOST_USERS / 2), ...listed.slice(-MOST_USERS / 2)] : listed;
  const users = [...new Set([...(own === undefined ? [] : [own]), ...some])];
  const found: BuiltIn[] = [];
  for (let at = 0; at < users.length; at += AT_ONCE) {
    const held = await Promise.all(users.slice(at, at + AT_ONCE).map((id) => admin.preparing.listUserRoles(id)));
    found.push(
      ...held.flatMap(({ isAdmin, roles }) =>
        (roles ?? []).flatMap((role) => {
          const id = textIn(role, /^(role_?)?id$/i);
          // What is told of the role itself may stand beside how it is held.
          const [name = ''] = [role, ...Object.values(role)].flatMap(
            (one) => (isMembers(one) ? textIn(one, /name$/i) : undefined) ?? [],
          );
          if (id === undefined || custom.has(id)) return [];
          return [{ id, isOfAdmin: isAdmin === true && /admin/i.test(name) }];
        }),
      ),
    );
    // The few users who are listed first may hold both.
    if (new Set(found.map(({ isOfAdmin }) => isOfAdmin)).size === 2) break;
  }
  return found;
}

export const administratorsRole: Source = {
  kind: 'found',
  how: 'a role of an administrator that is not in the list of custom roles',
  obtain: async (sourcing) => (await builtInRoles(sourcing)).find(({ isOfAdmin }) => isOfAdmin)?.id,
};

export const usersRole: Source = {
  kind: 'found',
  how: 'a role of a user that is not in the list of custom roles',
  obtain: async (sourcing) => (await builtInRoles(sourcing)).find(({ isOfAdmin }) => !isOfAdmin)?.id,
};
