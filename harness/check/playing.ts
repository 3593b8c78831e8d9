import { setTimeout as sleep } from 'node:timers/promises';
import type { ActorSetting } from '../../contracts/settings.ts';
import type { Needs } from '../../contracts/requirements/row.ts';
import type { Parts } from '../../evidence/provided.ts';
import type { Actor } from '../client/actor.ts';
import { transient } from '../failures/failure.ts';
import { isSuccess } from '../http/answer.ts';

/** A grant may take a moment to take effect. */
const EFFECTIVE_WITHIN = 10_000;
const POLL = 100;

/** Who changes what the player holds, and how it is seen. */
export interface Playing {
  readonly parts: Parts;
  readonly admin: Actor;
  /** The player itself, in the deployment that the parts are about. */
  readonly player: Actor;
}

/** The part of the player that a requirement needs; undefined if it needs none. */
export function partOf(needs: Needs, { roles }: Parts): ActorSetting | undefined {
  const named: readonly string[] = [...(needs.actors ?? []), ...(needs.lent ?? [])];
  const isNeeded = (part: string) => named.includes(part) || named.includes(part.replace(/_TOKEN$/, '_USER_ID'));
  return (Object.keys(roles) as ActorSetting[]).find(isNeeded);
}

/** Whether a setting is that of a part which the player has in other checks, and not in one that needs this. */
export function isPlayedElsewhere(setting: string, needs: Needs, parts: Parts): boolean {
  const isOf = (part: string) => part === setting || part.replace(/_TOKEN$/, '_USER_ID') === setting;
  const own = partOf(needs, parts);
  return Object.keys(parts.roles).some(isOf) && (own === undefined || !isOf(own));
}

/** Has the player hold what one part holds. A check that needs a part has the player to itself. */
export async function play(part: ActorSetting, { parts, admin, player }: Playing): Promise<void> {
  const { userId = '', roles, readsAnyway = false } = parts;
  const own: readonly unknown[] = Object.values(roles);
  const wanted = roles[part] ?? null;
  const { roles: held } = await admin.preparing.listUserRoles(userId);
  const ours = (held ?? []).flatMap(({ id }) => (own.includes(String(id)) ? [String(id)] : []));
  if (wanted === null ? ours.length === 0 : ours.length === 1 && ours[0] === wanted) return;
  for (const id of ours) await admin.preparing.revokeRole(id, userId);
  const reads = async () => isSuccess(await player.preparing.raw('listReports'));
  // All roles of the parts grant reading, so that the effect of any change shows there.
  if (ours.length > 0 && !readsAnyway) await effective(async () => !(await reads()), 'the end of the part before');
  if (wanted === null) return;
  await admin.preparing.grantRole(wanted, userId);
  if (!readsAnyway) await effective(reads, `the role for ${part}`);
}

async function effective(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + EFFECTIVE_WITHIN;
  while (!(await isSo())) {
    if (Date.now() > end) throw transient(`${what} took no effect on the player within ${EFFECTIVE_WITHIN / 1_000} s`);
    await sleep(POLL);
  }
}
