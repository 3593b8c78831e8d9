import { Refusal } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { mayReadReport } from '../../mock/families/report-access.ts';
import { viewOf } from '../../mock/families/report-view.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { Query } from '../../mock/query.ts';
import type { Report } from '../../mock/world/content.ts';
import { changeBodySync, during, replaceSync, type SyncHandler } from './patches.ts';

/** The body of a request, changed before the operation sees it. */
export function changeRequest(operation: string, change: (body: Body, call: Call) => Body): Patch {
  return replaceSync(operation, (call, original) => original({ ...call, body: change(bodyOf(call), call) }));
}

/** Refuses as it should, and then does what it refused. */
export function refusedYet(operation: string, act: (call: Call, original: SyncHandler, why: Refusal) => void): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (error instanceof Refusal) act(call, original, error);
      throw error;
    }
  });
}

/** The report in the path as it is stored. */
export function reportIn(call: Call): Report | undefined {
  const id = idIn(call, 'reportId');
  return id === undefined ? undefined : call.tenant.content.reports.get(id);
}

export function storeReport(call: Call, change: Partial<Report>): void {
  const report = reportIn(call);
  if (report) call.tenant.content.reports.replace({ ...report, ...change });
}

const QUERY = [
  'first',
  'after',
  'sortBy',
  'sortDirection',
  'search',
  'folderId',
  'externalWorkbookId',
  'status',
  'trigger',
  'accessSource',
] as const;
type QueryName = (typeof QUERY)[number];

export function isAsked(call: Call, ...names: readonly QueryName[]): boolean {
  return names.some((name) => call.query.text(name) !== undefined);
}

/** A list with some query parameters changed, and without those that are undefined. */
export function requery(call: Call, changes: Readonly<Partial<Record<QueryName, string | undefined>>>): Call {
  const values = QUERY.flatMap((name) => {
    const value = name in changes ? changes[name] : call.query.text(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...call, query: new Query(new Map(values)) };
}

export function itemsOf(list: Body): readonly Body[] {
  return list['items'] as readonly Body[];
}

export function pageInfoOf(list: Body): Body {
  return list['pageInfo'] as Body;
}

/** A list with other reports on its page, in the legacy member as well. */
export function withItems(list: Body, items: readonly Body[]): Body {
  return { ...list, items, data: items };
}

/** The list of reports, changed. */
export function changeReportList(change: (list: Body, call: Call) => Body): Patch {
  return changeBodySync('listReports', change);
}

/** Reports of the deployment that the caller may not read, as the list would show them. */
export function unreadable(call: Call, fits: (report: Report) => boolean): Body[] {
  const { tenant, principal, path } = call;
  return tenant.content.reports
    .filter((one) => one.deploymentId === Number(path['deploymentId']) && fits(one))
    .filter((one) => !mayReadReport(tenant, principal, one))
    .map((one) => viewOf(tenant, principal, one));
}

/** Replaces rules of reports for the length of one operation. */
export function duringReports(operation: string, others: Partial<Rules['reports']>): Patch {
  return during(operation, 'reports', () => others);
}

/** Every element of a list in its order, whatever page of it was requested. */
export function wholeList(call: Call, original: SyncHandler): readonly Body[] {
  const answer = original(requery(call, { first: '500', after: undefined }));
  return answer.kind === 'ok' ? itemsOf(answer.body as Body) : [];
}

/** A patch that knows what the reports were before their last updates, by something of them. */
export function afterUpdates<Kept>(of: (report: Report) => Kept, patch: (former: Map<number, Kept>) => Patch): Patch {
  return (rules) => {
    const former = new Map<number, Kept>();
    replaceSync('updateReport', (call, original) => {
      const before = reportIn(call);
      const answer = original(call);
      const after = reportIn(call);
      if (before && after && of(before) !== of(after)) former.set(before.id, of(before));
      return answer;
    })(rules);
    patch(former)(rules);
  };
}
