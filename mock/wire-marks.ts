import type { IdForm } from './dialects/dialect.ts';
import type { ContractDocument, Parameter, Schema } from '../contracts/document.ts';
import type { Dialect } from './dialects/dialect.ts';
import { stateSchema } from './state-updates.ts';
import type { IdKind, ValueKind } from './dialects/kinds.ts';

type Kind = IdKind | ValueKind;

/** Where things of each kind stand in the contract's schemas; `[]` marks the elements of a member. */
const PLACES: Readonly<Record<Kind, readonly string[]>> = {
  task: ['ScheduledTask.id'],
  delivery: ['ReportDelivery.id'],
  environment: ['Environment.id'],
  token: ['EnvironmentToken.id', 'CreatedDeploymentEnvironmentToken.id'],
  'api key': ['CreatedApiKey.id', 'ApiKey.id', 'ListedApiKey.id'],
  export: ['DashboardExportSubmission.jobId', 'DashboardExport.jobId'],
  sync: ['TransformSyncStarted.syncJobId', 'TransformSyncEntry.syncJobId', 'TransformSyncStatus.syncJobId'],
  preview: ['MetricViewPreviewStarted.previewId', 'MetricViewPreviewStatus.previewId'],
  'promotion preview': ['PromotionPreview.previewId', 'PromotionApplyInput.previewId'],
  comment: ['DashboardCommentThread.id', 'DashboardCommentReply.id', 'DashboardCommentInput.parentId'],
  placement: [
    'ReportPlacement.id',
    'ConnectReportToWorkbookInput.placementId',
    'PlacementById.placementId',
    'ExternalPlacement.placementId',
  ],
  thread: ['ScheduledTaskRun.threadId'],
  'cloud-provider': [
    'DeploymentUpdateBody.cloudProvider',
    'DeploymentSettings.cloudProvider',
    'Deployment.cloudProvider',
  ],
  region: ['DeploymentUpdateBody.region', 'DeploymentSettings.region', 'Deployment.region'],
  'release-channel': ['DeploymentUpdateBody.releaseChannel', 'DeploymentSettings.releaseChannel'],
  template: ['DeploymentUpdateBody.template', 'DeploymentSettings.template'],
  'view-group': ['DeploymentUpdateBody.defaultLaunchpadViewGroup', 'DeploymentSettings.defaultLaunchpadViewGroup'],
  'launchpad-tab': ['DeploymentUpdateBody.launchpadTabs[]', 'DeploymentSettings.launchpadTabs[]'],
  host: ['ConnectReportToWorkbookInput.host', 'ReportPlacement.host', 'ExternalPlacement.host'],
  'bulk-action': [],
};

/** Places in bodies whose members the contract does not know, by operation. */
export const BODY_PLACES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  createDeployment: { cloudProvider: 'cloud-provider', region: 'region' },
  bulkUserAction: { action: 'bulk-action' },
};

/** Where ids stand in an object. */
export interface IdPlaces {
  readonly [member: string]: IdKind | IdPlaces;
}

/** Ids in answers whose shape the contract does not know. */
export const ANSWER_PLACES: Readonly<Record<string, IdPlaces>> = {
  // A token of its list, whichever operation minted it.
  createMetaSyncToken: { data: { id: 'token' } },
  createScheduledTask: { id: 'task' },
  updateScheduledTask: { id: 'task' },
  pauseScheduledTask: { id: 'task' },
  resumeScheduledTask: { id: 'task' },
  shareScheduledTask: { id: 'task' },
  createReportDelivery: { id: 'delivery' },
  updateReportDelivery: { id: 'delivery' },
  pauseReportDelivery: { id: 'delivery' },
  resumeReportDelivery: { id: 'delivery' },
  shareReportDelivery: { id: 'delivery' },
  transferReportDelivery: { id: 'delivery' },
  createDashboardComment: { id: 'comment', parentId: 'comment' },
  updateDashboardComment: { id: 'comment', parentId: 'comment' },
  resolveDashboardComment: { id: 'comment', parentId: 'comment' },
  getTransformSyncResult: { syncJobId: 'sync' },
  getTransformSyncLogs: { syncJobId: 'sync' },
  getMetricViewPreviewResult: { previewId: 'preview' },
};

const PARAMETERS: Readonly<Record<string, IdKind>> = {
  taskId: 'task',
  deliveryId: 'delivery',
  environmentId: 'environment',
  jobId: 'export',
  syncJobId: 'sync',
  previewId: 'preview',
  commentId: 'comment',
};

/** What the parameter of a path names, where its type is not printed. */
export function parameterKind(operationId: string, name: string): IdKind | undefined {
  if (name === 'id') return /ApiKey$/.test(operationId) ? 'api key' : undefined;
  return PARAMETERS[name];
}

/** Settings that hold an id whose type is not printed. */
export const SETTING_KINDS: Readonly<Record<string, IdKind>> = {
  ENVIRONMENT_ID: 'environment',
  OTHER_ENVIRONMENT_ID: 'environment',
  CROWDED_ENVIRONMENT_ID: 'environment',
};

const ID_SCHEMAS: Readonly<Record<IdForm, Schema>> = {
  number: { type: 'integer' },
  long: { type: 'integer', format: 'int64' },
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
};

/** What the document says of a thing of a kind; nothing where this dialect changes nothing about it. */
export function schemaOf(dialect: Dialect, kind: Kind): Schema | undefined {
  const form = dialect.ids[kind as IdKind];
  if (form) return ID_SCHEMAS[form];
  const vocabulary = dialect.vocabularies[kind as ValueKind];
  return vocabulary && { type: 'string', enum: Object.values(vocabulary) };
}

/** The contract's schemas with marks where this dialect writes values in another way. */
export function markedSchemas(
  { components: { schemas } }: ContractDocument,
  dialect: Dialect,
): Readonly<Record<string, Schema>> {
  const marked: Record<string, Schema> = { ...schemas };
  for (const [kind, places] of Object.entries(PLACES) as [Kind, readonly string[]][]) {
    const shown = schemaOf(dialect, kind);
    if (!shown) continue;
    for (const place of places) {
      const [name = '', path = ''] = place.split('.');
      const schema = marked[name];
      if (!schema) continue;
      const member = path.replace('[]', '');
      const node = { ...shown, 'x-wire': kind };
      const known = withoutType(schema.properties?.[member] ?? {});
      const changed = path.endsWith('[]') ? { ...known, type: 'array', items: node } : { ...known, ...node };
      marked[name] = { ...schema, properties: { ...schema.properties, [member]: changed } };
    }
  }
  const { 'scheduled-tasks': task, 'report-deliveries': delivery } = dialect.states;
  const withMember = (name: string, member: string, shown: Schema) => {
    const schema = marked[name];
    const known = withoutType(schema?.properties?.[member] ?? {});
    if (schema) marked[name] = { ...schema, properties: { ...schema.properties, [member]: { ...known, ...shown } } };
  };
  if (task) withMember('ScheduledTask', 'enabled', stateSchema(task));
  if (delivery) withMember('ReportDelivery', delivery.member, stateSchema(delivery));
  return marked;
}

function withoutType({ type: _, anyOf: __, ...others }: Schema): Schema {
  return others;
}

/** A path parameter as this dialect declares it; the one of API keys has a name that others have as well. */
export function markedParameter(component: string, parameter: Parameter, dialect: Dialect): Parameter {
  const kind = component === 'apiKeyId' ? 'api key' : parameterKind('', parameter.name);
  const shown = parameter.in === 'path' && kind ? schemaOf(dialect, kind) : undefined;
  return shown ? { ...parameter, schema: shown } : parameter;
}
