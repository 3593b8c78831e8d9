import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import { canonicalText } from '../../../mock/rules/files.ts';
import type { Workbook } from '../../../mock/world/content.ts';
import { byOAuth } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { once } from '../../lib/other-operations.ts';
import { both, isUnsaid, sends } from '../../lib/conditions.ts';
import { refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { changeRequest, refusedYet } from '../../lib/reports.ts';
import { knowingWorkbook, ofWorkbook, storeWorkbook, workbookIn } from '../../lib/workbooks.ts';

interface Widget {
  readonly id: string;
  readonly type: string;
  readonly threadId?: unknown;
}

function dashboardOf({ draft }: Workbook): Body & { readonly widgets: readonly Widget[] } {
  return JSON.parse(draft) as Body & { readonly widgets: readonly Widget[] };
}

/** The first widget of a dashboard that a thread can be tied to. */
function firstOf(workbook: Workbook): Widget | undefined {
  return dashboardOf(workbook).widgets.find(({ type }) => type === 'ai');
}

/** A tie that names no widget goes to the first one that takes threads. */
function toTheFirst(body: Body, call: Call): Body {
  const workbook = workbookIn(call);
  return workbook && body['widgetId'] === undefined ? { ...body, widgetId: firstOf(workbook)?.id } : body;
}

/** The widget of a draft that a thread can be tied to. */
function aiWidgetOf({ tenant, path }: Call): unknown {
  const { draft = '{}' } = tenant.content.workbooks.get(Number(path['workbookId'])) ?? {};
  const { widgets = [] } = JSON.parse(draft) as { widgets?: readonly { id: string; type: string }[] };
  return widgets.find(({ type }) => type === 'ai')?.id;
}

/** Faults of the thread of an AI widget. */
export const aiWidgetThreadFaults = faults({
  'workbooks.ai-widget-thread.answers-dashboard': [
    {
      name: 'widgets-alone',
      sentence: 'Tying a thread to a widget answers the list of the widgets.',
      patch: replaceSync('createAiWidgetThread', (call, original) => {
        const answer = original(call);
        return answer.kind === 'ok' ? { ...answer, body: (answer.body as Body)['widgets'] } : answer;
      }),
    },
    {
      name: 'null',
      sentence: 'Tying a thread to a widget answers null.',
      patch: replaceSync('createAiWidgetThread', (call, original) => {
        const answer = original(call);
        return answer.kind === 'ok' ? { ...answer, body: null } : answer;
      }),
    },
  ],
  'workbooks.ai-widget-thread.checksum-optional': [
    {
      name: 'refused-to-oauth',
      sentence: 'Tying a thread to a widget without a checksum is refused to an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: refusing('createAiWidgetThread', both(byOAuth, sends('checksum', isUnsaid)), 'invalid'),
    },
    {
      name: 'needed-once-published',
      sentence: 'Tying a thread to a widget is refused without a checksum once the workbook was published.',
      patch: once('publishWorkbook', ofWorkbook, (published) =>
        replaceSync('createAiWidgetThread', (call, original) => {
          const answer = original(call);
          if (bodyOf(call)['checksum'] === undefined && published.has(ofWorkbook(call)))
            refuse('invalid', 'the checksum is missing');
          return answer;
        }),
      ),
    },
    {
      name: 'needed',
      sentence: 'Tying a thread to a widget without a checksum is refused.',
      patch: replaceSync('createAiWidgetThread', (call, original) => {
        if (bodyOf(call)['checksum'] === undefined) refuse('invalid', 'checksum is missing');
        return original(call);
      }),
    },
    {
      name: 'needed-once-tied',
      sentence: 'Tying another thread to a widget that has one is refused without a checksum.',
      patch: knowingWorkbook(['createAiWidgetThread'], (past) =>
        refusing(
          'createAiWidgetThread',
          (call) => bodyOf(call)['checksum'] === undefined && past(call).includes('createAiWidgetThread'),
          'conflict',
        ),
      ),
      also: [
        { id: 'workbooks.ai-widget-thread.thread-id-missing', because: 'its neighbour ties a widget a second time' },
      ],
    },
  ],
  'workbooks.ai-widget-thread.widget-id-missing': [
    {
      name: 'first-one',
      sentence: 'A thread that is tied to no widget is tied to the first one.',
      patch: changeRequest('createAiWidgetThread', toTheFirst),
    },
    {
      name: 'refused-and-tied',
      sentence: 'Tying a thread without a widgetId is refused, and the thread is tied to the first widget.',
      patch: refusedYet('createAiWidgetThread', (call, original) => {
        const body = bodyOf(call);
        if (body['widgetId'] === undefined && body['threadId'] !== undefined) {
          original({ ...call, body: toTheFirst(body, call) });
        }
      }),
    },
    {
      name: 'with-checksum',
      sentence: 'With a checksum a thread without widgetId is tied to the first AI widget.',
      patch: replaceSync('createAiWidgetThread', (call, original) => {
        const { widgetId, checksum } = bodyOf(call);
        if (widgetId !== undefined || checksum === undefined) return original(call);
        return original({ ...call, body: { ...bodyOf(call), widgetId: aiWidgetOf(call) } });
      }),
    },
  ],
  'workbooks.ai-widget-thread.thread-id-missing': [
    {
      name: 'the-one-before',
      sentence: 'Without a threadId the thread of the tie before is tied to the widget.',
      patch: remembering(
        () => ({ last: undefined as unknown }),
        (known) =>
          replaceSync('createAiWidgetThread', (call, original) => {
            const { threadId = known.last, ...others } = bodyOf(call);
            const answer = original({ ...call, body: { ...others, ...(threadId !== undefined && { threadId }) } });
            known.last = threadId;
            return answer;
          }),
      ),
    },
    {
      name: 'tied-before',
      sentence: 'A widget that has a thread needs no threadId, and loses its thread without one.',
      patch: changeRequest('createAiWidgetThread', (body, call) => {
        const draft = call.tenant.content.workbooks.get(Number(call.path['workbookId']))?.draft ?? '{}';
        const { widgets = [] } = JSON.parse(draft) as { widgets?: readonly Body[] };
        const widget = widgets.find(({ id }) => id === body['widgetId']);
        return widget?.['threadId'] !== undefined && body['threadId'] === undefined
          ? { ...body, threadId: 'none' }
          : body;
      }),
    },
    {
      name: 'made-up',
      sentence: 'A widget that is tied to no thread is tied to a new one.',
      patch: changeRequest('createAiWidgetThread', (body, { tenant }) =>
        body['threadId'] === undefined ? { ...body, threadId: `thread-${tenant.random.word(8)}` } : body,
      ),
    },
    {
      name: 'refused-and-untied',
      sentence: 'Tying a widget without a threadId is refused, and the widget loses the thread that it was tied to.',
      patch: refusedYet('createAiWidgetThread', (call) => {
        const { widgetId, threadId } = bodyOf(call);
        if (threadId !== undefined) return;
        storeWorkbook(call, (workbook) => {
          const { widgets, ...others } = dashboardOf(workbook);
          const left = widgets.map((widget) => (widget.id === widgetId ? { ...widget, threadId: undefined } : widget));
          return { draft: canonicalText({ ...others, widgets: left }) };
        });
      }),
    },
    {
      name: 'with-checksum',
      sentence: 'With a checksum a request without threadId takes the thread of a widget away.',
      patch: replaceSync('createAiWidgetThread', (call, original) => {
        const { threadId, checksum } = bodyOf(call);
        if (threadId !== undefined || checksum === undefined) return original(call);
        return original({ ...call, body: { ...bodyOf(call), threadId: 'none' } });
      }),
    },
  ],
});
