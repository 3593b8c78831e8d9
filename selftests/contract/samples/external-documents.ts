import type { Samples } from './sample.ts';

export const externalDocuments: Samples = {
  ExternalPlacement: {
    conforming: [
      { access: 'GRANTED', reportName: 'Orders by city' },
      { access: 'DENIED', reportName: null },
    ],
    free: [
      { point: 'U076', value: { access: 'DENIED' } },
      { point: 'U076', value: { access: 'GRANTED', reportName: 'Orders', sheet: 'Sheet1', at: { cell: 'A1' } } },
    ],
    defects: [
      {
        defect: 'access is missing',
        lines: '248',
        value: { reportName: 'Orders' },
        blames: 'external-documents.entry.access',
      },
      {
        defect: 'access is null',
        lines: '248',
        value: { access: null, reportName: 'Orders' },
        blames: 'external-documents.entry.access',
      },
      {
        defect: 'access is none of its values',
        lines: '248',
        value: { access: 'PARTIAL', reportName: 'Orders' },
        blames: 'external-documents.entry.access',
      },
      {
        defect: 'the reportName is a number',
        lines: '248',
        value: { access: 'GRANTED', reportName: 12 },
        blames: 'external-documents.entry.report-name',
      },
    ],
  },
  PlacementListResponse: {
    conforming: [
      { items: [{ access: 'GRANTED', reportName: 'Orders' }], pageInfo: { hasNextPage: false, endCursor: 'a' } },
    ],
    free: [
      { point: 'U076', value: { placements: [{ access: 'DENIED' }], nextCursor: 'a' } },
      { point: 'U076', value: [{ access: 'DENIED', reportName: null }] },
    ],
    defects: [
      {
        defect: 'the access of an entry is none of its values',
        lines: '248',
        value: { items: [{ access: 'granted', reportName: 'Orders' }] },
        blames: 'external-documents.entry.access',
      },
    ],
  },
};
