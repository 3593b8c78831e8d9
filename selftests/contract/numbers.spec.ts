import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { LIFETIMES, LIMITS } from '../../contracts/limits.ts';
import { resolvePointer } from '../../contracts/pointer.ts';

const contract = await loadContract();

/**
 * Each number of the specification, repeated by hand with its line. The reference tenant and the checks both read the
 * contract, so a wrong number there would go unnoticed.
 */
const NUMBERS: readonly (readonly [line: number, what: string, expected: number, found: unknown])[] = [
  [61, 'role name, shortest', 1, LIMITS.roleName.min],
  [61, 'role name, longest', 255, LIMITS.roleName.max],
  [310, 'role name in a role update, shortest', 1, bound('RoleUpdateBody', 'name/minLength')],
  [310, 'role name in a role update, longest', 255, bound('RoleUpdateBody', 'name/maxLength')],
  [310, 'role name in a role creation, shortest', 1, bound('RoleCreateBody', 'name/minLength')],
  [310, 'role name in a role creation, longest', 255, bound('RoleCreateBody', 'name/maxLength')],
  [311, 'role description, longest', 255, LIMITS.roleDescription.max],
  [62, 'role description in a role update, longest', 255, bound('RoleUpdateBody', 'description/maxLength')],
  [311, 'role description in a role creation, longest', 255, bound('RoleCreateBody', 'description/maxLength')],
  [312, 'policies of a role', 200, LIMITS.policiesPerRole.max],
  [63, 'policies in a role update', 200, bound('RoleUpdateBody', 'policies/maxItems')],
  [312, 'policies in a role creation', 200, bound('RoleCreateBody', 'policies/maxItems')],
  [46, 'actions of a policy, fewest', 1, bound('PolicyInput', 'actions/minItems')],
  [47, 'resources of a policy, fewest', 1, bound('PolicyInput', 'resources/minItems')],
  [313, 'report name, longest', 255, LIMITS.reportName.max],
  [72, 'report name in an answer, longest', 255, bound('Report', 'name/maxLength')],
  [313, 'report title, longest', 255, LIMITS.reportTitle.max],
  [73, 'report title in an answer, longest', 255, bound('Report', 'title/maxLength')],
  [89, 'checksum payload, shortest', 1, LIMITS.resultChecksumPayload.min],
  [89, 'checksum payload, longest', 128, LIMITS.resultChecksumPayload.max],
  [89, 'checksum payload in an answer, longest', 128, bound('ResultChecksum', 'payload/maxLength')],
  [100, 'count of reports, least', 0, bound('ReportListResponse', 'count/minimum')],
  [314, 'first on reports, least', 1, LIMITS.firstOnReports.min],
  [176, 'first on reports in the document, least', 1, parameterMinimum('listReports', 'first')],
  [315, 'active tasks of a user', 20, LIMITS.activeTasksPerUser.max],
  [317, 'runs that are listed', 50, LIMITS.taskRunsListed.max],
  [319, 'environment tokens that are listed', 1000, LIMITS.environmentTokensListed.max],
  [320, 'placed explorations of an external document', 500, LIMITS.placedExplorations.max],
  [320, 'placements of an external document', 2000, LIMITS.placements.max],
  [321, 'deployment token, shortest life in seconds', 60, LIMITS.deploymentTokenSeconds.min],
  [321, 'deployment token, longest life in seconds', 86400, LIMITS.deploymentTokenSeconds.max],
  [321, 'deployment token, life where none is asked for', 24 * 3600, LIMITS.deploymentTokenSeconds.default],
  [227, 'expiresIn, least', 60, bound('DeploymentTokenBody', 'expiresIn/minimum')],
  [227, 'expiresIn, most', 86400, bound('DeploymentTokenBody', 'expiresIn/maximum')],
  [322, 'usage-analytics token, life in minutes', 60, LIFETIMES.usageAnalyticsToken / 60_000],
  [323, 'embed token, longest life in hours', 24, LIFETIMES.embedToken / 3_600_000],
  [324, 'dashboard export, life in minutes', 5, LIFETIMES.dashboardExport / 60_000],
  [325, 'generated files, life in minutes', 60, LIFETIMES.generatedFiles / 60_000],
  [326, 'metric-view preview, longest life in days', 7, LIFETIMES.metricViewPreview / 86_400_000],
];

