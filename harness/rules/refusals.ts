import { isDeepStrictEqual } from 'node:util';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../client/actor.ts';
import { granted, isRefusedWith, isSuccess, type Answer, type RefusalStatus } from '../http/answer.ts';
import { readUnlessAppears } from '../check/eventually.ts';
import type { Asked } from '../requests/requests.ts';
import { inEach } from '../check/in-each.ts';
import type { ForOne, Own } from '../check/together.ts';
import { expect, type Check } from '../test.ts';
import { declareTogether, type Body } from './declare.ts';

type Members = Readonly<Record<string, unknown>>;

/** A valid request, and how to read its effect. */
export interface Prepared {
  readonly path?: Asked['path'];
  readonly valid: Members;
  /** The valid members that no two requests may have in common. */
  readonly renewed?: () => Members;
  /** Reads what the request would change. */
  readonly look: () => Promise<unknown>;
  /** Whether it is read in a list, which may show it only a moment later. */
  readonly isLate?: boolean;
  /** The valid members without which none of the others can be sent, for the class `alone`. */
  readonly least?: Members;
}

export interface Refusal<Ready extends Prepared> {
  readonly status: RefusalStatus;
  /** The members that break the rule. An undefined member is omitted from the body. */
  readonly broken: Members | ((ready: Ready) => Members);
  /** Members of other classes that break it, beside the valid ones; undefined where this tenant has none of the class. */
  readonly further?: Readonly<Record<string, Further<Ready>>> | undefined;
  /** The nearest valid members. */
  readonly neighbour: Members | ((ready: Ready) => Members);
}

interface Further<Ready extends Prepared> {
  /** The status of the row, if none is stated. */
  readonly status?: RefusalStatus;
  readonly broken: Members | ((ready: Ready) => Members | undefined | Promise<Members | undefined>);
}

/** The invalid members beside all valid ones, and beside as few as there can be. */
export const TOGETHER = 'beside valid members';
export const ALONE = 'alone';

/**
 * Declares checks of input rules from a table. Each row sends the invalid request, in each of the classes that its requirement
 * names, checks that nothing has changed, and then sends the neighbour, which must succeed: a refusal for another reason would
 * affect it too. On a live tenant one preparation does for the rows of a table.
 */
export function refusals<Ready extends Prepared>(
  operation: AnyOperationId,
  prepare: (check: Check, admin: Actor) => Ready | Promise<Ready>,
  table: Readonly<Partial<Record<RequirementId, Refusal<Ready>>>>,
): void {
  const rows = Object.entries(table) as [RequirementId, Refusal<Ready>][];
  declareTogether(
    new Map(
      rows.map(([id, row]): [RequirementId, Body] => [
        id,
        async (check, admin, together) => {
          const seen = await together.seenBy(check, (selected, forOne) =>
            allRefused({
              operation,
              admin,
              ready: () => prepare(check, admin),
              rows: rows.filter(([one]) => selected.some((other) => other.id === one)),
              forOne,
            }),
          );
          if (seen) await judgeSeen(check, seen, row);
          else await refuse(check, { operation, admin, ready: await prepare(check, admin), row });
        },
      ]),
    ),
  );
}

interface Refusing<Ready extends Prepared> {
  readonly operation: AnyOperationId;
  readonly admin: Actor;
  readonly ready: Ready;
  readonly row: Refusal<Ready>;
}

async function refuse<Ready extends Prepared>(
  check: Check,
  { operation, admin, ready, row }: Refusing<Ready>,
): Promise<void> {
  const send = sending(admin, operation, ready);
  const bodies = await bodiesOf(ready, row);
  const before = await ready.look();
  const judge = async ({ body, status }: Sent) => {
    expect(await send(body)).toBeRefusedWith(status);
  };
  if (check.requirement.classes.length > 0) await inEach(check, bodies, judge);
  else await judge(bodies[TOGETHER] as Sent);
  const after = ready.isLate
    ? await readUnlessAppears(check, ready.look, (seen) => seen !== before)
    : await ready.look();
  expect(after, 'what the refused request would change').toEqual(before);

  granted(await send({ ...ready.valid, ...membersIn(row.neighbour, ready) }), 'the neighbour');
}

interface All<Ready extends Prepared> {
  readonly operation: AnyOperationId;
  readonly admin: Actor;
  readonly ready: () => Ready | Promise<Ready>;
  readonly rows: readonly (readonly [RequirementId, Refusal<Ready>])[];
  readonly forOne: ForOne;
}

/**
 * Sends the invalid requests of several rows between two looks, and then their neighbours. Says whether all were refused as they
 * have to be, nothing had changed, and each neighbour succeeded.
 */
async function allRefused<Ready extends Prepared>(all: All<Ready>): Promise<boolean> {
  const { operation, admin, rows, forOne } = all;
  const ready = await all.ready();
  // What a list shows later cannot be waited for where nothing is expected to come.
  if (ready.isLate) return false;
  const send = sending(admin, operation, ready);
  const bodies: [RequirementId, string, Sent][] = [];
  for (const [id, row] of rows) {
    for (const [name, sent] of Object.entries(await bodiesOf(ready, row))) if (sent) bodies.push([id, name, sent]);
  }
  const before = await ready.look();
  for (const [id, name, { body, status }] of bodies) {
    const [, answer] = await forOne(id, async () => [name, await send(body)] as const);
    if (!isRefusedWith(answer, status)) return false;
  }
  if (!isDeepStrictEqual(await ready.look(), before)) return false;
  // Rows with the same neighbour have one answer, which is about all of them.
  const sent: Members[] = [];
  for (const [, row] of rows) {
    const members = membersIn(row.neighbour, ready);
    if (sent.some((one) => isDeepStrictEqual(one, members))) continue;
    sent.push(members);
    if (!isSuccess(await send({ ...ready.valid, ...ready.renewed?.(), ...members }))) return false;
  }
  return true;
}

/** What was seen to be refused, judged for one row. */
async function judgeSeen(check: Check, seen: Own, { status }: Pick<Refusal<Prepared>, 'status'>): Promise<void> {
  const classes = Object.fromEntries(seen);
  const judge = (answer: Answer) => {
    // Each was refused as its class has to be; that of the row is the most that all have in common.
    expect(answer).toBeRefusedWith(isRefusedWith(answer, status) ? status : '4xx');
  };
  if (check.requirement.classes.length > 0) await inEach(check, classes, judge);
  else judge(classes[TOGETHER] as Answer);
}

function sending(admin: Actor, operation: AnyOperationId, { path }: Prepared): (body: Members) => Promise<Answer> {
  return (body) => admin.raw(operation, { ...(path && { path }), body });
}

interface Sent {
  readonly body: Members;
  readonly status: RefusalStatus;
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
