import type { Body } from '../../mock/call.ts';
import { Moment } from '../../mock/clock.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { all, changeBodySync, without } from '../lib/patches.ts';
import { changeReportList, itemsOf } from '../lib/reports.ts';

/** A report as an answer shows it, changed. `isLegacy` where it stands in the deprecated member of a list. */
type Change = (report: Body, isLegacy: boolean) => Body;
type As = (value: unknown) => unknown;

/** Reports changed in every answer of which the contract prints that it shows reports. */
function showing(change: Change): Patch {
  return all(
    changeReportList((list) => ({
      ...list,
      items: itemsOf(list).map((report) => change(report, false)),
      data: itemsOf(list).map((report) => change(report, true)),
    })),
    changeBodySync('connectReportToWorkbook', (report) => change(report, false)),
  );
}

function withMember(of: Body, member: string, as: As): Body {
  return member in of ? { ...of, [member]: as(of[member]) } : of;
}

function everywhere(member: string, as: As): Change {
  return (report) => withMember(report, member, as);
}

/** Only where a report lies in a workbook: no check finds such a report by the member that is wrong. */
function inWorkbooks(member: string, as: As): Change {
  return (report) => (report['workbookId'] === null ? report : withMember(report, member, as));
}

/** Only in the deprecated member: checks that sort or filter by the member that is wrong use the other one. */
function inData(member: string, as: As): Change {
  return (report, isLegacy) => (isLegacy ? withMember(report, member, as) : report);
}

/** In an object that a report shows, where it shows one. */
function within(member: string, change: (of: Body) => Body): Change {
  return everywhere(member, (value) => (typeof value === 'object' && value !== null ? change(value as Body) : value));
}

/** In each of the objects that a report shows. */
function withinEach(member: string, change: (of: Body) => Body): Change {
  return everywhere(member, (value) => (Array.isArray(value) ? (value as readonly Body[]).map(change) : value));
}

function ofUser(member: string, as: As): Change {
  const [user, refresher] = ['user', 'refreshedByUser'].map((name) =>
    within(name, (person) => withMember(person, member, as)),
  ) as [Change, Change];
  return (report, isLegacy) => refresher(user(report, isLegacy), isLegacy);
}

function ofPivot(member: string, as: As): Change {
  return within('pivotItems', (pivot) => withMember(pivot, member, as));
}

function ofRole(member: string, as: As): Change {
  return withinEach('rolesWithAccess', (role) => withMember(role, member, as));
}

function ofPlacement(member: string, as: As): Change {
  return withinEach('externalWorkbookPlacements', (placement) => withMember(placement, member, as));
}

const placementsOf = (report: Body) => (report['externalWorkbookPlacements'] ?? []) as readonly Body[];

const orElse =
  (instead: unknown): As =>
  (value) =>
    value ?? instead;
const wrapped: As = (value) => [value];
const padded: As = (value) => (typeof value === 'string' ? value.padEnd(256) : value);
const parsed: As = (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value);
const lower: As = (value) => (typeof value === 'string' ? value.toLowerCase() : value);
const capitalized: As = (value) =>
  typeof value === 'string' ? `${value.slice(0, 1).toUpperCase()}${value.slice(1).toLowerCase()}` : value;
const upper: As = (value) => (typeof value === 'string' ? value.toUpperCase() : value);
const joined: As = (value) => (Array.isArray(value) ? value.join(',') : value);
const atTime =
  (write: (at: number) => unknown): As =>
  (value) =>
    value instanceof Moment ? write(value.at) : value;
/** A cell such as `Sheet1!A1` in its parts. */
const split: As = (value) => (typeof value === 'string' ? { parts: value.split('!') } : value);

const DECLARED = [
  {
    id: 'openapi-spec.serving.body-declared',
    because: "the tenant's own document declares what is printed, and the answer departs from that as well",
  },
] as const;

/** A report whose shape is wrong in one place. */
function slip(name: string, sentence: string, change: Change): Deviation {
  return { name, sentence, patch: showing(change), also: DECLARED };
}

/** Members that neither an answer shows nor the tenant's document declares, which then lists none of that schema. */
function unknownTo(schema: string, change: Change): Patch {
  return all(
    showing(change),
    ...['updateReport', 'refreshReport'].map((operation) =>
      changeBodySync(operation, (report) => change(report, false)),
    ),
    ({ openapiSpec }) => {
      const own = openapiSpec.document;
      openapiSpec.document = (document, dialect) => {
        const shown = own(document, dialect);
        const components = shown['components'] as Body;
        const schemas = components['schemas'] as Body;
        return {
          ...shown,
          components: { ...components, schemas: { ...schemas, [schema]: { type: ['object', 'null'] } } },
        };
      };
    },
  );
}

