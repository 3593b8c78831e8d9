import { refuse } from '../answer.ts';
import type { Body, Call } from '../call.ts';
import { idIn } from '../call.ts';
import type { Collection } from '../collection.ts';
import { canonicalText } from '../rules/files.ts';
import type { User } from '../world/account.ts';
import type { Folder, Report, Workbook } from '../world/content.ts';
import { FLAG, ID, NAME, OPTIONAL_ID, TEXT, type Thing, type VendorOperations } from './operation.ts';

function deploymentIn({ path }: Call): number {
  return Number(path['deploymentId']);
}

function maker({ principal }: Call): User {
  return principal.user ?? refuse('forbidden', 'what is made needs a user who made it');
}

/** The thing in the path, in its deployment. */
function thingIn<Kept extends { readonly id: number; readonly deploymentId: number }>(
  call: Call,
  all: Collection<Kept>,
  name: string,
): Kept {
  const id = idIn(call, name);
  const thing = id === undefined ? undefined : all.get(id);
  return thing?.deploymentId === deploymentIn(call) ? thing : refuse('unknown', `nothing has this ${name}`);
}

/** The folder that a body names; none where it names none. */
function folderIn(call: Call, { folderId }: Body): number | null {
  if (folderId === undefined || folderId === null) return null;
  const folder = call.tenant.content.folders.get(Number(folderId));
  return folder?.deploymentId === deploymentIn(call)
    ? folder.id
    : refuse('unknown', 'folderId names no folder of this deployment');
}

function createFolder(call: Call, { name }: Body): Thing {
  const { folders } = call.tenant.content;
  const deploymentId = deploymentIn(call);
  const folder: Folder = { id: folders.nextId(), deploymentId, name: String(name), ownerId: maker(call).id };
  folders.add(folder);
  return { id: folder.id, name: folder.name, deploymentId };
}

/** What was in a folder that is gone is in none. */
function deleteFolder(call: Call): void {
  const { folders, reports, workbooks } = call.tenant.content;
  const { id } = thingIn(call, folders, 'folderId');
  for (const report of reports.filter(({ folderId }) => folderId === id))
    reports.replace({ ...report, folderId: null });
  for (const workbook of workbooks.filter(({ folderId }) => folderId === id)) {
    workbooks.replace({ ...workbook, folderId: null });
  }
  folders.remove(id);
}

function createReport(call: Call, body: Body): Thing {
  const { tenant } = call;
  const { reports } = tenant.content;
  const now = tenant.clock.now();
  const { name, description = '' } = body as { name: string; description?: string };
  const report: Report = {
    id: reports.nextId(),
    publicId: tenant.random.word(10),
    deploymentId: deploymentIn(call),
    name,
    title: name,
    description,
    createdAt: now,
    updatedAt: now,
    lastViewedAt: now,
    createdBy: maker(call).id,
    refreshedBy: null,
    folderId: folderIn(call, body),
    workbookId: null,
    jsonQuery: JSON.stringify({ measures: ['orders.count'] }),
    sqlQuery: 'SELECT count(*) FROM orders',
    meta: { display: 'table' },
    pivotItems: { columns: [], filters: [], measures: ['orders.count'], rows: [] },
    version: 1,
    placements: [],
  };
  reports.add(report);
  return { id: report.id, name, publicId: report.publicId, folderId: report.folderId };
}

function createWorkbook(call: Call, body: Body): Thing {
  const { name, withAiWidget = true } = body;
  const { tenant } = call;
  const { workbooks } = tenant.content;
  const id = workbooks.nextId();
  const title = String(name);
  const draft = canonicalText({
    title,
    widgets: [
      { id: `w${id}-1`, type: 'chart', measure: 'orders.count' },
      ...(withAiWidget === true ? [{ id: `w${id}-2`, type: 'ai', prompt: 'What changed?' }] : []),
    ],
  });
  const workbook: Workbook = {
    id,
    deploymentId: deploymentIn(call),
    name: title,
    slug: `workbook-${id}`,
    userId: maker(call).id,
    folderId: folderIn(call, body),
    shared: true,
    publicId: tenant.random.word(10),
    draft,
    published: draft,
  };
  return workbookView(workbooks.add(workbook));
}

function workbookView({ id, name, slug, publicId, published }: Workbook): Thing {
  return { id, name, slug, publicId, isPublished: published !== null };
}

const IN_FOLDER = { folderId: { kind: 'folder', by: 'id' } } as const;
const WORKBOOK = { id: ID, name: NAME, slug: TEXT, publicId: TEXT, isPublished: FLAG };

export const folders: VendorOperations = {
  createFolder: {
    kind: 'folders',
    family: 'folders',
    does: 'create',
    summary: 'Make a folder of reports',
    body: { name: NAME },
    needed: ['name'],
    shows: { id: ID, name: NAME, deploymentId: ID },
    run: createFolder,
  },
  deleteFolder: {
    kind: 'folders',
    family: 'folders',
    does: 'remove',
    summary: 'Remove a folder; what was in it stays',
    run: deleteFolder,
  },
};

export const reports: VendorOperations = {
  createReport: {
    kind: 'reports',
    family: 'reports',
    does: 'create',
    summary: 'Make a report',
    body: { name: NAME, description: TEXT, folderId: OPTIONAL_ID },
    refers: IN_FOLDER,
    needed: ['name'],
    shows: { id: ID, name: NAME, publicId: TEXT, folderId: OPTIONAL_ID },
    run: createReport,
  },
  deleteReport: {
    kind: 'reports',
    family: 'reports',
    does: 'remove',
    summary: 'Remove a report',
    run: (call) => {
      const { reports: all } = call.tenant.content;
      all.remove(thingIn(call, all, 'reportId').id);
    },
  },
};

export const workbooks: VendorOperations = {
  createWorkbook: {
    kind: 'workbooks',
    family: 'workbooks',
    does: 'create',
    summary: 'Make a workbook with a published dashboard',
    body: { name: NAME, folderId: OPTIONAL_ID, withAiWidget: FLAG },
    refers: IN_FOLDER,
    needed: ['name'],
    shows: WORKBOOK,
    listedBy: 'listWorkbooks',
    run: createWorkbook,
  },
  listWorkbooks: {
    kind: 'workbooks',
    family: 'workbooks',
    does: 'list',
    summary: 'List the workbooks of a deployment',
    shows: WORKBOOK,
    by: 'id',
    run: (call) =>
      call.tenant.content.workbooks.filter((one) => one.deploymentId === deploymentIn(call)).map(workbookView),
  },
  deleteWorkbook: {
    kind: 'workbooks',
    family: 'workbooks',
    does: 'remove',
    summary: 'Remove a workbook with its dashboard',
    run: (call) => {
      const { workbooks: all } = call.tenant.content;
      all.remove(thingIn(call, all, 'workbookId').id);
    },
  },
};
