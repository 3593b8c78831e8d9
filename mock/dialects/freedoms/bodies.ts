import type { Schema } from '../../../contracts/document.ts';
import type { AnyOperationId } from '../../../contracts/operations.ts';
import type { Freedoms, Further, Part } from './freedom.ts';

/** Schemas that further members refer to; this build has them among its components. */
export const SHARED_SCHEMAS: Readonly<Record<string, Schema>> = {
  DeliveryChannel: { type: 'string', enum: ['inbox', 'email', 'webhook'] },
  Audited: {
    type: 'object',
    required: ['source'],
    properties: { source: { type: 'string', enum: ['console', 'api', 'automation'] } },
  },
  EmailDestination: {
    type: 'object',
    required: ['kind', 'address'],
    properties: { kind: { const: 'email' }, address: { type: 'string', format: 'email' } },
  },
  ChannelDestination: {
    type: 'object',
    required: ['kind', 'channel'],
    properties: { kind: { const: 'channel' }, channel: { type: 'string', pattern: '^#[a-z0-9-]{2,20}$' } },
  },
};

const shared = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const text = (minLength = 1, maxLength = 200): Schema => ({ type: 'string', minLength, maxLength });
export const oneOf = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });
export const whole = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });
const format = (name: string): Schema => ({ type: 'string', format: name });
export const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** Members that the body of an operation needs beyond the printed ones, by their names in words. */
export const members = (all: Readonly<Record<string, Schema>>): Further => ({ members: all });

const NONE = 'none';

/**
 * What vendors ask for beyond what is printed. Only bodies of creates, starts and token requests are here, and none that is
 * printed as optional, partial or merging. Nothing needs an id that cannot be looked up.
 */
