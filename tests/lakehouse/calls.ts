import { there, type ValidCall, type ValidCalls } from '../../harness/check/valid-calls.ts';
import {
  integrationOf,
  readIntegration,
  requireIntegration,
  requireOpenFeature,
  statedIntegration,
} from './integrations.ts';
import { endedPreview, dataSource, previewBody, startPreview } from './previews.ts';

/** A call on a preview that is started in the deployment that `where` selects. */
function onPreview(create: typeof startPreview): ValidCall {
  return async (check, admin, where) => {
    const actor = there(check, admin, where);
    return { path: { previewId: await create(check, actor, { where }) } };
  };
}

export const calls: ValidCalls = {
  startMetricViewPreview: async (check, admin, where) => ({
    body: await previewBody(check, there(check, admin, where), where),
  }),
  getMetricViewPreview: onPreview(startPreview),
  cancelMetricViewPreview: onPreview(startPreview),
  getMetricViewPreviewResult: onPreview(endedPreview),
  async getMetricViewIntegration(check, admin, where) {
    const dataSourceName = dataSource(check, where);
    await requireOpenFeature(check, admin, await readIntegration(admin, dataSource(check)));
    if (where === 'elsewhere') requireIntegration(await readIntegration(there(check, admin, where), dataSourceName));
    return { path: { dataSourceName } };
  },
  async putMetricViewIntegration(check, admin, where) {
    const dataSourceName = dataSource(check, where);
    const actor = there(check, admin, where);
    const { version } = await integrationOf(check, actor, dataSourceName, where);
    return {
      path: { dataSourceName },
      body: { ...statedIntegration(check, 'lakehouse.integration'), expectedConfigurationVersion: version },
    };
  },
};
