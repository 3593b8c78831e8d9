import { requirements } from './row.ts';
import type { Needs } from './row.ts';

/** A report to place, and the spreadsheet to place it in. */
const PLACED: Needs = {
  lent: ['DEPLOYMENT_ID', 'REPORT_ID', 'EXTERNAL_WORKBOOK_ID'],
  bindings: ['reports.connect'],
};
/** The same with a report that the member may read but not edit. */
const READABLE: Needs = {
  ...PLACED,
  actors: ['MEMBER_TOKEN'],
  lent: ['DEPLOYMENT_ID', 'REPORT_ID', 'READ_ONLY_REPORT_ID', 'EXTERNAL_WORKBOOK_ID'],
};
/** The same with a report that the member may not read. */
const UNREADABLE: Needs = {
  actors: ['MEMBER_TOKEN'],
  lent: ['DEPLOYMENT_ID', 'UNREADABLE_REPORT_ID', 'EXTERNAL_WORKBOOK_ID'],
  bindings: ['reports.connect'],
};

export const externalDocuments = requirements('external-documents', [
  // Which placements are listed.
  {
    id: 'external-documents.list.shows-placement',
    kind: 'shape',
    lines: '239, 248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: { ...PLACED, mayUse: ['OAUTH_TOKEN'], steps: ['disconnectReportFromWorkbook'] },
    sentence: 'The placements of a spreadsheet gain one entry when a report is placed there.',
    classes: [
      'an id of 120 characters',
      'two at the same time',
      'by an API key',
      'by an OAuth token',
      'again after a disconnect',
      'an id of signs and other letters',
    ],
  },
  {
    id: 'external-documents.list.drops-placement',
    kind: 'shape',
    lines: '240, 248',
    operations: ['listPlacements', 'disconnectReportFromWorkbook'],
    needs: PLACED,
    sentence: 'The placements of a spreadsheet lose an entry when a report is taken out of it.',
    classes: ['one of three by placementId', 'one of two', 'the last one'],
  },
  {
    id: 'external-documents.list.tenant-wide',
    kind: 'shape',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'REPORT_ID', 'OTHER_DEPLOYMENT_ID', 'OTHER_REPORT_ID', 'EXTERNAL_WORKBOOK_ID'],
      bindings: ['reports.connect'],
    },
    sentence: 'One list of the placements of a spreadsheet holds those of reports from different deployments.',
    classes: ['the other deployment last', 'the other deployment first', 'on pages of 1'],
  },
  {
    id: 'external-documents.list.only-this-spreadsheet',
    kind: 'shape',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: {
      lent: ['DEPLOYMENT_ID', 'REPORT_ID', 'EXTERNAL_WORKBOOK_ID', 'OTHER_EXTERNAL_WORKBOOK_ID'],
      bindings: ['reports.connect'],
    },
    sentence: 'The placements of one spreadsheet hold no entry for a report that is placed in another one alone.',
  },

  // Pages.
  {
    id: 'external-documents.list.first-limits',
    kind: 'pagination',
    lines: '248',
    operations: ['listPlacements'],
    needs: { mayUse: ['OAUTH_TOKEN'], ...PLACED, steps: ['connectReportToWorkbook'] },
    sentence: 'A page of placements holds no more entries than first asks for.',
    classes: ['with an OAuth token', 'behind a larger page'],
  },
  {
    id: 'external-documents.list.after-continues',
    kind: 'pagination',
    lines: '248',
    operations: ['listPlacements'],
    needs: { ...PLACED, steps: ['connectReportToWorkbook'] },
    sentence: 'A page of placements after a cursor repeats no entry of the pages before it.',
    classes: ['a smaller page after a larger one', 'behind the last one'],
  },
  {
    id: 'external-documents.list.pages-complete',
    kind: 'pagination',
    lines: '248',
    operations: ['listPlacements'],
    needs: { ...PLACED, steps: ['connectReportToWorkbook'] },
    sentence: 'The pages of placements together hold every entry of the whole list.',
    classes: ['small pages', 'larger pages', 'a larger page after a smaller one', 'the last two, one at a time'],
  },

  // Access.
  {
    id: 'external-documents.entry.access',
    kind: 'enum',
    lines: '248',
    operations: ['listPlacements'],
    needs: PLACED,
    sentence: 'A placement has an access, and it is GRANTED or DENIED.',
  },
  {
    id: 'external-documents.entry.report-name',
    kind: 'shape',
    lines: '248',
    operations: ['listPlacements'],
    needs: PLACED,
    sentence: 'The reportName of a placement is a string or null.',
  },
  {
    id: 'external-documents.entry.granted',
    kind: 'auth',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: { ...READABLE, mayUse: ['OAUTH_TOKEN', 'EDITABLE_FOLDER_ID'] },
    sentence: 'The placement of a report that the caller may read has the access GRANTED.',
    classes: ['an administrator', 'a user with read access', 'an OAuth token', 'after a rename', 'after a move'],
  },
  {
    id: 'external-documents.entry.granted-name',
    kind: 'shape',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: { ...READABLE, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'The placement of a report that the caller may read carries the name of that report as reportName.',
    classes: [
      'an administrator',
      'a user with read access',
      'an OAuth token',
      'after a rename',
      'after a rename, for the user',
      'of several placements',
      'on pages of one',
    ],
  },
  {
    id: 'external-documents.list.denied-listed',
    kind: 'auth',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: { ...UNREADABLE, mayUse: ['OTHER_REPORT_ID', 'OTHER_DEPLOYMENT_ID'] },
    sentence: 'The placement of a report that the caller may not read is listed all the same.',
    classes: ['of a deployment that may not be read'],
  },
  {
    id: 'external-documents.entry.denied',
    kind: 'auth',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: UNREADABLE,
    sentence: 'The placement of a report that the caller may not read has the access DENIED.',
  },
  {
    id: 'external-documents.entry.denied-no-name',
    kind: 'auth',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: {
      ...UNREADABLE,
      mayUse: ['MEMBER_USER_ID'],
      alone: ['rights of the member', 'roles of the member'],
      shares: ['roles'],
    },
    sentence: 'A placement with the access DENIED shows no report name: its reportName is null or absent.',
    classes: ['while an administrator asks for the same', 'once it was granted'],
  },
  {
    id: 'external-documents.entry.denied-else-complete',
    kind: 'shape',
    lines: '248',
    operations: ['listPlacements', 'connectReportToWorkbook'],
    needs: { ...UNREADABLE, mayUse: ['OTHER_REPORT_ID', 'OTHER_DEPLOYMENT_ID'] },
    sentence:
      'A placement with the access DENIED shows every other member that an administrator sees of that placement.',
    classes: ['on one page', 'on pages of 1', 'of another deployment'],
  },

  // Limits.
  {
    id: 'external-documents.list.too-many-explorations',
    kind: 'limit',
    lines: '300, 320',
    operations: ['listPlacements'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['CROWDED_WORKBOOK_ID', 'EXTERNAL_WORKBOOK_ID'] },
    sentence: 'Listing the placements of a spreadsheet with more than 500 placed explorations is refused with 422.',
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'external-documents.list.most-explorations',
    kind: 'limit',
    lines: '300, 320',
    operations: ['listPlacements'],
    needs: {
      mayUse: ['OAUTH_TOKEN', 'DEPLOYMENT_ID', 'REPORT_ID'],
      lent: ['FULL_WORKBOOK_ID'],
      bindings: ['reports.connect'],
      steps: ['connectReportToWorkbook', 'disconnectReportFromWorkbook'],
    },
    sentence: 'Listing the placements of a spreadsheet with exactly 500 placed explorations succeeds.',
    classes: ['the first time', 'once more', 'by an OAuth token', 'once one more was placed and taken out again'],
  },
  {
    id: 'external-documents.list.too-many-placements',
    kind: 'limit',
    lines: '300, 320',
    operations: ['listPlacements'],
    needs: { mayUse: ['OAUTH_TOKEN'], lent: ['OVERFULL_WORKBOOK_ID', 'EXTERNAL_WORKBOOK_ID'] },
    sentence:
      'Listing the placements of a spreadsheet with more than 2000 placements, of at most 500 explorations, is refused with 422.',
    classes: ['the first time', 'once more', 'by an OAuth token'],
  },
  {
    id: 'external-documents.list.most-placements',
    kind: 'limit',
    lines: '300, 320',
    operations: ['listPlacements'],
    needs: {
      mayUse: ['OAUTH_TOKEN', 'DEPLOYMENT_ID', 'REPORT_ID'],
      lent: ['PACKED_WORKBOOK_ID'],
      bindings: ['reports.connect'],
      steps: ['connectReportToWorkbook', 'disconnectReportFromWorkbook'],
    },
    sentence: 'Listing the placements of a spreadsheet with exactly 2000 placements succeeds.',
    classes: ['the first time', 'once more', 'by an OAuth token', 'once one more was placed and taken out again'],
  },
  {
    id: 'external-documents.list.no-truncated-page',
    kind: 'limit',
    lines: '300',
    operations: ['listPlacements'],
    needs: { lent: ['CROWDED_WORKBOOK_ID', 'EXTERNAL_WORKBOOK_ID'] },
    sentence: 'A small page of a spreadsheet past its limits is refused with 422 as well and holds no entries.',
  },
]);
