import type { Body } from '../../../mock/call.ts';
import { DECLARED } from '../../lib/documented.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { asText, type Change } from '../../lib/mistyped.ts';
import { changedIf } from '../../lib/conditions.ts';
import { isBehindCursor } from '../../lib/paging.ts';
import { paging } from '../../lib/report-lists.ts';
import { isAsked, itemsOf } from '../../lib/reports.ts';

function pageInfoBehind(member: string, change: Change, becomes: string): Deviation {
  return {
    name: 'mistyped-behind-a-cursor',
    sentence: `The ${member} of a page of reports behind a cursor is ${becomes}.`,
    patch: changedIf('listReports', isBehindCursor, (list) => {
      const pageInfo = list['pageInfo'] as Body;
      return { ...list, pageInfo: { ...pageInfo, [member]: change(pageInfo[member]) } };
    }),
  };
}

/** Faults of the pageInfo of the list of reports. */
export const pageInfoFaults = faults({
  'reports.page-info.has-next-page': [
    pageInfoBehind('hasNextPage', asText, 'a text'),
    {
      name: 'text',
      sentence: 'The hasNextPage of a list that is asked for no page is text.',
      patch: paging(({ hasNextPage, ...rest }, _list, call) => ({
        ...rest,
        hasNextPage: isAsked(call, 'first', 'after') ? hasNextPage : String(hasNextPage),
      })),
      also: [DECLARED],
    },
  ],
  'reports.page-info.has-previous-page': [
    pageInfoBehind('hasPreviousPage', asText, 'a text'),
    {
      name: 'number',
      sentence: 'The hasPreviousPage of pageInfo is 0 or 1.',
      patch: paging((pageInfo) => ({ ...pageInfo, hasPreviousPage: Number(pageInfo['hasPreviousPage']) })),
      also: [DECLARED],
    },
  ],
  'reports.page-info.end-cursor': {
    name: 'number',
    sentence: 'The endCursor of the last page is the id of its last report, a number.',
    patch: paging((pageInfo, list) => {
      const isMeant = pageInfo['hasNextPage'] === false && pageInfo['endCursor'] !== null;
      return isMeant ? { ...pageInfo, endCursor: itemsOf(list).at(-1)?.['id'] } : pageInfo;
    }),
    also: [DECLARED],
  },
  'reports.page-info.start-cursor': {
    name: 'number',
    sentence: 'The startCursor of a page is the id of its first report, a number.',
    patch: paging((pageInfo, list) => {
      const isMeant = pageInfo['startCursor'] !== null;
      return isMeant ? { ...pageInfo, startCursor: itemsOf(list)[0]?.['id'] } : pageInfo;
    }),
    also: [DECLARED],
  },
});
