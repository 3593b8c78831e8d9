import { granted } from '../../harness/http/answer.ts';
import { embedSession } from '../../harness/things/embed-sessions.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { fresh } from '../../harness/client/unique.ts';
import { promotionRequest } from '../../harness/things/promotions.ts';
import { contentOf, roleBody, rolesMade } from '../../harness/things/roles.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { walkLarge } from '../../harness/client/paging.ts';

const REFUSED_ACTORS = {
  'auth.unauthenticated.changes-nothing': (check: Check) => check.showing(undefined, 'nobody'),
  'auth.expired.changes-nothing': (check: Check) => check.as('EXPIRED_TOKEN', 'expired'),
  'auth.forbidden.changes-nothing': (check: Check) => check.as('MEMBER_TOKEN', 'member'),
} as const;

for (const [id, actorFor] of Object.entries(REFUSED_ACTORS)) {
  test(...verifies(id as keyof typeof REFUSED_ACTORS), async ({ check, admin, role }) => {
    const change = { description: fresh('description'), policies: [] };
    expect(await actorFor(check).ask('updateRole', role.id, change)).toBeRefused();
    expect(contentOf(await admin.preparing.getRole(role.id))).toEqual(contentOf(role));
    granted(await admin.ask('updateRole', role.id, change), 'the same by an administrator');
  });
}

test(...verifies('auth.scoped-key.adds-no-role'), async ({ admin, scoped }) => {
  const body = roleBody();
  expect(await scoped.ask('createRole', body)).toBeRefused();
  expect((await rolesMade(admin)).map(({ name }) => name)).not.toContain(body.name);
  granted(await admin.ask('createRole', body), 'the same by an administrator');
});

test(...verifies('auth.scoped-key.elsewhere-changes-nothing'), async ({ check, admin, scoped }) => {
  const [elsewhere, reportId] = [check.provided('OTHER_DEPLOYMENT_ID'), check.provided('OTHER_REPORT_ID')];
  const change = { name: fresh('report') };
  expect(await scoped.in(elsewhere).ask('updateReport', reportId, change)).toBeRefused();
  const reports = await walkLarge((page) => admin.in(elsewhere).preparing.listReports(page));
  expect(reports.find(({ id }) => String(id) === reportId)?.name).not.toBe(change.name);
  granted(await admin.in(elsewhere).ask('updateReport', reportId, change), 'the same by an administrator');
});

test(...verifies('auth.embed-session.adds-no-task'), async ({ check, admin }) => {
  const embedded = await embedSession(check, admin.preparing);
  const body = taskBody(check);
  expect(await embedded.raw('createScheduledTask', { body })).toBeRefused();
  const tasks = await walkLarge((page) => admin.preparing.listScheduledTasks(page));
  expect(tasks.map(({ prompt }) => prompt)).not.toContain(body['prompt']);
  granted(await admin.raw('createScheduledTask', { body }), 'the same by an administrator');
});

test(...verifies('auth.embed-session.promotes-nothing'), async ({ check, admin }) => {
  const embedded = await embedSession(check, admin.preparing);
  const path = { workbookId: check.provided('WORKBOOK_ID') };
  const list = async () => {
    const { body } = granted(await admin.raw('listPromotions', { path }), 'the list of promotions');
    return (body as { readonly items?: readonly unknown[] }).items ?? [];
  };
  // A promotion of somebody else may show between the two lists: only one that comes with each refused request counts.
  await eventually(check, async () => {
    const before = await list();
    expect(await embedded.raw('applyPromotion', await promotionRequest(check, admin.preparing))).toBeRefused();
    expect((await list()).length, 'promotions of the workbook').toBe(before.length);
  });
  granted(
    await admin.raw('applyPromotion', await promotionRequest(check, admin.preparing)),
    'the same by an administrator',
  );
});
