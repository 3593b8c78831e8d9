import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { eventually, readUntil, soon } from '../../harness/check/eventually.ts';
import { ifGiven, inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { requireToldApart } from '../../harness/things/run-keys.ts';
import {
  request,
  changeOf,
  deliveryBody,
  expectCreated,
  idsOf,
  createDelivery,
  createIfAllowed,
  runsOf,
  startRun,
  readDelivery,
  transferBody,
  updateDelivery,
} from './deliveries.ts';

const byOAuth = (check: Check) => check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
/** Another user who may have deliveries. */
const colleagueIn = (check: Check) => check.asOptional('TASK_MANAGER_TOKEN');

/** A delivery of another user, where there is one who may create it. */
async function ofColleague(check: Check): Promise<string | undefined> {
  const colleague = colleagueIn(check);
  return colleague && createIfAllowed(check, colleague);
}

/** What happens to a delivery; what the tenant refuses of it is about other requirements. */
type Step = (check: Check, actor: Actor, id: string) => Promise<unknown>;
const nothing: Step = () => Promise.resolve();
const run: Step = (_check, actor, id) => request(actor, 'runReportDelivery', id);
const pause: Step = (_check, actor, id) => request(actor, 'pauseReportDelivery', id);
const resume: Step = (_check, actor, id) => request(actor, 'resumeReportDelivery', id);
const update: Step = (check, actor, id) => updateDelivery(check, actor, id);
const share: Step = (check, actor, id) =>
  check.tenant.wire.route('shareReportDelivery') ? request(actor, 'shareReportDelivery', id) : Promise.resolve();
const transfer: Step = (check, actor, id) =>
  check.tenant.wire.route('transferReportDelivery')
    ? request(actor, 'transferReportDelivery', id, transferBody(check))
    : Promise.resolve();
const inTurn =
  (...steps: readonly Step[]): Step =>
  async (check, actor, id) => {
    for (const step of steps) await step(check, actor, id);
  };

test(...verifies('report-deliveries.create.in-list'), async ({ check, admin }) => {
  const oauth = byOAuth(check);
  const cases = {
    'the first of a report': { by: admin, then: nothing },
    'the second of a report, paused': { by: admin, then: pause },
    [BY_OAUTH]: oauth && { by: oauth, then: nothing },
  };
  await inEach(check, cases, async ({ by, then }) => {
    const id = await expectCreated(check, by);
    await then(check, by, id);
    await soon(check, async () => {
      expect(await idsOf(by)).toContain(id);
    });
  });
});

test(...verifies('report-deliveries.create.readable'), async ({ check, admin }) => {
  const [id, oauth] = [await expectCreated(check, admin), byOAuth(check)];
  const cases = {
    'right away': { by: admin, before: nothing },
    'once more': { by: admin, before: nothing },
    'one with a history': { by: admin, before: inTurn(run, share, pause) },
    [BY_OAUTH]: oauth && { by: oauth, before: nothing },
  };
  await inEach(check, cases, async ({ by, before }) => {
    await before(check, admin, id);
    expect(await request(by, 'getReportDelivery', id)).toSucceed();
  });
});

test(...verifies('report-deliveries.list.own-deployment'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const before = [await idsOf(admin), await idsOf(elsewhere)];
  const here = await createDelivery(check, admin);
  const there = await createDelivery(check, elsewhere, 'OTHER_REPORT_ID');
  setupRequires(
    here !== there,
    'deliveries of different deployments have the same ids, and nothing else distinguishes them',
  );
  const cases = {
    'new ones': { by: admin, then: nothing },
    'paused ones': { by: admin, then: pause },
    [BY_OAUTH]: byOAuth(check) && { by: byOAuth(check) ?? admin, then: nothing },
  };
  await inEach(check, cases, async ({ by, then }) => {
    await then(check, elsewhere, there);
    const byThere = by.in(check.provided('OTHER_DEPLOYMENT_ID'));
    const after = await readUntil(
      check,
      async () => [await idsOf(by), await idsOf(byThere)],
      ([own = [], theirs = []]) => own.includes(here) && theirs.includes(there),
    );
    // Others may add deliveries as well.
    const isNew = (id: string, index: number) => [here, there].includes(id) && !before[index]?.includes(id);
    expect(
      after.map((ids, index) => ids.filter((id) => isNew(id, index))),
      'new deliveries in each of the two deployments',
    ).toEqual([[here], [there]]);
  });
});

test(...verifies('report-deliveries.update.takes-effect'), async ({ check, admin }) => {
  const [id, oauth, theirs] = [await createDelivery(check, admin), byOAuth(check), await ofColleague(check)];
  const first = await readDelivery(admin, id);
  const own = { one: id, by: admin, before: nothing, values: numbered };
  const cases = {
    new: own,
    'a second time': own,
    'while paused': { ...own, before: pause },
    'once run and shared': { ...own, before: inTurn(resume, run, share) },
    'beside another schedule': ifScheduled(check, { ...own, values: besideSchedule(check) }),
    'in another script': { ...own, values: inAnotherScript },
    'back to the first': { ...own, values: () => namesIn(first, changeOf(check)) },
    'of another user': ifGiven(theirs, (one) => ({ ...own, one })),
    [BY_OAUTH]: oauth && { ...own, by: oauth },
    'once transferred': ifUserKnown(check, { ...own, before: transfer }),
  };
  let round = 0;
  await inEach(check, cases, async ({ one, by, before, values }, name) => {
    await before(check, admin, one);
    round += 1;
    const change = values(changeOf(check), round);
    const answer = await request(by, 'updateReportDelivery', one, change);
    return expectTaken(check, admin, { one, change, answer, isOpen: name === 'in another script' });
  });
});

/** A case that needs the user to whom deliveries are transferred. */
function ifUserKnown<Case>(check: Check, one: Case): Case | undefined {
  return check.optional('MEMBER_USER_ID') === undefined ? undefined : one;
}

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
  (change, round) => ({ ...numbered(change, round), [scheduleIn(check) ?? 'cron']: '41 18 * * 2' });

interface Updated {
  readonly one: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
  /** Whether the update may be refused: the letters that a name may have are open. */
  readonly isOpen: boolean;
}

async function expectTaken(check: Check, admin: Actor, { one, change, answer, isOpen }: Updated) {
  if (isOpen && !isSuccess(answer)) return LEFT_OUT;
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
    Object.entries(change).map(([name, value]) => [name, isName(name, value) ? fresh('週報') : value]),
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

/** Deliveries that are deleted, and by whom. */
function deletions(check: Check, admin: Actor) {
  const colleague = colleagueIn(check);
  const own = { by: admin, owner: admin, before: nothing };
  return {
    'a new one': own,
    'an updated and shared one': { ...own, before: inTurn(update, share) },
    'one with a history': { ...own, before: inTurn(run, share, pause) },
    'of another user': colleague && { ...own, owner: colleague },
    'by a holder of ScheduledTasksManage': colleague && { ...own, by: colleague },
    [BY_OAUTH]: byOAuth(check) && { ...own, by: byOAuth(check) ?? admin },
  };
}

/** Deletions of deliveries whose owners may not be allowed to create one. */
const OF_OTHERS: readonly string[] = ['of another user'];

/** Deletions of which other requirements say whether they are taken. */
const OTHERS_RULES: readonly string[] = ['one with a history', 'by a holder of ScheduledTasksManage'];

/** Deletes a delivery with a past; undefined where the tenant refuses that, because the states of a delivery are open. */
async function deleted(check: Check, { by, owner, before }: Deletion, name: string): Promise<string | undefined> {
  const id = await (OF_OTHERS.includes(name) ? createIfAllowed(check, owner) : createDelivery(check, owner));
  if (id === undefined) return undefined;
  await before(check, owner, id);
  await readUntil(
    check,
    () => idsOf(owner),
    (ids) => ids.includes(id),
  );
  const answer = await request(by, 'deleteReportDelivery', id);
  if (!OTHERS_RULES.includes(name)) expect(answer).toSucceed();
  return isSuccess(answer) ? id : undefined;
}

interface Deletion {
  readonly by: Actor;
  readonly owner: Actor;
  readonly before: Step;
}

/** Judges what becomes of a delivery in each class of deletions that the tenant takes. */
async function inEachDeletion(check: Check, admin: Actor, judge: (id: string) => Promise<void>): Promise<void> {
  await inEach(check, deletions(check, admin), async (one, name) => {
    const id = await deleted(check, one, name);
    return id === undefined ? LEFT_OUT : judge(id);
  });
}

test(...verifies('report-deliveries.delete.leaves-list'), async ({ check, admin }) => {
  const kept = await createDelivery(check, admin);
  await readUntil(
    check,
    () => idsOf(admin),
    (ids) => ids.includes(kept),
  );
  await inEachDeletion(check, admin, (id) =>
    soon(check, async () => {
      const ids = await idsOf(admin);
      expect(ids).not.toContain(id);
      expect(ids, 'the delivery that was not deleted').toContain(kept);
    }),
  );
});

test(...verifies('report-deliveries.delete.unreadable'), async ({ check, admin }) => {
  const kept = await createDelivery(check, admin);
  await inEachDeletion(check, admin, async (id) => {
    expect(await request(admin, 'getReportDelivery', id)).toBeRefused();
  });
  await readDelivery(admin, kept);
});

test(...verifies('report-deliveries.run.recorded'), async ({ check, admin }) => {
  const [id, oauth, theirs] = [await createDelivery(check, admin), byOAuth(check), await ofColleague(check)];
  const own = { one: id, by: admin, before: nothing, then: nothing };
  const cases = {
    'the first run': own,
    'before an update': { ...own, then: update },
    'before a pause': { ...own, then: pause },
    'once shared and resumed': { ...own, before: inTurn(resume, share) },
    'of another user': ifGiven(theirs, (one) => ({ ...own, one })),
    [BY_OAUTH]: oauth && { ...own, by: oauth },
    'before a transfer': ifUserKnown(check, { ...own, then: transfer }),
  };
  await inEach(check, cases, async ({ one, by, before, then }) => {
    await before(check, admin, one);
    const { length } = await runsOf(admin, one);
    expect(await startRun(check, by, one)).toSucceed();
    await then(check, admin, one);
    await eventually(check, async () => {
      expect((await runsOf(admin, one)).length, 'runs in the history').toBe(length + 1);
    });
  });
});

test(...verifies('report-deliveries.resume.after-pause'), async ({ check, admin }) => {
  const [id, oauth, theirs] = [await expectCreated(check, admin), byOAuth(check), await ofColleague(check)];
  const own = { one: id, by: admin, before: nothing, between: nothing };
  const cases = {
    new: own,
    'a second time': own,
    'after a run': { ...own, before: run },
    'shared, and updated while paused': { ...own, before: share, between: update },
    'of another user': ifGiven(theirs, (one) => ({ ...own, one })),
    [BY_OAUTH]: oauth && { ...own, by: oauth },
  };
  await inEach(check, cases, async ({ one, by, before, between }) => {
    await before(check, admin, one);
    granted(await request(admin, 'pauseReportDelivery', one), 'the pause');
    await between(check, admin, one);
    expect(await request(by, 'resumeReportDelivery', one)).toSucceed();
  });
});

async function runInTurn(check: Check, admin: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) granted(await startRun(check, admin, id), 'the run');
}

async function toEach(check: Check, admin: Actor, ids: readonly string[], step: Step): Promise<void> {
  for (const id of ids) await step(check, admin, id);
}

test(...verifies('report-deliveries.runs.own-delivery'), async ({ check, admin }) => {
  const [one, other, idle] = [
    await createDelivery(check, admin),
    await createDelivery(check, admin),
    await createDelivery(check, admin),
  ];
  await runInTurn(check, admin, [one, other, one]);
  const all = [one, other, idle];
  let histories: string[][] = [];
  const others = {
    'paused ones': { by: admin, before: pause },
    [BY_OAUTH]: byOAuth(check) && { by: byOAuth(check) ?? admin, before: nothing },
  };
  await inEach(check, { 'active ones': all }, () =>
    eventually(check, async () => {
      histories = await Promise.all(all.map((id) => runsOf(admin, id)));
      histories.forEach(requireToldApart);
      const [ofOne = [], ofOther = []] = histories;
      expect(
        ofOne.filter((key) => ofOther.includes(key)),
        'runs that the histories of both deliveries contain',
      ).toEqual([]);
      const lengths = histories.map(({ length }) => length);
      expect(lengths, 'runs of three deliveries').toEqual([2, 1, 0]);
    }),
  );
  await inEach(check, others, async ({ by, before }) => {
    await toEach(check, admin, all, before);
    const now = await Promise.all(all.map((id) => runsOf(by, id)));
    const added = now.map((keys, index) => keys.filter((key) => !histories[index]?.includes(key)));
    expect(added, 'runs that nobody asked for').toEqual([[], [], []]);
  });
});
