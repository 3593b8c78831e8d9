import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, idIn, type Call } from '../call.ts';
import { canonicalText } from '../rules/files.ts';
import type { Widget } from '../rules/workbooks.ts';
import type { ProvidedSettings } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { Workbook } from '../world/content.ts';
import { mayEditWorkbook, mayReadWorkbook } from './dashboards.ts';
import type { FamilyBehaviour } from './family.ts';
import { hashShown, patched } from './patched-file.ts';

/** The workbook in the path, in its deployment, for whoever may read it. */
export function workbookIn(call: Call): Workbook {
  const { tenant, principal } = call;
  const id = idIn(call, 'workbookId');
  const workbook = id === undefined ? undefined : tenant.content.workbooks.get(id);
  const isHere = workbook?.deploymentId === Number(call.path['deploymentId']);
  if (!workbook || !isHere || !mayReadWorkbook(tenant, principal, workbook))
    refuse('unknown', 'there is no such workbook');
  return workbook;
}

function editableWorkbookIn(call: Call): Workbook {
  const workbook = workbookIn(call);
  return mayEditWorkbook(call.tenant, call.principal, workbook)
    ? workbook
    : refuse('forbidden', 'the caller may not change this workbook');
}

function file(call: Call, { draft }: Workbook): Answer {
  return ok({ content: draft, hash: hashShown(call, call.tenant.rules.workbooks.file.hash(draft)) });
}

function patchDashboardFile(call: Call): Answer {
  const { tenant } = call;
  const workbook = editableWorkbookIn(call);
  const draft = patched(call, tenant.rules.workbooks.file, workbook.draft);
  return file(call, tenant.content.workbooks.replace({ ...workbook, draft }));
}

function publishWorkbook(call: Call): Answer {
  const { tenant } = call;
  const workbook = editableWorkbookIn(call);
  const { config } = bodyOf(call, { optional: true });
  if (config !== undefined && (typeof config !== 'object' || config === null || Array.isArray(config))) {
    refuse('invalid', 'config is no object');
  }
  const published = config === undefined ? tenant.rules.workbooks.published(workbook) : canonicalText(config);
  tenant.content.workbooks.replace({ ...workbook, published });
  return done();
}

function duplicateWorkbook(call: Call): Answer {
  const { tenant, principal } = call;
  const workbook = workbookIn(call);
  const { shared = false } = bodyOf(call, { optional: true });
  if (typeof shared !== 'boolean') refuse('invalid', 'shared is neither true nor false');
  if (shared && tenant.rules.workbooks.needsPlan(tenant.dialect)) refuse(403, 'shared copies need another plan');
  if (!principal.user) refuse('forbidden', 'a copy needs a user who owns it');
  const id = tenant.content.workbooks.nextId();
  const copy = tenant.content.workbooks.add({
    ...tenant.rules.workbooks.duplicate(workbook, shared),
    id,
    slug: `${workbook.slug}-copy-${id}`,
    publicId: tenant.random.word(10),
    userId: principal.user.id,
  });
  return created({ id: copy.id, name: copy.name, slug: copy.slug, shared: copy.shared });
}

function createAiWidgetThread(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.workbooks;
  const workbook = editableWorkbookIn(call);
  const body = bodyOf(call);
  const missing = rules.neededForThread.filter((name) => !isId(body[name]));
  if (missing.length > 0) refuse('invalid', ...missing.map((name) => `${name} is no id`));
  const { widgetId, threadId, checksum } = body;
  if (checksum !== undefined && checksum !== hashShown(call, rules.file.hash(workbook.draft))) {
    refuse('conflict', 'the dashboard has changed since this checksum');
  }
  const dashboard = JSON.parse(workbook.draft) as Record<string, unknown>;
  const widgets = widgetsIn(dashboard);
  if (!widgets.some((widget) => widget.id === widgetId && rules.isAiWidget(widget))) {
    refuse('unknown', 'the dashboard has no such AI widget');
  }
  const changed = {
    ...dashboard,
    widgets: widgets.map((widget) => (widget.id === widgetId ? { ...widget, threadId } : widget)),
  };
  tenant.content.workbooks.replace({ ...workbook, draft: canonicalText(changed) });
  return ok({ publicId: workbook.publicId, ...changed });
}

/** The widgets of a draft, which anybody who may edit it may have patched into any JSON. */
function widgetsIn(dashboard: Record<string, unknown>): Widget[] {
  const { widgets } = dashboard;
  if (!Array.isArray(widgets)) return [];
  return widgets.filter((one): one is Widget => typeof one === 'object' && one !== null && 'id' in one);
}

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
}

/** A workbook of a deployment with a widget that a thread can be tied to. */
function withAiWidget(
  { content }: Tenant,
  deployment: number,
): { readonly id: number; readonly widget: string } | undefined {
  for (const { id, draft } of content.workbooks.filter(({ deploymentId }) => deploymentId === deployment)) {
    const { widgets = [] } = JSON.parse(draft) as { widgets?: readonly Widget[] };
    const widget = widgets.find(({ type }) => type === 'ai');
    if (widget) return { id, widget: widget.id };
  }
  return undefined;
}

function settings(tenant: Tenant): ProvidedSettings {
  const here = withAiWidget(tenant, tenant.deployments.home);
  const there = withAiWidget(tenant, tenant.deployments.other);
  return {
    ...(here && { WORKBOOK_ID: String(here.id), AI_WIDGET_ID: here.widget, CHAT_THREAD_ID: 'thread-conformance' }),
    ...(there && {
      OTHER_WORKBOOK_ID: String(there.id),
      OTHER_AI_WIDGET_ID: there.widget,
      OTHER_CHAT_THREAD_ID: 'thread-elsewhere',
    }),
  };
}

export const workbooks: FamilyBehaviour = {
  handlers: {
    getDashboardFile: (call) => file(call, workbookIn(call)),
    patchDashboardFile,
    publishWorkbook,
    duplicateWorkbook,
    createAiWidgetThread,
  },
  settings,
};
