import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { fresh, freshInDigits, otherLetters } from '../../harness/client/unique.ts';
import { judging } from '../../harness/check/judging.ts';
import { ifGiven, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { eventually, readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { expectNothingBehind } from '../../harness/rules/lists.ts';
import { sentUntilGranted } from '../../harness/rules/permissions.ts';
import { memberByRole, type Holder } from '../../harness/things/rights.ts';
import { BY_KEY, BY_OAUTH } from '../../harness/things/administrators.ts';
import { placedReportIn } from '../../harness/things/reports.ts';
import { policy } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { walk } from '../../harness/client/paging.ts';
import { judgeIf } from './judged.ts';
import {
  accessesIn,
  connect,
  idsOf,
  hasPlacement,
  isListedIn,
  isSoonListedIn,
  placementsIn,
  placing,
  reportIn,
  reportsOf,
  type Report,
  addressOf,
} from './placements.ts';

const MAX_SPREADSHEETS = 10;

/** Places a report as somebody who may read it; as an administrator, where they are refused: other requirements cover that. */
async function placedBy(
  check: Check,
  admin: Actor,
  reader: Actor,
  { id, externalWorkbookId }: { readonly id: string; readonly externalWorkbookId: string },
): Promise<void> {
  const body = placing(check, { externalWorkbookId });
  if (!isSuccess(await connect(reader.preparing, id, body))) await connect(admin.preparing, id, body);
}

test(...verifies('reports.list.external-workbook-placed'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  await withinSeconds(check, async () => {
    expect(idsOf(await walk((page) => admin.listReports({ externalWorkbookId, ...page })))).toContain(reportId);
  });

  const [user, readOnly] = [check.asOptional('MEMBER_TOKEN'), check.optional('READ_ONLY_REPORT_ID')];
  const plain = user && readOnly !== undefined ? { who: user, id: readOnly } : undefined;
  const cases = { 'after a rename': { who: admin, id: reportId }, 'for a user without the admin role': plain };
  await inEach<{ readonly who: Actor; readonly id: string }>(check, cases, async ({ who, id }) => {
    if (who === admin) await admin.preparing.updateReport(id, { name: fresh('placed') });
    else await placedBy(check, admin, who, { id, externalWorkbookId });
    await withinSeconds(check, async () => {
      expect(idsOf(await walk((page) => who.listReports({ externalWorkbookId, ...page })))).toContain(id);
    });
  });
  const ids = {
    'an id of signs and other letters': otherLetters('spreadsheet'),
    'an id of digits alone': freshInDigits('spreadsheet'),
    'an id that looks encoded': `${fresh('spreadsheet')}%2F%41`,
    'an id with a slash': `${fresh('spreadsheet')}/a`,
  };
  await inEach<string>(check, ids, async (other) =>
    // Which ids a tenant takes is open.
    judgeIf(isSuccess(await connect(admin, reportId, placing(check, { externalWorkbookId: other }))), async () => {
      // What stands before a tenant may refuse a path with an encoded slash, or one that looks encoded twice.
      if (/[%/]/.test(other)) leaveOutUnless(isSuccess(await placementsIn(admin, other)));
      await withinSeconds(check, async () => {
        const query = { externalWorkbookId: other };
        expect(idsOf(await walk((page) => admin.listReports({ ...query, ...page })))).toContain(reportId);
      });
      await judging('external-documents.list.shows-placement', () =>
        withinSeconds(check, async () => {
          expect(await accessesIn(admin, other), 'placements that are listed').not.toEqual([]);
        }),
      );
    }),
  );

  const home = check.provided('DEPLOYMENT_ID');
  // Reports that were placed before are checked as well, because some of them may be in one spreadsheet only.
  const isHere = ({ deploymentId }: Report) => String(deploymentId ?? home) === home;
  const shownNow = async () =>
    (await reportsOf(admin))
      .filter(isHere)
      .flatMap((report) =>
        (report.externalWorkbookPlacements ?? []).map(({ workbookId }) => ({ id: String(report.id), workbookId })),
      );
  let shown = await shownNow();
  // What the workbookId of a placement is, is open: it may be an id of the tenant's own.
  const isExternal = shown.some((one) => one.id === reportId && one.workbookId === externalWorkbookId);
  const spreadsheets = isExternal ? [...new Set(shown.map(({ workbookId }) => workbookId))] : [];
  for (const workbookId of spreadsheets.filter((one) => typeof one === 'string').slice(0, MAX_SPREADSHEETS)) {
    await withinSeconds(check, async () => {
      const found = idsOf(await reportsOf(admin, { externalWorkbookId: workbookId }));
      const isMissing = (one: (typeof shown)[number]) => one.workbookId === workbookId && !found.includes(one.id);
      // Somebody may have taken one of them out since.
      if (shown.some(isMissing)) shown = await shownNow();
      expect(shown.filter(isMissing), `reports placed in ${workbookId} that the filter does not return`).toEqual([]);
    });
  }
});
test(...verifies('reports.list.external-workbook-only'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const found = idsOf(await walk((page) => admin.listReports({ externalWorkbookId: fresh('spreadsheet'), ...page })));
  expect(found, 'reports in a spreadsheet without placements').toEqual([]);
  expect(idsOf(await reportsOf(admin))).toContain(reportId);
  const isPossible = check.mayChange('REPORT_ID') && check.optional('EXTERNAL_WORKBOOK_ID') !== undefined;
  const spreadsheet = isPossible ? fresh('spreadsheet') : undefined;
  const alike = {
    'with an id that begins alike': ifGiven(spreadsheet, (id) => [id, `${id}-copy`] as const),
    'with the same id in capitals': ifGiven(
      spreadsheet && fresh('spreadsheet'),
      (id) => [id, id.toUpperCase()] as const,
    ),
  };
  await inEach(check, alike, async ([externalWorkbookId, other]) => {
    await connect(admin.preparing, reportId, placing(check, { externalWorkbookId: other }));
    leaveOutUnless(await isSoonListedIn(check, admin, reportId, other));
    expect(await isListedIn(admin, reportId, externalWorkbookId), 'the report is listed in the other one').toBe(false);
  });
  await inEach(check, { 'once its placement was moved': spreadsheet }, async (externalWorkbookId) => {
    const former = `${externalWorkbookId}-copy`;
    // Whether a placement that is named by its id can get another spreadsheet is open.
    leaveOutUnless(await movePlacement(check, admin, reportId, former));
    await withinSeconds(check, async () => {
      const listed = await reportsOf(admin, { externalWorkbookId: former });
      expect(idsOf(listed.filter((one) => showsNone(one, former))), 'reports not placed there').toEqual([]);
    });
    const isGone = showsNone(await reportIn(admin, reportId), former);
    await judging('external-documents.list.only-this-spreadsheet', () =>
      withinSeconds(check, async () => {
        expect(isGone && (await hasPlacement(admin, former)), 'placements that were moved are listed').toBe(false);
      }),
    );
  });
  await inEach(check, { 'after a disconnect': spreadsheet }, async (externalWorkbookId) => {
    const body = placing(check, { externalWorkbookId });
    await connect(admin.preparing, reportId, body);
    leaveOutUnless(await isSoonListedIn(check, admin, reportId, externalWorkbookId));
    await admin.preparing.raw('disconnectReportFromWorkbook', { path: { reportId }, body: addressOf(body) });
    // Another requirement says that a disconnect takes the report out: one that shows it placed there still is none.
    await withinSeconds(check, async () => {
      const listed = await reportsOf(admin, { externalWorkbookId });
      expect(idsOf(listed.filter((one) => showsNone(one, externalWorkbookId))), 'reports not placed there').toEqual([]);
    });
  });
});

/** Connects the placement of a report in a spreadsheet to another one, by its id. */
async function movePlacement(check: Check, admin: Actor, reportId: string, former: string): Promise<boolean> {
  const { externalWorkbookPlacements: shown } = await placedReportIn(admin, reportId, former);
  const placementId = shown?.find(({ workbookId }) => workbookId === former)?.id ?? undefined;
  if (placementId === undefined) return false;
  const body = { ...placing(check, { externalWorkbookId: fresh('spreadsheet') }), placementId };
  return isSuccess(await connect(admin, reportId, body));
}

/** Whether a report shows its placements, and none of them in that spreadsheet. */
function showsNone({ externalWorkbookPlacements: placements }: Report, externalWorkbookId: string): boolean {
  return Array.isArray(placements) && !placements.some(({ workbookId }) => workbookId === externalWorkbookId);
}

test(...verifies('reports.list.external-workbook-readable-only'), async ({ check, admin, member }) => {
  const hidden = check.provided('UNREADABLE_REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, hidden, placing(check, { externalWorkbookId })), 'the placement');
  setupRequires(
    await isSoonListedIn(check, admin, hidden, externalWorkbookId),
    'the list does not show the placement to an administrator',
  );
  const readers = {
    'by a user': { who: member },
    'by a user, in pages': { who: member, first: 10 },
    'with an OAuth token': ifGiven(check.asOptional('MEMBER_OAUTH_TOKEN'), (who) => ({ who })),
  };
  const beside = check.optional('READ_ONLY_REPORT_ID');
  await inEach<{ readonly who: Actor; readonly first?: number }>(check, readers, async ({ who, first }) => {
    // The user of the OAuth token may be another one, who may read the report.
    return judgeIf(who === member || !idsOf(await reportsOf(who)).includes(hidden), async () => {
      const found = await walk((page) => who.listReports({ externalWorkbookId, ...page }), first);
      expect(idsOf(found)).not.toContain(hidden);
    });
  });
  await inEach(check, { 'behind a report that may be read': beside }, async (readable) => {
    await connect(admin.preparing, readable, placing(check, { externalWorkbookId }));
    leaveOutUnless(await isSoonListedIn(check, member, readable, externalWorkbookId));
    return expectNothingBehind(
      (page) => member.listReports({ externalWorkbookId, ...page }),
      ({ items = [] }) => idsOf([...items]),
    );
  });
});

test.describe('access that was withdrawn', () => {
  test(...verifies('reports.list.external-workbook-readable-only'), async ({ check, admin }) => {
    await inEach(check, { 'placed by the caller': memberByRole(check, admin) }, (holder) =>
      expectHiddenAgain(check, admin, holder, check.provided('UNREADABLE_REPORT_ID')),
    );
  });
});

/** Expects a report that somebody has placed to be hidden from them when they may read it no longer. */
async function expectHiddenAgain(check: Check, admin: Actor, { who, hold }: Holder, reportId: string) {
  const externalWorkbookId = fresh('spreadsheet');
  // Which policies let somebody read a report is open.
  const right = policy({ resourceType: 'Report', actions: ['ReportRead'], resources: [reportId] });
  await hold(right);
  const body = placing(check, { externalWorkbookId });
  const placed = await sentUntilGranted(check, () => connect(who.preparing, reportId, body));
  // What was read with the right is not to be read without it.
  const seen = () => accessesIn(who, externalWorkbookId);
  await Promise.all([reportsOf(who), readUntil(check, seen, (accesses) => accesses.length > 0)]);
  await hold();
  leaveOutIf(!isSuccess(placed) || !(await isSoonListedIn(check, admin, reportId, externalWorkbookId)));
  await eventually(check, async () => {
    expect(idsOf(await walk((page) => who.listReports({ externalWorkbookId, ...page })))).not.toContain(reportId);
  });
  await judging('external-documents.entry.denied', () =>
    eventually(check, async () => {
      expect(await accessesIn(who, externalWorkbookId)).not.toContain('GRANTED');
    }),
  );
  await judging('reports.list.readable-only', () =>
    eventually(check, async () => {
      expect(idsOf(await reportsOf(who))).not.toContain(reportId);
    }),
  );
  await judging('reports.connect.no-read-access', () =>
    eventually(check, async () => {
      expect(await connect(who, reportId, body)).toBeRefused();
    }),
  );
  // What was denied without the right is granted with it.
  await hold(right);
  await judging('external-documents.entry.granted', () =>
    eventually(check, async () => {
      expect(await accessesIn(who, externalWorkbookId)).toContain('GRANTED');
    }),
  );
  return undefined;
}

test(...verifies('reports.list.external-workbook-this-deployment'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  granted(await connect(admin, reportId, placing(check, { externalWorkbookId })), 'the placement');
  setupRequires(
    await isSoonListedIn(check, admin, reportId, externalWorkbookId),
    'the list does not show the placement',
  );
  const other = check.provided('OTHER_DEPLOYMENT_ID');
  await inEach(check, { [BY_KEY]: admin, [BY_OAUTH]: check.asOptional('OAUTH_TOKEN') }, async (actor) => {
    const elsewhere = actor.preparing.in(other);
    const found = await walk((page) => elsewhere.listReports({ externalWorkbookId, ...page }));
    expect(idsOf(found), 'reports of another deployment').not.toContain(reportId);
  });
});
