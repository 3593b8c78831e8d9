import { LIMITS } from '../../../contracts/limits.ts';
import type { RequirementId } from '../../../contracts/requirements/index.ts';
import { Refusal, refuse } from '../../../mock/answer.ts';
import { reads } from '../../../mock/authority.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Placement, Report } from '../../../mock/world/content.ts';
import { byOAuth, isAdministrator } from '../../lib/access.ts';
import { begunAnew, numbered } from '../../lib/cursors.ts';
import { changePlacements, type Entry, isElsewhere, ofCaller } from '../../lib/external-documents.ts';
import { alsoThese, type Deviation, faults } from '../../lib/fault.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { both, type When } from '../../lib/conditions.ts';
import { continuing, endingEarly, onlyWhere, pagesOf, startingOver } from '../../lib/paging.ts';
import {
  all,
  byTimes,
  changeBodySync,
  during,
  remembering,
  replaceSync,
  underStatus,
  withRules,
} from '../../lib/patches.ts';
import { onceTakenOut, placementKey, withRemoved } from '../../lib/removed-placements.ts';
import { isAsked, itemsOf, pageInfoOf, refusedYet, reportIn, requery } from '../../lib/reports.ts';
import { MINUTE } from '../../lib/times.ts';
import { documentsInAnyCase } from '../../lib/letter-cases.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { emptyWhere, hasAmpersand, hasSlash } from '../../lib/texts-asked-for.ts';
import { has } from '../../lib/signs-in-texts.ts';
import { tiesSkipped } from '../../lib/ties.ts';
import { secondUnplaced } from '../../lib/under-way.ts';
import { placementText } from '../../lib/stored-texts.ts';

const addressOf = (one: Pick<Placement, 'externalWorkbookId' | 'sheetName' | 'anchorCell'>, report: unknown): string =>
  [report, one.externalWorkbookId, one.sheetName, one.anchorCell].join('\n');

/** A placement at an address that was left before stands in no list of its spreadsheet. */
const notListedAgain: Patch = remembering(
  () => new Set<string>(),
  (left) =>
    all(
      replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const before = reportIn(call)?.placements ?? [];
        const answer = original(call);
        const after = reportIn(call)?.placements ?? [];
        for (const one of before) if (!after.includes(one)) left.add(addressOf(one, reportIn(call)?.id));
        return answer;
      }),
      changeBodySync('listPlacements', (list, call) => ({
        ...list,
        items: itemsOf(list).filter(({ reportId, placementId }) => {
          const placement = call.tenant.content.reports
            .get(Number(reportId))
            ?.placements.find(({ id }) => id === placementId);
          return placement === undefined || !left.has(addressOf(placement, reportId));
        }),
      })),
    ),
);

const isWhole = (call: Call): boolean => !isAsked(call, 'first', 'after');

/** Lists without some entries, on whatever page they would stand. */
function hiding(isHidden: (report: Report, placement: Placement, call: Call) => boolean): Patch {
  return changePlacements((entries, call) =>
    entries.filter(({ reportId, placementId }) => {
      const report = call.tenant.content.reports.get(Number(reportId));
      const placement = report?.placements.find(({ id }) => id === placementId);
      return !report || !placement || !isHidden(report, placement, call);
    }),
  );
}

/** Lists that hold the entries of further spreadsheets, where the whole list is asked for. */
function mixing(
  further: (spreadsheet: string, placements: readonly (readonly [Report, Placement])[]) => string[],
): Patch {
  return replaceSync('listPlacements', (call, original) => {
    const answer = original(call);
    const own = call.path['externalWorkbookId'] ?? '';
    if (answer.kind !== 'ok' || isAsked(call, 'first', 'after')) return answer;
    const placements = call.tenant.content.reports
      .all()
      .flatMap((report) => report.placements.map((placement) => [report, placement] as const));
    const others = new Set(further(own, placements).filter((one) => one !== own));
    const strays = [...others].flatMap((externalWorkbookId) => {
      const list = original({ ...call, path: { ...call.path, externalWorkbookId } });
      return list.kind === 'ok' ? itemsOf(list.body as Body) : [];
    });
    return { ...answer, body: { ...(answer.body as Body), items: [...itemsOf(answer.body as Body), ...strays] } };
  });
}

interface Size {
  readonly explorations: number;
  readonly placements: number;
}

