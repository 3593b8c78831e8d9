import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SecretSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { USED, type ActionOnThing } from '../../harness/rules/permissions.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import type { Check } from '../../harness/test.ts';
import { apartFromRuns } from '../../harness/things/run-members.ts';
import {
  request,
  idsOf,
  exists,
  createDelivery,
  createUsedDelivery,
  runsOf,
  readDelivery,
  transferBody,
  updateDelivery,
} from './deliveries.ts';

interface Action {
  readonly send: (check: Check, actor: Actor, id: string) => Promise<Answer>;
  readonly look?: (admin: Actor, id: string) => Promise<unknown>;
  /** The operation that takes the action back. */
  readonly undo?: AnyOperationId;
}

/** What a delivery shows, without what its runs change. */
export const contentOf = async (admin: Actor, id: string) => apartFromRuns(await readDelivery(admin, id));

const requesting = (operation: AnyOperationId, bodyOf: (check: Check) => unknown = () => undefined) => ({
  send: (check: Check, actor: Actor, id: string) => request(actor, operation, id, bodyOf(check)),
});

export const ACTIONS = {
  read: requesting('getReportDelivery'),
  update: { send: updateDelivery, look: contentOf },
  pause: { ...requesting('pauseReportDelivery'), look: contentOf, undo: 'resumeReportDelivery' },
  run: { ...requesting('runReportDelivery'), look: runsOf },
  delete: { ...requesting('deleteReportDelivery'), look: exists },
  share: { ...requesting('shareReportDelivery'), look: contentOf },
  transfer: { ...requesting('transferReportDelivery', (check) => transferBody(check)), look: contentOf },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

/** Operations that a tenant may lack. */
export const ROUTES = {
  pause: 'pauseReportDelivery',
  share: 'shareReportDelivery',
  transfer: 'transferReportDelivery',
} as const;

/** An action that a tenant may lack, where it is known how it is requested. */
export function ifServed(check: Check, who: Actor, name: keyof typeof ROUTES, id: string) {
  return () =>
    check.tenant.wire.route(ROUTES[name]) ? ACTIONS[name].send(check, who, id) : Promise.resolve(undefined);
}

function actionOn(check: Check, admin: Actor, name: ActionName, id: string): ActionOnThing {
  const { send, look, undo }: Action = ACTIONS[name];
  return {
    send: (actor) => send(check, actor, id),
    look: () => look?.(admin, id) ?? Promise.resolve(undefined),
    ...(undo && { undo: () => request(admin, undo, id) }),
  };
}

function actionOnDelivery(check: Check, admin: Actor, name: ActionName): (owner: Actor) => Promise<ActionOnThing> {
  return async (owner) => {
    const id = await createDelivery(check, owner);
    // Whether it is there is seen in the list.
    if (name === 'delete') await listed(check, admin, id);
    return actionOn(check, admin, name, id);
  };
}

export function listed(check: Check, admin: Actor, id: string): Promise<string[]> {
  return readUntil(
    check,
    () => idsOf(admin),
    (ids) => ids.includes(id),
  );
}

/** What has become of a delivery before an action; what an action does itself is left to it. */
const HISTORY = {
  run: 'runReportDelivery',
  share: 'shareReportDelivery',
  pause: 'pauseReportDelivery',
} as const;

/** An action on a new delivery, and on one that has run, was shared and paused, and of which somebody has requested the same. */
export function situationOf(check: Check, admin: Actor, name: ActionName) {
  const { actors = [], mayUse = [] } = check.requirement.needs;
  const isKnown = [...mayUse, ...(name === 'read' ? actors : [])].includes('TASK_READER_TOKEN');
  const stranger = isKnown ? check.asOptional('TASK_READER_TOKEN') : undefined;
  return {
    admin,
    actionOn: actionOnDelivery(check, admin, name),
    others: {
      async [USED](owner: Actor) {
        const operations = Object.entries(HISTORY).flatMap(([what, operation]) => (what === name ? [] : [operation]));
        const id = await createUsedDelivery(check, owner, operations);
        if (name === 'delete') await listed(check, admin, id);
        const attempted = stranger && (await ACTIONS[name === 'read' ? 'update' : name].send(check, stranger, id));
        // What was not refused is done, and leaves nothing to see of the action.
        return attempted && isSuccess(attempted) ? undefined : actionOn(check, admin, name, id);
      },
    },
  };
}

export type Cells = readonly (readonly [rule: string, action: ActionName, actor: SecretSetting])[];
