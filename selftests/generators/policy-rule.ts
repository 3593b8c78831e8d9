/**
 * The rule for Deployment policies, written from the specification and independently of the generators and the reference
 * tenant. Returns all defects of a policy.
 */
const RESOURCE_TYPES =
  'Global Deployment Report ReportFolder Agent AgentSpace Workbook Dashboard Folder ChatThread ScheduledTask';
const ACTIONS = `All DeploymentsManage DeploymentCreate DeploymentRead DeploymentUpdate DeploymentDelete SecretsManage
  DownloadData PlaygroundRead SchemaRead SchemaUpdate SchemaUpdateDevBranches APMRead ChatHistoryRead PreAggregationRead
  PreAggregationBuild AlertsCreate AlertsRead AlertsUpdate AlertsDelete AuditLogManage BillingRead SqlRunnerRead
  DataAssetsRead DataAssetsManage PlatformNetworkConnect ReportRead ReportEdit ReportManage WorkbookManage WorkbookRead
  WorkbookEdit ChatThreadRead AgentManage AgentRead AgentSpaceManage AgentAdmin DeploymentAgentRead
  ScheduledTasksCreate ScheduledTaskRead OAuthIntegrationsManage OAuthIntegrationsIssueTokens McpToolsManage AIBIDevelop
  AIBIExplore AIBIView ChartPalettesManage DashboardThemesManage AIBIDeveloper AIBIUser AIBIViewer EmbedDeploymentRead
  EmbedDashboardRead FolderRead FolderEdit FolderManage ScheduledTasksRead ScheduledTasksManage`;
const isWord = (words: string, value: unknown) => typeof value === 'string' && words.split(/\s+/).includes(value);

export function defectsOf(policy: unknown): string[] {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return ['no policy'];
  const { resourceType, actions, resources } = policy as Record<string, unknown>;
  return [
    ...(isWord(RESOURCE_TYPES, resourceType) ? [] : ['resource type']),
    ...(Array.isArray(actions) ? defectsOfList(actions, 'action', (one) => isWord(ACTIONS, one)) : ['actions']),
    ...(Array.isArray(resources) ? defectsOfResources(resources) : ['resources']),
  ];
}

function defectsOfResources(resources: readonly unknown[]): string[] {
  if (resources.length === 1 && resources[0] === 'All') return [];
  return defectsOfList(resources, 'resource', (one) => typeof one === 'string' && /^[1-9][0-9]*$/.test(one));
}

function defectsOfList(list: readonly unknown[], what: string, fits: (one: unknown) => boolean): string[] {
  if (list.length === 0) return [`no ${what}`];
  return list.filter((one) => !fits(one)).map(() => `wrong ${what}`);
}