/** Lists that go by other limits, or some of them. */
function limited(limits: Partial<Size>, isMeant: (call: Call) => boolean = () => true): Patch {
  return replaceSync('listPlacements', (call, original) => {
    const { explorations, placements } = call.tenant.rules.externalDocuments;
    const others = {
      explorations: { max: limits.explorations ?? explorations.max },
      placements: { max: limits.placements ?? placements.max },
    };
    return isMeant(call) ? withRules(call, 'externalDocuments', others, () => original(call)) : original(call);
  });
}

const MOST_EXPLORATIONS = LIMITS.placedExplorations.max;

function sizeOf({ tenant, path }: Call): Size {
  const placed = tenant.content.reports
    .all()
    .map(({ placements }) => placements.filter((one) => one.externalWorkbookId === path['externalWorkbookId']).length)
    .filter((count) => count > 0);
  return { explorations: placed.length, placements: placed.reduce((sum, count) => sum + count, 0) };
}

/** What is past the limits is refused with another status. */
function refusedWith(status: 400 | 409, isMeant: (size: Size, call: Call) => boolean): Patch {
  return refusedYet('listPlacements', (call, _original, { why }) => {
    if (why === 422 && isMeant(sizeOf(call), call)) refuse(status, 'the document holds too much');
  });
}

const NO_LIMITS = { explorations: { max: Infinity }, placements: { max: Infinity } };

/** Some lists are answered whatever the spreadsheet holds. */
const unlimited = (isMeant: When): Patch => during('listPlacements', 'externalDocuments', () => NO_LIMITS, isMeant);

/** Both limits go: too many of either kind are listed. */
const beyond = (what: string, other: RequirementId): readonly Deviation[] => [
  {
    name: 'listed-again',
    sentence: `A spreadsheet with too many ${what} is listed when it is requested once more.`,
    also: alsoThese('both limits go', other, 'external-documents.list.no-truncated-page'),
    patch: remembering(
      () => new Set<unknown>(),
      (asked) =>
        replaceSync('listPlacements', (call, original) => {
          const key = ofCaller(call);
          const { externalDocuments } = call.tenant.rules;
          const own = { ...externalDocuments };
          if (asked.has(key)) Object.assign(externalDocuments, NO_LIMITS);
          try {
            return original(call);
          } catch (error) {
            if (error instanceof Refusal) asked.add(key);
            throw error;
          } finally {
            Object.assign(externalDocuments, own);
          }
        }),
    ),
  },
  {
    name: 'listed-for-oauth',
    sentence: `A spreadsheet with too many ${what} is listed for an OAuth token.`,
    also: alsoThese('both limits go', other),
    patch: unlimited(byOAuth),
  },
];

/** Placements that were taken out still count where the limits of a spreadsheet are looked at. */
function removedCounted(limit: 'placements' | 'explorations'): Deviation {
  return {
    name: 'removed-ones',
    sentence: `What was taken out of a spreadsheet still counts toward its limit of ${limit}.`,
    patch: withRemoved(
      () => new Map<string, number>(),
      (counts, { externalWorkbookId: id }) => counts.set(id, (counts.get(id) ?? 0) + 1),
      (counts) =>
        during('listPlacements', 'externalDocuments', (own, { path }) => ({
          [limit]: { max: own[limit].max - (counts.get(path['externalWorkbookId'] ?? '') ?? 0) },
        })),
    ),
  };
}

const within = (what: string, ...also: readonly RequirementId[]): readonly Deviation[] => [
  {
    name: 'once',
    sentence: `A spreadsheet with as many ${what} as there may be is listed once.`,
    also: alsoThese('such a spreadsheet is as long', ...also),
    patch: byTimes('listPlacements', ofCaller, (times, call, original) => {
      const answer = original(call);
      const isWhole = call.query.text('first') === undefined;
      return isWhole && times > 1 && 'body' in answer && itemsOf(answer.body as Body).length > 20
        ? refuse(422, 'this was listed')
        : answer;
    }),
  },
  {
    name: 'not-for-oauth',
    sentence: `A spreadsheet with as many ${what} as there may be is refused to an OAuth token.`,
    also: alsoThese('such a spreadsheet is as long', ...also),
    patch: replaceSync('listPlacements', (call, original) => {
      const answer = original(call);
      const isLarge = 'body' in answer && itemsOf(answer.body as Body).length > 20;
      return byOAuth(call) && isLarge ? refuse(422, 'this is too much') : answer;
    }),
  },
];

