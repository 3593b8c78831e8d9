import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from './actor.ts';
import type { Answer } from './answer.ts';
import type { Asked } from './client.ts';
import { FRESH } from './fresh.ts';
import { setupFailed } from './trouble.ts';
import { walk } from './walk.ts';

/** What the ledger keeps of one thing; it must be enough to find the thing again. */
export type Noted = Readonly<Record<string, unknown>>;

/** How one operation's effect is noted before it happens, and undone. */
interface Kind {
  /** Nothing is noted where nothing will have to be undone. `known` is what this check noted for the operation before. */
  readonly note: (
    asked: Asked,
    keeper: Actor,
    known: readonly Noted[],
  ) => Promise<Noted | undefined> | Noted | undefined;
  /** What the answer adds to it. */
  readonly complete?: (answer: Answer) => Noted;
  /** Absent where the API offers no way back. */
  readonly undo?: (data: Noted, keeper: Actor) => Promise<void>;
  readonly says: (data: Noted) => string;
}

/** A success, or nothing there any more to undo. */
function granted(answer: Answer): void {
  if (answer.status >= 300 && answer.status !== 404) {
    throw setupFailed(`${answer.operation} answered ${answer.status}`);
  }
}

/** The keeper in the deployment that a path names, or in the lent one. */
function at(keeper: Actor, deploymentId: unknown): Actor {
  return typeof deploymentId === 'string' || typeof deploymentId === 'number' ? keeper.in(deploymentId) : keeper;
}

const role: Kind = {
  note: ({ body }) => {
    const { name } = (body ?? {}) as { name?: unknown };
    return { name: typeof name === 'string' ? name : null };
  },
  complete: ({ body }) => ({ id: (body as { id?: unknown } | undefined)?.id ?? null }),
  async undo({ id, name }, keeper) {
    const ids = typeof id === 'number' ? [id] : await idsOfRolesNamed(keeper, name);
    for (const one of ids) granted(await keeper.ask('deleteRole', one));
  },
  says: ({ name }) => `role ${String(name)}`,
};

async function idsOfRolesNamed(keeper: Actor, name: unknown): Promise<number[]> {
  // A role that was only asked for, such as one called like a built-in, may be somebody else's.
  if (typeof name !== 'string' || !name.startsWith(FRESH)) return [];
  const roles = await walk((page) => keeper.listRoles(page));
  return roles.filter((one) => one.name === name).map(({ id }) => id);
}

const grant: Kind = {
  async note({ path = {} }, keeper) {
    const { roleId, userId } = path;
    if (roleId === undefined || userId === undefined) return undefined;
    const held = await keeper.raw('listUserRoles', { path: { id: userId } });
    const isHeld = JSON.stringify(held.wire ?? null).match(new RegExp(`"id":"?${roleId}"?[,}]`)) !== null;
    return isHeld ? undefined : { roleId, userId };
  },
  async undo({ roleId, userId }, keeper) {
    const answer = await keeper.ask('revokeRole', String(roleId), String(userId));
    // A role that was never granted may be refused to be revoked, in whatever way.
    if (answer.status >= 500) throw setupFailed(`revokeRole answered ${answer.status}`);
  },
  says: ({ roleId, userId }) => `grant of role ${String(roleId)} to user ${String(userId)}`,
};

const report: Kind = {
  async note({ path = {} }, keeper, known) {
    const { deploymentId, reportId } = path;
    if (known.some((one) => one['reportId'] === reportId)) return undefined;
    const here = at(keeper, deploymentId);
    const reports = await walk((page) => here.listReports(page));
    const found = reports.find(({ id }) => String(id) === String(reportId));
    if (!found) return undefined;
    const { name, title, folderId } = found;
    return { reportId, deploymentId, name, title, folderId: folderId ?? null };
  },
  async undo({ reportId, deploymentId, ...was }, keeper) {
    const here = at(keeper, deploymentId);
    const { folderId, ...texts } = was as { name?: string; title?: string; folderId: number | null };
    await here.updateReport(String(reportId), texts);
    const now = (await walk((page) => here.listReports(page))).find(({ id }) => String(id) === String(reportId));
    if ((now?.folderId ?? null) !== folderId) {
      granted(await here.raw('updateReport', { path: { reportId: String(reportId) }, body: { folderId } }));
    }
  },
  says: ({ reportId }) => `change of report ${String(reportId)}`,
};