/** Faults of the shape of a report, wherever one is shown. */
export const reportsFaults = faults({
  // Members of a report.
  'reports.report.id': slip(
    'text',
    'A report that lies in a workbook shows its id as text.',
    inWorkbooks('id', String),
  ),
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
    slip('wrapped', 'The deprecated data shows the name of a report in an array.', inData('name', wrapped)),
    slip(
      'one-more',
      'The deprecated data fills the name of a report up with blanks to 256 characters.',
      inData('name', padded),
    ),
  ],
  'reports.report.title': [
    slip('wrapped', 'A report that lies in a workbook shows its title in an array.', inWorkbooks('title', wrapped)),
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
  'reports.report.updated-at': slip(
    'for-people',
    'The deprecated data shows the updatedAt of a report as the header of a mail would.',
    inData(
      'updatedAt',
      atTime((at) => new Date(at).toUTCString()),
    ),
  ),
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
  'reports.report.roles-with-access': slip(
    'by-id',
    'A report shows its rolesWithAccess as an object by their ids.',
    everywhere('rolesWithAccess', (roles) =>
      Object.fromEntries((roles as readonly Body[]).map((role) => [String(role['id']), role])),
    ),
  ),
  'reports.report.version': slip(
    'tag',
    'A report that lies in a workbook shows its version as a tag such as v1.',
    inWorkbooks('version', (version) => `v${String(version)}`),
  ),
  'reports.report.can-edit': slip(
    'number',
    'A report that lies in a workbook shows its canEdit as 0 or 1.',
    inWorkbooks('canEdit', Number),
  ),
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

  // The users that a report shows.
  'reports.user.id': slip('text', 'The user of a report has an id that is text.', ofUser('id', String)),
  'reports.user.email': slip('array', 'The user of a report has an array of emails.', ofUser('email', wrapped)),
  'reports.user.first-name': slip(
    'object',
    'The user of a report has an object as firstName.',
    ofUser('firstName', (given) => ({ given })),
  ),
  'reports.user.picture': slip(
    'false',
    'The picture of a user who has none is false.',
    ofUser('picture', orElse(false)),
  ),

  // Pivot items.
  'reports.pivot.columns': slip('joined', 'The columns of pivot items are one text.', ofPivot('columns', joined)),
  'reports.pivot.filters': slip(
    'object',
    'The filters of pivot items are an object.',
    ofPivot('filters', (filters) => ({ ...(filters as object) })),
  ),
  'reports.pivot.measures': slip(
    'objects',
    'The measures of pivot items are objects with a member.',
    ofPivot('measures', (measures) => (measures as readonly unknown[]).map((member) => ({ member }))),
  ),
  'reports.pivot.rows': slip(
    'false-when-empty',
    'The rows of pivot items are false where there are none.',
    ofPivot('rows', (rows) => (rows as readonly unknown[]).length > 0 && rows),
  ),
  'reports.pivot.switches': {
    name: 'one-unknown',
    sentence: "Neither a report shows showAppliedFilters nor does the tenant's document declare it.",
    patch: unknownTo(
      'PivotItems',
      within('pivotItems', (pivot) => without('showAppliedFilters')(pivot)),
    ),
  },
  'reports.pivot.display-scale': slip(
    'capitals',
    'The displayScale of pivot items is written in capitals.',
    ofPivot('displayScale', upper),
  ),
  'reports.pivot.measures-axis': slip(
    'another',
    'The measuresAxis of pivot items is none where the measures are on the columns.',
    ofPivot('measuresAxis', (axis) => (axis === 'columns' ? 'none' : axis)),
  ),
  'reports.pivot.measures-position': slip(
    'another',
    'The measuresPosition of pivot items is last where it should be after.',
    ofPivot('measuresPosition', (position) => (position === 'after' ? 'last' : position)),
  ),

  // Roles with access.
  'reports.role-with-access.id': slip('text', 'A role with access has an id that is text.', ofRole('id', String)),
  'reports.role-with-access.name': slip(
    'object',
    'A role with access has an object as its name.',
    ofRole('name', (label) => ({ label })),
  ),
  'reports.role-with-access.actions': [
    slip('joined', 'The actions of a role with access are one text.', ofRole('actions', joined)),
    slip(
      'objects',
      'The actions of a role with access are objects with a name.',
      ofRole('actions', (actions) => (actions as readonly unknown[]).map((name) => ({ name }))),
    ),
  ],

  // Placements.
  'reports.placement.members': {
    name: 'one-unknown',
    sentence: "Neither a placement shows placedByUserId nor does the tenant's document declare it.",
    patch: unknownTo(
      'ReportPlacement',
      withinEach('externalWorkbookPlacements', (placement) => without('placedByUserId')(placement)),
    ),
  },
  'reports.placement.host': {
    // Where no document lists the hosts, the two are those that are shown: one word for all of them would do.
    name: 'capitalized',
    sentence: 'The first placement in a list shows its host with a capital first letter and lower case behind it.',
    also: alsoThese('the other name of the list shows the host as it is', 'reports.list.data-same'),
    patch: changeReportList((list) => {
      const [first] = itemsOf(list).flatMap(placementsOf);
      const change = withinEach('externalWorkbookPlacements', (placement) =>
        placement === first ? withMember(placement, 'host', capitalized) : placement,
      );
      return { ...list, items: itemsOf(list).map((report) => change(report, false)) };
    }),
  },
  'reports.placement.sync-status': [
    slip('lower-case', 'A placement shows its syncStatus in lower case.', ofPlacement('syncStatus', lower)),
    slip(
      'a-fourth',
      'A placement that is up to date or was never refreshed says STALE.',
      ofPlacement('syncStatus', (status) => (status === 'CHANGED' ? status : 'STALE')),
    ),
  ],
  'reports.placement.result-checksum': slip(
    'text',
    'A placement shows its resultChecksum as JSON text, an empty one where it has none.',
    ofPlacement('resultChecksum', (checksum) => (checksum === null ? '' : JSON.stringify(checksum))),
  ),
  'reports.placement.result-checksum-payload': [
    slip(
      'empty',
      'A placement without a result checksum shows one with an empty payload.',
      ofPlacement('resultChecksum', orElse({ payload: '' })),
    ),
    {
      name: 'wrapped',
      sentence: 'A placement shows the payload of its result checksum in an array.',
      patch: showing(
        withinEach('externalWorkbookPlacements', (placement) =>
          withMember(placement, 'resultChecksum', (checksum) =>
            checksum === null ? null : withMember(checksum as Body, 'payload', wrapped),
          ),
        ),
      ),
      also: [...DECLARED, { id: 'reports.connect.payload-opaque', because: 'an array is not the text that was sent' }],
    },
  ],
});