const MOST_PLACEMENTS = LIMITS.placements.max;

/** Faults of the list of placements in a spreadsheet. */
export const listFaults = faults({
  'external-documents.list.shows-placement': [
    {
      name: 'ids-cut-at-64',
      sentence: 'The id of a spreadsheet is cut off after 64 characters.',
      patch: placementText('externalWorkbookId', (text) => text.slice(0, 64)),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two reports that are placed in a spreadsheet at the same time one is not listed.',
      patch: secondUnplaced,
    },
    {
      name: 'not-with-a-question-mark',
      sentence: 'The list of a spreadsheet whose id has a question mark is empty.',
      patch: emptyWhere('listPlacements', 'externalWorkbookId', has('?')),
    },
    {
      name: 'not-with-a-blank',
      sentence: 'The list of a spreadsheet whose id has a blank is empty.',
      patch: emptyWhere('listPlacements', 'externalWorkbookId', has(' ')),
    },
    {
      name: 'none-of-an-id-with-an-ampersand',
      sentence: 'The placements of a spreadsheet whose id has an ampersand are none.',
      patch: emptyWhere('listPlacements', 'externalWorkbookId', hasAmpersand),
    },
    {
      name: 'none-of-an-id-with-a-slash',
      toldBy: 'reports.list.external-workbook-placed',
      sentence: 'The placements of a spreadsheet whose id has a slash are none.',
      patch: emptyWhere('listPlacements', 'externalWorkbookId', hasSlash),
    },
    {
      name: 'none-of-an-id-of-digits',
      toldBy: 'reports.list.external-workbook-placed',
      sentence: 'The list of the placements in a spreadsheet whose id is digits alone is empty.',
      patch: changeBodySync('listPlacements', (list, call) =>
        /^\d+$/.test(call.path['externalWorkbookId'] ?? '') ? { ...list, items: [] } : list,
      ),
    },
    {
      name: 'not-once-more',
      sentence:
        'A report that was taken out of a spreadsheet is not listed there when it is placed at the same address again.',
      patch: notListedAgain,
    },
    {
      name: 'none-of-an-id-beyond-ascii',
      sentence: 'The placements of a spreadsheet whose id has letters beyond ASCII are none.',
      patch: changeBodySync('listPlacements', (list, call) =>
        /[^\0-\x7f]/.test(call.path['externalWorkbookId'] ?? '') ? { ...list, items: [] } : list,
      ),
    },
    {
      name: 'last-twice',
      sentence: 'The last placement of a spreadsheet is listed twice.',
      also: [
        ...alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
        ...alsoThese('a placement that stands twice is removed once there', 'external-documents.list.drops-placement'),
      ],
      patch: changePlacements((entries, call) => (isWhole(call) ? [...entries, ...entries.slice(-1)] : entries)),
    },
    {
      name: 'a-minute-late',
      sentence: 'A placement is listed a minute after it was made.',
      patch: hiding((_report, { placedAt }, { tenant }) => tenant.clock.now() - placedAt < MINUTE),
    },
    {
      name: 'first-spreadsheet-alone',
      sentence: 'A report is listed in the first spreadsheet that it was placed in and in no other.',
      patch: hiding(
        ({ placements }, { externalWorkbookId }) => placements[0]?.externalWorkbookId !== externalWorkbookId,
      ),
    },
    {
      name: 'latest-hidden-from-oauth',
      sentence: 'A list that is read with an OAuth token lacks its last placement.',
      patch: changeBodySync('listPlacements', (list, call) => {
        return byOAuth(call) ? { ...list, items: itemsOf(list).slice(0, -1) } : list;
      }),
    },
    {
      name: 'decoded-twice',
      toldBy: 'reports.list.external-workbook-placed',
      seenIn: 'an id that looks encoded',
      sentence: 'The id of a spreadsheet in the path is decoded twice.',
      patch: replaceSync('listPlacements', (call, original) => {
        const id = call.path['externalWorkbookId'] ?? '';
        let decoded = id;
        try {
          decoded = decodeURIComponent(id);
        } catch {
          refuse('invalid', 'the path cannot be decoded');
        }
        return original({ ...call, path: { ...call.path, externalWorkbookId: decoded } });
      }),
    },
  ],
  'external-documents.list.drops-placement': [
    {
      name: 'ended-by-its-address-stays',
      sentence: 'A placement that is taken out by its address stays in the list of its spreadsheet.',
      patch: remembering(
        () => ({ ended: new Set<unknown>(), listed: new Map<unknown, Map<unknown, Body>>() }),
        ({ ended, listed }) =>
          all(
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const before = reportIn(call)?.placements ?? [];
              const answer = original(call);
              if (bodyOf(call)['placementId'] !== undefined) return answer;
              const left = reportIn(call)?.placements ?? [];
              for (const { id } of before) if (!left.some((one) => one.id === id)) ended.add(id);
              return answer;
            }),
            changeBodySync('listPlacements', (list, { path }) => {
              const items = itemsOf(list);
              const known = listed.get(path['externalWorkbookId']) ?? new Map<unknown, Body>();
              for (const item of items) known.set(item['placementId'], item);
              listed.set(path['externalWorkbookId'], known);
              return { ...list, items: [...items, ...[...known].flatMap(([id, one]) => (ended.has(id) ? [one] : []))] };
            }),
          ),
      ),
    },
    {
      name: 'all-of-the-report',
      sentence:
        'Once one placement of a report was taken out of a spreadsheet, its others are not listed there either.',
      patch: onceTakenOut((taken) =>
        changeBodySync('listPlacements', (list, { path }) => ({
          ...list,
          items: itemsOf(list).filter((one) => !taken.has(placementKey(one['reportId'], path['externalWorkbookId']))),
        })),
      ),
    },
    {
      name: 'remembered',
      sentence: 'A placement that was listed once stays in the list of its spreadsheet.',
      patch: (rules) => {
        const seen = new Map<string, Map<unknown, Entry>>();
        changePlacements((entries, call) => {
          if (!isWhole(call)) return entries;
          const spreadsheet = call.path['externalWorkbookId'] ?? '';
          const known = seen.get(spreadsheet) ?? new Map<unknown, Entry>();
          for (const entry of entries) known.set(entry['placementId'], entry);
          seen.set(spreadsheet, known);
          return [...known.values()];
        })(rules);
      },
    },
    {
      name: 'not-the-second-of-a-report',
      sentence:
        'A placement that is ended by its id stays in the list of its spreadsheet if its report has another one.',
      patch: remembering(
        () => new Map<unknown, Body>(),
        (shown) =>
          all(
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const report = reportIn(call);
              const { placementId } = bodyOf(call);
              const answer = original(call);
              if (report && report.placements.length > 1 && shown.has(placementId))
                shown.set(`gone ${String(placementId)}`, shown.get(placementId) as Body);
              return answer;
            }),
            changeBodySync('listPlacements', (list, call) => {
              const items = itemsOf(list);
              for (const one of items) shown.set(one['placementId'], { ...one, of: call.path['externalWorkbookId'] });
              const stale = [...shown].filter(
                ([key, one]) => String(key).startsWith('gone ') && one['of'] === call.path['externalWorkbookId'],
              );
              return { ...list, items: [...items, ...stale.map(([, { of: _, ...one }]) => one)] };
            }),
          ),
      ),
    },
    {
      name: 'kept-beside-another',
      sentence: 'A placement that is taken out stays in the list where the report has another one in that spreadsheet.',
      also: [
        ...alsoThese(
          'a report that was disconnected has its entry still',
          'external-documents.entry.granted-name',
          'external-documents.entry.denied',
        ),
        ...alsoThese('placements that were to be gone stand on the page', 'external-documents.list.first-limits'),
        { id: 'external-documents.list.after-continues', because: 'a placement that was to be gone stands on a page' },
      ],
      patch: remembering(
        () => new Map<unknown, Body>(),
        (kept) => (rules) => {
          const seen = new Map<unknown, readonly Body[]>();
          changeBodySync('listPlacements', (list, { path }) => {
            const items = itemsOf(list);
            const id = path['externalWorkbookId'];
            const lost = seen
              .get(id)
              ?.find((one) => !items.some((other) => other['placementId'] === one['placementId']));
            const isBeside = lost && items.some(({ reportId }) => reportId === lost['reportId']);
            if (isBeside) kept.set(id, lost);
            const still = kept.get(id);
            seen.set(id, items);
            return still ? { ...list, items: [...items, still] } : list;
          })(rules);
        },
      ),
    },
  ],
  'external-documents.list.tenant-wide': [
    {
      name: 'one-deployment',
      sentence: 'The list leaves out the reports of every deployment but that of its first entry.',
      also: [
        {
          id: 'external-documents.list.shows-placement',
          because: 'a report that is placed beside one of another deployment is not listed',
        },
      ],
      patch: replaceSync('listPlacements', (call, original) => {
        const whole = withRules(call, 'externalDocuments', {}, () => original(call));
        const [first] = whole.kind === 'ok' ? itemsOf(whole.body as Body) : [];
        const isListed = (report: Report) => first === undefined || report.deploymentId === first['deploymentId'];
        return withRules(call, 'externalDocuments', { isListed }, () => original(call));
      }),
    },
    {
      name: 'second-left-out',
      sentence: 'The reports of one of the deployments are in no list of placements.',
      patch: hiding((report, _placement, call) => isElsewhere(report, call)),
    },
    {
      name: 'one-deployment-on-later-pages',
      sentence: 'A page of placements after a cursor leaves out the reports of other deployments than the first.',
      also: alsoThese(
        'the entries of small pages are compared with those of one page',
        'external-documents.list.pages-complete',
      ),
      patch: replaceSync('listPlacements', (call, original) => {
        if (!isAsked(call, 'after')) return original(call);
        const { home } = call.tenant.deployments;
        const { externalDocuments } = call.tenant.rules;
        const { isListed } = externalDocuments;
        return withRules(
          call,
          'externalDocuments',
          { isListed: (report, isReadable) => report.deploymentId === home && isListed(report, isReadable) },
          () => original(call),
        );
      }),
    },
  ],
  'external-documents.list.only-this-spreadsheet': [
    {
      name: 'in-any-letter-case',
      sentence: 'The list of a spreadsheet holds the placements in those whose ids differ in letter case alone.',
      patch: documentsInAnyCase,
    },
    {
      name: 'where-they-were-before',
      toldBy: 'reports.list.external-workbook-only',
      sentence: 'The placements of a spreadsheet hold those that were moved to another one by their placementId.',
      patch: remembering(
        () => new Map<string, Map<string, string>>(),
        (left) =>
          all(
            replaceSync('connectReportToWorkbook', (call, original) => {
              const before = reportIn(call)?.placements ?? [];
              const answer = original(call);
              for (const { id, externalWorkbookId } of reportIn(call)?.placements ?? []) {
                const former = before.find((one) => one.id === id)?.externalWorkbookId;
                if (former === undefined || former === externalWorkbookId) continue;
                left.set(former, (left.get(former) ?? new Map<string, string>()).set(id, externalWorkbookId));
              }
              return answer;
            }),
            replaceSync('listPlacements', (call, original) => {
              const answer = original(call);
              const gone = left.get(call.path['externalWorkbookId'] ?? '');
              if (!('body' in answer) || !gone) return answer;
              const body = answer.body as Body;
              if (pageInfoOf(body)['hasNextPage'] === true || isAsked(call, 'first')) return answer;
              const more = [...gone].flatMap(([id, document]) => {
                const there = original({
                  ...requery(call, { first: undefined, after: undefined }),
                  path: { externalWorkbookId: document },
                });
                return 'body' in there ? itemsOf(there.body as Body).filter((one) => one['placementId'] === id) : [];
              });
              return { ...answer, body: { ...body, items: [...itemsOf(body), ...more] } };
            }),
          ),
      ),
    },
    {
      name: 'by-prefix',
      sentence: 'The list of a spreadsheet holds the placements in those as well whose ids begin with its own.',
      also: alsoThese(
        'a spreadsheet of the sequence begins like another one',
        'external-documents.list.drops-placement',
      ),
      patch: mixing((spreadsheet, placements) =>
        placements.map(([, { externalWorkbookId }]) => externalWorkbookId).filter((one) => one.startsWith(spreadsheet)),
      ),
    },
    {
      name: 'all-of-its-reports',
      sentence: 'The list of a spreadsheet holds every placement of the reports that are placed there, wherever it is.',
      also: [
        ...alsoThese(
          'the placements that are left in the spreadsheet are counted there',
          'external-documents.list.drops-placement',
        ),
        {
          id: 'external-documents.list.most-explorations',
          because: 'with those from elsewhere there are more than may be listed',
        },
        {
          id: 'external-documents.list.most-placements',
          because: 'with those from elsewhere there are more than may be listed',
        },
        { id: 'external-documents.list.tenant-wide', because: 'pages of the list of each deployment are compared' },
      ],
      patch: mixing((spreadsheet, placements) => {
        const here = placements.filter(([, { externalWorkbookId }]) => externalWorkbookId === spreadsheet);
        return here.flatMap(([report]) => report.placements.map(({ externalWorkbookId }) => externalWorkbookId));
      }),
    },
  ],
  'external-documents.list.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of placements behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listPlacements'),
    },
    {
      name: 'one-more-for-oauth',
      sentence: 'A page of placements holds one entry more than an OAuth token asks for.',
      seenWith: 'OAUTH_TOKEN',
      patch: onlyWhere(
        'listPlacements',
        byOAuth,
        pagesOf('listPlacements', (first) => first + 1),
      ),
    },
    {
      name: 'one-more',
      sentence: 'A page of placements holds one entry more than first asks for.',
      patch: pagesOf('listPlacements', (first) => first + 1),
    },
    {
      name: 'denied-not-counted',
      toldBy: 'external-documents.entry.denied',
      sentence: 'A page holds all denied placements that stand between those that it counts.',
      patch: replaceSync('listPlacements', (call, original) => {
        const first = Number(call.query.text('first'));
        const answer = original(call);
        const denied = itemsOf(bodyIn(answer)).filter(({ access }) => access === 'DENIED').length;
        return denied > 0 && first > 0 ? original(requery(call, { first: String(first + denied) })) : answer;
      }),
    },
  ],
  'external-documents.list.after-continues': [
    ...begunAnew('listPlacements', 'placements'),
    numbered('listPlacements', 'placements', 'smaller'),
    {
      name: 'one-early',
      sentence: 'A page of placements begins with the last entry of the page before it.',
      patch: continuing('listPlacements', 'one-early'),
    },
    {
      name: 'starting-over',
      sentence: 'The third page of placements is the first one again.',
      patch: startingOver('listPlacements'),
    },
  ],
  'external-documents.list.pages-complete': [
    {
      name: 'of-one-report-skipped',
      sentence:
        'A cursor of the placements is a report: the others of the report at which a page ends are not on the next one.',
      also: alsoThese(
        'a report of that check is placed more than once, and the list is asked for in pages',
        'external-documents.list.tenant-wide',
      ),
      patch: tiesSkipped(
        'listPlacements',
        () => true,
        ({ reportId }, at) => reportId === at,
      ),
    },
    {
      name: 'last-lost-with-room',
      sentence: 'A page of placements with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listPlacements'),
    },
    numbered('listPlacements', 'placements', 'larger'),
    {
      name: 'one-late',
      sentence: 'A page of placements leaves out the entry behind the page before it.',
      also: alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
      patch: continuing('listPlacements', 'one-late'),
    },
    {
      name: 'ending-early',
      sentence: 'A last page of placements with a single entry is never announced.',
      also: alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
      patch: endingEarly('listPlacements'),
    },
    {
      name: 'a-report-goes-on-no-other-page',
      sentence: 'A page begins with the next report, so that further placements of the last one are left out.',
      also: alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
      patch: remembering(
        () => new Map<string, unknown>(),
        (last) =>
          replaceSync('listPlacements', (call, original) => {
            const answer = original(call);
            if (!('body' in answer)) return answer;
            const list = answer.body as Body;
            const items = itemsOf(list);
            const former = last.get(call.query.text('after') ?? '');
            const end = (list['pageInfo'] as Body)['endCursor'];
            if (typeof end === 'string') last.set(end, items.at(-1)?.['reportId']);
            return {
              ...answer,
              body: { ...list, items: items.filter((one) => !former || one['reportId'] !== former) },
            };
          }),
      ),
    },
  ],
  'external-documents.list.denied-listed': [
    {
      name: 'not-on-single-pages',
      sentence: 'Pages of one placement leave out those of reports that the caller may not read.',
      patch: during(
        'listPlacements',
        'externalDocuments',
        () => ({ isListed: (_report, isReadable) => isReadable }),
        both(
          (call) => !isAdministrator(call),
          ({ query }) => query.text('first') === '1',
        ),
      ),
    },
    {
      name: 'nothing-of-unreadable-deployments',
      sentence: 'A placement of a report of a deployment that the caller may not read is left out.',
      patch: changeBodySync('listPlacements', (list, { tenant, principal }) => ({
        ...list,
        items: itemsOf(list).filter(({ deploymentId }) => reads(tenant, principal, Number(deploymentId))),
      })),
    },
    {
      name: 'left-out',
      sentence: 'Placements of reports that the caller may not read are left out.',
      patch: ({ externalDocuments }) => {
        externalDocuments.isListed = (_report, isReadable) => isReadable;
      },
    },
    {
      name: 'refused',
      sentence: 'A list with a placement of a report that the caller may not read is refused.',
      patch: replaceSync('listPlacements', (call, original) => {
        const answer = original(call);
        const entries = answer.kind === 'ok' ? itemsOf(answer.body as Body) : [];
        if (entries.some(({ access }) => access === 'DENIED')) refuse(403, 'some reports may not be read');
        return answer;
      }),
    },
    {
      name: 'left-out-behind-a-cursor',
      sentence: 'A page after a cursor leaves out the placements of reports that the caller may not read.',
      patch: changePlacements((entries, call) =>
        isAsked(call, 'after') ? entries.filter(({ access }) => access === 'GRANTED') : entries,
      ),
    },
  ],
  'external-documents.list.too-many-explorations': [
    {
      name: 'one-more',
      sentence: 'A spreadsheet with 501 placed explorations is listed as a whole.',
      patch: limited({ explorations: MOST_EXPLORATIONS + 1 }, isWhole),
    },
    {
      name: 'cut-off',
      sentence: 'The list of a spreadsheet with more than 500 placed explorations is cut off after a page.',
      patch: limited({ explorations: Infinity }, isWhole),
    },
    {
      name: 'other-status',
      sentence: 'A spreadsheet with more than 500 placed explorations is refused with 400.',
      patch: refusedWith(400, ({ explorations }, call) => isWhole(call) && explorations > MOST_EXPLORATIONS),
    },
    ...beyond('explorations', 'external-documents.list.too-many-placements'),
  ],
  'external-documents.list.most-explorations': [
    removedCounted('explorations'),
    {
      name: 'refused',
      sentence: 'A spreadsheet with 500 placed explorations is refused like one with more.',
      patch: limited({ explorations: MOST_EXPLORATIONS - 1 }),
    },
    ...within('explorations', 'external-documents.list.most-placements'),
  ],
  'external-documents.list.too-many-placements': [
    {
      name: 'one-more',
      sentence: 'A spreadsheet with 2001 placements is listed.',
      patch: limited({ placements: MOST_PLACEMENTS + 1 }),
    },
    {
      name: 'other-status',
      sentence: 'A spreadsheet with more than 2000 placements is refused with 409.',
      patch: refusedWith(409, ({ placements }) => placements > MOST_PLACEMENTS),
    },
    ...beyond('placements', 'external-documents.list.too-many-explorations'),
  ],
  'external-documents.list.most-placements': [
    removedCounted('placements'),
    {
      name: 'refused',
      sentence: 'A spreadsheet with 2000 placements is refused like one with more.',
      patch: limited({ placements: MOST_PLACEMENTS - 1 }),
    },
    {
      name: 'each-an-exploration',
      sentence: 'Every placement counts as a placed exploration of its own.',
      patch: ({ externalDocuments }) => {
        externalDocuments.countExplorations = ({ length }) => length;
      },
    },
    ...within('placements', 'external-documents.list.most-explorations'),
  ],
  'external-documents.list.no-truncated-page': [
    {
      name: 'first-page-given',
      sentence: 'Of a spreadsheet past its limits a page that is small enough is given.',
      patch: limited({ explorations: Infinity, placements: Infinity }, (call) => !isWhole(call)),
    },
    {
      name: 'within-the-refusal',
      sentence: 'The refusal of a page of a spreadsheet past its limits holds the first entries of it.',
      patch: replaceSync('listPlacements', (call, original) => {
        const { explorations, placements } = sizeOf(call);
        const isPast = explorations > MOST_EXPLORATIONS || placements > MOST_PLACEMENTS;
        if (isWhole(call) || !isPast) return original(call);
        const most = { max: Infinity };
        const page = withRules(call, 'externalDocuments', { explorations: most, placements: most }, () =>
          original(call),
        );
        return underStatus(page, 422);
      }),
    },
  ],
});
