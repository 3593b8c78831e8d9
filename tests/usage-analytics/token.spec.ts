import { lengthOf } from '../../harness/http/secrets.ts';
import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
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

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LIFETIME = 60 * MINUTE;
/** The allowed difference between the clocks of two machines. */
const TOLERANCE = MINUTE;
/** Smaller numbers are seconds: as milliseconds they would be in the first months of 1970. */
const MIN_MILLISECONDS = 10_000_000_000;

/** The time that an expiresAt denotes; undefined where it is a date without a time. */
function timeOf(expiresAt: unknown): number | undefined {
  if (typeof expiresAt === 'number') return expiresAt < MIN_MILLISECONDS ? expiresAt * SECOND : expiresAt;
  if (typeof expiresAt !== 'string') throw setupFailed('the response contains no expiresAt');
  if (/^\d+$/.test(expiresAt)) return timeOf(Number(expiresAt));
  if (/^\d{4}-\d{2}-\d{2}$/.test(expiresAt)) return undefined;
  const time = Date.parse(expiresAt);
  if (Number.isNaN(time)) throw setupFailed(`expiresAt is ${JSON.stringify(expiresAt)} which is not a time`);
  return time;
}

test(...verifies('usage-analytics.create.lifetime'), async ({ admin }) => {
  const { body, headers } = granted(await admin.raw('createUsageAnalyticsToken'), 'a token');
  const expiresAt = timeOf((body as { readonly expiresAt?: unknown } | undefined)?.expiresAt);
  if (expiresAt === undefined) untested('expiresAt is a date without a time');
  // By the tenant's own clock, where the response has a Date header.
  const tenantTime = Date.parse(headers['date'] ?? '');
  const lifetime = expiresAt - (Number.isNaN(tenantTime) ? Date.now() : tenantTime);
  expect(
    Math.abs(lifetime - LIFETIME),
    `difference from an hour in ms, with expiresAt in ${lifetime} ms`,
  ).toBeLessThanOrEqual(TOLERANCE);
});
