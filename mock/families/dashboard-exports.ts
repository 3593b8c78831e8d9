import { ok, refuse, type Answer } from '../answer.ts';
import { isAdmin } from '../authority.ts';
import { bodyOf, type Call } from '../call.ts';
import { instantOf } from '../clock.ts';
import type { Job, Format, Layout } from '../rules/dashboard-exports.ts';
import { slice } from '../state.ts';
import { dashboardBehind, mayReadWorkbook } from './dashboards.ts';
import type { FamilyBehaviour } from './family.ts';

const jobs = slice('dashboard-exports', () => new Map<string, Job>());

function startDashboardExport(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.dashboardExports;
  const { format, layout = rules.defaultLayout, renderAs, dashboardPublicId } = bodyOf(call);
  const deploymentId = Number(call.path['deploymentId']);

  const problems: string[] = [];
  if (typeof format !== 'string' || !rules.formats.includes(format)) problems.push('format is neither png nor pdf');
  if (typeof layout !== 'string' || !rules.layouts.includes(layout))
    problems.push('layout is neither screenshot nor print');
  if (problems.length > 0) refuse('invalid', ...problems);
  if (layout === 'print' && !rules.printTakes(format as string)) refuse(400, 'the layout print needs the format pdf');
  if (renderAs !== undefined && renderAs !== null) {
    if (!rules.mayRenderAs(isAdmin(tenant, principal))) refuse('forbidden', 'only an administrator may use renderAs');
    refuseSubject(call, renderAs);
  }
  const workbook = dashboardBehind(tenant, dashboardPublicId, deploymentId);
  if (!workbook || !mayReadWorkbook(tenant, principal, workbook)) refuse('unknown', 'there is no such dashboard');

  const job: Job = {
    id: `export-${tenant.random.word(12)}`,
    deploymentId,
    requestedBy: principal.user?.id,
    submittedAt: tenant.clock.now(),
    format: format as Format,
    layout: layout as Layout,
    title: workbook.name,
    widgets: (workbook.draft.match(/"id"/g) ?? []).length,
  };
  jobs(tenant).set(job.id, job);
  return ok({ jobId: job.id, status: 'queued', submittedAt: instantOf(job.submittedAt) });
}

function refuseSubject({ tenant }: Call, renderAs: unknown): void {
  const subject = typeof renderAs === 'object' ? (renderAs as Record<string, unknown>) : {};
  const type = subject['type'];
  if (typeof type !== 'string' || !tenant.rules.dashboardExports.subjects.includes(type)) {
    refuse('invalid', 'renderAs.type is neither console nor embed');
  }
  if (type === 'console' && !tenant.account.users.get(Number(subject['userId']))) {
    refuse('unknown', 'renderAs.userId names nobody');
  }
  if (type === 'embed' && tenant.rules.dashboardExports.needsPlan(tenant.dialect))
    refuse(403, 'embed subjects need another plan');
  if (type === 'embed' && typeof subject['externalId'] !== 'string')
    refuse('invalid', 'renderAs.externalId is no string');
}

/** The job in the path, while it is kept and for whom it is. */
function jobIn(call: Call, lifetime: number): Job {
  const { tenant, principal } = call;
  const kept = jobs(tenant);
  const job = kept.get(call.path['jobId'] ?? '');
  const now = tenant.clock.now();
  if (!job || job.deploymentId !== Number(call.path['deploymentId'])) refuse('unknown', 'there is no such export');
  if (now - tenant.rules.dashboardExports.lifetimeStarts(job, now) >= lifetime) refuse('gone', 'the export is gone');
  const isOwn = job.requestedBy !== undefined && job.requestedBy === principal.user?.id;
  if (!isOwn && !isAdmin(tenant, principal)) refuse('unknown', 'there is no such export');
  return job;
}

function isFinished({ tenant }: Call, job: Job): boolean {
  return tenant.clock.now() - job.submittedAt >= tenant.rules.dashboardExports.work;
}

function getDashboardExport(call: Call): Answer {
  const job = jobIn(call, call.tenant.rules.dashboardExports.jobLifetime);
  const { id, format, layout, submittedAt } = job;
  const status = isFinished(call, job) ? 'finished' : 'running';
  return ok({ jobId: id, status, format, layout, submittedAt: instantOf(submittedAt) });
}

function downloadDashboardExport(call: Call): Answer {
  const job = jobIn(call, call.tenant.rules.dashboardExports.fileLifetime);
  if (!isFinished(call, job)) refuse('conflict', 'the export is not finished yet');
  const type = job.format === 'png' ? 'image/png' : 'application/pdf';
  return { kind: 'bytes', bytes: call.tenant.rules.dashboardExports.file(job), type };
}

export const dashboardExports: FamilyBehaviour = {
  handlers: { startDashboardExport, getDashboardExport, downloadDashboardExport },
  settings({ content, deployments }) {
    const elsewhere = content.workbooks.find((one) => one.deploymentId === deployments.other);
    return elsewhere ? { OTHER_DASHBOARD_PUBLIC_ID: elsewhere.publicId } : {};
  },
};
