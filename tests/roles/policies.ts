import { isOwnName } from '../../contracts/bindings/words.ts';
import { DEPLOYMENT_ACTIONS } from '../../generators/policies.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { walkLarge } from '../../harness/client/paging.ts';
import { isRetired } from '../../harness/provision/deployments.ts';
import type { Check } from '../../harness/test.ts';

/** The given number of policies, all different. */
export function manyPolicies(count: number): Policy[] {
  return Array.from({ length: count }, (_, index) => policy({ resources: [String(index + 1)] }));
}

/** Resources for a policy of the given type. For most types their format is open, so a binding states it. */
export function resourcesOf(check: Check, type: Policy['resourceType']): string[] {
  if (type === 'Deployment') return ['1'];
  const known = check.tenant.wire.value('roles.resources') as Readonly<Record<string, string[]>>;
  return known[type] ?? ['All'];
}

/** Invalid policies, each with the status of its refusal; used in the bodies of both createRole and updateRole. */
export const BAD_POLICIES = {
  'policy-resource-type-missing': { status: '4xx', broken: { resourceType: undefined } },
  'policy-resource-type-unknown': { status: '4xx', broken: { resourceType: 'Deploymint' } },
  'policy-actions-missing': { status: '4xx', broken: { actions: undefined } },
  'policy-no-action': { status: 400, broken: { actions: [] } },
  'policy-action-unknown': { status: '4xx', broken: { actions: ['DeploymentRead', 'DeploymentRaed'] } },
  'policy-resources-missing': { status: '4xx', broken: { resources: undefined } },
  'policy-no-resource': { status: 400, broken: { resources: [] } },
  'policy-deployment-slug': { status: 400, broken: { resources: ['sales-analytics'] } },
  'policy-deployment-name': { status: 400, broken: { resources: ['Sales Analytics'] } },
  'policy-deployment-all-small': { status: 400, broken: { resources: ['all'] } },
  'policy-deployment-number': { status: '4xx', broken: { resources: [1] } },
  'policy-deployment-one-of-many': { status: 400, broken: { resources: ['1', '2', 'sales-analytics'] } },
} as const;

/** The printed resource types, those first that most actions are likely to fit. */
export const RESOURCE_TYPES = [
  'Deployment',
  'Global',
  'Report',
  'ReportFolder',
  'Workbook',
  'Dashboard',
  'Folder',
  'Agent',
  'AgentSpace',
  'ChatThread',
  'ScheduledTask',
] as const satisfies readonly Policy['resourceType'][];

/** The actions of each printed group, with the resource type that they most likely fit. */
export const ACTION_GROUPS: Readonly<
  Record<string, readonly { type: Policy['resourceType']; actions: Policy['actions'] }[]>
> = {
  'policy-actions-deployment': [
    {
      type: 'Deployment',
      // The two actions on scheduled tasks were added to the specification later and have requirements of their own.
      actions: ['All', ...DEPLOYMENT_ACTIONS.filter((action) => !action.startsWith('ScheduledTasks'))],
    },
  ],
  'policy-actions-account': [
    {
      type: 'Global',
      actions: [
        'AuditLogManage',
        'BillingRead',
        'OAuthIntegrationsManage',
        'OAuthIntegrationsIssueTokens',
        'McpToolsManage',
      ],
    },
  ],
  'policy-actions-content': [
    { type: 'Report', actions: ['ReportRead', 'ReportEdit', 'ReportManage'] },
    { type: 'Workbook', actions: ['WorkbookManage', 'WorkbookRead', 'WorkbookEdit'] },
    { type: 'Folder', actions: ['FolderRead', 'FolderEdit', 'FolderManage'] },
  ],
  'policy-actions-agent': [
    { type: 'ChatThread', actions: ['ChatThreadRead'] },
    { type: 'Agent', actions: ['AgentManage', 'AgentRead'] },
    { type: 'AgentSpace', actions: ['AgentSpaceManage'] },
    { type: 'Global', actions: ['AgentAdmin'] },
    { type: 'Deployment', actions: ['DeploymentAgentRead', 'ScheduledTasksCreate'] },
    { type: 'ScheduledTask', actions: ['ScheduledTaskRead'] },
  ],
  'policy-actions-presentation': [
    {
      type: 'Global',
      actions: ['ChartPalettesManage', 'DashboardThemesManage', 'AIBIDeveloper', 'AIBIUser', 'AIBIViewer'],
    },
    { type: 'Deployment', actions: ['EmbedDeploymentRead'] },
    { type: 'Dashboard', actions: ['EmbedDashboardRead'] },
  ],
  'policy-actions-later': [{ type: 'Deployment', actions: ['ScheduledTasksRead', 'ScheduledTasksManage'] }],
  'policy-tiers': [{ type: 'Global', actions: ['AIBIView', 'AIBIExplore', 'AIBIDevelop'] }],
};

/** Each printed resource type with an action that is likely to fit it. */
export const LIKELY_ACTIONS = [
  ['Global', 'AIBIView'],
  ['Deployment', 'DeploymentRead'],
  ['Report', 'ReportRead'],
  ['ReportFolder', 'FolderRead'],
  ['Agent', 'AgentRead'],
  ['AgentSpace', 'AgentSpaceManage'],
  ['Workbook', 'WorkbookRead'],
  ['Dashboard', 'EmbedDashboardRead'],
  ['Folder', 'FolderRead'],
  ['ChatThread', 'ChatThreadRead'],
  ['ScheduledTask', 'ScheduledTaskRead'],
] as const;