const placement: Kind = {
  note: ({ path = {}, body }) => {
    const { externalWorkbookId, sheetName, anchorCell } = (body ?? {}) as Record<string, unknown>;
    return { ...path, externalWorkbookId, sheetName, anchorCell };
  },
  async undo({ reportId, deploymentId, ...body }, keeper) {
    const here = at(keeper, deploymentId);
    const answer = await here.raw('disconnectReportFromWorkbook', { path: { reportId: String(reportId) }, body });
    if (answer.status >= 500) throw setupFailed(`disconnectReportFromWorkbook answered ${answer.status}`);
  },
  says: ({ reportId, externalWorkbookId }) =>
    `placement of report ${String(reportId)} in ${String(externalWorkbookId)}`,
};

const reportFile: Kind = {
  async note({ path = {} }, keeper, known) {
    const { deploymentId, reportId } = path;
    if (reportId === undefined || known.some((one) => one['reportId'] === reportId)) return undefined;
    const { content } = await at(keeper, deploymentId).getReportFile(reportId);
    return { deploymentId, reportId, content };
  },
  async undo({ deploymentId, reportId, content }, keeper) {
    const here = at(keeper, deploymentId);
    const now = await here.getReportFile(String(reportId));
    if (now.content === content) return;
    const body = { oldText: now.content, newText: content, hash: now.hash };
    granted(await here.raw('patchReportFile', { path: { reportId: String(reportId) }, body }));
  },
  says: ({ reportId }) => `change of the file of report ${String(reportId)}`,
};

const devMode: Kind = {
  note: ({ body }) => ({ branchName: (body as { branchName?: unknown } | undefined)?.branchName ?? null }),
  says: ({ branchName }) => `dev mode on branch ${String(branchName)}`,
};

const chat: Kind = {
  note: ({ path = {} }) => ({ agentId: path['agentId'] ?? null }),
  says: ({ agentId }) => `conversation with agent ${String(agentId)}`,
};

const embedSession: Kind = {
  note: () => ({}),
  says: () => 'embed session, for at most 24 hours',
};

const apiKey: Kind = {
  note: ({ body }) => ({ asked: body ?? null }),
  complete: ({ body }) => ({ id: (body as { id?: unknown } | undefined)?.id ?? null }),
  async undo({ id }, keeper) {
    if (typeof id === 'number' || typeof id === 'string') granted(await keeper.ask('deleteApiKey', id));
  },
  says: ({ id }) => `API key ${String(id)}`,
};

const scheduledTask: Kind = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: ({ body }) => ({ id: (body as { id?: unknown } | undefined)?.id ?? null }),
  async undo({ id, deploymentId }, keeper) {
    const here = at(keeper, deploymentId);
    if (typeof id === 'number' || typeof id === 'string') granted(await here.ask('deleteScheduledTask', id));
  },
  says: ({ id }) => `scheduled task ${String(id)}`,
};

const promotion: Kind = {
  note: ({ path = {} }) => ({ workbookId: path['workbookId'] ?? null }),
  says: ({ workbookId }) => `promotion of workbook ${String(workbookId)}`,
};

/** Every operation of the suite that leaves something behind. */
export const KINDS: Readonly<Partial<Record<AnyOperationId, Kind>>> = {
  createRole: role,
  grantRole: grant,
  updateReport: report,
  connectReportToWorkbook: placement,
  patchReportFile: reportFile,
  enterDevMode: devMode,
  generateEmbedSession: embedSession,
  createApiKey: apiKey,
  createScheduledTask: scheduledTask,
  applyPromotion: promotion,
  streamChat: chat,
};
