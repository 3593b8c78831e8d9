import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { guessedUser, sharedWith } from '../../harness/client/shared-with.ts';
import { expect, test } from '../test.ts';

const contract = await loadContract();
const TASK = '/api/v1/deployments/{d}/scheduled-tasks/{t}';
const DELIVERY = '/api/v1/deployments/{d}/report-deliveries/{r}';

/** The values of bindings at a tenant that declares these operations. */
function found(paths: object): (id: string) => unknown {
  const resolved = resolveBindings(contract, {}, new TenantDocument({ openapi: '3.1.0', paths }));
  return (id) => resolved.get(id);
}

const put = { operationId: 'shareScheduledTask', responses: {} };

test('things are shared at a path that names the user, without a body', () => {
  const at = found({ [`${TASK}/shares/{user_id}`]: { put }, [`${DELIVERY}/viewers/{memberId}`]: { post: put } });
  const task = '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}/shares/{userId}';
  expect(at('scheduled-tasks.share')).toMatchObject({ value: { method: 'put', path: task }, source: 'discovered' });
  expect(at('scheduled-tasks.share-body')).toMatchObject({ value: {}, source: 'discovered' });
  const delivery = '/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}/viewers/{userId}';
  expect(at('report-deliveries.share')).toMatchObject({ value: { method: 'post', path: delivery } });
});

test('a path of its own comes first, and one that names something else is none', () => {
  const own = found({ [`${TASK}/share`]: { post: put }, [`${TASK}/shares/{userId}`]: { put } });
  expect(own('scheduled-tasks.share')).toMatchObject({ value: { method: 'post' } });
  const { value } = found({ [`${TASK}/shares/{roleId}`]: { put: { responses: {} } } })('scheduled-tasks.share') as {
    readonly value?: unknown;
  };
  expect(JSON.stringify(value ?? '')).not.toContain('roleId');
});

test('things are shared with nobody who is to see nothing, and a refusal may be about the user', () => {
  const settings = { MEMBER_USER_ID: '7', NO_ACCESS_USER_ID: '8', ADMIN_USER_ID: '1' };
  expect(sharedWith('shareScheduledTask', settings)).toEqual({ userId: '7' });
  expect(sharedWith('shareReportDelivery', { ...settings, NO_ACCESS_USER_ID: '7' })).toEqual({ userId: '1' });
  expect(sharedWith('pauseScheduledTask', settings)).toEqual({});
  expect(guessedUser('shareScheduledTask', '/tasks/{taskId}/shares/{userId}')).toHaveLength(1);
  expect(guessedUser('shareScheduledTask', '/tasks/{taskId}/share')).toEqual([]);
});
