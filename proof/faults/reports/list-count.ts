import { isAdmin } from '../../../mock/authority.ts';
import type { Body, Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, isAdministrator } from '../../lib/access.ts';
import { DECLARED } from '../../lib/documented.ts';
import { faults } from '../../lib/fault.ts';
import { changeBodySync, remembering, replaceSync } from '../../lib/patches.ts';
import { moved } from '../../lib/report-changes.ts';
import { beside, legacy, pageSizeOf } from '../../lib/report-lists.ts';
import { changeReportList, isAsked, itemsOf, pageInfoOf, requery, unreadable } from '../../lib/reports.ts';

/** The count of a page is of what is left behind its cursor. */
function countOfTheRest(): Patch {
  return replaceSync('listReports', (call, original) => {
    const answer = original(call);
    if (answer.kind !== 'ok' || !isAsked(call, 'after') || isAsked(call, 'search', 'folderId', 'externalWorkbookId')) {
      return answer;
    }
    const rest = original(requery(call, { first: '500' }));
    if (rest.kind !== 'ok') return answer;
    return { ...answer, body: { ...(answer.body as Body), count: itemsOf(rest.body as Body).length } };
  });
}

const inGroup = ({ tenant, principal }: Call): boolean =>
  tenant.account.groups.find(({ userIds }) => userIds.has(principal.user?.id ?? 0)) !== undefined;

const NARROWED = ['after', 'search', 'folderId', 'externalWorkbookId'] as const;

/** The count of a list includes what its caller may not read. */
function countingAll(isMeant: (call: Call) => boolean): Patch {
  return changeReportList((list, call) =>
    isMeant(call) ? { ...list, count: Number(list['count']) + unreadable(call, () => true).length } : list,
  );
}

/** Faults of the count in the list of reports. */
export const listCountFaults = faults({
  'reports.list.count': [
    {
      name: 'left-out-without-first',
      sentence: 'A list that is asked for no page has no count.',
      patch: changeReportList((list, call) => {
        const { count, ...rest } = list;
        return isAsked(call, 'first', 'after') ? { ...rest, count } : rest;
      }),
      also: [
        DECLARED,
        ...(['count-total', 'count-ignores-pages', 'count-accessible'] as const).map(
          (rule) => ({ id: `reports.list.${rule}`, because: 'what is left out is no number' }) as const,
        ),
      ],
    },
    ...legacy('count', 'count'),
  ],
  'reports.list.count-total': [
    {
      name: 'moved-counted-twice',
      toldBy: 'reports.list.data-same',
      sentence: 'The count of a list counts a report twice that was moved.',
      patch: moved((ids) =>
        changeReportList((list, call) => ({
          ...list,
          count:
            Number(list['count']) +
            call.tenant.content.reports.filter(
              ({ id, deploymentId }) => ids.has(id) && deploymentId === Number(call.path['deploymentId']),
            ).length,
        })),
      ),
    },
    {
      name: 'every-deployment',
      sentence: 'The count that an administrator gets is that of the reports of all deployments.',
      patch: changeReportList((list, { tenant, principal }) =>
        isAdmin(tenant, principal) ? { ...list, count: tenant.content.reports.size } : list,
      ),
    },
  ],
  'reports.list.count-ignores-pages': [
    {
      name: 'rest-behind-a-cursor',
      sentence: 'The count of a page after a cursor is the number of reports that are left.',
      patch: countOfTheRest(),
    },
    {
      name: 'page-of-one',
      sentence: 'The count of a page of one report is 1.',
      patch: changeReportList((list, call) =>
        pageSizeOf(call) === 1 ? { ...list, count: itemsOf(list).length } : list,
      ),
    },
    {
      name: 'behind-a-cursor',
      sentence: 'The count of a page after a cursor is one lower.',
      patch: changeReportList((list, call) =>
        isAsked(call, 'after') ? { ...list, count: Number(list['count']) - 1 } : list,
      ),
    },
    {
      name: 'of-a-page-past-2',
      sentence: 'The count of a list is the size of the page where first is above 2.',
      patch: changeReportList((list, call) =>
        Number(call.query.text('first') ?? 0) > 2 && pageInfoOf(list)['hasNextPage'] === true && !isAsked(call, 'after')
          ? { ...list, count: itemsOf(list).length }
          : list,
      ),
      also: [{ id: 'reports.list.count-total', because: 'it compares the count of a page with the whole list' }],
    },
    {
      name: 'page-of-one-sorted',
      sentence: 'The count of a list in an order that was asked for is that of the page.',
      patch: beside('sortBy', (list) => ({ ...list, count: itemsOf(list).length })),
    },
    {
      name: 'none-sorted',
      sentence: 'The count of a list in an order that was asked for is 0.',
      patch: beside('sortBy', (list) => ({ ...list, count: 0 })),
    },
    {
      name: 'of-the-page-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The count of a list for an OAuth token is that of the page.',
      patch: changeReportList((list, call) => (byOAuth(call) ? { ...list, count: itemsOf(list).length } : list)),
    },
    {
      name: 'the-rest-behind-a-cursor',
      sentence: 'Behind a cursor, count is of the reports that are left.',
      patch: replaceSync('listReports', (call, original) => {
        const answer = original(call);
        if (!isAsked(call, 'after') || !('body' in answer)) return answer;
        const list = answer.body as Body;
        const rest = original(requery(call, { first: '500' }));
        return { ...answer, body: { ...list, count: 'body' in rest ? itemsOf(rest.body as Body).length : 0 } };
      }),
    },
  ],
  'reports.list.count-accessible': [
    {
      name: 'all-through-a-group',
      sentence: 'The count for who is in a group includes what they may not read.',
      patch: changeBodySync('listReports', (list, call) =>
        inGroup(call) && !isAdministrator(call)
          ? { ...list, count: Number(list['count']) + unreadable(call, () => true).length }
          : list,
      ),
    },
    {
      name: 'of-who-asked-before',
      sentence: 'The count is worked out for whoever asks first, and is kept for all until a report changes.',
      patch: remembering(
        () => new Map<string, unknown>(),
        (counts) =>
          changeBodySync('listReports', (list, call) => {
            if (isAsked(call, ...NARROWED)) return list;
            const key = `${call.path['deploymentId']} ${call.tenant.content.reports.version}`;
            const count = counts.get(key) ?? list['count'];
            counts.set(key, count);
            return { ...list, count };
          }),
      ),
    },
    {
      name: 'unreadable-too',
      sentence: 'The count is that of the reports of the deployment, whoever may read them.',
      patch: changeReportList((list, { tenant, path }) => {
        const deploymentId = Number(path['deploymentId']);
        return { ...list, count: tenant.content.reports.filter((one) => one.deploymentId === deploymentId).length };
      }),
    },
    {
      name: 'all-when-sorted',
      sentence: 'The count of a list in an order that was asked for includes what the caller may not read.',
      patch: countingAll((call) => isAsked(call, 'sortBy')),
    },
    {
      name: 'all-on-later-pages',
      sentence: 'The count of a page after a cursor includes what the caller may not read.',
      patch: countingAll((call) => isAsked(call, 'after')),
    },
    {
      name: 'all-by-oauth',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'The count of a list for an OAuth token includes what its user may not read.',
      patch: countingAll(byOAuth),
    },
  ],
});
