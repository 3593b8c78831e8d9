import type { RequirementId } from '../../contracts/requirements/index.ts';
import { Together } from '../check/together.ts';
import type { Actor } from '../client/actor.ts';
import { aloneIn, locksTogether } from '../schedule/locks.ts';
import { test, verifies, type Check } from '../test.ts';

/** A check, and those that are declared together with it. */
export type Body = (check: Check, admin: Actor, together: Together) => Promise<void>;

interface Declared {
  readonly id: RequirementId;
  readonly body: Body;
  readonly details: ReturnType<typeof verifies>;
}

/**
 * Declares checks of one operation, which are played in one process, one after the other, so that they can judge the same
 * answers. Those that have something to themselves go with those that have the same: the others would wait with them.
 */
export function declareTogether(bodies: ReadonlyMap<RequirementId, Body>): void {
  const tests = [...bodies].map(([id, body]): Declared => ({ id, body, details: verifies(id) }));
  const groups = new Map<string, Declared[]>();
  for (const one of tests) {
    const key = JSON.stringify(aloneIn(one.details[1].lock));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const group of groups.values()) {
    const together = new Together(group.map(({ id }) => id));
    const lock = locksTogether(group.map(({ details }) => details[1].lock));
    test.describe(() => {
      test.describe.configure({ mode: 'default' });
      for (const { details, body } of group) {
        test(details[0], { ...details[1], lock }, async ({ check, admin }) => {
          await body(check, admin, together);
        });
      }
    });
  }
}
