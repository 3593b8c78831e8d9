import { statedLifetimes } from '../../harness/check/stated-ends.ts';
import { lengthOf } from '../../harness/http/secrets.ts';
import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { otherAdministrators } from '../../harness/things/administrators.ts';
import { caseIf, inEach } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';

checkEveryOperation('usage-analytics', calls, {
  except: ['usage-analytics.create.token', 'usage-analytics.create.expires-at'],
});

/** Administrators who ask for a token, one of them twice. */
function askers(check: Check, admin: Actor) {
  return { 'the first time': admin, 'a second time': admin, ...otherAdministrators(check) };
}

function requireName({ tenant: { wire } }: Check): void {
  if (wire.value('usage-analytics.token') === undefined)
    untested(unstated('usage-analytics.token', 'the name of the token in the response is unknown'));
}

test(...verifies('usage-analytics.create.token'), async ({ check, admin }) => {
  await inEach(check, askers(check, admin), async (asker) => {
    const answer = await asker.raw('createUsageAnalyticsToken');
    expect(answer).toSucceed();
    requireName(check);
    const { token } = (answer.body ?? {}) as { readonly token?: unknown };
    expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
    expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
  });
});

test(...verifies('usage-analytics.create.expires-at'), async ({ check, admin }) => {
  await inEach(check, askers(check, admin), async (asker) => {
    granted(await asker.raw('createUsageAnalyticsToken'), 'a token');
    const own = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
    expect(
      own.map(({ at, message }) => `${at} ${message}`.trim()),
      'differences between the responses and the contract',
    ).toEqual([]);
  });
});

const HOUR = 3_600;
/** The allowed difference between the clocks of two machines, in seconds. */
const TOLERANCE = 60;

test(...verifies('usage-analytics.create.lifetime'), async ({ check, admin }) => {
  const expectHour = async (asker: Actor) => {
    const lifetimes = statedLifetimes(granted(await asker.raw('createUsageAnalyticsToken'), 'a token'));
    const apart = lifetimes.map((seconds) => Math.abs(seconds - HOUR));
    expect(Math.max(...apart), 'seconds that the stated end is off, of an hour').toBeLessThanOrEqual(TOLERANCE);
  };
  await inEach(check, askers(check, admin), expectHour);
  // Nobody waits so long for a live tenant.
  const later = caseIf(!check.tenant.isLive, () => Object.values(askers(check, admin)));
  await inEach(check, { 'half an hour later': later }, (all) => halfAnHourApart(check, all, expectHour));
});

/** Judges what each asker gets half an hour after the one before. */
async function halfAnHourApart(
  check: Check,
  all: readonly (Actor | undefined)[],
  judge: (asker: Actor) => Promise<void>,
): Promise<void> {
  for (const asker of all) {
    await check.clock.pass('30m');
    if (asker) await judge(asker);
  }
}
