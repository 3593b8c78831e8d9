import { DEPLOYMENT_ACTIONS } from '../../generators/policies.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
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
