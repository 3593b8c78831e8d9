import { refuse } from './answer.ts';
import type { Call } from './call.ts';
import { slice } from './state.ts';
import type { Tenant } from './tenant.ts';

/** Jobs, by the operation that starts one: the member with its id, and the parameter by which it is read. */
const JOBS: Readonly<Record<string, { readonly member: string; readonly parameter: string }>> = {
  startDashboardExport: { member: 'jobId', parameter: 'jobId' },
  startTransformSync: { member: 'syncJobId', parameter: 'syncJobId' },
  startMetricViewPreview: { member: 'previewId', parameter: 'previewId' },
};
const JOB_PARAMETERS = new Set(Object.values(JOBS).map(({ parameter }) => parameter));

/** Things that show in a list a moment after they were made, by the member of the response with their id. */
const LISTED: Readonly<Record<string, { readonly list: string; readonly member: string }>> = {
  createRole: { list: 'listRoles', member: 'id' },
  createScheduledTask: { list: 'listScheduledTasks', member: 'id' },
  createReportDelivery: { list: 'listReportDeliveries', member: 'id' },
  createApiKey: { list: 'listApiKeys', member: 'id' },
  createDeployment: { list: 'listDeployments', member: 'id' },
  startTransformSync: { list: 'listTransformSyncs', member: 'syncJobId' },
};

/** When things were made, by where they show. In real time: the tenant's clock may be moved by months. */
const madeAt = slice('late', () => new Map<string, number>());

/** Remembers what an operation made. */
export function remember({ tenant, operationId }: Call, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const members = body as Readonly<Record<string, unknown>>;
  const job = JOBS[operationId];
  const listed = LISTED[operationId];
  if (job && tenant.dialect.late.jobs > 0)
    madeAt(tenant).set(`${job.parameter} ${String(members[job.member])}`, Date.now());
  if (listed) appears(tenant, listed.list, String(members[listed.member]));
}

/** Remembers that something shows in a list from some time after now. */
export function appears(tenant: Tenant, list: string, key: string | number): void {
  if (tenant.dialect.late.lists > 0) madeAt(tenant).set(`${list} ${key}`, Date.now());
}

/** Refuses to show a job that was started a moment ago. */
export function refuseEarlyJob({ tenant, path }: Call): void {
  const { jobs } = tenant.dialect.late;
  if (jobs === 0) return;
  for (const [name, id] of Object.entries(path)) {
    const at = JOB_PARAMETERS.has(name) ? madeAt(tenant).get(`${name} ${id}`) : undefined;
    if (at !== undefined && Date.now() - at < jobs) refuse(404, 'there is no such job yet');
  }
}

/** Whether a thing does not show in a list yet. */
export function isEarly({ tenant, operationId }: Call, key: string | number, list = operationId): boolean {
  const { lists } = tenant.dialect.late;
  if (lists === 0) return false;
  const at = madeAt(tenant).get(`${list} ${key}`);
  return at !== undefined && Date.now() - at < lists;
}
