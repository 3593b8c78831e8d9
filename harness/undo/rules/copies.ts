import type { TenantDocument } from '../../../contracts/bindings/tenant-document.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { isMembers } from '../../../generators/members.ts';
import type { Actor } from '../../client/actor.ts';
import { declaredPages, pageParameters } from '../../client/declared-list.ts';
import { setupFailed } from '../../failures/failure.ts';
import type { Answer } from '../../http/answer.ts';
import { removalsIn } from '../../../contracts/bindings/removals.ts';
import { sendRemoval } from './removal.ts';
import { noteId, type Noted, type UndoContext, type UndoRule } from './rule.ts';

/** Where the specification prints the operations of workbooks. */
const COLLECTION = '/api/v1/deployments/{deploymentId}/workbooks';
const OF_WORKBOOK = /^\/api\/v1\/deployments\/\{[^}]*\}\/workbooks\/\{[^}]*\}\/?$/;
const LEFT_FOR_GOOD = 'left for good, because nothing that is printed or declared removes it';

/** What removes a workbook of a deployment, with `{id}` for its id: no operation is printed, and a tenant may declare one. */
function removalIn(document: TenantDocument | undefined, deploymentId: unknown): string | undefined {
  const declared = removalsIn(document).find(({ element }) => OF_WORKBOOK.test(element))?.removal;
  return isId(deploymentId) ? declared?.replace(/\{(?!id\})[^}]*\}/, encodeURIComponent(deploymentId)) : undefined;
}

/** The ids of everything in the pages of a list. */
function idsIn(listed: unknown): string[] {
  if (typeof listed !== 'object' || listed === null) return [];
  const own = isMembers(listed) ? Object.entries(listed).filter(([name]) => /id$/i.test(name)) : [];
  return [
    ...own.flatMap(([, value]) => (isId(value) ? [String(value)] : [])),
    ...Object.values(listed).flatMap((one: unknown) => idsIn(one)),
  ];
}

/**
 * The workbooks of a deployment before the first copy, from one list for a whole process: what is in it is never removed, even if a
 * tenant answers a copy with the id of another workbook. Undefined where they are not listed as a whole.
 */
async function idsBefore({ admin, document, once }: UndoContext, deploymentId: string | number) {
  const listing = document?.find('get', COLLECTION);
  if (!listing) return undefined;
  const parameters = document?.parametersOf(listing) ?? [];
  const path = COLLECTION.replace('{deploymentId}', encodeURIComponent(deploymentId));
  const list = { path, ...pageParameters(parameters.map(({ name }) => name)) };
  const { pages, isWhole } = await once(`workbooks of ${deploymentId}`, () => declaredPages(admin, list));
  return isWhole ? [...new Set(idsIn(pages))] : undefined;
}

/** What is kept of a copy: how it is removed, and the workbooks that cannot be it. */
async function placeOf(context: UndoContext, workbookId: unknown, deploymentId: unknown): Promise<Noted> {
  const kept = { workbookId: workbookId ?? null };
  const removal = removalIn(context.document, deploymentId);
  // A copy of a workbook of the run is found by its name when the run ends.
  if (removal === undefined || !isId(deploymentId) || context.isOwn(String(workbookId))) return kept;
  const before = await idsBefore(context, deploymentId);
  return before ? { ...kept, removal, before: [...before, String(workbookId)] } : kept;
}

async function removeCopy({ ids = [], isMade, removal, before }: Noted, admin: Actor): Promise<string | undefined> {
  // A copy that was refused is not there, which checks judge.
  if (isMade !== true) return undefined;
  const shown = (ids as readonly unknown[]).filter(isId);
  const [made, ...others] = Array.isArray(before) ? shown.filter((id) => !before.includes(String(id))) : [];
  if (made === undefined || others.length > 0 || typeof removal !== 'string') return LEFT_FOR_GOOD;
  const { status } = await sendRemoval(admin, removal, made);
  if (status < 300 || status === 404 || status === 410) return undefined;
  throw setupFailed(`its removal was answered with ${status}`);
}

export const duplicate: UndoRule = {
  note: ({ path = {} }, context) => placeOf(context, path['workbookId'], path['deploymentId']),
  complete(answer) {
    const { id } = noteId(answer);
    // What was only accepted may answer with the id of a job.
    return { id, ids: answer.status === 202 ? [] : [id], isMade: true };
  },
  undo: (noted, { admin }) => removeCopy(noted, admin),
  copyOf: ({ workbookId }) => String(workbookId),
  describe: ({ workbookId, id }) => `copy ${isId(id) ? `${id} ` : ''}of workbook ${String(workbookId)}`,
};

/** Members with the workbook that a promotion made or changed. */
const OF_COPY = /^(target|new|created|copied|promoted|result|destination|dest)?_?(workbook|copy)(_?(uu)?id)?$/i;

/** The ids of workbooks in the response to a promotion: of the one that it made, and perhaps of the one that it copied. */
function workbooksIn(shown: unknown): (string | number)[] {
  if (!isMembers(shown)) return [];
  const named = Object.entries(shown).filter(([name]) => OF_COPY.test(name));
  const ids = named.map(([, value]) => (isMembers(value) ? value['id'] : value)).filter(isId);
  return [...ids, ...Object.values(shown).flatMap(workbooksIn)];
}

/** No operation removes a promotion. */
export const appliedPromotion: UndoRule = {
  note: ({ path = {}, body }, context) =>
    placeOf(context, path['workbookId'], (body as Noted | undefined)?.['targetDeploymentId']),
  complete: ({ wire }: Answer) => ({ ids: [...new Set(workbooksIn(wire))], isMade: true }),
  undo: (noted, { admin }) => removeCopy(noted, admin),
  copyOf: ({ workbookId }) => String(workbookId),
  describe: ({ workbookId }) => `promotion of workbook ${String(workbookId)}, and its copy in the other deployment`,
};
