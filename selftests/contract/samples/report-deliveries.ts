import type { Samples } from './sample.ts';

/** The members of a delivery are not specified, so there are no defects. */
export const reportDeliveries: Samples = {
  ReportDelivery: {
    conforming: [{ id: 3 }, { id: 'delivery_3', name: 'Weekly' }],
    free: [
      { point: 'U061', value: {} },
      { point: 'U061', value: { deliveryId: 3, state: 'PAUSED' } },
    ],
  },
  CreateReportDeliveryInput: {
    conforming: [{ reportId: 12, name: 'Weekly' }],
    free: [{ point: 'U061', value: { report: { id: 12 }, schedule: { cron: '7 9 * * 1' } } }],
  },
  UpdateReportDeliveryInput: {
    conforming: [{}, { name: 'Weekly, renamed' }],
  },
  ReportDeliveryList: {
    conforming: [{ items: [] }, { items: [{ id: 3 }], pageInfo: { hasNextPage: false } }],
    free: [{ point: 'U104', value: { data: [{ deliveryId: 3 }], count: 1 } }],
  },
  ReportDeliveryRunList: {
    conforming: [{ items: [] }, { items: [{ id: 1 }] }],
    free: [{ point: 'U104', value: { runs: [{ status: 'SENT' }] } }],
  },
};
