import type { BindingId } from '../bindings/index.ts';
import { operationsOf, type Access, type ContractDocument, type Credential } from '../document.ts';
import type { Family } from '../families.ts';
import { BOUND_OPERATIONS, type AnyOperationId } from '../operations.ts';
import type { ProvidedSetting } from '../settings.ts';
import { joined, type Needs, type Row } from './row.ts';
import { STAYS_ELSEWHERE, THINGS_OF_CALL } from './things-of-call.ts';

/** What the rules for every operation read of an operation. */
interface Subject {
  readonly id: AnyOperationId;
  readonly family: Family;
  readonly lines: string;
  readonly access: Access;
  /** Method and path, where the specification states them. */
  readonly specified?: string;
  /** Bindings in its method or path. */
  readonly bindings: readonly BindingId[];
}

function subjectsOf(contract: ContractDocument): Subject[] {
  const documented = operationsOf(contract).map(({ operation, family, method, path }) => ({
    id: operation.operationId as AnyOperationId,
    family,
    lines: operation['x-lines'],
    access: operation['x-access'],
    specified: `${method.toUpperCase()} ${path}`,
    bindings: [operation['x-binding'], contract.paths[path]?.['x-binding']].filter(
      (id): id is BindingId => id !== undefined,
    ),
  }));
  const bound = Object.entries(BOUND_OPERATIONS).map(([id, { family, lines, access, binding }]) => ({
    id: id as AnyOperationId,
    family,
    lines,
    access,
    bindings: [binding],
  }));
  return [...documented, ...bound];
}

const NEVER_AUTHENTICATED = '24, 149, 296';
const NOT_AUTHENTICATED = '296';

/** What a check needs for an expired credential, by the kind of credential that an operation expects. */
const EXPIRED: Readonly<Record<Credential, Needs>> = {
  platform: { actors: ['EXPIRED_TOKEN'], mayUse: ['EXPIRED_OAUTH_TOKEN'] },
  scim: { actors: ['EXPIRED_TOKEN'] },
  'core-data': { actors: ['EXPIRED_DATA_API_TOKEN'] },
  ai: { actors: ['EXPIRED_TOKEN'] },
  'tenant-embed-session': { lent: ['EMBED_TENANT'], wait: '24h' },
};

/** Resources of the other deployment that a call names, so that the scope of the key is the only reason to refuse it. */
const IN_OTHER_DEPLOYMENT: Readonly<Partial<Record<AnyOperationId, readonly ProvidedSetting[]>>> = {
  enterDevMode: ['OTHER_BRANCH'],
  updateReport: ['OTHER_REPORT_ID'],
  startDashboardExport: ['OTHER_DASHBOARD_PUBLIC_ID'],
  getDashboardExport: ['OTHER_DASHBOARD_PUBLIC_ID'],
  downloadDashboardExport: ['OTHER_DASHBOARD_PUBLIC_ID'],
  connectReportToWorkbook: ['OTHER_REPORT_ID'],
  disconnectReportFromWorkbook: ['OTHER_REPORT_ID'],
  refreshReport: ['OTHER_REPORT_ID'],
  getReportFile: ['OTHER_REPORT_ID'],
  patchReportFile: ['OTHER_REPORT_ID'],
  startTransformSync: ['OTHER_BRANCH'],
  getTransformSync: ['OTHER_BRANCH'],
  getTransformSyncResult: ['OTHER_BRANCH'],
  getTransformSyncLogs: ['OTHER_BRANCH'],
  cancelTransformSync: ['OTHER_BRANCH'],
  listGeneratedFiles: ['OTHER_BRANCH'],
  createReportDelivery: ['OTHER_REPORT_ID'],
  getReportDelivery: ['OTHER_REPORT_ID'],
  updateReportDelivery: ['OTHER_REPORT_ID'],
  deleteReportDelivery: ['OTHER_REPORT_ID'],
  pauseReportDelivery: ['OTHER_REPORT_ID'],
  resumeReportDelivery: ['OTHER_REPORT_ID'],
  runReportDelivery: ['OTHER_REPORT_ID'],
  listReportDeliveryRuns: ['OTHER_REPORT_ID'],
  shareReportDelivery: ['OTHER_REPORT_ID'],
  transferReportDelivery: ['OTHER_REPORT_ID'],
  getDashboardFile: ['OTHER_WORKBOOK_ID'],
  patchDashboardFile: ['OTHER_WORKBOOK_ID'],
  publishWorkbook: ['OTHER_WORKBOOK_ID'],
  duplicateWorkbook: ['OTHER_WORKBOOK_ID'],
  createAiWidgetThread: ['OTHER_WORKBOOK_ID', 'OTHER_AI_WIDGET_ID', 'OTHER_CHAT_THREAD_ID'],
  previewPromotion: ['OTHER_WORKBOOK_ID'],
  applyPromotion: ['OTHER_WORKBOOK_ID'],
  getPromotion: ['OTHER_WORKBOOK_ID'],
  listPromotions: ['OTHER_WORKBOOK_ID'],
  listPromotionLinks: ['OTHER_WORKBOOK_ID'],
  deleteBranch: ['OTHER_SPARE_BRANCH'],
  setStagingEnvironment: ['OTHER_BRANCH'],
  startMetricViewPreview: ['OTHER_DATA_SOURCE_NAME'],
  getMetricViewPreview: ['OTHER_DATA_SOURCE_NAME'],
  cancelMetricViewPreview: ['OTHER_DATA_SOURCE_NAME'],
  getMetricViewPreviewResult: ['OTHER_DATA_SOURCE_NAME'],
  getMetricViewIntegration: ['OTHER_DATA_SOURCE_NAME'],
  putMetricViewIntegration: ['OTHER_DATA_SOURCE_NAME'],
};

