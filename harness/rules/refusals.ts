import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../client/actor.ts';
import { granted, type Answer } from '../http/answer.ts';
import { readUntil } from '../check/eventually.ts';
import type { Asked } from '../client/client.ts';
import { inEach } from '../check/in-each.ts';
import { expect, test, verifies, type Check } from '../test.ts';

type Members = Readonly<Record<string, unknown>>;

/** A valid request, and how to read its effect. */
export interface Prepared {
  readonly path?: Asked['path'];
  readonly valid: Members;
  /** Reads what the request would change. */
  readonly look: () => Promise<unknown>;
  /** Whether it is read in a list, which may show it only a moment later. */
  readonly isLate?: boolean;
  /** The valid members without which none of the others can be sent, for the class `alone`. */
  readonly least?: Members;
}

/** The specified status, or any 4xx if none is specified. */
type Status = 400 | 403 | 404 | 409 | 422 | '4xx';

export interface Refusal<Ready extends Prepared> {
  readonly status: Status;
  /** The members that break the rule. An undefined member is omitted from the body. */
  readonly broken: Members | ((ready: Ready) => Members);
  /** Members of other classes that break it, beside the valid ones; undefined where this tenant has none of the class. */
  readonly further?: Readonly<Record<string, Further<Ready>>> | undefined;
  /** The nearest valid members. */
  readonly neighbour: Members | ((ready: Ready) => Members);
}

interface Further<Ready extends Prepared> {
  /** The status of the row, if none is stated. */
  readonly status?: Status;
  readonly broken: Members | ((ready: Ready) => Members | undefined | Promise<Members | undefined>);
}

/** The invalid members beside all valid ones, and beside as few as there can be. */
export const TOGETHER = 'beside valid members';
export const ALONE = 'alone';

/**
 * Declares checks of input rules from a table. Each row sends the invalid request, in each of the classes that its requirement
 * names, checks that nothing has changed, and then sends the neighbour, which must succeed: a refusal for another reason would
 * affect it too.
 */
export function refusals<Ready extends Prepared>(
  operation: AnyOperationId,
  prepare: (check: Check, admin: Actor) => Ready | Promise<Ready>,
  table: Readonly<Partial<Record<RequirementId, Refusal<Ready>>>>,
): void {
  for (const [id, row] of Object.entries(table)) {
    test(...verifies(id as RequirementId), async ({ check, admin }) => {
      const ready = await prepare(check, admin);
      const send = (body: Members) => admin.raw(operation, { ...(ready.path && { path: ready.path }), body });
      const bodies = await bodiesOf(ready, row);
      const before = await ready.look();
      const judge = async ({ body, status }: Sent) => {
        expectRefused(await send(body), status);
      };
      if (check.requirement.classes.length > 0) await inEach(check, bodies, judge);
      else await judge(bodies[TOGETHER] as Sent);
      const after = ready.isLate ? await readUntil(check, ready.look, (seen) => seen !== before) : await ready.look();
      expect(after, 'what the refused request would change').toEqual(before);

      granted(await send({ ...ready.valid, ...membersIn(row.neighbour, ready) }), 'the neighbour');
    });
  }
}

interface Sent {
  readonly body: Members;
  readonly status: Status;
}

/** The requests of a row: those that need something else of the tenant come to be before the look at what is there. */
async function bodiesOf<Ready extends Prepared>(
  ready: Ready,
  { status, broken, further = {} }: Refusal<Ready>,
): Promise<Record<string, Sent | undefined>> {
  const members = membersIn(broken, ready);
  const bodies: Record<string, Sent | undefined> = {
    [TOGETHER]: { body: { ...ready.valid, ...members }, status },
    ...(ready.least && { [ALONE]: { body: { ...ready.least, ...members }, status } }),
  };
  for (const [name, one] of Object.entries(further)) {
    const own = await membersIn(one.broken, ready);
    bodies[name] = own && { body: { ...ready.valid, ...own }, status: one.status ?? status };
  }
  return bodies;
}

function membersIn<Ready, Result>(members: Members | ((ready: Ready) => Result), ready: Ready): Members | Result {
  return typeof members === 'function' ? members(ready) : members;
}

function expectRefused(answer: Answer, status: Status): void {
  if (status === '4xx') expect(answer).toBeRefused();
  else expect(answer).toBeRefusedWith(status);
}
