import type { Body } from '../../../mock/call.ts';
import { Moment } from '../../../mock/clock.ts';
import { faults } from '../../lib/fault.ts';
import { asList, asText, behindCursor, type Change } from '../../lib/mistyped.ts';
import { everywhere, orElse, slip, withMember, type ReportChange } from '../../lib/report-members.ts';

/** Only where a report lies in a workbook: no check finds such a report by the member that is wrong. */
function inWorkbooks(member: string, as: Change): ReportChange {
  return (report) => (report['workbookId'] === null ? report : withMember(report, member, as));
}

/** Only in the deprecated member: checks that sort or filter by the member that is wrong use the other one. */
function inData(member: string, as: Change): ReportChange {
  return (report, isLegacy) => (isLegacy ? withMember(report, member, as) : report);
}

const padded: Change = (value) => (typeof value === 'string' ? value.padEnd(256) : value);

const atTime =
  (write: (at: number) => unknown): Change =>
  (value) =>
    value instanceof Moment ? write(value.at) : value;

const asNumber: Change = () => 1_700_000_000;

/** A cell such as `Sheet1!A1` in its parts. */
const split: Change = (value) => (typeof value === 'string' ? { parts: value.split('!') } : value);

const parsed: Change = (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value);

/** Faults of the members of a report. */
export const reportFaults = faults({
  'reports.report.id': [
    behindCursor('listReports', 'id', asText, 'a text'),
    slip('text', 'A report that lies in a workbook shows its id as text.', inWorkbooks('id', String)),
  ],
  'reports.report.public-id': slip(
    'number',
    'A report shows 0 as its publicId.',
    everywhere('publicId', () => 0),
  ),
  'reports.report.deployment-id': slip(
    'text',
    'The deprecated data shows the deploymentId of a report as text.',
    inData('deploymentId', String),
  ),
  'reports.report.name': [
    slip('wrapped', 'The deprecated data shows the name of a report in an array.', inData('name', asList)),
    slip(
      'one-more',
      'The deprecated data fills the name of a report up with blanks to 256 characters.',
      inData('name', padded),
    ),
  ],
  'reports.report.title': [
    slip('wrapped', 'A report that lies in a workbook shows its title in an array.', inWorkbooks('title', asList)),
    slip(
      'one-more',
      'A report that lies in a workbook fills its title up with blanks to 256 characters.',
      inWorkbooks('title', padded),
    ),
  ],
  'reports.report.description': slip(
    'object',
    'A report shows its description by language.',
    everywhere('description', (en) => ({ en })),
  ),
  'reports.report.created-at': slip(
    'seconds',
    'The deprecated data shows the createdAt of a report in seconds.',
    inData(
      'createdAt',
      atTime((at) => Math.floor(at / 1000)),
    ),
  ),
  'reports.report.updated-at': [
    behindCursor('listReports', 'updatedAt', asNumber, 'a number'),
    slip(
      'for-people',
      'The deprecated data shows the updatedAt of a report as the header of a mail would.',
      inData(
        'updatedAt',
        atTime((at) => new Date(at).toUTCString()),
      ),
    ),
  ],
  'reports.report.created-by': slip(
    'object',
    'A report shows an object with an id as its createdBy.',
    everywhere('createdBy', (id) => ({ id })),
  ),
  'reports.report.user-id': slip('text', 'A report shows its userId as text.', everywhere('userId', String)),
  'reports.report.refreshed-by': slip(
    'empty-text',
    'A report that nobody has refreshed shows an empty text as its refreshedBy.',
    everywhere('refreshedBy', orElse('')),
  ),
  'reports.report.user': slip(
    'email-alone',
    'A report shows the email of its user in the place of the user.',
    everywhere('user', (user) => (user as Body | null)?.['email'] ?? 'nobody'),
  ),
  'reports.report.refreshed-by-user': slip(
    'empty-array',
    'A report that nobody has refreshed shows an empty array as its refreshedByUser.',
    everywhere('refreshedByUser', orElse([])),
  ),
  'reports.report.folder-id': slip(
    'empty-text',
    'A report that lies in a workbook and in no folder shows an empty text as its folderId.',
    inWorkbooks('folderId', orElse('')),
  ),
  'reports.report.workbook-id': slip(
    'word',
    'A report that lies in no workbook shows a word as its workbookId.',
    everywhere('workbookId', orElse('none')),
  ),
  'reports.report.external-workbook-id': slip(
    'zero',
    'A report that is placed nowhere shows 0 as its externalWorkbookId.',
    everywhere('externalWorkbookId', orElse(0)),
  ),
  'reports.report.result-location': slip(
    'parts',
    'A placed report shows its resultLocation in its parts.',
    everywhere('resultLocation', split),
  ),
  'reports.report.end-result-cell': slip(
    'parts',
    'A placed report shows its endResultCell in its parts.',
    everywhere('endResultCell', split),
  ),
  'reports.report.json-query': slip(
    'parsed',
    'A report shows its jsonQuery as an object.',
    everywhere('jsonQuery', parsed),
  ),
  'reports.report.sql-query': slip(
    'lines',
    'A report shows its sqlQuery as an array of lines.',
    everywhere('sqlQuery', (query) => String(query).split('\n')),
  ),
  'reports.report.meta': slip('text', 'A report shows its meta as JSON text.', everywhere('meta', JSON.stringify)),
  'reports.report.pivot-items': slip(
    'text',
    'A report shows its pivotItems as JSON text.',
    everywhere('pivotItems', JSON.stringify),
  ),
  'reports.report.roles-with-access': [
    behindCursor('listReports', 'rolesWithAccess', asText, 'a text'),
    slip(
      'by-id',
      'A report shows its rolesWithAccess as an object by their ids.',
      everywhere('rolesWithAccess', (roles) =>
        Object.fromEntries((roles as readonly Body[]).map((role) => [String(role['id']), role])),
      ),
    ),
  ],
  'reports.report.version': [
    behindCursor('listReports', 'version', asText, 'a text'),
    slip(
      'tag',
      'A report that lies in a workbook shows its version as a tag such as v1.',
      inWorkbooks('version', (version) => `v${String(version)}`),
    ),
  ],
  'reports.report.can-edit': [
    behindCursor('listReports', 'canEdit', asText, 'a text'),
    slip('number', 'A report that lies in a workbook shows its canEdit as 0 or 1.', inWorkbooks('canEdit', Number)),
  ],
  'reports.report.can-manage': slip(
    'text',
    'A report that lies in a workbook shows its canManage as text.',
    inWorkbooks('canManage', String),
  ),
  'reports.report.external-workbook-placements': slip(
    'by-id',
    'A report that lies in a workbook shows its externalWorkbookPlacements as an object by their ids.',
    inWorkbooks('externalWorkbookPlacements', (placements) =>
      Object.fromEntries((placements as readonly Body[]).map((placement) => [String(placement['id']), placement])),
    ),
  ),
  'reports.report.current-query-checksum': slip(
    'object',
    'A report shows its currentQueryChecksum with the name of the algorithm.',
    everywhere('currentQueryChecksum', (sha256) => ({ sha256 })),
  ),
});
