import { statedLifetimes } from '../../harness/check/stated-ends.ts';
import { lengthOf } from '../../harness/http/secrets.ts';
import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';

checkEveryOperation('usage-analytics', calls);
checkShapes('usage-analytics', calls, ['usage-analytics.create.token']);

test(...verifies('usage-analytics.create.token'), async ({ check, admin }) => {
  const answer = await admin.raw('createUsageAnalyticsToken');
  expect(answer).toSucceed();
  if (check.tenant.wire.value('usage-analytics.token') === undefined) {
    untested(unstated('usage-analytics.token', 'the name of the token in the response is unknown'));
  }
  const { token } = (answer.body ?? {}) as { readonly token?: unknown };
  expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
  expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
});

const HOUR = 3_600;
/** The allowed difference between the clocks of two machines, in seconds. */
const TOLERANCE = 60;

test(...verifies('usage-analytics.create.lifetime'), async ({ admin }) => {
  const lifetimes = statedLifetimes(granted(await admin.raw('createUsageAnalyticsToken'), 'a token'));
  const apart = lifetimes.map((seconds) => Math.abs(seconds - HOUR));
  expect(Math.max(...apart), 'seconds that the stated end is off, of an hour').toBeLessThanOrEqual(TOLERANCE);
});