interface Given {
  readonly check: Check;
  readonly admin: Actor;
}

type Members = Readonly<Record<string, unknown>>;

interface Further {
  readonly status?: 400 | '4xx';
  readonly broken: Members | ((given: Given) => Members | undefined | Promise<Members | undefined>);
}

const one = (changes: object) => ({ policies: [{ ...policy(), ...changes }] });
const behindValid = (changes: object) => ({ policies: [policy(), { ...policy(), ...changes }] });

/**
 * A policy of each type other than Deployment, without actions or resources; whether type and action fit each other is open. It stands
 * behind a valid one: a tenant that drops it would otherwise refuse what is left where a role needs policies.
 */
function ofOtherTypes(change: (check: Check, resourceType: Policy['resourceType'], action: string) => object) {
  return Object.fromEntries(
    LIKELY_ACTIONS.filter(([type]) => type !== 'Deployment').map(([type, action]): [string, Further] => [
      `on a ${type}`,
      {
        status: '4xx',
        broken: ({ check }) => ({
          policies: [policy(), policy({ resourceType: type, ...change(check, type, action) })],
        }),
      },
    ]),
  );
}

/** A text by which the list of deployments shows one, in the place of its id; one that is there no longer if it shows no other. */
async function labelOfOne({ admin }: Given, isLabel: (member: string) => boolean): Promise<Members | undefined> {
  const items: readonly object[] = await walkLarge((query) => admin.preparing.listDeployments(query));
  const current = items.filter((one) => !isRetired({ ...one }));
  const [label] = [...current, ...items]
    .flatMap((deployment) => Object.entries(deployment))
    .filter(([name, value]) => isLabel(name) && typeof value === 'string' && !/^(\d+|all)?$/i.test(value));
  return label && one({ resources: [label[1] as string] });
}

const EXISTING = 'of a deployment that exists';

/** Policies of further classes that are invalid for the reasons of `BAD_POLICIES`. */
export const FURTHER_POLICIES: Readonly<Partial<Record<keyof typeof BAD_POLICIES, Readonly<Record<string, Further>>>>> =
  {
    'policy-resource-type-missing': {
      null: { broken: one({ resourceType: null }) },
      'null in its place': { broken: { policies: [policy(), null] } },
    },
    'policy-resource-type-unknown': {
      'in small letters': { broken: one({ resourceType: 'deployment' }) },
      'in capitals': { broken: one({ resourceType: 'DEPLOYMENT' }) },
      'behind a valid policy': { broken: { policies: [policy(), { ...policy(), resourceType: 'Deploymint' }] } },
    },
    'policy-actions-missing': {
      null: { broken: behindValid({ actions: null }) },
      'a text': { broken: one({ actions: 'DeploymentRead' }) },
      'behind a valid policy': { broken: behindValid({ actions: undefined }) },
    },
    'policy-no-action': {
      'on All': { broken: one({ actions: [], resources: ['All'] }) },
      ...ofOtherTypes((check, type) => ({ actions: [], resources: resourcesOf(check, type) })),
    },
    'policy-action-unknown': {
      'the only one': { broken: one({ actions: ['DeploymentRaed'] }) },
      'in small letters': { broken: one({ actions: ['deploymentread'] }) },
      'null among texts': { broken: one({ actions: ['DeploymentRead', null] }) },
      'behind All': { broken: one({ actions: ['All', 'DeploymentRaed'] }) },
    },
    'policy-resources-missing': {
      null: { broken: one({ resources: null }) },
      'a text': { broken: one({ resources: 'All' }) },
      'on the account': { broken: one({ resourceType: 'Global', actions: ['AIBIView'], resources: undefined }) },
    },
    'policy-no-resource': {
      'with All as its action': { broken: one({ actions: ['All'], resources: [] }) },
      ...ofOtherTypes((_check, _type, action) => ({ actions: [action], resources: [] })),
    },
    'policy-deployment-slug': {
      'beginning with digits': { broken: one({ resources: ['12-sales'] }) },
      // What programs that read numbers from texts take for one.
      'with an exponent': { broken: one({ resources: ['1e3'] }) },
      'in digits of another script': { broken: one({ resources: ['١٢'] }) },
      'with a fraction': { broken: one({ resources: ['1.5'] }) },
      'an empty text': { broken: one({ resources: [''] }) },
      'of blanks alone': { broken: one({ resources: ['  '] }) },
      'with a line end': { broken: one({ resources: ['12\n'] }) },
      [EXISTING]: { broken: (given) => labelOfOne(given, (member) => /slug/i.test(member)) },
    },
    'policy-deployment-name': { [EXISTING]: { broken: (given) => labelOfOne(given, isOwnName) } },
    'policy-deployment-all-small': { 'in capitals': { broken: one({ resources: ['ALL'] }) } },
    'policy-deployment-number': { 'among texts': { broken: one({ resources: ['1', 2] }) } },
    'policy-deployment-one-of-many': {
      'before valid ones': { broken: one({ resources: ['sales-analytics', '1', '2'] }) },
      // Whether All may stand beside ids is open; beside a slug the slug is one.
      'behind All': { broken: one({ resources: ['All', 'sales-analytics'] }) },
    },
  };
