import { apartFromRuns } from '../../harness/things/run-members.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { caseIf, inEach, judgeIf } from '../../harness/check/in-each.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { createDelivery, idsOf, readDelivery, request, runsOf, transferBody, updateDelivery } from './deliveries.ts';

type Act = (id: string) => Promise<Answer>;

/** What can be done to a delivery; an action without a printed path only where its path is known. */
function actionsOn(check: Check, admin: Actor): Record<string, Act | undefined> {
  const acting = (operation: 'runReportDelivery' | 'pauseReportDelivery' | 'deleteReportDelivery') => (id: string) =>
    request(admin, operation, id);
  const isServed = (operation: 'shareReportDelivery' | 'transferReportDelivery') =>
    check.tenant.wire.route(operation) !== undefined;
  const isUserKnown = check.optional('MEMBER_USER_ID') !== undefined;
  return {
    'an update': (id) => updateDelivery(check, admin, id),
    'a run': acting('runReportDelivery'),
    'a pause': acting('pauseReportDelivery'),
    'a share': caseIf(
      isServed('shareReportDelivery'),
      () => (id) => request(admin, 'shareReportDelivery', id, { shared: true }),
    ),
    'a transfer': caseIf(
      isUserKnown && isServed('transferReportDelivery'),
      () => (id) => request(admin, 'transferReportDelivery', id, transferBody(check)),
    ),
    'a deletion': acting('deleteReportDelivery'),
  };
}

test(...verifies('report-deliveries.actions.others-kept'), async ({ check, admin }) => {
  const [one, other] = [await createDelivery(check, admin), await createDelivery(check, admin)];
  setupRequires(one !== other, 'a report has one delivery at most');
  const before = apartFromRuns(await readDelivery(admin, other));
  await inEach<Act>(check, actionsOn(check, admin), async (act) => {
    const answer = await act(one);
    // Other requirements cover the actions themselves.
    return judgeIf(isSuccess(answer), () => expectKept(admin, other, before));
  });
});

/** What it shows of its report may change with a run of the other one. */
async function expectKept(admin: Actor, id: string, before: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await request(admin, 'getReportDelivery', id);
  expect(answer, 'a read of the other delivery of the report').toSucceed();
  const now = apartFromRuns(answer.body ?? {});
  const own = (one: object) => Object.fromEntries(Object.entries(one).filter(([name]) => !/^report$/i.test(name)));
  expect(own(now), 'the other delivery of the report').toEqual(own(before));
}

test(...verifies('report-deliveries.access.scoped-key-foreign-delivery'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const id = await createDelivery(check, elsewhere, 'OTHER_REPORT_ID');
  setupRequires(!(await idsOf(admin)).includes(id), 'deliveries of different deployments have the same ids');
  const scoped = check.as('SCOPED_TOKEN', 'scoped');
  const reads = { 'the delivery': 'getReportDelivery', 'its runs': 'listReportDeliveryRuns' } as const;
  // The history of an unknown delivery may be answered as an empty one, so this one has a run.
  granted(await request(elsewhere, 'runReportDelivery', id), 'the run by an administrator');
  await readUntil(
    check,
    () => runsOf(elsewhere, id),
    (runs) => runs.length > 0,
  );
  await inEach<(typeof reads)[keyof typeof reads]>(check, reads, async (operation) => {
    const answer = await request(scoped, operation, id);
    const { items } = (answer.body ?? {}) as { readonly items?: unknown };
    const isEmpty = operation === 'listReportDeliveryRuns' && Array.isArray(items) && items.length === 0;
    if (!isEmpty) expect(answer).toBeRefused();
    granted(await request(elsewhere, operation, id), 'the same by an administrator in its deployment');
  });
  await inEach(check, { 'a deletion': scoped }, async () => {
    await request(scoped, 'deleteReportDelivery', id);
    expect(await request(elsewhere, 'getReportDelivery', id), 'a read in its deployment').toSucceed();
  });
});
