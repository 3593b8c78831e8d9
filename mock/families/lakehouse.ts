import { done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, type Call, type Handler } from '../call.ts';
import { dateOf } from '../clock.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { FamilyBehaviour } from './family.ts';

interface Preview {
  readonly id: string;
  readonly deploymentId: number;
  readonly dataSourceName: string;
  readonly views: readonly string[];
  readonly startedAt: number;
}

interface Integration {
  readonly dataSourceName: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly version: number;
}

type Status = 'queued' | 'running' | 'completed' | 'failed';

/** Data sources that the lakehouse feeds, and the views that there are to preview. */
const DATA_SOURCES = ['warehouse', 'archive'] as const;

export const lakehouseState = slice('lakehouse', (tenant) => ({
  previews: new Map<string, Preview>(),
  /** The names of data sources, by deployment. */
  sources: new Map(tenant.deployments.deployments.all().map(({ id }) => [id, new Set<string>(DATA_SOURCES)])),
  integrations: new Map<string, Integration>(
    [tenant.deployments.home, tenant.deployments.other].map((id) => [
      keyOf(id, DATA_SOURCES[0]),
      { dataSourceName: DATA_SOURCES[0], configuration: { catalog: 'main', schema: 'seeded' }, version: 1 },
    ]),
  ),
}));

export function keyOf(deploymentId: number, dataSourceName: string): string {
  return `${deploymentId}/${dataSourceName}`;
}

/** The data sources of a deployment; every one starts with the same. */
export function sourcesOf(tenant: Tenant, deploymentId: number): Set<string> {
  const { sources } = lakehouseState(tenant);
  const known = sources.get(deploymentId) ?? new Set<string>(DATA_SOURCES);
  sources.set(deploymentId, known);
  return known;
}

/** Nothing of this family is there while the preview feature is closed. */
function gated(handler: Handler): Handler {
  return (call) => {
    const { rules, features } = call.tenant;
    if (!rules.lakehouse.isOpen(features.previews, call.operationId))
      refuse('forbidden', 'the preview feature is closed');
    return handler(call);
  };
}

function deploymentIn(call: Call): number {
  return Number(call.path['deploymentId']);
}

function isDataSource(call: Call, name: unknown): name is string {
  return typeof name === 'string' && sourcesOf(call.tenant, deploymentIn(call)).has(name);
}

/** How far a preview is, whatever the dialect shows of it. */
export function statusOf({ clock, rules, dialect }: Tenant, { startedAt, views }: Preview): Status {
  const age = clock.now() - startedAt;
  if (age < rules.lakehouse.queued) return 'queued';
  // A preview that can be read late still runs by then.
  if (age < rules.lakehouse.work + dialect.late.jobs) return 'running';
  return rules.lakehouse.hasResult(views) ? 'completed' : 'failed';
}

function startMetricViewPreview(call: Call): Answer {
  const { tenant } = call;
  const { previewSource } = tenant.dialect.outcomes;
  const { dataSourceName = previewSource === 'named' ? undefined : DATA_SOURCES[0], views } = bodyOf(call);
  if (!isDataSource(call, dataSourceName)) refuse('invalid', 'dataSourceName names no data source of the lakehouse');
  if (!Array.isArray(views) || views.length === 0 || !views.every((view) => typeof view === 'string')) {
    refuse('invalid', 'views is no list of names');
  }
  const preview: Preview = {
    id: `preview-${tenant.random.word(12)}`,
    deploymentId: deploymentIn(call),
    dataSourceName,
    views: views,
    startedAt: tenant.clock.now(),
  };
  lakehouseState(tenant).previews.set(preview.id, preview);
  return ok(show(tenant, preview));
}

/** The status of a preview, or the flag that the dialect has in its place. */
function stateOf(tenant: Tenant, preview: Preview): Status | boolean {
  const { previewState } = tenant.dialect.outcomes;
  const status = statusOf(tenant, preview);
  if (previewState === 'status') return status;
  return (status === 'completed' || status === 'failed') === (previewState === 'ended');
}

