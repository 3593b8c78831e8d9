import type { Actor } from '../client/actor.ts';
import { granted, type Answer } from '../http/answer.ts';
import type { Where } from '../check/valid-calls.ts';
import { exactPatch, textIn, type TextFile } from './text-files.ts';
import { fresh } from '../client/unique.ts';
import type { Check } from '../check/check.ts';
import { setupFailed } from '../failures/failure.ts';

/** The id of the provided workbook of a deployment. */
export function providedWorkbook(check: Check, where: Where = 'home'): string {
  return check.provided(where === 'home' ? 'WORKBOOK_ID' : 'OTHER_WORKBOOK_ID');
}

/** The current draft of a dashboard. */
export async function draftOf(actor: Actor, workbookId: string): Promise<TextFile> {
  const { content, hash } = (await actor.preparing.getDashboardFile(workbookId)) as Partial<Record<string, unknown>>;
  if (typeof content !== 'string' || typeof hash !== 'string') throw setupFailed('the draft has no content or no hash');
  return { content, hash };
}

/** A text that occurs once in a draft and may be replaced by any other. */
export function textOf(draft: TextFile): string {
  const text = textIn(draft);
  if (text === undefined) throw setupFailed('the draft has no display text that occurs exactly once');
  return text;
}

/** A patch of a draft, and the content of the draft after it. */
export function draftPatch(
  check: Check,
  draft: TextFile,
  { from = textOf(draft), to = fresh('text') }: { readonly from?: string; readonly to?: string } = {},
) {
  return exactPatch(draft, from, to, {
    isPartial: check.tenant.wire.value('workbooks.file-old-text') !== undefined,
  });
}

export function patchDraft(actor: Actor, workbookId: string, body: object): Promise<Answer> {
  return actor.raw('patchDashboardFile', { path: { workbookId }, body });
}

/** Changes the draft of a provided workbook as a setup step. */
export async function changedDraft(
  check: Check,
  admin: Actor,
  workbookId: string,
  to: (from: string) => string = () => fresh('text'),
): Promise<TextFile> {
  const draft = await draftOf(admin, workbookId);
  const from = textOf(draft);
  const { body } = draftPatch(check, draft, { from, to: to(from) });
  granted(await patchDraft(admin, workbookId, body), 'the change of the draft');
  const changed = await draftOf(admin, workbookId);
  if (changed.content === draft.content) throw setupFailed('a patch of the draft did not change it');
  return changed;
}

/** Another text of the same length. */
export function respelt(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (/z/i.test(letter) ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1)));
}
