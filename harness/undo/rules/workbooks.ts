import type { Actor } from '../../client/actor.ts';
import { granted, isSuccess, type Answer } from '../../http/answer.ts';
import { setupFailed } from '../../failures/failure.ts';
import { unstated, untested } from '../../failures/untested.ts';
import { appliedPromotion, duplicate } from './copies.ts';
import { inDeployment, isNotThere, requireUndone, type UndoRule, type UndoRules, type Noted } from './rule.ts';

function keyOf({ deploymentId, workbookId }: Noted): string {
  return JSON.stringify([deploymentId, workbookId]);
}

/** Before its first change, the draft of a dashboard is noted as it was. */
const noteDraft: UndoRule['note'] = async ({ path = {} }, { admin, known, drafts, restorable, goesWith }) => {
  const { deploymentId = null, workbookId } = path;
  const where = { deploymentId, workbookId };
  if (workbookId === undefined || goesWith('workbook', workbookId) || known.some((one) => keyOf(one) === keyOf(where)))
    return undefined;
  const read = () => restorableDraft(inDeployment(admin, deploymentId), workbookId, restorable.has(keyOf(where)));
  const content = drafts.get(keyOf(where)) ?? (await read());
  if (content === undefined) return undefined;
  drafts.set(keyOf(where), content);
  restorable.add(keyOf(where));
  return { ...where, content };
};

/** The draft of a dashboard. What can only be guessed how to restore is not changed: a patch by itself shows whether it can be. */
async function restorableDraft(
  admin: Actor,
  workbookId: string | number,
  isKnown: boolean,
): Promise<string | undefined> {
  const read = await admin.ask('getDashboardFile', workbookId);
  if (isNotThere(read)) return undefined;
  const draft = granted(read, 'the draft').body;
  if (isKnown) return draft.content;
  const answer = await patched(admin, String(workbookId), draft, draft.content);
  const guesses = (answer.guesses ?? []).map(({ what }) => what).join(', ');
  if (guesses !== '' && !isSuccess(answer)) {
    untested(unstated(guesses, `without it the draft of workbook ${workbookId} could not be restored`));
  }
  return draft.content;
}

/** Replaces the whole text of a draft. */
async function patched(
  admin: Actor,
  workbookId: string,
  { content, hash }: { readonly content: string; readonly hash: string },
  newText: string,
): Promise<Answer> {
  const path = { workbookId };
  const whole = await admin.raw('patchDashboardFile', { path, body: { oldText: content, newText, hash } });
  // A tenant that only replaces the whole text does not accept oldText.
  return isSuccess(whole) ? whole : admin.raw('patchDashboardFile', { path, body: { newText, hash } });
}

async function restoreDraft(admin: Actor, drafts: Map<string, string>, noted: Noted): Promise<void> {
  const { workbookId, content } = noted;
  const path = { workbookId: String(workbookId) };
  const answer = await admin.raw('getDashboardFile', { path });
  // The draft of a workbook that was removed is gone with it.
  if (answer.status !== 404) {
    const now = granted(answer, 'the draft').body as { readonly content: string; readonly hash: string };
    if (now.content !== content) {
      requireUndone(await patched(admin, path.workbookId, now, String(content)));
      if ((await admin.getDashboardFile(path.workbookId)).content !== content)
        throw setupFailed('the draft could not be restored');
    }
  }
  drafts.delete(keyOf(noted));
}

const draft: UndoRule = {
  note: noteDraft,
  undo: (noted, { admin, drafts }) => restoreDraft(inDeployment(admin, noted['deploymentId']), drafts, noted),
  describe: ({ workbookId }) => `change of the dashboard of workbook ${String(workbookId)}`,
};

const publication: UndoRule = {
  note: noteDraft,
  async undo(noted, { admin, drafts }) {
    const here = inDeployment(admin, noted['deploymentId']);
    await restoreDraft(here, drafts, noted);
    const path = { workbookId: String(noted['workbookId']) };
    const { status } = await here.raw('publishWorkbook', { path, body: {} });
    // A tenant may refuse to publish if nothing has changed.
    if (status >= 500) throw setupFailed(`publishWorkbook responded with ${status}`);
  },
  describe: ({ workbookId }) => `publication of the dashboard of workbook ${String(workbookId)}`,
};

const preview: UndoRule = {
  note: ({ path = {} }, { known }) => {
    const { workbookId = null } = path;
    return known.some((one) => one['workbookId'] === workbookId) ? undefined : { workbookId };
  },
  describe: ({ workbookId }) => `previews of promotions of workbook ${String(workbookId)}`,
};

export const workbookRules: UndoRules = {
  patchDashboardFile: draft,
  createAiWidgetThread: draft,
  publishWorkbook: publication,
  duplicateWorkbook: duplicate,
  previewPromotion: preview,
  applyPromotion: appliedPromotion,
};