/** Where a token is also sent that has the form of a JWT: an operation of each API, because one part of a tenant reads them all. */
export const READS_TOKENS: readonly AnyOperationId[] = ['listRoles', 'validateDataModel', 'probeScim'];

/** Operations that succeed only after a job has ended, which may take any time. */
export const READ_WHEN_ENDED: readonly AnyOperationId[] = [
  'downloadDashboardExport',
  'getTransformSyncResult',
  'getMetricViewPreviewResult',
];

/** Operations that need access to a second deployment in addition to the one in their path. */
export const BETWEEN_DEPLOYMENTS: readonly AnyOperationId[] = ['previewPromotion', 'applyPromotion'];

/** These and the operation that reads what went from one deployment to another: the same access is stated for all of them. */
export const OF_TWO_DEPLOYMENTS: readonly AnyOperationId[] = [...BETWEEN_DEPLOYMENTS, 'getPromotion'];

interface Rule {
  readonly name: string;
  readonly kind: Row['kind'];
  readonly lines: (subject: Subject) => string | undefined;
  readonly sentence: (subject: Subject) => string;
  readonly needs?: (subject: Subject) => Needs;
  readonly isAboutServing?: true;
}

/** The requirements that hold for every operation. An operation gets those for which `lines` returns a source. */
const RULES: readonly Rule[] = [
  {
    name: 'is-served',
    kind: 'status',
    isAboutServing: true,
    // The specification does not require that an operation without a path is served.
    lines: ({ lines, specified }) => (specified === undefined ? undefined : lines),
    sentence: ({ id, specified }) => `The tenant serves ${id}, ${specified ?? ''}.`,
  },
  {
    name: 'answers-as-documented',
    kind: 'shape',
    lines: ({ lines, specified }) => (specified === undefined ? undefined : lines),
    sentence: ({ id }) =>
      `A success of ${id} has a documented status and a body of the documented kind and shape, wherever no other requirement says more.`,
  },
  {
    name: 'no-credential',
    kind: 'auth',
    lines: () => NEVER_AUTHENTICATED,
    sentence: ({ id }) => `A request of ${id} without a credential is refused with 401.`,
  },
  {
    name: 'malformed-credential',
    kind: 'auth',
    lines: () => NOT_AUTHENTICATED,
    sentence: ({ id }) => `A request of ${id} with a malformed credential is refused with 401.`,
  },
  {
    name: 'expired-credential',
    kind: 'auth',
    lines: () => NOT_AUTHENTICATED,
    sentence: ({ id }) => `A request of ${id} with an expired credential is refused with 401.`,
    needs: ({ access }) => EXPIRED[access.credential],
  },
  {
    name: 'administrator-only',
    kind: 'auth',
    lines: ({ access }) => access.administrator,
    sentence: ({ id }) => `A request of ${id} by a user without the admin role is refused with 403.`,
    needs: ({ access }) => ({
      actors: ['MEMBER_TOKEN'],
      mayUse: ['MEMBER_OAUTH_TOKEN', 'ALL_ACTIONS_TOKEN', 'BUILT_IN_ROLE_TOKEN'],
      // The user of an embed token counts like that of any other credential.
      ...(!access.embedSessionRefused && {
        mayBeEmbedded: ['MEMBER_TOKEN', 'ALL_ACTIONS_TOKEN', 'BUILT_IN_ROLE_TOKEN'],
      }),
    }),
  },
  {
    name: 'scoped-key-refused',
    kind: 'auth',
    lines: ({ access }) => access.scopedKeyRefused,
    sentence: ({ id }) => `A request of ${id} with a key that is scoped to deployments is refused with 403.`,
    needs: () => ({ actors: ['SCOPED_TOKEN'], mayUse: ['TWO_SCOPE_TOKEN'] }),
  },
  {
    name: 'scoped-key-elsewhere',
    kind: 'auth',
    lines: ({ access }) => access.scopedKeyElsewhereRefused,
    sentence: ({ id }) => `A request of ${id} for a deployment outside the scope of its key is refused with 403.`,
    needs: ({ id }) => ({
      actors: ['SCOPED_TOKEN'],
      lent: ['OTHER_DEPLOYMENT_ID', ...(IN_OTHER_DEPLOYMENT[id] ?? [])],
    }),
  },
  {
    name: 'scoped-key-at-home',
    kind: 'auth',
    lines: ({ access }) => access.scopedKeyElsewhereRefused && '281',
    sentence: ({ id }) =>
      OF_TWO_DEPLOYMENTS.includes(id)
        ? `A request of ${id} with a key that is scoped to both of its deployments is accepted.`
        : `A request of ${id} with a key that is scoped to its deployment is accepted.`,
    needs: ({ id }) =>
      OF_TWO_DEPLOYMENTS.includes(id)
        ? { actors: ['TWO_SCOPE_TOKEN'], lent: ['OTHER_DEPLOYMENT_ID'] }
        : { actors: ['SCOPED_TOKEN'], mayUse: ['OTHER_DEPLOYMENT_ID'] },
  },
  {
    name: 'embed-session-refused',
    kind: 'auth',
    lines: ({ access }) => access.embedSessionRefused?.lines,
    sentence: ({ id, access }) =>
      `A request of ${id} from an embed session is refused${access.embedSessionRefused?.status === 403 ? ' with 403' : ''}.`,
    needs: () => ({ lent: ['DEPLOYMENT_ID', 'EMBED_TENANT'], mayUse: ['ADMIN_EMBED_TOKEN'] }),
  },
];

/** The rows that are derived from the access rules of every operation. */
export function perOperationRows(contract: ContractDocument): { readonly family: Family; readonly row: Row }[] {
  return subjectsOf(contract).flatMap((subject) =>
    RULES.flatMap((rule) => {
      const lines = rule.lines(subject);
      if (lines === undefined) return [];
      const { id, family, bindings } = subject;
      const called = rule.name === 'scoped-key-elsewhere' ? STAYS_ELSEWHERE : THINGS_OF_CALL;
      const needs = joined(called[id], rule.needs?.(subject), bindings.length > 0 ? { bindings } : undefined);
      const row: Row = {
        id: `${family}.${id}.${rule.name}`,
        sentence: rule.sentence(subject),
        kind: rule.kind,
        lines,
        operations: [id],
        rule: rule.name,
        ...(rule.isAboutServing && { serves: id }),
        ...(Object.keys(needs).length > 0 && { needs }),
      };
      return [{ family, row }];
    }),
  );
}
