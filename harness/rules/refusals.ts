import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../client/actor.ts';
import { granted } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';
import { expect, test, verifies, type Check } from '../test.ts';

type Members = Readonly<Record<string, unknown>>;

/** What a valid request is made of, and where its effect would be seen. */
export interface Prepared {
  readonly path?: Asked['path'];
  readonly valid: Members;
  /** Reads whatever the request would change. */
  readonly look: () => Promise<unknown>;
}

export interface Refusal<Ready extends Prepared> {
  /** As printed; where none is, any 4xx. */
  readonly status: 400 | 403 | 404 | 409 | 422 | '4xx';
  /** The members that break the one rule. A member that is undefined is left out. */
  readonly broken: Members | ((ready: Ready) => Members);
  /** The nearest members that keep it. */
  readonly neighbour: Members | ((ready: Ready) => Members);
}

/**
 * Rules about input as a table. Of each row the broken request is sent, what it would change is found unchanged, and
 * then the neighbour is sent and succeeds: a refusal for another reason would hit it as well.
 */
export function refusals<Ready extends Prepared>(
  operation: AnyOperationId,
  prepare: (check: Check, admin: Actor) => Promise<Ready>,
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

      const refused = await send(row.broken);
      if (row.status === '4xx') expect(refused).toBeRefused();
      else expect(refused).toBeRefusedWith(row.status);
      expect(await ready.look(), 'what the refused request would change').toEqual(before);

      granted(await send(row.neighbour), 'the neighbour');
    });
  }
}
