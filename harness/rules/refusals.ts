import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../client/actor.ts';
import { granted } from '../http/answer.ts';
import { inEach } from '../check/in-each.ts';
import { readUntil } from '../check/eventually.ts';
import type { Asked } from '../client/client.ts';
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
}

export interface Refusal<Ready extends Prepared> {
  /** The specified status, or any 4xx if none is specified. */
  readonly status: 400 | 403 | 404 | 409 | 422 | '4xx';
  /** The members that break the rule. An undefined member is omitted from the body. */
  readonly broken: Members | ((ready: Ready) => Members);
  /** Further members that break it, by the class of the row that they belong to; those of `broken` are `the nearest`. */
  readonly further?: Readonly<Record<string, Refusal<Ready>['broken']>>;
  /** The nearest valid members. */
  readonly neighbour: Members | ((ready: Ready) => Members);
}

/**
 * Declares checks of input rules from a table. Each row sends the invalid request, checks that nothing has changed, and then
 * sends the neighbour, which must succeed: a refusal for another reason would affect it too.
 */
export function refusals<Ready extends Prepared>(
  operation: AnyOperationId,
  prepare: (check: Check, admin: Actor) => Ready | Promise<Ready>,
  table: Readonly<Partial<Record<RequirementId, Refusal<Ready>>>>,
): void {
  for (const [id, row] of Object.entries(table)) {
    test(...verifies(id as RequirementId), async ({ check, admin }) => {
      const ready = await prepare(check, admin);
      const send = (members: Refusal<Ready>['broken']) => {
        const changed = typeof members === 'function' ? members(ready) : members;
        return admin.raw(operation, { ...(ready.path && { path: ready.path }), body: { ...ready.valid, ...changed } });
      };
      const before = await ready.look();

      const expectRefusal = async (broken: Refusal<Ready>['broken']) => {
        const refused = await send(broken);
        if (row.status === '4xx') expect(refused).toBeRefused();
        else expect(refused).toBeRefusedWith(row.status);
        const after = ready.isLate ? await readUntil(check, ready.look, (seen) => seen !== before) : await ready.look();
        expect(after, 'what the refused request would change').toEqual(before);
      };
      if (row.further) await inEach(check, { 'the nearest': row.broken, ...row.further }, expectRefusal);
      else await expectRefusal(row.broken);

      granted(await send(row.neighbour), 'the neighbour');
    });
  }
}
