import { isBehindCursor } from '../../lib/paging.ts';
import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import { dateOf } from '../../../mock/clock.ts';
import type { Patch } from '../../../mock/index.ts';
import { byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../../lib/fault.ts';
import { both, type When } from '../../lib/conditions.ts';
import { all, changeBodySync, during, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { oncePatched } from '../../lib/report-changes.ts';
import { idsOf, ignoringBeside, isSortedBy, kebab, SPOKEN, type Name } from '../../lib/report-lists.ts';
import {
  afterUpdates,
  changeReportList,
  isAsked,
  itemsOf,
  reportIn,
  requery,
  storeReport,
  withItems,
} from '../../lib/reports.ts';

/** A list by name in which a renamed report stands where its former name would. */
const byFormerName: Patch = afterUpdates(
  ({ name }) => name,
  (former) =>
    changeReportList((list, call) => {
      if (call.query.text('sortBy') !== 'name' || former.size === 0) return list;
      const nameOf = ({ id, name }: Body) => former.get(Number(id)) ?? String(name);
      const turn = call.query.text('sortDirection') === 'DESC' ? -1 : 1;
      return withItems(
        list,
        [...itemsOf(list)].sort((a, b) => (nameOf(a) < nameOf(b) ? -turn : turn)),
      );
    }),
);

/** A list that is sorted by one thing is sorted by another, in the directions that `when` names. */
function sortedOtherwise(
  by: string,
  when: readonly (string | undefined)[],
  others: Parameters<typeof requery>[1],
): Patch {
  return replaceSync('listReports', (call, original) => {
    const isMeant = call.query.text('sortBy') === by && when.includes(call.query.text('sortDirection'));
    return original(isMeant ? requery(call, others) : call);
  });
}

/** A filtered list that is asked for by name, in no direction, is in its usual order. */
function unsorted(name: Name): Deviation {
  return {
    name: `order-ignored-with-${kebab(name)}`,
    sentence: `A list that is asked for by name beside ${SPOKEN[name]}, in no direction, is in its usual order.`,
    patch: replaceSync('listReports', (call, original) => {
      const isMeant = call.query.text('sortBy') === 'name' && !isAsked(call, 'sortDirection') && isAsked(call, name);
      return original(isMeant ? requery(call, { sortBy: undefined }) : call);
    }),
  };
}

/** A filtered list that is asked for by name in a direction is in one alone, whichever that was. */
function turned(sortDirection: 'ASC' | 'DESC', name: Name): Deviation {
  const isMeant = (call: Call) =>
    call.query.text('sortBy') === 'name' && isAsked(call, 'sortDirection') && isAsked(call, name);
  return {
    name: `one-direction-with-${kebab(name)}`,
    sentence: `A list that is asked for by name in a direction beside ${SPOKEN[name]} is in the direction ${sortDirection}.`,
    patch: replaceSync('listReports', (call, original) =>
      original(isMeant(call) ? requery(call, { sortDirection }) : call),
    ),
  };
}

/** The reports of each page behind the first stand in the opposite order. */
function turnedLater(sortBy: 'createdAt' | 'updatedAt', direction: 'ASC' | 'DESC'): Deviation {
  return {
    name: 'turned-on-later-pages',
    sentence: `A page after a cursor of a list by ${sortBy} in the direction ${direction} is in the opposite order.`,
    patch: changeReportList((list, call) => {
      const isMeant = isSortedBy(sortBy)(call) && call.query.text('sortDirection') === direction;
      return isMeant && isAsked(call, 'after') ? withItems(list, [...itemsOf(list)].reverse()) : list;
    }),
  };
}

/** The last report of a first page stands before the others. */
function lastFirst(by: string, direction: string): Patch {
  return changeReportList((list, call) => {
    const isMeant = call.query.text('sortBy') === by && call.query.text('sortDirection') === direction;
    const items = itemsOf(list);
    if (!isMeant || isAsked(call, 'after')) return list;
    return withItems(list, [...items.slice(-1), ...items.slice(0, -1)]);
  });
}

/** The place of a report in the order by updatedAt is that before an update, though the date that it shows is new. */
function orderedAsBefore(isMeant: When): Patch {
  return (rules) => {
    const shown = new Map<unknown, number>();
    all(
      replaceSync('updateReport', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        if (before && isMeant(call)) {
          shown.set(before.id, call.tenant.clock.now());
          storeReport(call, { updatedAt: before.updatedAt });
        }
        return answer;
      }),
      changeReportList((list) => {
        const renewed = (reports: unknown) =>
          (reports as readonly Body[]).map((one) => {
            const at = shown.get(one['id']);
            return at === undefined ? one : { ...one, updatedAt: dateOf(at) };
          });
        return { ...list, items: renewed(list['items']), data: renewed(list['data']) };
      }),
    )(rules);
  };
}

/** A list by createdAt in which reports that were updated stand where the time of that would. */
const byLastUpdate: Patch = afterUpdates(
  ({ updatedAt }) => updatedAt,
  (former) =>
    changeReportList((list, call) => {
      if (!isSortedBy('createdAt')(call) || former.size === 0) return list;
      const items = itemsOf(list);
      const { reports } = call.tenant.content;
      const at = ({ id }: Body) => {
        const report = reports.get(Number(id));
        return (former.has(Number(id)) ? report?.updatedAt : report?.createdAt) ?? 0;
      };
      const createdAt = ({ id }: Body) => reports.get(Number(id))?.createdAt ?? 0;
      const turn = createdAt(items[0] ?? {}) > createdAt(items.at(-1) ?? {}) ? -1 : 1;
      return withItems(
        list,
        items.toSorted((a, b) => (at(a) - at(b)) * turn),
      );
    }),
);

const isOnly = (member: string): When => {
  return (call) => {
    const names = Object.keys(bodyOf(call)).filter((name) => name !== 'expectedVersion');
    return names.length === 1 && names[0] === member;
  };
};

/** Faults of the order of the list of reports. */
export const listOrderFaults = faults({
  // In the seed the order of ids is one of dates as well, and not one of names.
  'reports.list.sort-by-name': [
    {
      name: 'by-former-name',
      sentence: 'A renamed report stands in a list by name where its former name would.',
      patch: byFormerName,
    },
    {
      name: 'by-what-was-before-a-patch',
      sentence: 'A report whose file was given another name stands in a list by name where its former name would.',
      also: alsoThese(
        'the same list in a direction',
        'reports.list.name-ascending',
        'reports.list.name-descending',
        'reports.list.pages-keep-order',
        'reports.list.direction-kept',
      ),
      patch: remembering(
        () => new Map<unknown, string>(),
        (former) =>
          all(
            replaceSync('patchReportFile', (call, original) => {
              const before = reportIn(call);
              const answer = original(call);
              if (before && reportIn(call)?.name !== before.name) former.set(before.id, before.name);
              return answer;
            }),
            changeReportList((list, call) => {
              if (call.query.text('sortBy') !== 'name') return list;
              const nameOf = (one: Body) => former.get(one['id']) ?? String(one['name']);
              const isDown = call.query.text('sortDirection') === 'DESC';
              const sorted = [...itemsOf(list)].sort(
                (a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0) * (isDown ? -1 : 1),
              );
              return former.size === 0 ? list : withItems(list, sorted);
            }),
          ),
      ),
    },
    {
      name: 'by-id',
      sentence: 'A list sorted by name in no direction is sorted by id.',
      patch: sortedOtherwise('name', [undefined], { sortBy: undefined }),
      also: [{ id: 'reports.list.pages-keep-order', because: 'what is sorted by id is in no order of names' }],
    },
    unsorted('search'),
    unsorted('folderId'),
  ],
  'reports.list.sort-by-created-at': [
    {
      name: 'by-name-in-pages',
      sentence: 'A page of some size of a list by createdAt in no direction is sorted by name.',
      patch: during(
        'listReports',
        'reports',
        ({ sortedBy }) => ({ sortedBy: (asked) => (asked === 'createdAt' ? 'name' : sortedBy(asked)) }),
        (call) => isAsked(call, 'first') && !isAsked(call, 'sortDirection'),
      ),
    },
    {
      name: 'by-name',
      sentence: 'A list sorted by createdAt in no direction is sorted by name.',
      patch: sortedOtherwise('createdAt', [undefined], { sortBy: 'name' }),
    },
    {
      name: 'by-the-last-update',
      toldBy: 'reports.list.updated-at-after-update',
      sentence: 'A report that was updated stands in a list by createdAt where the time of that would.',
      patch: byLastUpdate,
    },
  ],
  'reports.list.sort-by-updated-at': {
    name: 'by-name',
    sentence: 'A list sorted by updatedAt in no direction is sorted by name.',
    patch: sortedOtherwise('updatedAt', [undefined], { sortBy: 'name' }),
  },
  'reports.list.sort-by-last-viewed-at': [
    {
      name: 'refused-to-plain-users',
      sentence: 'A list sorted by lastViewedAt is refused to a user without the admin role.',
      patch: refusing(
        'listReports',
        both(byPlainUser, (call) => call.query.text('sortBy') === 'lastViewedAt'),
        'invalid',
      ),
    },
    {
      name: 'refused-beside-a-search',
      sentence: 'A search that is sorted by lastViewedAt is refused.',
      patch: refusing(
        'listReports',
        (call) => isAsked(call, 'search') && call.query.text('sortBy') === 'lastViewedAt',
        'invalid',
      ),
    },
    {
      name: 'unknown',
      sentence: 'A list sorted by lastViewedAt is refused.',
      also: alsoThese('a list with all filters is sorted', 'reports.list.filters-together'),
      patch: replaceSync('listReports', (call, original) => {
        if (call.query.text('sortBy') === 'lastViewedAt') refuse('invalid', 'sortBy is unknown');
        return original(call);
      }),
    },
  ],
  'reports.list.name-ascending': [
    {
      name: 'descending',
      sentence: 'A list sorted by name in the direction ASC is descending.',
      patch: sortedOtherwise('name', ['ASC'], { sortDirection: 'DESC' }),
    },
    turned('DESC', 'search'),
  ],
  'reports.list.name-descending': [
    {
      name: 'ascending',
      sentence: 'A list sorted by name in the direction DESC is ascending.',
      patch: sortedOtherwise('name', ['DESC'], { sortDirection: 'ASC' }),
    },
    turned('ASC', 'folderId'),
  ],
  'reports.list.created-at-ascending': [
    {
      name: 'descending',
      sentence: 'A list sorted by createdAt in the direction ASC is descending.',
      patch: sortedOtherwise('createdAt', ['ASC'], { sortDirection: 'DESC' }),
    },
    turnedLater('createdAt', 'ASC'),
  ],
  'reports.list.created-at-descending': {
    name: 'last-first',
    sentence: 'A page sorted by createdAt in the direction DESC starts with its oldest report.',
    patch: lastFirst('createdAt', 'DESC'),
  },
  'reports.list.updated-at-ascending': {
    name: 'last-first',
    sentence: 'A page sorted by updatedAt in the direction ASC starts with the report that was updated last.',
    patch: lastFirst('updatedAt', 'ASC'),
  },
  'reports.list.updated-at-descending': [
    {
      name: 'ignored-with-search',
      sentence: 'A search is not sorted by updatedAt.',
      also: alsoThese('a search is read in either order', 'reports.list.updated-at-ascending'),
      patch: ignoringBeside('sortBy', (call) => isAsked(call, 'search') && call.query.text('sortBy') === 'updatedAt'),
    },
    {
      name: 'ascending',
      sentence: 'A list sorted by updatedAt in the direction DESC is ascending.',
      patch: sortedOtherwise('updatedAt', ['DESC'], { sortDirection: 'ASC' }),
    },
    turnedLater('updatedAt', 'DESC'),
    {
      name: 'by-creation-behind-a-cursor',
      sentence:
        'Behind a cursor the reports of a page with the latest updatedAt first stand in the order of their creation.',
      patch: changeBodySync('listReports', (list, call) => {
        const isLatestFirst = call.query.text('sortBy') === 'updatedAt' && call.query.text('sortDirection') === 'DESC';
        if (!isLatestFirst || !isBehindCursor(call)) return list;
        const at = (one: Body) => (one['createdAt'] as { at: number }).at;
        return withItems(
          list,
          [...itemsOf(list)].sort((a, b) => at(b) - at(a)),
        );
      }),
    },
  ],
  'reports.list.updated-at-after-update': [
    {
      name: 'not-once-patched',
      sentence: 'A report whose file was patched keeps its place in a list that is sorted by updatedAt.',
      patch: remembering(
        () => new Map<number, number>(),
        (former) =>
          all(
            oncePatched((before) => former.set(before.id, former.get(before.id) ?? before.updatedAt)),
            changeBodySync('listReports', (list, call) => {
              if (call.query.text('sortBy') !== 'updatedAt' || isAsked(call, 'after', 'first')) return list;
              const { reports } = call.tenant.content;
              const now = (id: number) => reports.get(id)?.updatedAt ?? 0;
              const ids = idsOf(list);
              const sign = now(ids[0] ?? 0) > now(ids.at(-1) ?? 0) ? -1 : 1;
              const at = (one: Body) => former.get(Number(one['id'])) ?? now(Number(one['id']));
              return withItems(
                list,
                itemsOf(list).toSorted((a, b) => (at(a) - at(b)) * sign),
              );
            }),
          ),
      ),
    },
    {
      name: 'by-created-at-in-pages',
      sentence: 'A page of some size of a list by updatedAt is sorted by createdAt.',
      also: alsoThese(
        'a direction goes the same way',
        'reports.list.updated-at-ascending',
        'reports.list.updated-at-descending',
        'reports.list.sort-by-updated-at',
      ),
      patch: during(
        'listReports',
        'reports',
        ({ sortedBy }) => ({
          sortedBy: (asked) => (asked === 'updatedAt' ? 'createdAt' : sortedBy(asked)),
        }),
        (call) => isAsked(call, 'first'),
      ),
    },
    {
      name: 'by-created-at',
      sentence: 'A list sorted by updatedAt is sorted by createdAt.',
      patch: sortedOtherwise('updatedAt', [undefined, 'ASC', 'DESC'], { sortBy: 'createdAt' }),
    },
    {
      name: 'not-by-a-title',
      seenIn: 'the title',
      sentence: 'An update of the title alone leaves a report at its place in the order by updatedAt.',
      patch: orderedAsBefore(isOnly('title')),
    },
    {
      name: 'not-by-a-name',
      sentence: 'An update of the name alone leaves a report at its place in the order by updatedAt.',
      patch: orderedAsBefore(isOnly('name')),
    },
  ],
});
