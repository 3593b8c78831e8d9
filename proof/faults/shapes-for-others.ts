import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body, Call } from '../../mock/call.ts';
import { byOAuth } from '../lib/access.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { changedIf } from '../lib/only.ts';
import { without } from '../lib/patches.ts';
import { isAsked, itemsOf } from '../lib/reports.ts';

/** Members that have another type for an OAuth token alone, or on a page behind a cursor alone. */

type Change = (value: unknown) => unknown;

const asText: Change = (value) => String(value);
const asNumber: Change = () => 1_700_000_000;
const asList: Change = (value) => [value];

/** A member of an answer has another type for an OAuth token. */
function forOAuth(operation: string, member: string, change: Change, becomes: string): Deviation {
  return {
    name: 'mistyped-for-oauth',
    sentence: `In an answer of ${operation} to an OAuth token ${member} is ${becomes}.`,
    seenWith: 'OAUTH_TOKEN',
    patch: changedIf(operation, byOAuth, (body) => ({ ...body, [member]: change(body[member]) })),
  };
}

const isBehind = (call: Call): boolean => isAsked(call, 'after');

/** The elements of a page behind a cursor, in the legacy member as well. */
function elements(list: Body, change: (one: Body) => Body): Body {
  const items = itemsOf(list).map(change);
  return { ...list, items, ...('data' in list && { data: items }) };
}

function behindCursor(operation: string, member: string, change: Change, becomes: string): Deviation {
  return {
    name: 'mistyped-behind-a-cursor',
    sentence: `On a page of ${operation} behind a cursor ${member} is ${becomes}.`,
    patch: changedIf(operation, isBehind, (list) =>
      elements(list, (one) => ({ ...one, [member]: change(one[member]) })),
    ),
  };
}

function pageInfoBehind(member: string, change: Change, becomes: string): Deviation {
  return {
    name: 'mistyped-behind-a-cursor',
    sentence: `The ${member} of a page of reports behind a cursor is ${becomes}.`,
    patch: changedIf('listReports', isBehind, (list) => {
      const pageInfo = list['pageInfo'] as Body;
      return { ...list, pageInfo: { ...pageInfo, [member]: change(pageInfo[member]) } };
    }),
  };
}

const SHAPES: Readonly<Partial<Record<RequirementId, Deviation>>> = {
  'roles.role.id': forOAuth('getRole', 'id', asText, 'a text'),
  'roles.role.name': forOAuth('getRole', 'name', asList, 'a list'),
  'roles.role.description': forOAuth('getRole', 'description', asList, 'a list'),
  // Its type is open.
  'role-holders.user-roles.is-admin': {
    name: 'absent-for-oauth',
    sentence: 'The roles of a user come without isAdmin for an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: changedIf('listUserRoles', byOAuth, without('isAdmin')),
  },
  'scheduled-tasks.task.notification-enabled': forOAuth('getScheduledTask', 'notificationEnabled', asText, 'a text'),
  'reports.file.content': forOAuth('getReportFile', 'content', asList, 'a list'),
  'workbooks.file.hash': forOAuth('getDashboardFile', 'hash', asList, 'a list'),
  'dev-mode.state.branch-name': forOAuth('enterDevMode', 'branchName', asList, 'a list'),
  'reports.report.id': behindCursor('listReports', 'id', asText, 'a text'),
  'reports.report.version': behindCursor('listReports', 'version', asText, 'a text'),
  'reports.report.updated-at': behindCursor('listReports', 'updatedAt', asNumber, 'a number'),
  'reports.report.can-edit': behindCursor('listReports', 'canEdit', asText, 'a text'),
  'reports.report.roles-with-access': behindCursor('listReports', 'rolesWithAccess', asText, 'a text'),
  'reports.page-info.has-next-page': pageInfoBehind('hasNextPage', asText, 'a text'),
  'reports.page-info.has-previous-page': pageInfoBehind('hasPreviousPage', asText, 'a text'),
  'external-documents.entry.report-name': behindCursor('listPlacements', 'reportName', asList, 'a list'),
};

export const shapesForOthersFaults = faults(SHAPES);
