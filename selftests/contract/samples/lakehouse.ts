import type { Samples } from './sample.ts';

export const lakehouse: Samples = {
  StartMetricViewPreviewBody: {
    conforming: [{ dataSourceName: 'warehouse', views: ['orders'] }],
    free: [{ point: 'U104', value: { source: 'warehouse' } }],
  },
  MetricViewPreviewStarted: {
    conforming: [{ previewId: 'pre-1' }, { previewId: 7 }],
    free: [
      { point: 'U091', value: { id: 'pre-1', state: 'QUEUED' } },
      { point: 'U091', value: { previewId: null, job: { id: 'pre-1' } } },
    ],
  },
  MetricViewPreviewStatus: {
    conforming: [{ status: 'running' }],
    free: [{ point: 'U104', value: { status: null, phase: 'publishing' } }],
  },
  MetricViewIntegration: {
    conforming: [{ configurationVersion: 1, catalog: 'main' }],
    free: [
      { point: 'U104', value: { configurationVersion: 'c0ffee' } },
      { point: 'U104', value: { version: 3, catalog: null } },
    ],
  },
  PutMetricViewIntegrationBody: {
    conforming: [
      { expectedConfigurationVersion: 0, catalog: 'main' },
      { expectedConfigurationVersion: 4, catalog: 'main' },
    ],
    free: [{ point: 'U104', value: { expectedConfigurationVersion: 'c0ffee' } }],
  },
};
