import type { Samples } from './sample.ts';

/** Schemas that several families use. */
export const shared: Samples = {
  DateOrDateTime: {
    conforming: ['2026-01-31', '2026-01-31T08:15:00Z'],
    free: [
      { point: 'U011', value: '2026-01-31T08:15:00.123+02:00' },
      { point: 'U011', value: '2026-01-31T08:15:00' },
      { point: 'U011', value: '2026-01-31 08:15:00.5' },
    ],
    defects: [
      { defect: 'it is no date', lines: '75', value: 'last Tuesday' },
      { defect: 'it is a number', lines: '75', value: 1769847300 },
    ],
  },
  PageInfo: {
    conforming: [{ hasNextPage: true, hasPreviousPage: false, endCursor: 'b', startCursor: 'a' }],
    free: [
      { point: 'U006', value: { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null } },
      { point: 'U006', value: { hasNextPage: false } },
    ],
    defects: [{ defect: 'hasNextPage is a string', lines: '98', value: { hasNextPage: 'no' } }],
  },
  PivotItems: {
    conforming: [
      { columns: [], filters: ['status'], measures: ['count'], rows: ['city'] },
      { displayScale: 'thousands', measuresAxis: 'rows', measuresPosition: 'after', showRowTotals: true },
    ],
    free: [
      { point: 'U001', value: {} },
      { point: 'U001', value: null },
    ],
    defects: [
      { defect: 'columns hold a number', lines: '86', value: { columns: [7] }, blames: 'reports.pivot.columns' },
      { defect: 'filters are no array', lines: '86', value: { filters: 'a' }, blames: 'reports.pivot.filters' },
      { defect: 'measures are no array', lines: '86', value: { measures: {} }, blames: 'reports.pivot.measures' },
      { defect: 'rows hold null', lines: '86', value: { rows: [null] }, blames: 'reports.pivot.rows' },
      {
        defect: 'the scale is not listed',
        lines: '86',
        value: { displayScale: 'dozens' },
        blames: 'reports.pivot.display-scale',
      },
      {
        defect: 'the axis is not listed',
        lines: '86',
        value: { measuresAxis: 'z' },
        blames: 'reports.pivot.measures-axis',
      },
      {
        defect: 'the position is not listed',
        lines: '86',
        value: { measuresPosition: 'between' },
        blames: 'reports.pivot.measures-position',
      },
    ],
  },
  RoleWithAccess: {
    conforming: [{ id: 3, name: 'Analysts', actions: ['ReportRead'] }],
    free: [
      { point: 'U001', value: {} },
      { point: 'U104', value: { id: 3, colour: 'blue', actions: ['TeleportRead'] } },
    ],
    defects: [
      { defect: 'the id is a string', lines: '87', value: { id: '3' }, blames: 'reports.role-with-access.id' },
      { defect: 'the name is a number', lines: '87', value: { name: 3 }, blames: 'reports.role-with-access.name' },
    ],
  },
  ReportUser: {
    conforming: [{ id: 1, email: 'a@example.com', firstName: 'A', picture: 'https://example.com/a.png' }],
    free: [{ point: 'U001', value: { id: 1, picture: null, lastName: 'B' } }],
    defects: [{ defect: 'the id is a string', lines: '78', value: { id: 'one' } }],
  },
  ResultChecksum: {
    conforming: [{ payload: 'a' }, { payload: 'a'.repeat(128) }],
    free: [
      { point: 'U010', value: { algorithm: 'x' } },
      { point: 'U010', value: null },
    ],
    defects: [
      {
        defect: 'the payload is empty',
        lines: '89',
        value: { payload: '' },
        blames: 'reports.placement.result-checksum-payload',
      },
      {
        defect: 'the payload has 129 characters',
        lines: '89',
        value: { payload: 'a'.repeat(129) },
        blames: 'reports.placement.result-checksum-payload',
      },
    ],
  },
  ResultChecksumInput: {
    conforming: [{ payload: 'a' }, { payload: 'a'.repeat(128) }, {}],
    defects: [
      { defect: 'the payload is empty', lines: '89', value: { payload: '' } },
      { defect: 'the payload has 129 characters', lines: '89', value: { payload: 'a'.repeat(129) } },
    ],
  },
  PlacementById: {
    conforming: [{ placementId: 'p-1' }, { placementId: 1 }],
    defects: [{ defect: 'the placementId is missing', lines: '240', value: {} }],
  },
  PlacementByAddress: {
    conforming: [{ externalWorkbookId: 'w', sheetName: 'Sheet1', anchorCell: 'A1' }],
    defects: [
      { defect: 'the anchorCell is missing', lines: '240', value: { externalWorkbookId: 'w', sheetName: 'Sheet1' } },
    ],
  },
  ResourceType: {
    conforming: ['Global', 'Deployment', 'ScheduledTask'],
    defects: [{ defect: 'it is not listed', lines: '49', value: 'Galaxy' }],
  },
  Action: {
    conforming: ['All', 'ReportRead', 'ScheduledTasksRead', 'ScheduledTasksManage'],
    defects: [
      { defect: 'it is not listed', lines: '51', value: 'ReportTeleport' },
      { defect: 'its case differs', lines: '51', value: 'reportread' },
    ],
  },
};
