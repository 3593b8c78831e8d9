import { Refusal, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { Query } from '../../mock/query.ts';
import type { TenantState } from '../../mock/state.ts';
import type { When } from './conditions.ts';
import { all, during, refusing, remembering, replaceSync, responseOf } from './patches.ts';
import { isAsked, itemsOf, requery } from './reports.ts';
import { markupEscaped } from './roles.ts';
import { firings, showNextRun } from './scheduled-tasks.ts';

/** Further things that go wrong for few callers, histories or values alone. */

/** Pages behind a cursor have the size of the first page of the walk. */
export const sizeOfTheWalk = (operation: string): Patch =>
  remembering(
    () => new Map<string, string>(),
    (sizes) =>
      replaceSync(operation, (call, original) => {
        const { token } = call.principal;
        const first = call.query.text('first');
        const known = sizes.get(token);
        if (first !== undefined && !isAsked(call, 'after')) sizes.set(token, first);
        return original(isAsked(call, 'after') && known !== undefined ? requery(call, { first: known }) : call);
      }),
  );

/** A page with room for more than there are lacks the last element. */
export const lackingWithRoom = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const first = Number(call.query.text('first') ?? 0);
    if (first === 0 || isAsked(call, 'after') || answer.kind !== 'ok') return answer;
    const list = answer.body as Body;
    const items = itemsOf(list);
    return items.length > 1 && items.length < first
      ? { ...answer, body: { ...list, items: items.slice(0, -1) } }
      : answer;
  });

/** A page behind a cursor that has room for more than is left lacks the last element. */
export const lackingWithRoomBehind = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const first = Number(call.query.text('first') ?? 0);
    if (first === 0 || !isAsked(call, 'after') || answer.kind !== 'ok') return answer;
    const list = answer.body as Body;
    const items = itemsOf(list);
    return items.length > 1 && items.length < first
      ? { ...answer, body: { ...list, items: items.slice(0, -1) } }
      : answer;
  });

const sameLetters = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

/** Spreadsheets whose ids differ in letter case are one for the filter of reports. */
export const spreadsheetsInAnyCase: Patch = during('listReports', 'reports', () => ({
  isPlacedIn: (report, id) =>
    id === undefined || report.placements.some((one) => sameLetters(one.externalWorkbookId, id)),
}));

/** Spreadsheets whose ids are one in some form of Unicode are one for the filter of reports. */
export const spreadsheetsInAnyForm: Patch = during('listReports', 'reports', () => ({
  isPlacedIn: (report, id) =>
    id === undefined ||
    report.placements.some((one) => one.externalWorkbookId.normalize('NFKC') === id.normalize('NFKC')),
}));

/** A list of the placements in a spreadsheet has those in spreadsheets whose ids differ in letter case. */
export const documentsInAnyCase: Patch = replaceSync('listPlacements', (call, original) => {
  const asked = call.path['externalWorkbookId'] ?? '';
  const known = call.tenant.content.reports
    .all()
    .flatMap(({ placements }) => placements)
    .map((one) => one.externalWorkbookId);
  const others = known.find((id) => id !== asked && sameLetters(id, asked));
  const answer = original(call);
  if (others === undefined || answer.kind !== 'ok' || isAsked(call, 'after')) return answer;
  const more = original({ ...call, path: { ...call.path, externalWorkbookId: others } });
  if (more.kind !== 'ok') return answer;
  const list = answer.body as Body;
  return { ...answer, body: { ...list, items: [...itemsOf(list), ...itemsOf(more.body as Body)] } };
});

/** The deletion of a branch that there is not takes one whose name differs in letter case alone. */
export const branchesInAnyCase: Patch = replaceSync('deleteBranch', (call, original) => {
  const named = call.query.text('branchName');
  const branches = call.tenant.deployments.deployments.get(Number(call.path['deploymentId']))?.branches;
  if (named === undefined || !branches || branches.has(named)) return original(call);
  const meant = [...branches.keys()].find((name) => sameLetters(name, named));
  if (meant === undefined) return original(call);
  const upstream = call.query.text('removeOnUpstream');
  const values = [['branchName', meant], ...(upstream === undefined ? [] : [['removeOnUpstream', upstream]])] as const;
  return original({ ...call, query: new Query(new Map(values as readonly (readonly [string, string])[])) });
});

/** A branch of a session is found in any letter case. */
export const sessionBranchInAnyCase: Patch = ({ embed }) => {
  const { branchNamed } = embed;
  embed.branchNamed = (deployment, name) =>
    branchNamed(deployment, name) ?? [...deployment.branches.values()].find((one) => sameLetters(one.name, name));
};

/** A session is found by its id in any letter case. */
export const sessionsInAnyCase: Patch = ({ embed }) => {
  const { sessionNamed } = embed;
  embed.sessionNamed = (sessions, id) =>
    sessionNamed(sessions, id) ?? [...sessions.values()].find((one) => sameLetters(one.id, id));
};

/** Tokens of some kind are taken in any letter case. */
export const tokensInAnyCase =
  (isMeant: (operation: string) => boolean, kinds: readonly string[]): Patch =>
  ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant: TenantState, token: string, operation: string) => {
      const known = recordOf(tenant, token, operation);
      if (known || !isMeant(operation)) return known;
      for (const [issued, record] of tenant.tokens)
        if (kinds.includes(record.kind) && sameLetters(issued, token)) return record;
      return undefined;
    };
  };

/** A key that is scoped to deployments stays in force when it is deleted. */
export const scopedKeysStay: Patch = replaceSync('deleteApiKey', (call, original) => {
  const id = Number(call.path['id']);
  const kept = [...call.tenant.tokens].find(([, { keyId, scope }]) => keyId === id && scope !== 'all');
  const answer = original(call);
  if (kept) call.tenant.tokens.set(...kept);
  return answer;
});

