import { lengthOf } from '../../harness/http/secrets.ts';
import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';

checkEveryOperation('usage-analytics', calls);
checkShapes('usage-analytics', calls, ['usage-analytics.create.token']);

test(...verifies('usage-analytics.create.token'), async ({ check, admin }) => {
  const answer = await admin.raw('createUsageAnalyticsToken');
  expect(answer).toSucceed();
  if (check.tenant.wire.value('usage-analytics.token') === undefined) {
    untested('nothing says under which name the token stands: state usage-analytics.token');
  }
  const { token } = (answer.body ?? {}) as { readonly token?: unknown };
  expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
  expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LIFETIME = 60 * MINUTE;
/** How far the clocks of two machines may be apart. */
const TOLERANCE = MINUTE;
/** Numbers below are seconds: as milliseconds they would lie in the first months of 1970. */
const LEAST_MILLISECONDS = 10_000_000_000;

/** The moment that an expiresAt stands for; undefined where it names a day and no more. */
function momentOf(expiresAt: unknown): number | undefined {
  if (typeof expiresAt === 'number') return expiresAt < LEAST_MILLISECONDS ? expiresAt * SECOND : expiresAt;
  if (typeof expiresAt !== 'string') throw setupFailed('the answer carries no expiresAt');
  if (/^\d+$/.test(expiresAt)) return momentOf(Number(expiresAt));
  if (/^\d{4}-\d{2}-\d{2}$/.test(expiresAt)) return undefined;
  const moment = Date.parse(expiresAt);
  if (Number.isNaN(moment)) throw setupFailed(`expiresAt is ${JSON.stringify(expiresAt)} and no moment`);
  return moment;
}

test(...verifies('usage-analytics.create.lifetime'), async ({ admin }) => {
  const { body, headers } = granted(await admin.raw('createUsageAnalyticsToken'), 'a token');
  const expiresAt = momentOf((body as { readonly expiresAt?: unknown } | undefined)?.expiresAt);
  if (expiresAt === undefined) untested('expiresAt names a day: an hour cannot be told from it');
  // By the tenant's own clock, where it tells the time.
  const told = Date.parse(headers['date'] ?? '');
  const lifetime = expiresAt - (Number.isNaN(told) ? Date.now() : told);
  expect(Math.abs(lifetime - LIFETIME), `milliseconds off an hour, expiresAt in ${lifetime} ms`).toBeLessThanOrEqual(
    TOLERANCE,
  );
});
