import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byPlainUser } from './access.ts';
import type { Deviation } from './fault.ts';
import { changedIf, type When } from './conditions.ts';
import { isSearched } from './paging.ts';
import { replaceSync, without } from './patches.ts';
import { changeReportList, isAsked, itemsOf, pageInfoOf, requery, unreadable, withItems } from './reports.ts';

/** How faults of the list of reports are written. */

/** Takes the filters away from a page whose cursor leaves nothing that they find. */
export function reportsUnfilteredBehind(name: 'search' | 'folderId' | 'externalWorkbookId'): Deviation {
  return {
    name: 'behind-the-last',
    sentence: `Where nothing that ${name} finds is left behind a cursor, the page holds what follows without it.`,
    patch: replaceSync('listReports', (call, original) => {
      const answer = original(call);
      const isEmpty = 'body' in answer && itemsOf(answer.body as Body).length === 0;
      return isEmpty && isAsked(call, 'after') && isAsked(call, name)
        ? original(requery(call, { [name]: undefined }))
        : answer;
    }),
  };
}

/** A page after a cursor is one of the list without a filter, or in its usual direction. */
export function forgetting(
  name: 'search' | 'folderId' | 'externalWorkbookId' | 'sortDirection',
  what: string,
): Deviation {
  return {
    name: 'forgotten',
    sentence: `A page after a cursor forgets ${what} of the list.`,
    patch: replaceSync('listReports', (call, original) =>
      original(isAsked(call, 'after') ? requery(call, { [name]: undefined }) : call),
    ),
  };
}

/** Lists that end with what their caller may not read, as far as it fits the folder that is asked for. */
export function revealingUnreadable(isMeant: (call: Call) => boolean): Patch {
  return changeReportList((list, call) => {
    if (!isMeant(call)) return list;
    const folderId = call.query.text('folderId');
    const more = unreadable(call, (one) => folderId === undefined || String(one.folderId) === folderId);
    return withItems(list, [...itemsOf(list), ...more]);
  });
}

export function pageSizeOf(call: Call): number {
  return Number(call.query.text('first') ?? Number.NaN);
}

export type Name = 'first' | 'sortBy' | 'search' | 'folderId' | 'externalWorkbookId';

export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const SPOKEN: Readonly<Record<Name, string>> = {
  first: 'the page size',
  sortBy: 'the order',
  search: 'the search',
  folderId: 'the folder',
  externalWorkbookId: 'the spreadsheet',
};

export const isSortedBy =
  (sortBy: string) =>
  (call: Call): boolean =>
    call.query.text('sortBy') === sortBy;

/** Changes what pageInfo says. */
export function paging(change: (pageInfo: Body, list: Body, call: Call) => Body): Patch {
  return changeReportList((list, call) => ({ ...list, pageInfo: change(pageInfoOf(list), list, call) }));
}

export function ignoringBeside(
  name: 'folderId' | 'externalWorkbookId' | 'search' | 'sortBy',
  isBeside: (call: Call) => boolean,
): Patch {
  return replaceSync('listReports', (call, original) =>
    original(isBeside(call) ? requery(call, { [name]: undefined }) : call),
  );
}

/** Members of a list are missing from some answers. */
const lacking = (member: string, when: When): Patch => changedIf('listReports', when, without(member));

const elsewhere: When = ({ path, tenant }) => Number(path['deploymentId']) === tenant.deployments.other;

export const legacy = (member: 'data' | 'count', what: string): Deviation[] => [
  {
    name: 'none-behind-a-cursor',
    sentence: `A page after a cursor has no ${what}.`,
    patch: lacking(member, (call) => isAsked(call, 'after')),
  },
  {
    name: 'none-for-plain-users',
    sentence: `A list for a user without the admin role has no ${what}.`,
    patch: lacking(member, byPlainUser),
  },
  {
    name: 'none-by-last-view',
    sentence: `A list that is sorted by lastViewedAt has no ${what}.`,
    patch: lacking(member, (call) => call.query.text('sortBy') === 'lastViewedAt'),
  },
  {
    name: 'none-where-searched',
    sentence: `A list that is searched has no ${what}.`,
    patch: lacking(member, isSearched),
  },
  {
    name: 'none-elsewhere',
    sentence: `The lists of one of the deployments have no ${what}.`,
    patch: lacking(member, elsewhere),
  },
];

/** The envelope of a list is another one where something is asked for. */
export function beside(name: Name, change: (list: Body) => Body): Patch {
  return changeReportList((list, call) => (isAsked(call, name) ? change(list) : list));
}

export const idsOf = (list: Body): readonly number[] => itemsOf(list).map(({ id }) => Number(id));
