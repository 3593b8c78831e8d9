import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { canonicalText, type textRules } from '../../mock/rules/files.ts';
import type { Workbook } from '../../mock/world/content.ts';
import { asAdministrator, byPlainUser } from '../lib/access.ts';
import { faults } from '../lib/fault.ts';
import { all, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { reaching } from '../lib/other-deployments.ts';
import { afterUpdates, itemsOf, reportIn } from '../lib/reports.ts';

const TIE = 'createAiWidgetThread';

const workbookIn = ({ tenant, path }: Call): Workbook | undefined =>
  tenant.content.workbooks.get(Number(path['workbookId']));

/** A draft in which no thread is tied to a widget. */
function withoutThreads(draft: string): string {
  const { widgets, ...others } = JSON.parse(draft) as { widgets?: unknown };
  if (!Array.isArray(widgets)) return draft;
  return canonicalText({ ...others, widgets: widgets.map(({ threadId: _, ...widget }: Body) => widget) });
}

/** Copies, by the workbook that each was made of. */
const remembersCopies = (originals: Map<number, number>) =>
  replaceSync('duplicateWorkbook', (call, original) => {
    const answer = original(call);
    if ('body' in answer) originals.set(Number((answer.body as Body)['id']), Number(call.path['workbookId']));
    return answer;
  });

/** Takes two texts for one that differ in their forms of Unicode alone. */
function findingOtherForms(file: ReturnType<typeof textRules>): void {
  const { occurrences, replaced } = file;
  file.occurrences = (content, text) =>
    occurrences(content, text) || occurrences(content.normalize(), text.normalize());
  file.replaced = (content, text, next) =>
    content.includes(text) ? replaced(content, text, next) : replaced(content.normalize(), text.normalize(), next);
}

/** Faults of workbooks, promotions, spreadsheets and folders that show where two of their features meet. */
export const contentAcrossFaults = faults({
  'workbooks.file.patch-keeps-the-rest': {
    name: 'but-the-thread',
    sentence: 'A patch of a draft unties the thread that was tied to a widget since.',
    patch: remembering(
      () => new Set<number>(),
      (tied) =>
        all(
          replaceSync(TIE, (call, original) => {
            const answer = original(call);
            tied.add(Number(call.path['workbookId']));
            return answer;
          }),
          replaceSync('patchDashboardFile', (call, original) => {
            const answer = original(call);
            const workbook = workbookIn(call);
            if (workbook && tied.has(workbook.id)) {
              tied.delete(workbook.id);
              call.tenant.content.workbooks.replace({ ...workbook, draft: withoutThreads(workbook.draft) });
            }
            return answer;
          }),
        ),
    ),
  },
  'workbooks.duplicate.original-unchanged': {
    name: 'by-a-thread-of-the-copy',
    sentence: 'A thread that is tied to a widget of a copy is tied to that of the original as well.',
    patch: remembering(
      () => new Map<number, number>(),
      (originals) =>
        all(
          remembersCopies(originals),
          replaceSync(TIE, (call, original) => {
            const answer = original(call);
            const { workbooks } = call.tenant.content;
            const source = workbooks.get(originals.get(Number(call.path['workbookId'])) ?? 0);
            const copy = workbookIn(call);
            if (source && copy) workbooks.replace({ ...source, draft: copy.draft });
            return answer;
          }),
        ),
    ),
  },
  'workbooks.ai-widget-thread.thread-id-missing': {
    name: 'the-one-before',
    sentence: 'Without a threadId the thread of the tie before is tied to the widget.',
    patch: remembering(
      () => ({ last: undefined as unknown }),
      (known) =>
        replaceSync(TIE, (call, original) => {
          const { threadId = known.last, ...others } = bodyOf(call);
          const answer = original({ ...call, body: { ...others, ...(threadId !== undefined && { threadId }) } });
          known.last = threadId;
          return answer;
        }),
    ),
  },
  'promotions.list.shows-applied': {
    name: 'own-alone',
    sentence: 'The list of promotions shows those alone that the caller has applied.',
    patch: changeBodySync('listPromotions', (list, call) => ({
      ...list,
      items: itemsOf(list).filter((one) => one['appliedBy'] === call.principal.user?.id),
    })),
  },
  'promotions.preview.no-target-role': {
    name: 'let-in-once-previewed',
    sentence: 'A preview that an administrator has made of a workbook and a target is shown to whoever asks for it.',
    patch: remembering(
      () => new Set<string>(),
      (known) =>
        replaceSync('previewPromotion', (call, original) => {
          const key = `${call.path['workbookId']} ${String(bodyOf(call)['targetDeploymentId'])}`;
          const isKnown = byPlainUser(call) && call.principal.scope === 'all' && known.has(key);
          const answer = original(isKnown ? asAdministrator(call) : call);
          known.add(key);
          return answer;
        }),
    ),
  },
  'external-documents.entry.granted-name': {
    name: 'before-a-patch-of-its-file',
    toldBy: 'reports.file.patch-keeps-the-rest',
    sentence: 'A report whose name was changed by a patch of its file has its former name as reportName.',
    patch: remembering(
      () => new Map<number, string>(),
      (former) =>
        all(
          replaceSync('patchReportFile', (call, original) => {
            const before = reportIn(call);
            const answer = original(call);
            if (before && before.name !== reportIn(call)?.name) former.set(before.id, before.name);
            return answer;
          }),
          changeBodySync('listPlacements', (list) => ({
            ...list,
            items: itemsOf(list).map((one) =>
              one['access'] === 'GRANTED' && former.has(Number(one['reportId']))
                ? { ...one, reportName: former.get(Number(one['reportId'])) }
                : one,
            ),
          })),
        ),
    ),
  },
  'workbooks.file.patch-exact': {
    name: 'other-unicode-form',
    toldBy: 'workbooks.file.patch-replaces',
    sentence: 'A patch of a draft finds its text where that stands in another form of Unicode.',
    patch: ({ workbooks: { file } }) => {
      findingOtherForms(file);
    },
  },
  'reports.file.patch-exact': {
    name: 'other-unicode-form',
    toldBy: 'reports.file.patch-replaces',
    sentence: 'A patch of a report file finds its text where that stands in another form of Unicode.',
    patch: ({ reports: { file } }) => {
      findingOtherForms(file);
    },
  },
  'promotions.apply.no-target-role': {
    name: 'repeat-of-another',
    sentence: 'An apply with the idempotency key of one that an administrator made is answered to whoever sends it.',
    patch: remembering(
      () => new Set<string>(),
      (known) =>
        replaceSync('applyPromotion', (call, original) => {
          const { idempotencyKey = call.headers['idempotency-key'] } = bodyOf(call);
          const key = `${call.path['workbookId']} ${String(idempotencyKey)}`;
          const isKnown = idempotencyKey !== undefined && known.has(key) && call.principal.scope === 'all';
          const answer = original(byPlainUser(call) && isKnown ? asAdministrator(call) : call);
          known.add(key);
          return answer;
        }),
    ),
  },
  'external-documents.entry.granted': [
    {
      name: 'denied-once-moved',
      sentence: 'The placement of a report that was moved to another folder is DENIED.',
      patch: afterUpdates(
        ({ folderId }) => folderId,
        (moved) =>
          changeBodySync('listPlacements', (list) => ({
            ...list,
            items: itemsOf(list).map((one) =>
              moved.has(Number(one['reportId'])) ? { ...one, access: 'DENIED', reportName: null } : one,
            ),
          })),
      ),
    },
    {
      name: 'not-once-denied',
      toldBy: 'reports.list.external-workbook-readable-only',
      sentence: 'A placement that a user was denied stays denied to them.',
      patch: remembering(
        () => new Set<string>(),
        (denied) =>
          changeBodySync('listPlacements', (list, { principal }) => ({
            ...list,
            items: itemsOf(list).map((one) => {
              const key = `${principal.user?.id ?? ''} ${String(one['placementId'])}`;
              if (one['access'] === 'DENIED') denied.add(key);
              return denied.has(key) ? { ...one, access: 'DENIED', reportName: null } : one;
            }),
          })),
      ),
    },
  ],
  'workbooks.file.scoped-key-stays': {
    name: 'but-when-it-patches',
    sentence: 'A patch of a draft is carried out in whatever deployment that lies in, with any key.',
    patch: reaching('patchDashboardFile', (call) => workbookIn(call)?.deploymentId),
  },
});
