import fc from 'fast-check';
import { LIMITS } from '../../contracts/limits.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { judging } from '../../harness/check/judging.ts';
import { property } from '../../harness/check/property.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { createActiveTasks, requestActiveTask } from './active-limit.ts';
import { createdTaskId, requestAction, UNPRINTED, type CreatedTask } from './tasks.ts';

const { max: MAX } = LIMITS.activeTasksPerUser;

interface Held extends CreatedTask {
  /** Where the task is: an actor of the user in the deployment of the task. */
  readonly there: Actor;
}

const FREE = 'scheduled-tasks.limit.create-twentieth';

/** The tasks of one user, as far as they count, and what freed the last place. */
class Places {
  readonly active: Held[];
  readonly paused: Held[] = [];
  /** By which requirement there is a place. */
  freedBy: RequirementId = FREE;

  /** Active tasks that the user had before. */
  readonly #others: number;

  constructor(active: readonly Held[], others: number) {
    this.active = [...active];
    this.#others = others;
  }

  get taken(): number {
    return this.active.length + this.#others;
  }

  /** A place is free because one of all of them was given up. */
  free(by: RequirementId): void {
    if (this.areTaken) this.freedBy = by;
  }

  get areTaken(): boolean {
    return this.taken >= MAX;
  }
}

interface Command {
  readonly run: (check: Check, places: Places) => Promise<void>;
  readonly toString: () => string;
}

function creating(there: Actor, where: string): Command {
  return {
    toString: () => `create ${where}`,
    async run(check, places) {
      const body = taskBody(check);
      const answer = await requestActiveTask(check, there, body);
      await judging(places.areTaken ? 'scheduled-tasks.limit.create-past-20' : places.freedBy, () => {
        if (places.areTaken) expect(answer, 'one more than 20').toBeRefusedWith(409);
        else expect(answer, `active task ${places.taken + 1}`).toSucceed();
      });
      if (!isSuccess(answer)) return;
      places.active.push({ id: await createdTaskId(check, there, answer, body), body, there });
      places.freedBy = FREE;
    },
  };
}

const pausing = (): Command => ({
  toString: () => 'pause',
  async run(check, places) {
    const [task] = places.active;
    if (!task || !isServed(check) || !isSuccess(await requestAction(task.there, 'pause', task))) return;
    places.free('scheduled-tasks.limit.paused-not-counted');
    places.active.shift();
    places.paused.push(task);
  },
});

const resuming = (): Command => ({
  toString: () => 'resume',
  async run(_check, places) {
    const [task] = places.paused;
    if (!task) return;
    const answer = await requestAction(task.there, 'resume', task);
    await judging(`scheduled-tasks.limit.resume-${places.areTaken ? 'past-20' : 'twentieth'}`, () => {
      if (places.areTaken) expect(answer, 'one more than 20').toBeRefusedWith(409);
      else expect(answer, `active task ${places.taken + 1}`).toSucceed();
    });
    if (!isSuccess(answer)) return;
    places.paused.shift();
    places.active.push(task);
  },
});

const deleting = (which: 'active' | 'paused'): Command => ({
  toString: () => `delete ${which}`,
  async run(_check, places) {
    const task = places[which].at(-1);
    if (!task || !isSuccess(await task.there.ask('deleteScheduledTask', task.id))) return;
    // A paused task takes no place, and so frees none.
    if (which === 'active') places.free('scheduled-tasks.limit.deleted-not-counted');
    places[which].pop();
  },
});

/** Whether both operations without a printed path are known on this tenant. */
const isServed = ({ tenant: { wire } }: Check): boolean =>
  wire.route(UNPRINTED.pause) !== undefined && wire.route(UNPRINTED.resume) !== undefined;

/** Steps in any order, and then the way over the limit and back: by each action that takes a place and by each that frees one. */
function sequences(here: Actor, elsewhere: Actor): fc.Arbitrary<readonly Command[]> {
  const [one, other] = [creating(here, 'here'), creating(elsewhere, 'elsewhere')];
  const some = [one, other, pausing(), pausing(), resuming(), deleting('active'), deleting('paused')];
  const over = [other, one, one, other];
  const back = [pausing(), other, resuming(), deleting('active'), resuming(), one, deleting('active'), other];
  return fc.shuffledSubarray(some, { minLength: some.length }).map((first) => [...first, ...over, ...back]);
}

async function oneAfterTheOther(check: Check, places: Places, commands: readonly Command[]): Promise<void> {
  for (const { run } of commands) await run(check, places);
}

async function takeAway({ active, paused }: Places): Promise<void> {
  for (const { there, id } of [...active, ...paused]) await there.ask('deleteScheduledTask', id);
}

/** The actor in the other deployment, or in their own where no other was lent. */
function elsewhereIfLent(check: Check, actor: Actor): Actor {
  const elsewhere = check.optional('OTHER_DEPLOYMENT_ID');
  return elsewhere === undefined ? actor : actor.in(elsewhere);
}

test.describe('in any order', () => {
  test(...verifies('scheduled-tasks.limit.create-twentieth'), async ({ check, admin }) => {
    await property(
      check,
      sequences(admin, elsewhereIfLent(check, admin)),
      async (commands) => {
        const begun = await createActiveTasks(check, admin, { who: [admin], upTo: MAX - 2 });
        const held = begun.map((task) => ({ ...task, there: admin }));
        const places = new Places(held, MAX - 2 - begun.length);
        try {
          await oneAfterTheOther(check, places, commands);
        } finally {
          await takeAway(places);
        }
      },
      { share: 0.01 },
    );
  });
});
