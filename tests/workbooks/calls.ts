import { there, type ValidCall, type ValidCalls, type Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { draftOf, draftPatch, providedWorkbook } from '../../harness/things/workbooks.ts';

/** A call on the provided workbook of a deployment; `where` selects the deployment. */
function onWorkbook(body?: object): ValidCall {
  return (check, _admin, where) => ({
    path: { workbookId: providedWorkbook(check, where) },
    ...(body && { body }),
  });
}

/** A widget and a thread that can be linked to it. */
export function widgetAndThread(check: Check, where: Where = 'home') {
  return where === 'home'
    ? { widgetId: check.provided('AI_WIDGET_ID'), threadId: check.provided('CHAT_THREAD_ID') }
    : { widgetId: check.provided('OTHER_AI_WIDGET_ID'), threadId: check.provided('OTHER_CHAT_THREAD_ID') };
}

export const calls: ValidCalls = {
  getDashboardFile: onWorkbook(),
  async patchDashboardFile(check, admin, where) {
    const workbookId = providedWorkbook(check, where);
    const draft = await draftOf(there(check, admin, where), workbookId);
    return { path: { workbookId }, body: draftPatch(check, draft).body };
  },
  publishWorkbook: onWorkbook({}),
  duplicateWorkbook: [onWorkbook(), onWorkbook({ shared: false })],
  createAiWidgetThread: (check, _admin, where) => ({
    path: { workbookId: providedWorkbook(check, where) },
    body: widgetAndThread(check, where),
  }),
};