function show(tenant: Tenant, preview: Preview): Record<string, unknown> {
  const { id, dataSourceName, views, startedAt } = preview;
  return { previewId: id, status: stateOf(tenant, preview), dataSourceName, views, startedAt: dateOf(startedAt) };
}

/** The preview in the path, while its results are kept. */
function previewIn(call: Call): Preview {
  const { tenant } = call;
  const { work, resultLifetime } = tenant.rules.lakehouse;
  const preview = lakehouseState(tenant).previews.get(call.path['previewId'] ?? '');
  if (preview?.deploymentId !== deploymentIn(call)) refuse('unknown', 'there is no such preview');
  if (tenant.clock.now() - preview.startedAt - work >= resultLifetime) refuse('gone', 'the preview is gone');
  return preview;
}

function getMetricViewPreviewResult(call: Call): Answer {
  const preview = previewIn(call);
  const status = statusOf(call.tenant, preview);
  if (status !== 'completed') refuse(409, `the preview is ${status} and has no result`);
  const metricViews = preview.views.map((view) => ({ name: view, measures: ['count', 'total'] }));
  return ok({ previewId: preview.id, metricViews });
}

function cancelMetricViewPreview(call: Call): Answer {
  lakehouseState(call.tenant).previews.delete(previewIn(call).id);
  return done();
}

function dataSourceIn(call: Call): string {
  const name = call.path['dataSourceName'];
  return isDataSource(call, name) ? name : refuse('unknown', 'there is no such data source');
}

function getMetricViewIntegration(call: Call): Answer {
  const integration = lakehouseState(call.tenant).integrations.get(keyOf(deploymentIn(call), dataSourceIn(call)));
  return integration ? ok(showIntegration(integration)) : refuse('unknown', 'the data source has no integration');
}

function showIntegration({ dataSourceName, configuration, version }: Integration): Record<string, unknown> {
  return { ...configuration, dataSourceName, configurationVersion: version };
}

function putMetricViewIntegration(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.lakehouse;
  const key = keyOf(deploymentIn(call), dataSourceIn(call));
  const { expectedConfigurationVersion, catalog, schema } = bodyOf(call);
  const stored = lakehouseState(tenant).integrations.get(key);
  const problems: string[] = [];
  if (typeof catalog !== 'string' || catalog === '') problems.push('catalog is no text');
  if (typeof schema !== 'string' || schema === '') problems.push('schema is no text');
  if (!Number.isSafeInteger(expectedConfigurationVersion)) problems.push('expectedConfigurationVersion is no version');
  if (problems.length > 0) refuse('invalid', ...problems);
  if (!rules.isExpected(expectedConfigurationVersion, stored?.version ?? 0)) {
    refuse('conflict', `the stored version is ${stored?.version ?? 0}`);
  }
  const integration: Integration = {
    dataSourceName: dataSourceIn(call),
    configuration: { catalog, schema },
    version: rules.nextVersion(stored?.version ?? 0),
  };
  lakehouseState(tenant).integrations.set(key, integration);
  return ok(showIntegration(integration));
}

export const lakehouse: FamilyBehaviour = {
  handlers: {
    startMetricViewPreview: gated(startMetricViewPreview),
    getMetricViewPreview: gated((call) => ok(show(call.tenant, previewIn(call)))),
    getMetricViewPreviewResult: gated(getMetricViewPreviewResult),
    cancelMetricViewPreview: gated(cancelMetricViewPreview),
    getMetricViewIntegration: gated(getMetricViewIntegration),
    putMetricViewIntegration: gated(putMetricViewIntegration),
  },
  settings: () => ({
    DATA_SOURCE_NAME: DATA_SOURCES[0],
    OTHER_DATA_SOURCE_NAME: DATA_SOURCES[0],
    SPARE_DATA_SOURCE_NAME: DATA_SOURCES[1],
  }),
};
