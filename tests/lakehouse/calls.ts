import type { ValidCall, ValidCalls } from '../../harness/check/valid-calls.ts';
import { integrationOf, stated } from './integrations.ts';
import { completed, dataSource, previewBody, started } from './previews.ts';

/** A call about a preview in the deployment that it is made in. */
function about(make: typeof started): ValidCall {
  return async (check, admin, where) => {
    const actor = where === 'home' ? admin : admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
    return { path: { previewId: await make(check, actor, { where }) } };
  };
}

export const calls: ValidCalls = {
  startMetricViewPreview: (check, _admin, where) => ({ body: previewBody(check, where) }),
  getMetricViewPreview: about(started),
  cancelMetricViewPreview: about(started),
  getMetricViewPreviewResult: about(completed),
  getMetricViewIntegration: (check, _admin, where) => ({ path: { dataSourceName: dataSource(check, where) } }),
  async putMetricViewIntegration(check, admin, where) {
    await check.lock('integrations');
    const dataSourceName = dataSource(check, where);
    const actor = where === 'home' ? admin : admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
    const { version } = await integrationOf(check, actor, dataSourceName);
    return {
      path: { dataSourceName },
      body: { ...stated(check, 'lakehouse.integration'), expectedConfigurationVersion: version },
    };
  },
};
