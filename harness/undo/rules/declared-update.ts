import { isMembers, type Members } from '../../../generators/members.ts';
import { setupFailed } from '../../failures/failure.ts';
import type { UndoRule } from './rule.ts';

/** An update of a thing by an operation that only the tenant's own document declares: it holds something more from then on. */
export const DECLARED_UPDATE = 'declaredUpdate';

/** What the ledger keeps of such an update. */
export interface UpdateNoted {
  readonly kind: string;
  readonly id: string;
  readonly method: string;
  /** Where the thing is read and updated. */
  readonly path: string;
  /** The list of what it holds. */
  readonly member: string;
  readonly value: string | number;
  /** What an update cannot leave out. */
  readonly required: readonly string[];
}

/** The part of a response with the list: the thing, or what holds it. */
function withList(shown: unknown, member: string): Members | undefined {
  if (!isMembers(shown)) return undefined;
  if (Array.isArray(shown[member]) || shown[member] === null) return shown;
  return Object.values(shown)
    .map((inner) => withList(inner, member))
    .find((found) => found !== undefined);
}

/** The list of what a thing holds, as a response shows it; undefined if it does not. */
export function heldIn(shown: unknown, { member }: Pick<UpdateNoted, 'member'>): readonly unknown[] | undefined {
  const whole = withList(shown, member);
  return whole && ((whole[member] ?? []) as readonly unknown[]);
}

/** The body of an update that says what a thing holds, with what it shows of all else that is required. */
export function holding(
  shown: unknown,
  { member, required }: Pick<UpdateNoted, 'member' | 'required'>,
  list: readonly unknown[],
): Members {
  const whole = withList(shown, member) ?? {};
  const kept = required.filter((name) => name !== member && whole[name] !== undefined);
  return { ...Object.fromEntries(kept.map((name) => [name, whole[name]])), [member]: list };
}

const NOTHING_THERE: readonly number[] = [404, 410];

export const declaredUpdate: UndoRule = {
  // What goes at the end goes with all that it holds.
  note({ body }, { goesWith }) {
    const { kind, id } = body as UpdateNoted;
    return goesWith(kind, id) ? undefined : (body as Readonly<Record<string, unknown>>);
  },
  async undo(data, { admin }) {
    const noted = data as unknown as UpdateNoted;
    const { status, wire } = await admin.read(noted.path);
    if (NOTHING_THERE.includes(status)) return;
    const held = heldIn(wire, noted);
    if (!held) throw setupFailed(`what it holds is not shown: ${status}`);
    const others = held.filter((one) => String(one) !== String(noted.value));
    if (others.length === held.length) return;
    const answer = await admin.request(noted.method, noted.path, holding(wire, noted, others));
    if (answer.status >= 300 && !NOTHING_THERE.includes(answer.status))
      throw setupFailed(`the update was answered with ${answer.status}`);
  },
  describe: ({ kind, id, member }) => `${String(member)} of ${String(kind)} ${String(id)}`,
};
