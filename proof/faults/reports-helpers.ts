import { Refusal, type Answer } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { Query } from '../../mock/query.ts';
import { mayReadReport } from '../../mock/families/report-access.ts';
import { viewOf } from '../../mock/families/report-view.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { atOnce } from '../patches.ts';
import type { Report } from '../../mock/world/content.ts';

/** What an operation does, for those of which nothing has to be waited for. */
export type Behaviour = (call: Call) => Answer;

/** Other behaviour in the place of an operation's own, which it may call. */
export function instead(operation: string, behave: (call: Call, original: Behaviour) => Answer): Patch {
  return ({ handlers }) => {
    const handler = handlers[operation];
    if (!handler) throw new Error(`no behaviour for ${operation}`);
    const original: Behaviour = (call) => {
      const answer = handler(call);
      if (!(answer instanceof Promise)) return answer;
      // Nobody will wait for it any more, also where it comes to nothing.
      answer.catch(() => undefined);
      throw new Error(`${operation} has to be waited for`);
    };
    handlers[operation] = atOnce((call) => behave(call, original));
  };
}

/** The body of an answer, changed. */
export function answering(operation: string, change: (body: Body, call: Call) => Body): Patch {
  return instead(operation, (call, original) => changed(original(call), (body) => change(body, call)));
}

export function changed(answer: Answer, change: (body: Body) => Body): Answer {
  return answer.kind === 'ok' ? { ...answer, body: change(answer.body as Body) } : answer;
}

/** The body of a request, changed before the operation sees it. */
export function asking(operation: string, change: (body: Body, call: Call) => Body): Patch {
  return instead(operation, (call, original) => original({ ...call, body: change(bodyOf(call), call) }));
}

/** Runs something while rules of reports are others. */
export function swapped<Result>(call: Call, others: Partial<Rules['reports']>, run: () => Result): Result {
  return withRules(call, 'reports', others, run);
}

/** Runs something while some rules of a family are others. */
export function withRules<Family extends keyof Rules, Result>(
  { tenant }: Call,
  family: Family,
  others: Partial<Rules[Family]>,
  run: () => Result,
): Result {
  const rules: object = tenant.rules[family];
  const own = { ...rules };
  Object.assign(rules, others);
  try {
    return run();
  } finally {
    Object.assign(rules, own);
  }
}

/** Other rules of reports for the length of one operation. */
export function during(operation: string, others: Partial<Rules['reports']>): Patch {
  return instead(operation, (call, original) => swapped(call, others, () => original(call)));
}

/** Refuses as it should, and then does what it refused. */
export function refusedYet(operation: string, act: (call: Call, original: Behaviour, why: Refusal) => void): Patch {
  return instead(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (error instanceof Refusal) act(call, original, error);
      throw error;
    }
  });
}

/** The report in the path as it is stored. */
export function storedIn(call: Call): Report | undefined {
  const id = idIn(call, 'reportId');
  return id === undefined ? undefined : call.tenant.content.reports.get(id);
}

export function store(call: Call, change: Partial<Report>): void {
  const report = storedIn(call);
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
export function listing(change: (list: Body, call: Call) => Body): Patch {
  return answering('listReports', change);
}

/** Reports of the deployment that the caller may not read, as the list would show them. */
export function unreadable(call: Call, fits: (report: Report) => boolean): Body[] {
  const { tenant, principal, path } = call;
  return tenant.content.reports
    .filter((one) => one.deploymentId === Number(path['deploymentId']) && fits(one))
    .filter((one) => !mayReadReport(tenant, principal, one))
    .map((one) => viewOf(tenant, principal, one));
}
