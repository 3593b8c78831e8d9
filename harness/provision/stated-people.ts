import { isTextOrNumber } from '../../contracts/lossless-json.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { has, isDenied, isMissing, isOf, isShown, lacks, type Looking } from './looking.ts';
import { believed, NOT_SETTLED, RIGHT, wrong, type Verdict } from './verdict.ts';

type Look = (looking: Looking, id: string) => Promise<Verdict>;

export const user: Look = async (looking, id) => {
  const read = await looking.ask('listUserRoles', { path: { id } });
  if (isShown(read)) return RIGHT;
  const listed = await looking.list('listUsers');
  if (has(listed, id)) return RIGHT;
  const { GROUP_ROLE_ID } = looking.settings;
  const holders =
    GROUP_ROLE_ID === undefined ? undefined : await looking.list('listRoleHolders', { roleId: GROUP_ROLE_ID });
  if (holders && has(holders, id)) return RIGHT;
  if (!lacks(listed, id) || !isDenied(read)) return believed(NOT_SETTLED);
  return wrong(`none of the ${listed.elements.length} users of the account`);
};

/** Whether a list of users shows deactivated ones is open; that the holders of a role do is stated. */
export const deactivatedUser: Look = async (looking, id) => {
  const verdict = await user(looking, id);
  const { GROUP_ROLE_ID } = looking.settings;
  if (verdict.is !== 'wrong') return verdict;
  if (GROUP_ROLE_ID === undefined) return believed(NOT_SETTLED);
  const holders = await looking.list('listRoleHolders', { roleId: GROUP_ROLE_ID });
  return lacks(holders, id) ? verdict : believed(NOT_SETTLED);
};

/** The roles that a user holds; undefined if the tenant does not show them. */
async function rolesOf(looking: Looking, userId: string): Promise<readonly Members[] | undefined> {
  const answer = await looking.ask('listUserRoles', { path: { id: userId } });
  const roles = isShown(answer) && isMembers(answer.body) ? answer.body['roles'] : undefined;
  return Array.isArray(roles) && roles.every(isMembers) ? roles : undefined;
}

/** The ids of the roles that a user holds; undefined if the tenant does not show them all. */
export async function rolesHeldBy(looking: Looking, userId: string): Promise<readonly string[] | undefined> {
  const ids = (await rolesOf(looking, userId))?.map(({ id }) => id);
  return ids?.every(isTextOrNumber) === true ? ids.map(String) : undefined;
}

export const group: Look = async (looking, id) => {
  const listed = await looking.list('listGroups');
  if (has(listed, id)) return RIGHT;
  const { MEMBER_USER_ID } = looking.settings;
  const roles = MEMBER_USER_ID === undefined ? [] : await rolesOf(looking, MEMBER_USER_ID);
  const isNamed = roles?.some(({ groupIds }) => Array.isArray(groupIds) && groupIds.map(String).includes(id));
  if (!lacks(listed, id) || isNamed !== false) return believed(NOT_SETTLED);
  return wrong(`none of the ${listed.elements.length} groups of the account`);
};

export const customRole: Look = async (looking, id) => {
  const listed = await looking.list('listRoles');
  if (has(listed, id)) return RIGHT;
  const read = await looking.ask('getRole', { path: { roleId: id } });
  if (!lacks(listed, id) || !isMissing(read)) return believed(NOT_SETTLED);
  return wrong(`none of the ${listed.elements.length} custom roles of the account`);
};

/** A built-in role is in no list: what tells it is who holds it. */
export const builtInRole =
  (isAdmin: boolean): Look =>
  async (looking, id) => {
    const [listed, read, holders, mine] = await Promise.all([
      looking.list('listRoles'),
      looking.ask('getRole', { path: { roleId: id } }),
      looking.ask('listRoleHolders', { path: { roleId: id } }),
      rolesOfAdministrator(looking),
    ]);
    const isHeld = mine?.includes(id) === true;
    if (listed.elements.some((role) => isOf(role, id)) && isShown(read) && !(isAdmin && isHeld)) {
      return wrong('it is a custom role, which GET /api/v1/roles lists');
    }
    if (isHeld || isShown(holders)) return RIGHT;
    const own = mine?.find((role) => lacks(listed, role));
    const ownHolders = own === undefined ? undefined : await looking.ask('listRoleHolders', { path: { roleId: own } });
    // Where the tenant shows the holders of one built-in role, it is this one that does not exist.
    if (isMissing(holders) && isShown(ownHolders)) return wrong('no role has this id (404 to the list of its holders)');
    return believed(NOT_SETTLED);
  };

async function rolesOfAdministrator(looking: Looking): Promise<readonly string[] | undefined> {
  const me = await looking.ask('getMe');
  const id = isShown(me) && isMembers(me.body) ? me.body['id'] : undefined;
  return isTextOrNumber(id) ? rolesHeldBy(looking, String(id)) : undefined;
}
