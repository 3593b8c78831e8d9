import type { Actor } from '../../harness/client/actor.ts';
import { fresh, SIGNS } from '../../harness/client/unique.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_OAUTH, BY_PLAIN } from '../../harness/things/administrators.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { ifGiven, inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { request, changeOf, deliveryBody, createDelivery, isOpenTo, readDelivery } from './deliveries.ts';
import {
  byOAuth,
  ifUserKnown,
  oneAfterTheOther,
  nothing,
  ofColleague,
  pause,
  resume,
  run,
  share,
  transfer,
  colleagueIn,
  type Step,
  update,
} from './steps.ts';

test(...verifies('report-deliveries.update.takes-effect'), async ({ check, admin }) => {
  const [id, oauth, theirs] = [await createDelivery(check, admin), byOAuth(check), await ofColleague(check)];
  const first = await readDelivery(admin, id);
  const own = { one: id, by: admin, before: nothing, values: numbered, then: nothing };
  const cases = {
    new: own,
    'a second time': own,
    'while paused': { ...own, before: pause },
    'once run and shared': { ...own, before: oneAfterTheOther(resume, run, share) },
    'beside another schedule': ifScheduled(check, { ...own, values: besideSchedule(check) }),
    'in another script': { ...own, values: inAnotherScript },
    'back to the first': { ...own, values: () => namesIn(first, changeOf(check)) },
    'of another user': ifGiven(theirs, (one) => ({ ...own, one })),
    [BY_OAUTH]: oauth && { ...own, by: oauth },
    [BY_PLAIN]: ifGiven(theirs, (one) => ({ ...own, one, by: colleagueIn(check) ?? admin, before: updatedBy })),
    // The last, because whether a delivery is changed while a run of it is under way is open.
    'once transferred': ifUserKnown(check, { ...own, before: transfer, then: run }),
  };
  let round = 0;
  await inEach(check, cases, async ({ one, by, before, values, then }, name) => {
    await before(check, admin, one);
    round += 1;
    const change = values(changeOf(check), round);
    const answer = await request(by, 'updateReportDelivery', one, change);
    await then(check, admin, one);
    return expectTaken(check, admin, {
      one,
      change,
      answer,
      isOpen: name === 'in another script' || isOpenTo(name, answer),
    });
  });
});

/** An update by the owner of a delivery before the one that is judged. */
const updatedBy: Step = (check, admin, id) => update(check, colleagueIn(check) ?? admin, id);

const isCron = (value: unknown): boolean => typeof value === 'string' && /^\d+( \S+){4}$/.test(value);

/** The member of a delivery with its cron, as the body has it that creates one. */
function scheduleIn(check: Check): string | undefined {
  return Object.entries(deliveryBody(check)).find(([, value]) => isCron(value))?.[0];
}

function ifScheduled<Case>(check: Check, one: Case): Case | undefined {
  return scheduleIn(check) === undefined ? undefined : one;
}

/** The change together with another schedule. */
const besideSchedule =
  (check: Check): typeof numbered =>
  (change, round) => ({ ...numbered(change, round), ...zoneIn(check), [scheduleIn(check) ?? 'cron']: '41 18 * * 2' });

/** Another time zone, in the member in which the body that creates a delivery has one. */
function zoneIn(check: Check): Record<string, string> {
  const zones = Object.entries(deliveryBody(check)).filter(([, value]) => isZone(value));
  return Object.fromEntries(zones.map(([name]) => [name, 'Asia/Tokyo']));
}

const isZone = (value: unknown): boolean => typeof value === 'string' && /^(UTC|[A-Z][a-z]+\/\w+)$/.test(value);

interface Updated {
  readonly one: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
  /** Whether the update may be refused: the letters that a name may have are open, and so is whose delivery one may change. */
  readonly isOpen: boolean;
}

async function expectTaken(check: Check, admin: Actor, { one, change, answer, isOpen }: Updated) {
  leaveOutIf(isOpen && !isSuccess(answer));
  expect(answer).toSucceed();
  expectShown(check, await readDelivery(admin, one), change);
  return undefined;
}

const isName = (name: string, value: unknown): boolean => /name|title/i.test(name) && typeof value === 'string';

/** What of a delivery an update can bring back: its names, where it shows them. */
function namesIn(
  shown: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    ...change,
    ...Object.fromEntries(Object.entries(shown).filter(([name, value]) => name in change && isName(name, value))),
  };
}

function inAnotherScript(change: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, isName(name, value) ? `${fresh('週報')} ${SIGNS}` : value]),
  );
}

/** The change with other texts each time, so that a later one is told from an earlier one. */
function numbered(change: Readonly<Record<string, unknown>>, round: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      isName(name, value) && round > 1 ? `${String(value)} ${round}` : value,
    ]),
  );
}

function expectShown(
  check: Check,
  shown: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(change)) {
    if (isGuess(check, 'report-deliveries.update-body') && shown[name] !== value)
      untested(unstated('report-deliveries.update-body', 'the guessed change is not shown'));
    expect(shown[name] ?? value, `${name} of the delivery`).toEqual(value);
  }
}
