import type { Members } from '../../generators/members.ts';
import { attempt } from '../failures/failure.ts';
import { isSuccess } from '../http/answer.ts';
import { idOf } from './shown-things.ts';
import type { Source, Sourcing } from './source.ts';
import { WORKBOOK, type Place } from './ways.ts';
import { aiWidgetsIn, widgetIdsIn, withWidgetInDraft, withWidgetLike } from './widgets.ts';

/** An AI widget of the dashboard of a workbook, from its draft; a workbook of the run gets one by its publication. */
export function widgetOf(workbook: 'WORKBOOK_ID' | 'OTHER_WORKBOOK_ID', place: Place): Source {
  return {
    kind: 'found',
    how: `a widget in the draft of the dashboard of ${workbook}`,
    needs: [workbook, place],
    after: [THREADS[place]],
    async obtain(sourcing) {
      const [workbookId = '', deploymentId = ''] = [sourcing.settings[workbook], sourcing.settings[place]];
      const there = sourcing.admin.in(deploymentId).preparing;
      const draft = await draftOf(sourcing, workbookId, deploymentId);
      const [standing] = aiWidgetsIn(draft);
      const isEmpty = standing === undefined && sourcing.isOwn(workbook);
      const config = isEmpty ? await configWithWidget(sourcing, draft, workbookId, deploymentId) : undefined;
      const isPublished =
        config !== undefined && isSuccess(await there.raw('publishWorkbook', { path: { workbookId }, body: config }));
      const now = isPublished ? await draftOf(sourcing, workbookId, deploymentId) : draft;
      const first = standing ?? aiWidgetsIn(now)[0];
      return first ?? (isEmpty ? takingThread(sourcing, place, workbookId, widgetIdsIn(now)) : undefined);
    },
  };
}

const THREADS = { DEPLOYMENT_ID: 'CHAT_THREAD_ID', OTHER_DEPLOYMENT_ID: 'OTHER_CHAT_THREAD_ID' } as const;
const MOST_ASKED = 3;

/** The first of some widgets to which the tenant links a chat thread: nothing else need say that a widget is of an AI. */
async function takingThread(
  { admin, settings }: Sourcing,
  place: Place,
  workbookId: string,
  widgets: readonly string[],
): Promise<string | undefined> {
  const threadId = settings[THREADS[place]];
  if (threadId === undefined) return undefined;
  const there = admin.in(settings[place] ?? '').preparing;
  for (const widgetId of widgets.slice(0, MOST_ASKED)) {
    const asked = { path: { workbookId }, body: { widgetId, threadId } };
    if (isSuccess(await there.raw('createAiWidgetThread', asked))) return widgetId;
  }
  return undefined;
}

async function draftOf({ admin }: Sourcing, workbookId: string, deploymentId: string): Promise<unknown> {
  const { content } = await admin.in(deploymentId).preparing.getDashboardFile(workbookId);
  return JSON.parse(content) as unknown;
}

/**
 * A publication of the draft with a widget of an AI in it: as the document has such among the widgets that may be published, or
 * else like one of another workbook; like any of them where the draft has no widget at all.
 */
async function configWithWidget(
  sourcing: Sourcing,
  draft: unknown,
  workbookId: string,
  deploymentId: string,
): Promise<Members | undefined> {
  const { document, wire } = sourcing;
  const route = wire.route('publishWorkbook');
  const declared = document && route && document.find(route.method, route.path);
  if (!document || !declared) return undefined;
  const schema = document.schemaOf(declared, 'request');
  const asDeclared = withWidgetInDraft(document, schema, draft);
  if (asDeclared) return asDeclared;
  const others: unknown[] = [];
  for (const id of await othersOf(sourcing, workbookId, deploymentId)) {
    const there = sourcing.admin.in(deploymentId).preparing;
    const { value: file } = await attempt(() => there.getDashboardFile(id));
    const other = file && jsonIn(file.content);
    const config = withWidgetLike(document, schema, draft, other);
    if (config) return config;
    others.push(other);
  }
  // A widget of any kind may take a chat thread.
  if (widgetIdsIn(draft).length > 0) return undefined;
  const like = others.map((other) => withWidgetLike(document, schema, draft, other, () => true));
  return like.find((config) => config !== undefined) ?? withWidgetInDraft(document, schema, draft, true);
}

/** What a text says as JSON; drafts of others may be of another kind. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const MOST_READ = 4;

/** Some workbooks that are listed beside one. */
async function othersOf({ admin, things }: Sourcing, workbookId: string, deploymentId: string): Promise<string[]> {
  const listed = (await things.list(admin, WORKBOOK, deploymentId)) ?? [];
  const ids = listed.flatMap((one) => idOf(one, WORKBOOK) ?? []);
  return ids.filter((id) => id !== workbookId).slice(0, MOST_READ);
}
