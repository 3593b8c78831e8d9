import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { isAdmin, may } from '../authority.ts';
import { bodyOf, idIn, type Body, type Call } from '../call.ts';
import { dateOf, instantOf } from '../clock.ts';
import { Collection } from '../collection.ts';
import { pageOfCollection, shown } from '../pages.ts';
import type { Delivery, Run, Standing, Action } from '../rules/report-deliveries.ts';
import { slice } from '../state.ts';
import type { FamilyBehaviour } from './family.ts';
import { refuseOvertaken, versionOf } from './stored-version.ts';

export const deliveryState = slice('report-deliveries', () => ({
  deliveries: new Collection<Delivery>(4001),
  runs: new Collection<Run>(1),
}));

function standing({ tenant, principal }: Call, { ownerId, deploymentId }: Delivery): Standing {
  return {
    isOwner: principal.user?.id === ownerId,
    isAdmin: isAdmin(tenant, principal),
    readsTasks: may(tenant, principal, 'ScheduledTasksRead', deploymentId),
    managesTasks: may(tenant, principal, 'ScheduledTasksManage', deploymentId),
  };
}

function deploymentIn(call: Call): number {
  return Number(call.path['deploymentId']);
}

/** The delivery in the path, if the caller may see it; else it is unknown to them. */
function deliveryIn(call: Call): Delivery {
  const { tenant } = call;
  const rules = tenant.rules.reportDeliveries;
  const id = idIn(call, 'deliveryId');
  const delivery = id === undefined ? undefined : deliveryState(tenant).deliveries.get(id);
  const isHere = delivery?.deploymentId === deploymentIn(call);
  if (!delivery || !isHere || !rules.maySee(delivery, standing(call, delivery))) {
    refuse('unknown', 'there is no such delivery');
  }
  return delivery;
}

/** The delivery in the path, if the caller may perform the action on it. */
function deliveryFor(call: Call, action: Action): Delivery {
  const delivery = deliveryIn(call);
  const isAllowed = call.tenant.rules.reportDeliveries.mayDo(action, standing(call, delivery));
  return isAllowed ? delivery : refuse(403, `the caller may not ${action} this delivery`);
}

function show({ tenant }: Call, delivery: Delivery): Record<string, unknown> {
  const { createdAt, ownerId, version: _, ...others } = delivery;
  return { ...others, userId: ownerId, createdAt: dateOf(createdAt), ...versionOf(tenant.dialect, delivery) };
}

function changeIn(call: Call, body: Body): Partial<Delivery> {
  const { tenant } = call;
  const rules = tenant.rules.reportDeliveries;
  const { name, reportId, cron, timezone, recipients } = body;
  const problems: string[] = [];
  if (
    name !== undefined &&
    (typeof name !== 'string' || name.length < rules.name.min || name.length > rules.name.max)
  ) {
    problems.push(`name is no text of ${rules.name.min} to ${rules.name.max} characters`);
  }
  if (reportId !== undefined) {
    const report = typeof reportId === 'number' ? tenant.content.reports.get(reportId) : undefined;
    if (report?.deploymentId !== deploymentIn(call)) problems.push('reportId names no report of this deployment');
  }
  if (cron !== undefined && (typeof cron !== 'string' || cron.trim().split(/\s+/).length !== 5)) {
    problems.push('cron has not five fields');
  }
  if (timezone !== undefined && (typeof timezone !== 'string' || !rules.isTimeZone(timezone))) {
    problems.push('timezone is no time zone');
  }
  if (recipients !== undefined && !isAddresses(recipients)) problems.push('recipients is no list of addresses');
  if (problems.length > 0) refuse('invalid', ...problems);
  return {
    ...(name !== undefined && { name: name as string }),
    ...(reportId !== undefined && { reportId: reportId as number }),
    ...(cron !== undefined && { cron: cron as string }),
    ...(timezone !== undefined && { timezone: timezone as string }),
    ...(recipients !== undefined && { recipients: recipients as string[] }),
  };
}

function isAddresses(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && /^[^@\s]+@[^@\s]+$/.test(one));
}

