import { AS_ADMIN, JSON_BODY, type Story } from './exchange.ts';

const deployment = { deploymentId: '<DEPLOYMENT_ID>' };
const report = { ...deployment, reportId: '<REPORT_ID>' };
const PLACE = { externalWorkbookId: 'written-by-hand', sheetName: 'Sheet1', anchorCell: 'B2' };
const PLACE_AS_TEXT = '{"externalWorkbookId": "written-by-hand", "sheetName": "Sheet1", "anchorCell": "B2"}';
const PAGE_INFO =
  '{"hasNextPage": "<boolean>", "hasPreviousPage": "<boolean>", "endCursor": "<string cursor>", "startCursor": "<string>"}';
const PAGE = `{"items": [{"id": "<integer>", "name": "<string>", "publicId": "<string>", "deploymentId": "<integer>"}], "pageInfo": ${PAGE_INFO}, "data": ["<object>"], "count": "<integer>"}`;
const LAST = '{"items": "<array>", "pageInfo": "<object>", "data": "<array>", "count": "<integer>"}';

export const CONTENT: readonly Story[] = [
  {
    about: 'the list of reports',
    exchanges: [
      {
        what: 'the first page',
        as: 'ADMIN_TOKEN',
        asks: ['listReports', { path: deployment, query: { first: 1 } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/reports?first=1
${AS_ADMIN}`,
        answer: `200\n\n${PAGE}`,
        wrong: {
          items: {},
          'items/0/id': '1',
          'items/0/publicId': 7,
          'items/0/deploymentId': 'one',
          'items/0/name': 'x'.repeat(256),
          'pageInfo/hasNextPage': 'no',
          data: 'none',
          count: -1,
        },
      },
      {
        what: 'the page after it',
        as: 'ADMIN_TOKEN',
        asks: ['listReports', { path: deployment, query: { first: 1, after: '<cursor>' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/reports?first=1&after=<cursor>
${AS_ADMIN}`,
        answer: `200\n\n${PAGE}`,
        wrong: { 'pageInfo/endCursor': 5 },
      },
      {
        what: 'sorted by name',
        as: 'ADMIN_TOKEN',
        asks: ['listReports', { path: deployment, query: { sortBy: 'name' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/reports?sortBy=name
${AS_ADMIN}`,
        answer: `200\n\n${LAST}`,
        wrong: { pageInfo: [] },
      },
      {
        what: 'those of a folder',
        as: 'ADMIN_TOKEN',
        asks: ['listReports', { path: deployment, query: { folderId: '<FOLDER_ID>' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/reports?folderId=<FOLDER_ID>
${AS_ADMIN}`,
        answer: `200\n\n${LAST}`,
        wrong: { items: null },
      },
      {
        what: 'those of a spreadsheet',
        as: 'ADMIN_TOKEN',
        asks: ['listReports', { path: deployment, query: { externalWorkbookId: '<EXTERNAL_WORKBOOK_ID>' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/reports?externalWorkbookId=<EXTERNAL_WORKBOOK_ID>
${AS_ADMIN}`,
        answer: `200\n\n${LAST}`,
      },
      {
        what: 'those that a text is found in, which may be one with a space',
        as: 'ADMIN_TOKEN',
        asks: ['listReports', { path: deployment, query: { search: 'no such report' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/reports?search=no%20such%20report
${AS_ADMIN}`,
        answer: `200\n\n${LAST}`,
      },
    ],
  },
  {
    about: 'a report and its places in spreadsheets',
    exchanges: [
      {
        what: 'another title',
        as: 'ADMIN_TOKEN',
        asks: ['updateReport', { path: report, body: { title: 'Written by hand' } }],
        request: `PUT /api/v1/deployments/<DEPLOYMENT_ID>/reports/<REPORT_ID>
${AS_ADMIN}
${JSON_BODY}

{"title": "Written by hand"}`,
        answer: '2xx',
      },
      {
        what: 'a version that is not the stored one',
        as: 'ADMIN_TOKEN',
        asks: ['updateReport', { path: report, body: { title: 'Too late', expectedVersion: 987654321 } }],
        request: `PUT /api/v1/deployments/<DEPLOYMENT_ID>/reports/<REPORT_ID>
${AS_ADMIN}
${JSON_BODY}

{"title": "Too late", "expectedVersion": 987654321}`,
        answer: '409',
      },
      {
        what: 'a name that is too long',
        as: 'ADMIN_TOKEN',
        asks: ['updateReport', { path: report, body: { name: 'n'.repeat(256) } }],
        request: `PUT /api/v1/deployments/<DEPLOYMENT_ID>/reports/<REPORT_ID>
${AS_ADMIN}
${JSON_BODY}

{"name": "${'n'.repeat(256)}"}`,
        answer: '400',
      },
      {
        what: 'place it',
        as: 'MEMBER_TOKEN',
        asks: ['connectReportToWorkbook', { path: report, body: PLACE }],
        request: `PUT /api/v1/deployments/<DEPLOYMENT_ID>/reports/<REPORT_ID>/connect-workbook
Authorization: Bearer <MEMBER_TOKEN>
${JSON_BODY}

${PLACE_AS_TEXT}`,
        answer: '2xx\n\n{"id": "<integer>", "externalWorkbookPlacements": "<array>"}',
        wrong: { id: 'x', externalWorkbookPlacements: {} },
      },
      {
        what: 'refresh it there',
        as: 'MEMBER_TOKEN',
        asks: ['refreshReport', { path: report, body: PLACE }],
        request: `PUT /api/v1/deployments/<DEPLOYMENT_ID>/reports/<REPORT_ID>/refresh
Authorization: Bearer <MEMBER_TOKEN>
${JSON_BODY}

${PLACE_AS_TEXT}`,
        answer: '2xx',
      },
      {
        what: 'the places of a spreadsheet',
        as: 'ADMIN_TOKEN',
        asks: ['listPlacements', { path: { externalWorkbookId: 'written-by-hand' }, query: { first: 10 } }],
        request: `GET /api/v1/external-documents/written-by-hand/placements?first=10
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'take it away',
        as: 'MEMBER_TOKEN',
        asks: ['disconnectReportFromWorkbook', { path: report, body: PLACE }],
        request: `DELETE /api/v1/deployments/<DEPLOYMENT_ID>/reports/<REPORT_ID>/connect-workbook
Authorization: Bearer <MEMBER_TOKEN>
${JSON_BODY}

${PLACE_AS_TEXT}`,
        answer: '2xx',
      },
      {
        what: 'its definition as a file',
        as: 'ADMIN_TOKEN',
        asks: ['getReportFile', { path: report }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/reports/<REPORT_ID>/file
${AS_ADMIN}`,
        answer: '2xx\n\n{"content": "<string>", "hash": "<string>"}',
        wrong: { content: {}, hash: 1 },
      },
      {
        what: 'a spreadsheet with too much in it',
        as: 'ADMIN_TOKEN',
        asks: ['listPlacements', { path: { externalWorkbookId: '<OVERFULL_WORKBOOK_ID>' } }],
        request: `GET /api/v1/external-documents/<OVERFULL_WORKBOOK_ID>/placements
${AS_ADMIN}`,
        answer: '422',
      },
    ],
  },
  {
    about: 'dashboards, and what is exported of them',
    exchanges: [
      {
        what: 'the draft of a workbook',
        as: 'ADMIN_TOKEN',
        asks: ['getDashboardFile', { path: { ...deployment, workbookId: '<WORKBOOK_ID>' } }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/workbooks/<WORKBOOK_ID>/dashboard/file
${AS_ADMIN}`,
        answer: '2xx\n\n{"content": "<string>", "hash": "<string>"}',
        wrong: { content: 1, hash: null },
      },
      {
        what: 'print is for documents of pages',
        as: 'ADMIN_TOKEN',
        asks: ['startDashboardExport', { path: deployment, body: { format: 'png', layout: 'print' } }],
        request: `POST /api/v1/deployments/<DEPLOYMENT_ID>/dashboard-exports
${AS_ADMIN}
${JSON_BODY}

{"format": "png", "layout": "print"}`,
        answer: '400',
      },
      {
        what: 'deliveries',
        as: 'ADMIN_TOKEN',
        asks: ['listReportDeliveries', { path: deployment }],
        request: `GET /api/v1/deployments/<DEPLOYMENT_ID>/report-deliveries
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
    ],
  },
];