/** Each list of values, written by hand with its line. */
const VALUES: readonly (readonly [line: number, what: string, expected: string, found: unknown])[] = [
  [
    49,
    'resource types',
    'Global Deployment Report ReportFolder Agent AgentSpace Workbook Dashboard Folder ChatThread ScheduledTask',
    schema('ResourceType', 'enum'),
  ],
  [
    51,
    'actions',
    `All DeploymentsManage DeploymentCreate DeploymentRead DeploymentUpdate DeploymentDelete SecretsManage DownloadData PlaygroundRead SchemaRead SchemaUpdate SchemaUpdateDevBranches APMRead ChatHistoryRead PreAggregationRead PreAggregationBuild AlertsCreate AlertsRead AlertsUpdate AlertsDelete AuditLogManage BillingRead SqlRunnerRead DataAssetsRead DataAssetsManage PlatformNetworkConnect ReportRead ReportEdit ReportManage WorkbookManage WorkbookRead WorkbookEdit ChatThreadRead AgentManage AgentRead AgentSpaceManage AgentAdmin DeploymentAgentRead ScheduledTasksCreate ScheduledTaskRead OAuthIntegrationsManage OAuthIntegrationsIssueTokens McpToolsManage AIBIDevelop AIBIExplore AIBIView ChartPalettesManage DashboardThemesManage AIBIDeveloper AIBIUser AIBIViewer EmbedDeploymentRead EmbedDashboardRead FolderRead FolderEdit FolderManage ScheduledTasksRead ScheduledTasksManage`,
    schema('Action', 'enum'),
  ],
  [86, 'display scales', 'model absolute thousands millions billions', bound('PivotItems', 'displayScale/enum')],
  [86, 'measures axes', 'columns rows', bound('PivotItems', 'measuresAxis/enum')],
  [86, 'measures positions', 'before after', bound('PivotItems', 'measuresPosition/enum')],
  [89, 'sync statuses', 'UP_TO_DATE CHANGED UNKNOWN', bound('ReportPlacement', 'syncStatus/enum')],
  [178, 'sort keys of reports', 'name createdAt updatedAt lastViewedAt', parameterValues('listReports', 'sortBy')],
  [234, 'export formats', 'png pdf', bound('StartDashboardExportInput', 'format/enum')],
  [234, 'export layouts', 'screenshot print', bound('StartDashboardExportInput', 'layout/enum')],
  [248, 'access to a placement', 'GRANTED DENIED', schema('ExternalPlacement', 'properties/access/enum')],
  [249, 'access sources', 'tenant allEmbedUsers folder', parameterValues('listEmbedTenantWorkbooks', 'accessSource')],
  [262, 'sync sources', 'git manifest', bound('StartTransformSyncBody', 'source/enum')],
  [262, 'sync outputs', 'branch files', bound('StartTransformSyncBody', 'output/enum')],
];

for (const [line, what, expected, found] of NUMBERS) {
  test(`line ${line}: ${what} is ${expected}`, () => {
    expect(found).toBe(expected);
  });
}

for (const [line, what, expected, found] of VALUES) {
  test(`line ${line}: ${what}`, () => {
    // A response member that may be absent may also be null, so null is in its list of values.
    const values = (found as unknown[]).filter((value) => value !== null);
    expect(values).toEqual(expected.split(' '));
  });
}

test('there are 11 resource types and 58 actions, including the two that were added later', () => {
  expect(schema('ResourceType', 'enum')).toHaveLength(11);
  expect(schema('Action', 'enum')).toHaveLength(58);
});

function schema(name: string, path: string): unknown {
  return resolvePointer(contract.components.schemas[name], `/${path}`);
}

function bound(name: string, path: string): unknown {
  return schema(name, `properties/${path}`);
}

function parameterOf(operationId: string, name: string): unknown {
  const operations = Object.values(contract.paths).flatMap((item) => [item.get, item.post, item.put]);
  const operation = operations.find((one) => one?.operationId === operationId);
  const parameters = (operation?.parameters ?? []).map((one) =>
    '$ref' in one ? resolvePointer(contract, one.$ref) : one,
  );
  return parameters.find((one) => resolvePointer(one, '/name') === name);
}

function parameterMinimum(operationId: string, name: string): unknown {
  return resolvePointer(parameterOf(operationId, name), '/schema/minimum');
}

function parameterValues(operationId: string, name: string): unknown {
  return resolvePointer(parameterOf(operationId, name), '/schema/enum');
}
