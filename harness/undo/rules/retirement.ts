import { isMembers, type Members } from '../../../generators/members.ts';
import { numberOf } from '../../../contracts/lossless-json.ts';
import type { Actor } from '../../client/actor.ts';

/** The request that switches a thing off, with `{id}` for its id. */
export interface Retirement {
  readonly method: string;
  readonly path: string;
  readonly body: Members;
  /** What the body has to repeat of the thing, as a read at the same path shows it. */
  readonly repeats?: readonly string[];
  /** The member that lists the ids, where the request is one for several things. */
  readonly ids?: string;
}

/** Switches a thing off, and returns the status that the tenant answers with. */
export async function sendRetirement(
  admin: Actor,
  { method, path, body, repeats = [], ids }: Retirement,
  id: string | number,
): Promise<number> {
  const at = path.replace('{id}', encodeURIComponent(String(id)));
  const repeated = repeats.length > 0 ? repeatedIn((await admin.request('GET', at)).wire, repeats) : {};
  const listed = ids === undefined ? {} : { [ids]: [/^\d+$/.test(String(id)) ? numberOf(String(id)) : id] };
  const { status } = await admin.request(method, at, { ...repeated, ...body, ...listed });
  return status;
}

/** Members of the thing that an answer shows or holds. */
function repeatedIn(answer: unknown, names: readonly string[]): Members {
  if (!isMembers(answer)) return {};
  const candidates = [answer, ...Object.values(answer).filter(isMembers)];
  const thing = candidates.find((one) => names.every((name) => Object.hasOwn(one, name)));
  return Object.fromEntries(names.flatMap((name) => (thing ? [[name, withoutNulls(thing[name])]] : [])));
}

/** A value without the members that are null within it: a body may not take them. */
function withoutNulls(value: unknown): unknown {
  if (!isMembers(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
