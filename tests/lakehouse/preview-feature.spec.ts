import type { AnyOperationId } from '../../contracts/operations.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_KEY, BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
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
    const askers = { [BY_KEY]: admin, [BY_OAUTH]: check.asOptional('OAUTH_TOKEN', 'OAuth administrator') };
    await inEach(check, askers, async (asker) => {
      const answer = await asker.raw(operation, request);
      expect(isSuccess(answer), `${operation} succeeded, with status ${answer.status}`).toBe(false);
    });
    await check.account.switchFeature('previews', true);
    granted(await admin.raw(operation, request), 'the same request with the preview feature switched on');
  });
}
