import type { AnyOperationId } from '../operations.ts';
import type { Needs } from './row.ts';

/** Things and credentials that a valid call of an operation needs beside a deployment in its path. */
type Things = Pick<Needs, 'actors' | 'lent' | 'mayUse' | 'steps' | 'makes' | 'anyCaller'>;

const REPORT: Things = { lent: ['REPORT_ID'] };
const PLACED_REPORT: Things = { lent: ['REPORT_ID', 'EXTERNAL_WORKBOOK_ID'] };
const BRANCH: Things = { lent: ['BRANCH'] };
const WORKBOOK: Things = { lent: ['WORKBOOK_ID'] };
const DASHBOARD: Things = { lent: ['DASHBOARD_PUBLIC_ID'] };
const COMMENTS: Things = { lent: ['DEPLOYMENT_ID', 'EMBED_DASHBOARD_PUBLIC_ID', 'EMBED_TENANT'] };
const DATA_SOURCE: Things = { lent: ['DATA_SOURCE_NAME'] };
const ENVIRONMENT: Things = { lent: ['ENVIRONMENT_ID'] };
const USER: Things = { lent: ['MEMBER_USER_ID'] };
/** A built-in role is one like any other for who is refused. */
const HELD_ROLE: Things = { ...USER, mayUse: ['BUILT_IN_ROLE_ID'] };
const SESSION: Things = { lent: ['DEPLOYMENT_ID'] };
const BETWEEN: Things = { lent: ['WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID'] };

/** What the requirements that hold for every operation need, because they begin with a call that must succeed. */
export const THINGS_OF_CALL: Readonly<Partial<Record<AnyOperationId, Things>>> = {
  streamChat: { actors: ['AI_API_KEY'], lent: ['ACCOUNT_NAME', 'AGENT_ID', 'AI_CHAT_REQUEST'] },
  coreDataLoad: { actors: ['DATA_API_TOKEN'], lent: ['DATA_QUERY'] },
  coreDataSql: { actors: ['DATA_API_TOKEN'], lent: ['DATA_SQL_QUERY'] },
  coreDataMeta: { actors: ['DATA_API_TOKEN'] },
  probeScim: { actors: ['SCIM_TOKEN'] },
  createDeployment: { makes: 'a deployment, which no printed operation removes' },
  deleteBranch: { lent: ['SPARE_BRANCH'] },
  setStagingEnvironment: BRANCH,
  enterDevMode: { ...BRANCH, anyCaller: true },
  updateMySettings: { anyCaller: true },
  startTransformSync: BRANCH,
  getTransformSync: BRANCH,
  cancelTransformSync: BRANCH,
  getTransformSyncResult: BRANCH,
  getTransformSyncLogs: BRANCH,
  listGeneratedFiles: BRANCH,
  startDashboardExport: DASHBOARD,
  getDashboardExport: DASHBOARD,
  downloadDashboardExport: DASHBOARD,
  createDeploymentToken: SESSION,
  listEmbedTenantWorkbooks: { lent: ['EMBED_TENANT'] },
  deleteEmbedTenant: SESSION,
  generateEmbedSession: SESSION,
  exchangeEmbedSession: SESSION,
  revokeEmbedSession: SESSION,
  listDashboardComments: COMMENTS,
  createDashboardComment: COMMENTS,
  listMentionableUsers: COMMENTS,
  updateDashboardComment: COMMENTS,
  deleteDashboardComment: COMMENTS,
  resolveDashboardComment: COMMENTS,
  listEnvironmentTokens: ENVIRONMENT,
  createEnvironmentToken: ENVIRONMENT,
  createMetaSyncToken: ENVIRONMENT,
  listPlacements: PLACED_REPORT,
  startMetricViewPreview: DATA_SOURCE,
  getMetricViewPreview: DATA_SOURCE,
  cancelMetricViewPreview: DATA_SOURCE,
  getMetricViewPreviewResult: DATA_SOURCE,
  getMetricViewIntegration: DATA_SOURCE,
  putMetricViewIntegration: DATA_SOURCE,
  getOidcTokenConfig: { lent: ['OIDC_TOKEN_CONFIG_ID'] },
  previewPromotion: BETWEEN,
  applyPromotion: BETWEEN,
  getPromotion: { ...BETWEEN, steps: ['applyPromotion'] },
  listPromotions: WORKBOOK,
  listPromotionLinks: WORKBOOK,
  listReportDeliveries: REPORT,
  createReportDelivery: REPORT,
  getReportDelivery: REPORT,
  updateReportDelivery: REPORT,
  deleteReportDelivery: REPORT,
  pauseReportDelivery: REPORT,
  resumeReportDelivery: REPORT,
  runReportDelivery: REPORT,
  listReportDeliveryRuns: REPORT,
  shareReportDelivery: REPORT,
  transferReportDelivery: { lent: ['REPORT_ID', 'MEMBER_USER_ID'] },
  updateReport: REPORT,
  connectReportToWorkbook: PLACED_REPORT,
  disconnectReportFromWorkbook: PLACED_REPORT,
  refreshReport: PLACED_REPORT,
  getReportFile: REPORT,
  patchReportFile: REPORT,
  grantRole: HELD_ROLE,
  revokeRole: HELD_ROLE,
  listRoleHolders: HELD_ROLE,
  listUserRoles: USER,
  bulkUserAction: USER,
  getDashboardFile: WORKBOOK,
  patchDashboardFile: WORKBOOK,
  publishWorkbook: WORKBOOK,
  duplicateWorkbook: WORKBOOK,
  createAiWidgetThread: { lent: ['WORKBOOK_ID', 'AI_WIDGET_ID', 'CHAT_THREAD_ID'] },
};

/** What the same requirements need in addition to the things of another deployment, where those of home do not take part. */
export const STAYS_ELSEWHERE: Readonly<Partial<Record<AnyOperationId, Things>>> = {
  listEmbedTenantWorkbooks: { lent: ['EMBED_TENANT'] },
  connectReportToWorkbook: { lent: ['EXTERNAL_WORKBOOK_ID'] },
  disconnectReportFromWorkbook: { lent: ['EXTERNAL_WORKBOOK_ID'] },
  refreshReport: { lent: ['EXTERNAL_WORKBOOK_ID'] },
  transferReportDelivery: { lent: ['MEMBER_USER_ID'] },
  previewPromotion: { lent: ['DEPLOYMENT_ID'] },
  applyPromotion: { lent: ['DEPLOYMENT_ID'] },
  getPromotion: { lent: ['DEPLOYMENT_ID'], steps: ['applyPromotion'] },
};
