import type { Schema } from '../contracts/document.ts';
import type { AnyOperationId } from '../contracts/operations.ts';

/** Members of a request body that this build takes and the specification does not print, and those that it needs. */
export interface OwnMembers {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

const TEXT: Schema = { type: 'string', minLength: 1 };
const NAME: Schema = { ...TEXT, maxLength: 255 };
const CRON: Schema = { type: 'string', pattern: String.raw`^\S+( \S+){4}$`, example: '7 9 * * 1' };
const ZONE: Schema = { ...TEXT, description: 'An IANA time zone.', example: 'Europe/Vienna' };

const DELIVERY = {
  name: NAME,
  cron: CRON,
  timezone: ZONE,
  recipients: { type: 'array', items: { type: 'string', format: 'email' } },
} as const satisfies Record<string, Schema>;

export const OWN_MEMBERS: Readonly<Partial<Record<AnyOperationId, OwnMembers>>> = {
  createApiKey: {
    required: ['name'],
    properties: { name: NAME },
  },
  createDeployment: {
    required: ['name'],
    properties: { name: NAME, cloudProvider: { type: 'string' }, region: { type: 'string' } },
  },
  createScheduledTask: { required: [], properties: { name: NAME } },
  updateScheduledTask: { required: [], properties: { name: NAME } },
  createReportDelivery: { required: ['reportId'], properties: DELIVERY },
  updateReportDelivery: { required: [], properties: DELIVERY },
  shareReportDelivery: { required: ['shared'], properties: { shared: { type: 'boolean' } } },
  shareScheduledTask: { required: ['shared'], properties: { shared: { type: 'boolean' } } },
  transferReportDelivery: { required: ['userId'], properties: { userId: { type: 'integer' } } },
  startDashboardExport: { required: ['format', 'dashboardPublicId'], properties: {} },
  updateReport: {
    required: [],
    properties: {
      description: { type: 'string' },
      jsonQuery: { type: 'string' },
      sqlQuery: { type: 'string' },
      meta: { type: 'object' },
      pivotItems: { type: 'object' },
    },
  },
  refreshReport: { required: [], properties: { resultChecksum: { $ref: '#/components/schemas/ResultChecksumInput' } } },
  patchReportFile: { required: ['oldText', 'newText'], properties: {} },
  patchDashboardFile: { required: ['oldText', 'newText'], properties: {} },
  previewPromotion: { required: ['targetDeploymentId'], properties: {} },
  applyPromotion: { required: ['previewId'], properties: {} },
  generateEmbedSession: { required: ['deploymentId', 'externalId'], properties: {} },
  exchangeEmbedSession: { required: ['sessionId'], properties: {} },
  createDashboardComment: { required: ['text'], properties: {} },
  updateDashboardComment: { required: ['text'], properties: {} },
  startMetricViewPreview: {
    required: ['dataSourceName', 'views'],
    properties: { views: { type: 'array', minItems: 1, items: TEXT, example: ['orders'] } },
  },
  putMetricViewIntegration: {
    required: ['expectedConfigurationVersion', 'catalog', 'schema'],
    properties: { catalog: { ...TEXT, example: 'main' }, schema: { ...TEXT, example: 'metrics' } },
  },
  setStagingEnvironment: { required: ['branchName', 'enabled'], properties: {} },
  bulkUserAction: {
    required: ['action', 'userIds'],
    properties: {
      action: { type: 'string', enum: ['activate', 'deactivate'] },
      userIds: { type: 'array', items: { type: 'integer' } },
    },
  },
  updateMySettings: {
    required: [],
    properties: {
      locale: { type: ['string', 'null'], example: 'de-AT' },
      sidebarCollapsed: { type: ['boolean', 'null'] },
      theme: { type: ['string', 'null'] },
      sheets: {
        type: ['object', 'null'],
        properties: {
          showGridlines: { type: ['boolean', 'null'] },
          decimalPlaces: { type: ['number', 'null'] },
          freezeHeader: { type: ['boolean', 'null'] },
        },
      },
    },
  },
};