const isOfCopy: When = ({ tenant, path }) =>
  tenant.content.workbooks.get(Number(path['workbookId']))?.slug.includes('-copy-') === true;

export const copiesNotPatched: Patch = replaceSync('patchDashboardFile', (call, original) =>
  isOfCopy(call) ? responseOf(call, 'getDashboardFile') : original(call),
);

export const copiesNotPublished: Patch = refusing('publishWorkbook', isOfCopy, 'forbidden');

/** A publish of a workbook drops the exports of its deployment. */
export const droppedByPublish: Patch = remembering(
  () => ({ jobs: new Set<string>(), gone: new Set<string>() }),
  ({ jobs, gone }) =>
    all(
      replaceSync('startDashboardExport', (call, original) => {
        const answer = original(call);
        if ('body' in answer) jobs.add(String((answer.body as Body)['jobId']));
        return answer;
      }),
      replaceSync('publishWorkbook', (call, original) => {
        const answer = original(call);
        for (const id of jobs) gone.add(id);
        return answer;
      }),
      refusing('getDashboardExport', ({ path }) => gone.has(path['jobId'] ?? ''), 'gone'),
    ),
);

/** One branch of a deployment at a time has a staging environment. */
export const oneStagingAtATime: Patch = refusing(
  'setStagingEnvironment',
  ({ tenant, path, body }) => {
    const { enabled, branchName } = (body ?? {}) as Body;
    const branches = tenant.deployments.deployments.get(Number(path['deploymentId']))?.branches.values() ?? [];
    return enabled === true && [...branches].some((one) => one.staging && one.name !== branchName);
  },
  'conflict',
);

const MOST = 255;

/** Long values of template variables are cut. */
export const variablesCut: Patch = ({ deployments }) => {
  const { mergedVariables } = deployments;
  deployments.mergedVariables = (stored, change) =>
    mergedVariables(
      stored,
      Object.fromEntries(
        Object.entries(change).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, MOST) : value]),
      ),
    );
};

/** The text of new comments of some kind is cut. */
export const commentsCut = (isMeant: When): Patch =>
  replaceSync('createDashboardComment', (call, original) => {
    const { text, ...rest } = bodyOf(call);
    return original(
      isMeant(call) && typeof text === 'string' ? { ...call, body: { ...rest, text: text.slice(0, MOST) } } : call,
    );
  });

/** A text of a placement is stored otherwise. */
export const placementText = (member: string, change: (text: string) => string): Patch =>
  replaceSync('connectReportToWorkbook', (call, original) => {
    const body = bodyOf(call);
    const { [member]: text } = body;
    return original(typeof text === 'string' ? { ...call, body: { ...body, [member]: change(text) } } : call);
  });

export const namesEscaped: Patch = placementText('workbookName', markupEscaped);
export const namesCut: Patch = placementText('workbookName', (text) => text.slice(0, 100));
export const sheetNamesTrimmed: Patch = placementText('sheetName', (text) => text.trim());

/** Comments on any dashboard but the one that was commented first are lost. */
export const firstDashboardAlone: Patch = remembering(
  () => ({ first: undefined as string | undefined }),
  (memory) =>
    all(
      replaceSync('createDashboardComment', (call, original) => {
        memory.first ??= call.path['publicId'];
        return original(call);
      }),
      replaceSync('listDashboardComments', (call, original) => {
        const answer = original(call);
        const isFirst = memory.first === undefined || memory.first === call.path['publicId'];
        return isFirst || answer.kind !== 'ok' ? answer : { ...answer, body: { ...(answer.body as Body), items: [] } };
      }),
    ),
);

/** Days of the week count as they are in UTC. */
export const weekdaysInUtc: Patch = showNextRun((_shown, task, call) => {
  const fields = (task.cron ?? '').trim().split(/\s+/);
  const days = fields[4];
  if (days === undefined || days === '*' || !/^\d(,\d)*$/.test(days)) return undefined;
  const wanted = new Set(days.split(',').map((day) => Number(day) % 7));
  for (const at of firings(call, task, { cron: [...fields.slice(0, 4), '*'].join(' ') })) {
    if (wanted.has(new Date(at).getUTCDay())) return at;
  }
  return undefined;
});

/** Of the values that a field of a cron lists the first alone counts. */
export const firstOfList = (field: number): Patch =>
  showNextRun((_shown, task, call) => {
    const fields = (task.cron ?? '').trim().split(/\s+/);
    if (!fields[field]?.includes(',')) return undefined;
    const cron = fields.map((one, index) => (index === field ? (one.split(',')[0] ?? one) : one)).join(' ');
    for (const at of firings(call, task, { cron })) return at;
    return undefined;
  });

/** A field of a cron that has a range or a step counts as a star. */
export const asStar = (field: number, sign: string): Patch =>
  showNextRun((_shown, task, call) => {
    const fields = (task.cron ?? '').trim().split(/\s+/);
    if (!fields[field]?.includes(sign)) return undefined;
    for (const at of firings(call, task, { cron: fields.map((one, index) => (index === field ? '*' : one)).join(' ') }))
      return at;
    return undefined;
  });

/** What was refused with a conflict is refused for good. */
export const refusedForGood = (operation: string, keyOf: (call: Call) => string): Patch =>
  remembering(
    () => new Set<string>(),
    (refused) =>
      replaceSync(operation, (call, original) => {
        if (refused.has(keyOf(call))) refuse('conflict', 'this was refused before');
        try {
          return original(call);
        } catch (error) {
          if (error instanceof Refusal && (error.why === 'conflict' || error.why === 409)) refused.add(keyOf(call));
          throw error;
        }
      }),
  );
