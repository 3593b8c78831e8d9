import type { AnyOperationId } from '../../contracts/operations.ts';
import { expect, test } from '../test.ts';
import { inSeeded, type Asked, type Got, type Leased } from './leased.ts';
import { Truth } from './truth.ts';

const CRON = '7 9 * * 1';
const POLICY = { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['1'] };

/** Requests of most families in an order in which each finds what it needs. */
async function tour(tenant: Leased): Promise<string[]> {
  const truth = new Truth(tenant);
  const problems: string[] = [];
  const admin = tenant.as('ADMIN_TOKEN');
  const go = async (operationId: AnyOperationId, asked: Asked = {}): Promise<Got> => {
    const got = await admin(operationId, asked);
    problems.push(...truth.problemsOf(operationId, got));
    if (got.status >= 300) problems.push(`${operationId}: ${got.status} ${got.text.slice(0, 200)}`);
    return got;
  };
  const environmentId = tenant.id('ENVIRONMENT_ID');
  const [reportId, workbookId] = [tenant.id('REPORT_ID'), tenant.id('WORKBOOK_ID')];

  for (const read of ['listRoles', 'listDeployments', 'getMe', 'listUsers', 'listGroups', 'listApiKeys'] as const) {
    await go(read);
  }
  for (const read of [
    'getDeploymentSettings',
    'listDeploymentVersions',
    'getAgentDefaults',
    'listAgentSuggestions',
    'listEnvironments',
    'listReports',
    'listScheduledTasks',
    'listReportDeliveries',
    'listTransformSyncs',
    'getAppConfig',
    'getAppTheme',
    'validateDataModel',
  ] as const) {
    await go(read);
  }
  const role = await go('createRole', { body: { name: 'Toured', policies: [POLICY] } });
  await go('updateRole', { path: { roleId: role.body.id }, body: { description: 'seen' } });
  await go('createEnvironmentToken', { path: { environmentId }, body: { scopes: ['meta'], security_context: {} } });
  await go('listEnvironmentTokens', { path: { environmentId } });
  await go('listUserRoles', { path: { id: tenant.id('MEMBER_USER_ID') } });
  await go('createApiKey', { body: { name: 'Toured' } });
  const task = await go('createScheduledTask', { body: { name: 'T', prompt: 'p', cron: CRON, timezone: 'UTC' } });
  await go('getScheduledTask', { path: { taskId: task.body.id } });
  await go('runScheduledTask', { path: { taskId: task.body.id } });
  await go('listScheduledTaskRuns', { path: { taskId: task.body.id } });
  const delivery = await go('createReportDelivery', { body: { reportId: Number(reportId), cron: CRON } });
  await go('getReportDelivery', { path: { deliveryId: delivery.body.id } });
  await go('getReportFile', { path: { reportId } });
  await go('getDashboardFile', { path: { workbookId } });
  await go('publishWorkbook', { path: { workbookId } });
  await go('listPromotions', { path: { workbookId } });
  await go('createUsageAnalyticsToken');
  await go('startDashboardExport', { body: { format: 'png', dashboardPublicId: tenant.id('DASHBOARD_PUBLIC_ID') } });
  await go('startTransformSync', { body: { source: 'git' } });
  const dataSourceName = tenant.id('DATA_SOURCE_NAME');
  const isNamed = tenant.tenant.dialect.outcomes.previewSource === 'named';
  await go('startMetricViewPreview', { body: { views: ['orders'], ...(isNamed && { dataSourceName }) } });
  await go('getMetricViewIntegration', { path: { dataSourceName } });
  const session = { deploymentId: Number(tenant.id('DEPLOYMENT_ID')), externalId: 'visitor' };
  const { body } = await go('generateEmbedSession', { body: session });
  await go('exchangeEmbedSession', { body: { sessionId: body.sessionId } });
  return problems;
}

for (const seed of [1, 2, 3, 4, 5, 6, 7]) {
  inSeeded(`what seed ${seed} answers`, seed, (lease) => {
    test('is what its own document says', async () => {
      expect(await tour(await lease())).toEqual([]);
    });

    test('lacks nothing when a body has what the document needs, and is a refusal when it does not', async () => {
      const tenant = await lease();
      const { further, refusal } = tenant.tenant.dialect;
      const text = JSON.stringify({ name: 'Toured' });
      const got = await tenant.ask('createApiKey', `Bearer ${tenant.id('ADMIN_TOKEN')}`, { text });
      if (further['createApiKey']) expect(got.status).toBe(refusal('invalid'));
      else expect(got.status).toBeLessThan(300);
    });
  });
}
