import type { ValidCall, ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { draftOf, draftPatch, lentWorkbook, there } from '../../harness/things/workbooks.ts';

/** A call about the lent workbook of a deployment: of the other one, where it is to be refused to a key without it. */
function onWorkbook(body?: object): ValidCall {
  return async (check, _admin, where) => ({
    path: { workbookId: await lentWorkbook(check, where) },
    ...(body && { body }),
  });
}

/** A thread, and a widget that it can be tied to. */
export function tie(check: Check, where: Where = 'home') {
  return where === 'home'
    ? { widgetId: check.lent('AI_WIDGET_ID'), threadId: check.lent('CHAT_THREAD_ID') }
    : { widgetId: check.lent('OTHER_AI_WIDGET_ID'), threadId: check.lent('OTHER_CHAT_THREAD_ID') };
}

export const calls: ValidCalls = {
  getDashboardFile: onWorkbook(),
  async patchDashboardFile(check, admin, where) {
    const workbookId = await lentWorkbook(check, where);
    const draft = await draftOf(there(check, admin, where), workbookId);
    return { path: { workbookId }, body: draftPatch(check, draft).body };
  },
  publishWorkbook: onWorkbook({}),
  duplicateWorkbook: [onWorkbook(), onWorkbook({ shared: false })],
  createAiWidgetThread: async (check, _admin, where) => ({
    path: { workbookId: await lentWorkbook(check, where) },
    body: tie(check, where),
  }),
};
