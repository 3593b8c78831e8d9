import { ok, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { instantOf } from '../clock.ts';
import { pageOfCollection, shown } from '../pages.ts';
import { isAsked, type DeclaredOperation } from './family.ts';
import { catchUp, taskState, type Notification } from './task-state.ts';

/** What the caller was told of runs that ended. */
export function listNotifications(call: Call): Answer {
  const { tenant, principal, path } = call;
  catchUp(tenant);
  const isOwn = ({ userId, deploymentId }: Notification) =>
    userId === principal.user?.id && isAsked(path, deploymentId);
  const list = pageOfCollection(call, taskState(tenant).notifications, isOwn);
  return ok(shown(list, ({ createdAt, ...one }) => ({ ...one, createdAt: instantOf(createdAt) })));
}

/** The inbox, whose family the specification only names. */
export const declaredNotifications: DeclaredOperation = {
  binding: 'named.notifications',
  operation: {
    operationId: 'listNotifications',
    summary: "List the caller's notifications",
    tags: ['named'],
    security: [{ platform: [] }],
    parameters: [{ $ref: '#/components/parameters/first' }, { $ref: '#/components/parameters/after' }],
    responses: {
      '2XX': {
        description: 'A page of notifications.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['items', 'pageInfo'],
              properties: {
                items: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['id', 'userId', 'text'],
                    properties: {
                      id: { type: 'integer' },
                      userId: { type: 'integer' },
                      deploymentId: { type: 'integer' },
                      text: { type: 'string' },
                      createdAt: { type: ['string', 'number'] },
                    },
                  },
                },
                pageInfo: { $ref: '#/components/schemas/PageInfo' },
              },
            },
          },
        },
      },
      '401': { $ref: '#/components/responses/Unauthorized' },
      '403': { $ref: '#/components/responses/Forbidden' },
      '4XX': { $ref: '#/components/responses/Refused' },
    },
    'x-lines': '26',
    'x-access': { credential: 'platform', scopedKeyElsewhereRefused: '281, 297' },
  },
};
