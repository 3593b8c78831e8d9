import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import type { ValidCall } from '../../harness/check/valid-calls.ts';
import { calls } from './calls.ts';

const GATES = {
  'lakehouse.gate.start-preview': 'startMetricViewPreview',
  'lakehouse.gate.read-preview': 'getMetricViewPreview',
  'lakehouse.gate.read-result': 'getMetricViewPreviewResult',
  'lakehouse.gate.cancel-preview': 'cancelMetricViewPreview',
  'lakehouse.gate.read-integration': 'getMetricViewIntegration',
  'lakehouse.gate.put-integration': 'putMetricViewIntegration',
} as const satisfies Partial<Record<RequirementId, AnyOperationId>>;

for (const [id, operation] of Object.entries(GATES)) {
  test(...verifies(id as keyof typeof GATES), async ({ check, admin }) => {
    const request = await (calls[operation] as ValidCall)(check, admin.preparing, 'home');
    await check.account.switchFeature('previews', false);
    const answer = await admin.raw(operation, request);
    await check.account.switchFeature('previews', true);
    expect(isSuccess(answer), `${operation} succeeded, with status ${answer.status}`).toBe(false);
    granted(await admin.raw(operation, request), 'the same request with the preview feature switched on');
  });
}
