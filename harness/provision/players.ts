import { isTextOrNumber } from '../../contracts/lossless-json.ts';
import type { ActorSetting } from '../../contracts/settings.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { setupFailed } from '../failures/failure.ts';
import { isSuccess } from '../http/answer.ts';

import { PARTS } from './people.ts';
import type { Source, Sourcing } from './source.ts';

/** The actions without which a part has to be; one that grants all is among them for each. */
const WITHOUT: Readonly<Partial<Record<ActorSetting, readonly string[]>>> = {
  TASK_READER_TOKEN: ['ScheduledTasksManage'],
  TASK_CREATOR_TOKEN: ['ScheduledTasksManage'],
  NO_TASK_CREATE_TOKEN: ['ScheduledTasksCreate'],
  NO_SCHEMA_READ_TOKEN: ['SchemaRead'],
};
/** Actions that no built-in role grants to others than administrators. */
const IN_CUSTOM_ROLES_ONLY = ['ScheduledTasksManage', 'All'];

/** What the user of a player's token is, and what it may do before this run grants it anything. */
interface Player {
  readonly userId: string;
  /** The roles that the run did not grant: the actions of a custom one, undefined for a built-in one. */
  readonly keeps: readonly (readonly string[] | undefined)[];
  readonly reads: boolean;
}

type PlayerSetting = 'PLAYER_TOKEN' | 'OTHER_PLAYER_TOKEN';

const players = new WeakMap<Sourcing, Map<PlayerSetting, Promise<Player>>>();

/** The user of a player's token, looked at once for each run. */
function playerOf(sourcing: Sourcing, setting: PlayerSetting): Promise<Player> {
  const known = players.get(sourcing) ?? new Map<PlayerSetting, Promise<Player>>();
  players.set(sourcing, known);
  const player = known.get(setting) ?? lookAt(sourcing, setting);
  known.set(setting, player);
  return player;
}

async function lookAt(sourcing: Sourcing, setting: PlayerSetting): Promise<Player> {
  const { admin, settings } = sourcing;
  const player = sourcing.as(settings[setting] ?? '').preparing;
  const me = await player.raw('getMe');
  const id = isSuccess(me) && isMembers(me.body) ? me.body['id'] : undefined;
  if (!isTextOrNumber(id)) throw setupFailed(`the tenant does not show whose ${setting} is`);
  const { isAdmin, roles = [] } = await admin.preparing.listUserRoles(id);
  if (isAdmin === true) throw setupFailed(`${setting} belongs to an administrator`);
  const list = await player.in(settings.DEPLOYMENT_ID ?? '').raw('listReports');
  const keeps = await Promise.all((roles ?? []).map((role) => actionsIn(sourcing, role as Members)));
  return { userId: String(id), keeps, reads: isSuccess(list) };
}

/** The actions that the policies of a custom role grant on whatever; undefined for a built-in role. */
async function actionsIn({ admin }: Sourcing, { id }: Members): Promise<readonly string[] | undefined> {
  if (!isTextOrNumber(id)) return undefined;
  const role = await admin.preparing.raw('getRole', { path: { roleId: id } });
  const policies = isSuccess(role) && isMembers(role.body) ? role.body['policies'] : undefined;
  if (!Array.isArray(policies)) return undefined;
  return policies.filter(isMembers).flatMap(({ actions }) => (Array.isArray(actions) ? actions.map(String) : []));
}

/** Why a player cannot play a part because of roles that the run did not grant. */
function contradiction({ keeps, reads }: Player, part: ActorSetting): string | undefined {
  if (part === 'NO_ACCESS_TOKEN') return reads ? 'its user may read DEPLOYMENT_ID already' : undefined;
  if (part === 'ALL_ACTIONS_TOKEN') return keeps.length > 0 ? 'its user holds other roles, too' : undefined;
  const without = WITHOUT[part];
  if (without === undefined) return undefined;
  const mayHold = (action: string) =>
    keeps.some((actions) => (actions ? actions.includes(action) : !IN_CUSTOM_ROLES_ONLY.includes(action)));
  const held = [...without, 'All'].find(mayHold);
  return held === undefined ? undefined : `its user may hold ${held} through another role`;
}

const member: Source = {
  kind: 'derived',
  how: 'PLAYER_TOKEN, with DeploymentRead there through a made role',
  needs: ['PLAYER_TOKEN', 'DEPLOYMENT_ID'],
  async obtain(sourcing) {
    const { userId } = await playerOf(sourcing, 'PLAYER_TOKEN');
    await sourcing.rights.give(userId, [
      'Deployment',
      PARTS.MEMBER_TOKEN ?? [],
      [sourcing.settings.DEPLOYMENT_ID ?? ''],
    ]);
    sourcing.also('MEMBER_USER_ID', userId);
    return sourcing.settings.PLAYER_TOKEN;
  },
};

/** A part that the user of OTHER_PLAYER_TOKEN plays for as long as a check needs it. */
function partInTurn(part: ActorSetting): Source {
  const actions = PARTS[part] ?? [];
  return {
    kind: 'derived',
    how: `OTHER_PLAYER_TOKEN, with ${actions.join(', ') || 'nothing'} there while a check needs it`,
    needs: ['OTHER_PLAYER_TOKEN', 'DEPLOYMENT_ID'],
    async obtain(sourcing) {
      const { settings, parts } = sourcing;
      const player = await playerOf(sourcing, 'OTHER_PLAYER_TOKEN');
      const isOther =
        settings.PLAYER_TOKEN === undefined || (await playerOf(sourcing, 'PLAYER_TOKEN')).userId !== player.userId;
      if (!isOther) throw setupFailed('PLAYER_TOKEN and OTHER_PLAYER_TOKEN belong to one user');
      const why = contradiction(player, part);
      if (why !== undefined) throw setupFailed(why);
      const places = [settings.DEPLOYMENT_ID ?? ''];
      const role = actions.length > 0 ? await sourcing.rights.role(['Deployment', actions, places]) : null;
      Object.assign(parts, { userId: player.userId, readsAnyway: player.reads });
      parts.roles[part] = role;
      if (part === 'NO_ACCESS_TOKEN') sourcing.also('NO_ACCESS_USER_ID', player.userId);
      return settings.OTHER_PLAYER_TOKEN;
    },
  };
}

/** The parts that the tokens of two players stand for; nobody is asked to give a built-in role away for a moment. */
const PARTS_OF_PLAYERS = (Object.keys(PARTS) as ActorSetting[]).filter((part) => part !== 'BUILT_IN_ROLE_TOKEN');

export const PLAYED: Readonly<Partial<Record<ActorSetting, Source>>> = Object.fromEntries(
  PARTS_OF_PLAYERS.map((part) => [part, part === 'MEMBER_TOKEN' ? member : partInTurn(part)]),
);
