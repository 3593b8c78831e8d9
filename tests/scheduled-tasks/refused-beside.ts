import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { answerOnceFree, isUnderWay } from '../../harness/check/under-way.ts';
import { expect, type Check } from '../../harness/test.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { pause } from './histories.ts';
import { UNPRINTED, type CreatedTask } from './tasks.ts';

/** What else somebody is refused on a task of another user, each with the requirement that says so. */
const BESIDE = {
  run: 'scheduled-tasks.access.reader-run-refused',
  delete: 'scheduled-tasks.access.reader-delete-refused',
} as const;

export async function refusedBeside(check: Check, admin: Actor, who: Actor, task: CreatedTask): Promise<void> {
  for (const [action, requirement] of Object.entries(BESIDE) as [keyof typeof BESIDE, RequirementId][]) {
    const answer = await answerOnceFree(check, () => ACTIONS[action](check, admin, task).send(who));
    // Whether it is told first that a run is under way is open.
    if (isUnderWay(answer)) continue;
    await judging(requirement, () => {
      expect(answer, requirement).toBeRefusedWith(403);
    });
  }
}

/** An action without a printed path, where its path is known. */
export function ifServed<What extends keyof typeof UNPRINTED>(check: Check, what: What): What | undefined {
  return check.tenant.wire.route(UNPRINTED[what]) ? what : undefined;
}

const READS: readonly ActionName[] = ['list', 'runs'];

/** What else the creator of a task is refused without read access to its deployment; the deletion is the last. */
export async function expectNothingLeft(check: Check, admin: Actor, user: Actor, task: CreatedTask): Promise<void> {
  const requested: readonly (ActionName | undefined)[] = [
    'list',
    'runs',
    'run',
    ifServed(check, 'share'),
    ifServed(check, 'pause'),
    ifServed(check, 'resume'),
    'delete',
  ];
  for (const action of requested.flatMap((one) => one ?? [])) {
    // A tenant may tell first that a task that is active cannot be resumed.
    if (action === 'resume') await pause(check, admin, task);
    const { send } = ACTIONS[action](check, admin, task);
    const expectRefused = async () => {
      expect(await send(user), `${action}, by the creator`).toBeRefusedWith(403);
    };
    // The reads come first: once they are refused, so is the rest, and a task cannot be deleted twice.
    await judging(`scheduled-tasks.${action}.no-read-access` as RequirementId, () =>
      READS.includes(action) ? eventually(check, expectRefused) : expectRefused(),
    );
  }
}
