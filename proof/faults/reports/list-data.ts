import type { Body } from '../../../mock/call.ts';
import { byPlainUser } from '../../lib/access.ts';
import { DECLARED } from '../../lib/documented.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { formerly } from '../../lib/report-histories.ts';
import { beside, kebab, legacy, SPOKEN, type Name } from '../../lib/report-lists.ts';
import { afterUpdates, changeReportList, isAsked } from '../../lib/reports.ts';

function emptyWith(name: Name): Deviation {
  return {
    name: `empty-with-${kebab(name)}`,
    sentence: `The data of a list that is asked for with ${SPOKEN[name]} is an empty array.`,
    patch: beside(name, (list) => ({ ...list, data: [] })),
  };
}

/** Faults of the deprecated copy of the reports in their list. */
export const listDataFaults = faults({
  'reports.list.data': [
    {
      name: 'left-out',
      sentence: 'The list has no data any more.',
      patch: changeReportList(({ data: _, ...rest }) => rest),
      also: [DECLARED, { id: 'reports.list.data-populated', because: 'what is left out holds no reports' }],
    },
    ...legacy('data', 'data'),
  ],
  'reports.list.data-populated': [
    {
      name: 'empty',
      sentence: 'The data of a list is an empty array, whatever items holds.',
      patch: ({ reports }) => {
        reports.legacy = (_items, count) => ({ data: [], count });
      },
    },
    {
      name: 'empty-page-two',
      sentence: 'The data of a page after a cursor is an empty array.',
      patch: changeReportList((list, call) => (isAsked(call, 'after') ? { ...list, data: [] } : list)),
    },
    {
      name: 'empty-with-first',
      sentence: 'The data of a page whose size was asked for is an empty array.',
      patch: changeReportList((list, call) => (isAsked(call, 'first') ? { ...list, data: [] } : list)),
    },
    {
      name: 'empty-for-plain-users',
      sentence: 'The data of a list is empty for a user without the admin role.',
      patch: changeReportList((list, call) => (byPlainUser(call) ? { ...list, data: [] } : list)),
    },
    {
      name: 'empty-by-last-view',
      sentence: 'The data of a list that is sorted by lastViewedAt is empty.',
      patch: changeReportList((list, call) =>
        call.query.text('sortBy') === 'lastViewedAt' ? { ...list, data: [] } : list,
      ),
    },
    {
      name: 'empty-in-spreadsheets',
      sentence: 'The data of a list that is filtered by a spreadsheet is empty.',
      patch: changeReportList((list, call) => (isAsked(call, 'externalWorkbookId') ? { ...list, data: [] } : list)),
    },
    emptyWith('search'),
    emptyWith('folderId'),
    emptyWith('sortBy'),
  ],
  'reports.list.data-same': [
    {
      name: 'former-folder',
      sentence: 'The data of a list shows a report that was moved in its former folder.',
      patch: formerly(
        (before, after) => (before.folderId !== after.folderId ? { folderId: before.folderId } : undefined),
        (former) =>
          changeReportList((list) => ({
            ...list,
            data: (list['data'] as readonly Body[]).map((one) => ({ ...one, ...former.get(Number(one['id'])) })),
          })),
      ),
    },
    {
      name: 'older-title',
      sentence: 'The data of a list shows the name of a report where items shows its title.',
      patch: ({ reports }) => {
        reports.legacy = (items, count) => ({
          data: (items as readonly Body[]).map((one) => ({ ...one, title: `${String(one['name'])} (copy)` })),
          count,
        });
      },
    },
    {
      name: 'refreshed-by-the-next',
      sentence: 'The data of a list shows the id of another user as who refreshed a report.',
      patch: ({ reports }) => {
        reports.legacy = (items, count) => ({
          data: (items as readonly Body[]).map((one) => ({
            ...one,
            ...(typeof one['refreshedBy'] === 'number' && { refreshedBy: one['refreshedBy'] + 1 }),
          })),
          count,
        });
      },
    },
    {
      name: 'version-behind',
      sentence: 'The data of a list shows each report one version behind.',
      patch: ({ reports }) => {
        reports.legacy = (items, count) => ({
          data: (items as readonly Body[]).map((one) => ({ ...one, version: Number(one['version']) - 1 })),
          count,
        });
      },
    },
    {
      name: 'former-title',
      sentence: 'The data of a list shows the title that a report had before its last update.',
      patch: afterUpdates(
        ({ title }) => title,
        (former) =>
          changeReportList((list) => ({
            ...list,
            data: (list['data'] as readonly Body[]).map((one) => {
              const title = former.get(Number(one['id']));
              return title === undefined ? one : { ...one, title };
            }),
          })),
      ),
    },
  ],
});