function listReportDeliveries(call: Call): Answer {
  const { deliveries } = deliveryState(call.tenant);
  const rules = call.tenant.rules.reportDeliveries;
  const deploymentId = deploymentIn(call);
  const isShown = (one: Delivery) => rules.isListed(one, deploymentId) && rules.maySee(one, standing(call, one));
  const list = pageOfCollection(call, deliveries, (one) => isShown(one));
  return ok(shown(list, (delivery) => show(call, delivery)));
}

function createReportDelivery(call: Call): Answer {
  const { tenant, principal } = call;
  const body = bodyOf(call);
  const change = changeIn(call, body);
  if (change.reportId === undefined) refuse('invalid', 'reportId is missing');
  if (!principal.user) refuse('forbidden', 'a delivery needs a user who owns it');
  const { deliveries } = deliveryState(tenant);
  const delivery: Delivery = {
    id: deliveries.nextId(),
    deploymentId: deploymentIn(call),
    name: 'Delivery',
    cron: '0 9 * * 1',
    timezone: 'UTC',
    recipients: [],
    ...change,
    reportId: change.reportId,
    ownerId: principal.user.id,
    enabled: true,
    shared: false,
    createdAt: tenant.clock.now(),
    version: 0,
  };
  return created(show(call, deliveries.add(delivery)));
}

function changed(call: Call, action: Action, change: (delivery: Delivery) => Partial<Delivery>): Delivery {
  const delivery = deliveryFor(call, action);
  const { rules } = call.tenant;
  const next = rules.reportDeliveries.merged(delivery, change(delivery));
  return deliveryState(call.tenant).deliveries.replace({ ...next, version: next.version + 1 });
}

function updateReportDelivery(call: Call): Answer {
  const body = bodyOf(call);
  const updated = changed(call, 'update', (delivery) => {
    refuseOvertaken(call, delivery, body);
    return changeIn(call, body);
  });
  return ok(show(call, updated));
}

function runReportDelivery(call: Call): Answer {
  const { id, recipients } = deliveryFor(call, 'run');
  const { runs } = deliveryState(call.tenant);
  const run = runs.add({ id: runs.nextId(), deliveryId: id, startedAt: call.tenant.clock.now(), recipients });
  return ok(showRun(run));
}

function showRun({ startedAt, ...others }: Run): Record<string, unknown> {
  return { ...others, startedAt: instantOf(startedAt), status: 'delivered' };
}

function listReportDeliveryRuns(call: Call): Answer {
  const { id } = deliveryIn(call);
  const { runs } = deliveryState(call.tenant);
  const { isRunOf } = call.tenant.rules.reportDeliveries;
  // The latest first, as in any history.
  const list = pageOfCollection(call, runs, (run) => isRunOf(run, id), { order: 'descending' });
  return ok(shown(list, showRun));
}

function deleteReportDelivery(call: Call): Answer {
  deliveryState(call.tenant).deliveries.remove(deliveryFor(call, 'delete').id);
  return done();
}

function shareReportDelivery(call: Call): Answer {
  const { shared } = bodyOf(call);
  if (typeof shared !== 'boolean') refuse('invalid', 'shared is neither true nor false');
  return ok(
    show(
      call,
      changed(call, 'share', () => ({ shared })),
    ),
  );
}

function transferReportDelivery(call: Call): Answer {
  const { userId } = bodyOf(call);
  const delivery = deliveryFor(call, 'transfer');
  const owner = typeof userId === 'number' ? call.tenant.account.users.get(userId) : undefined;
  if (!owner?.active) refuse('invalid', 'userId names no active user');
  return ok(
    show(
      call,
      deliveryState(call.tenant).deliveries.replace({ ...delivery, ownerId: owner.id, version: delivery.version + 1 }),
    ),
  );
}

export const reportDeliveries: FamilyBehaviour = {
  handlers: {
    listReportDeliveries,
    createReportDelivery,
    getReportDelivery: (call) => ok(show(call, deliveryIn(call))),
    updateReportDelivery,
    deleteReportDelivery,
    pauseReportDelivery: (call) =>
      ok(
        show(
          call,
          changed(call, 'pause', () => ({ enabled: false })),
        ),
      ),
    resumeReportDelivery: (call) =>
      ok(
        show(
          call,
          changed(call, 'resume', () => ({ enabled: true })),
        ),
      ),
    runReportDelivery,
    listReportDeliveryRuns,
    shareReportDelivery,
    transferReportDelivery,
  },
};
