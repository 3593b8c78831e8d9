import type { AnyOperationId, OperationId } from '../operations.ts';

/**
 * Exceptions for the comparison of documents. The contract's document states some things that the specification does
 * not, because requests could not be sent otherwise, and it does not state everything that may be omitted. All else in
 * it that has no binding comes from the specification.
 */

/**
 * Members that the contract's document declares and the specification does not print for this operation, by the last name
 * of the path: a schema that several operations share has them, or they are deprecated and may be gone.
 */
export const NOT_PRINTED: Readonly<Partial<Record<`${OperationId} ${'request' | 'answer'}`, readonly string[]>>> = {
  // Only the creation carries it.
  'getApiKey answer': ['token'],
  'listApiKeys answer': ['token'],
  // A list need not show the whole record.
  'listUsers answer': ['userPolicies', 'settings'],
  'listScheduledTasks answer': ['userId', 'nextRunAt', 'notificationEnabled', 'condition', 'lastConditionCheck'],
  // Each holder carries the full set of roles; what it shows of a role is not printed.
  'listRoleHolders answer': ['id', 'name'],
  'createMetaSyncToken answer': ['data'],
  'getAppTheme answer': ['palette', 'logoUrl', 'light', 'dark'],
  'getSpec answer': ['openapi', 'info', 'paths', 'version'],
  'updateMySettings request': ['lastSeenChangelogId'],
};

export const OPTIONAL_BODIES: readonly OperationId[] = ['updateRole', 'createDeploymentToken', 'duplicateWorkbook'];

/** Query parameters that may be omitted. */
export const OPTIONAL_QUERY: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  listScheduledTasks: ['first'],
  listEmbedTenantWorkbooks: ['accessSource'],
  deleteBranch: ['removeOnUpstream'],
};

/** Request members that may be omitted, each as a path from the body; `*` for all of them. */
export const OPTIONAL_MEMBERS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createRole: ['description'],
  updateRole: ['*'],
  updateReport: ['expectedVersion'],
  connectReportToWorkbook: ['resultChecksum.payload'],
  updateDeployment: ['*'],
  createDeploymentToken: ['expiresIn'],
  startDashboardExport: ['layout', 'renderAs'],
  publishWorkbook: ['config'],
  createAiWidgetThread: ['checksum'],
  generateEmbedSession: ['branchName', 'tenantGroups', 'tenantGroupDefinitions', 'embedTenantProfile'],
  updateMySettings: ['*'],
  startTransformSync: ['output'],
};

/** Defaults of the specification that the contract's document does not state, by the last name of the path. */
export const DEFAULTS: Readonly<Partial<Record<OperationId, Readonly<Record<string, unknown>>>>> = {
  getScheduledTask: { notificationEnabled: false },
  listScheduledTasks: { notificationEnabled: false },
  createDeploymentToken: { expiresIn: 86_400 },
  startTransformSync: { output: 'branch' },
};

/** The only path parameter whose type the specification states. */
export const PATH_TYPES: Readonly<Partial<Record<OperationId, { readonly name: string; readonly type: string }>>> = {
  updateRole: { name: 'roleId', type: 'number' },
};

/** Operations of a preview feature that a tenant may not offer. */
export const GATED: readonly AnyOperationId[] = [
  'startMetricViewPreview',
  'getMetricViewPreview',
  'cancelMetricViewPreview',
  'getMetricViewPreviewResult',
  'getMetricViewIntegration',
  'putMetricViewIntegration',
];