const BODIES: Readonly<Partial<Record<AnyOperationId, Readonly<Record<string, Further>>>>> = {
  createScheduledTask: {
    title: members({ title: text(1, 120) }),
    channel: members({ 'delivery channel': shared('DeliveryChannel') }),
    retention: members({ 'retention days': { ...whole(1, 90), default: 30 } }),
    tags: members({
      tags: { type: 'array', minItems: 1, maxItems: 5, uniqueItems: true, items: text(1, 30), example: ['weekly'] },
    }),
  },
  createReportDelivery: {
    destination: members({ destination: object({ kind: oneOf('email', 'archive'), address: format('email') }) }),
    choice: members({
      destination: { oneOf: [shared('EmailDestination'), shared('ChannelDestination')] },
    }),
    deployment: { members: { 'deployment id': { type: 'integer' } }, repeats: { 'deployment id': 'deploymentId' } },
    start: members({
      'starts on': { ...format('date'), example: '2030-01-01' },
      'attachment type': oneOf('csv', 'xlsx'),
    }),
  },
  createEnvironmentToken: {
    description: members({ description: text(3, 80) }),
    audience: members({ audience: { const: 'data-api' } }),
    subject: members({ subject: { anyOf: [text(1, 40), whole(1, 1_000_000)] } }),
  },
  createMetaSyncToken: {
    label: members({ label: text(1, 60) }),
    tool: members({ tool: oneOf('catalog', 'spreadsheet') }),
  },
  publishWorkbook: {
    note: members({ 'change note': text(1, 200) }),
    audience: members({ audience: oneOf('everyone', 'editors') }),
  },
  startDashboardExport: {
    viewport: members({ viewport: object({ width: whole(320, 3840), height: whole(240, 2160) }) }),
    locale: members({ locale: { type: 'string', pattern: '^[a-z]{2}-[A-Z]{2}$', example: 'en-GB' } }),
    'page size': members({ 'page size': oneOf('A4', 'A3', 'Letter'), 'include filters': { type: 'boolean' } }),
  },
  connectReportToWorkbook: {
    algorithm: { members: { algorithm: oneOf('sha256', 'md5') }, within: 'resultChecksum' },
    'sync mode': members({ 'sync mode': oneOf('manual', 'on open') }),
    client: members({ client: { allOf: [shared('Audited'), object({ version: text(1, 20) })] } }),
  },
  // An update of a report is not printed as partial.
  updateReport: { whole: members({ name: { type: 'string' } }) },
  refreshReport: {
    reason: members({ reason: oneOf('manual', 'scheduled') }),
    requested: members({ 'requested at': format('date-time') }),
  },
  patchReportFile: {
    encoding: members({ encoding: { const: 'utf-8' } }),
    message: members({ 'change message': text(3, 200) }),
  },
  patchDashboardFile: {
    encoding: members({ encoding: { const: 'utf-8' } }),
    message: members({ 'change message': text(3, 200) }),
  },
  createAiWidgetThread: {
    title: members({ title: text(1, 80) }),
    visibility: members({ visibility: { ...oneOf('private', 'team'), example: 'private' } }),
  },
  previewPromotion: {
    mode: members({ mode: oneOf('copy', 'link') }),
    workbook: { members: { 'workbook id': { type: 'integer' } }, repeats: { 'workbook id': 'workbookId' } },
    include: members({ include: { type: 'array', minItems: 1, items: oneOf('dashboard', 'reports') } }),
  },
  applyPromotion: {
    confirm: members({ confirm: { const: true } }),
    comment: members({ comment: text(5, 200) }),
  },
  generateEmbedSession: {
    kind: members({ 'session type': { const: 'dashboard' } }),
    client: members({ client: object({ origin: format('uri'), locale: { type: 'string', pattern: '^[a-z]{2}$' } }) }),
    'time zone': members({ timezone: { ...text(3, 40), example: 'Europe/Vienna' } }),
  },
  exchangeEmbedSession: {
    grant: members({ 'grant type': { const: 'embed_session' } }),
    nonce: members({ nonce: format('uuid') }),
  },
  createDashboardComment: {
    format: members({ format: oneOf('plain', 'markdown') }),
    'client id': members({ 'client message id': format('uuid') }),
    anchor: members({
      anchor: object({ x: { type: 'number', minimum: 0, maximum: 1 }, y: { type: 'number', minimum: 0, maximum: 1 } }),
    }),
  },
  createApiKey: {
    purpose: members({ purpose: oneOf('automation', 'integration', 'testing') }),
    contact: members({ 'contact email': format('email') }),
    addresses: members({ 'allowed ips': { type: 'array', minItems: 1, items: format('ipv4') } }),
  },
  startTransformSync: {
    project: members({ 'project name': { type: 'string', pattern: '^[a-z][a-z0-9_]{2,30}$' } }),
    threads: members({ threads: { ...whole(1, 16), default: 4 } }),
    target: members({ target: object({ schema: text(1, 60), 'full refresh': { type: 'boolean' } }) }),
  },
  startMetricViewPreview: {
    rows: members({ 'sample rows': { type: 'integer', exclusiveMinimum: 0, maximum: 1000, multipleOf: 10 } }),
    dialect: members({ 'sql dialect': oneOf('ansi', 'spark') }),
  },
  putMetricViewIntegration: {
    refresh: members({ 'refresh every': { anyOf: [{ const: 'manual' }, whole(15, 1440)] } }),
    enabled: members({ enabled: { type: 'boolean' } }),
  },
  setStagingEnvironment: {
    suspend: members({ 'auto suspend minutes': whole(5, 120) }),
    size: members({ size: { ...oneOf('S', 'M', 'L'), default: 'S' } }),
  },
  createDeployment: {
    plan: members({ plan: oneOf('trial', 'team', 'business') }),
    owner: members({ 'owner email': format('email'), 'data classification': oneOf('public', 'internal') }),
    network: members({
      network: {
        oneOf: [object({ type: { const: 'public' } }), object({ type: { const: 'peered' }, cidr: text(9, 18) })],
      },
    }),
  },
  bulkUserAction: {
    reason: members({ reason: text(3, 100) }),
    notify: members({ notify: { type: 'boolean' } }),
  },
  transferReportDelivery: {
    notify: members({ 'notify recipients': { type: 'boolean' } }),
  },
};

/** For each operation a freedom of what its body needs, which may be nothing. */
export function needsOf(table: Readonly<Record<string, Readonly<Record<string, Further>>>>): Freedoms {
  return Object.fromEntries(
    Object.entries(table).map(([operationId, ways]) => [
      `body.${operationId}`,
      {
        points: ['U105'] as const,
        what: `further members that the body of ${operationId} needs`,
        values: {
          [NONE]: {},
          ...Object.fromEntries(
            Object.entries(ways).map(([name, further]) => [name, { further: { [operationId]: further } }]),
          ),
        },
      },
    ]),
  );
}

const versioned = (member: string): Part => {
  const update = members({ name: text(), [member]: { type: 'integer' } });
  return { storedVersion: member, further: { updateScheduledTask: update, updateReportDelivery: update } };
};

export const bodies: Freedoms = {
  ...needsOf(BODIES),
  'stored-version': {
    points: ['U055', 'U104', 'U105'],
    what: 'whether the update of a task or a delivery repeats its name and the version that a read shows',
    values: { [NONE]: {}, version: versioned('version'), 'lock version': versioned('lock version') },
  },
};
