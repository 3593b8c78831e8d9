import { refuse, Refusal } from '../../mock/answer.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import type { When } from '../lib/only.ts';
import { byTimes, changeBodySync, during, remembering, replaceSync, withRules } from '../lib/patches.ts';
import { afterUpdates, isAsked, itemsOf } from '../lib/reports.ts';

/** Faults of the placements in spreadsheets that show only to some callers, or when a list is read once more. */

const LIST = 'listPlacements';
const ofCaller = ({ path, principal }: Call): unknown => `${path['externalWorkbookId'] ?? ''} ${principal.token}`;
const NO_LIMITS = { explorations: { max: Infinity }, placements: { max: Infinity } };

/** Some lists are answered whatever the spreadsheet holds. */
const unlimited = (isMeant: When): Patch => during(LIST, 'externalDocuments', () => NO_LIMITS, isMeant);

/** Both limits go: too many of either kind are listed. */
const beyond = (what: string, other: RequirementId): readonly Deviation[] => [
  {
    name: 'listed-again',
    sentence: `A spreadsheet with too many ${what} is listed when it is requested once more.`,
    also: alsoThese('both limits go', other, 'external-documents.list.no-truncated-page'),
    patch: remembering(
      () => new Set<unknown>(),
      (asked) =>
        replaceSync(LIST, (call, original) => {
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

const within = (what: string, ...also: readonly RequirementId[]): readonly Deviation[] => [
  {
    name: 'once',
    sentence: `A spreadsheet with as many ${what} as there may be is listed once.`,
    also: alsoThese('such a spreadsheet is as long', ...also),
    patch: byTimes(LIST, ofCaller, (times, call, original) => {
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
    patch: replaceSync(LIST, (call, original) => {
      const answer = original(call);
      const isLarge = 'body' in answer && itemsOf(answer.body as Body).length > 20;
      return byOAuth(call) && isLarge ? refuse(422, 'this is too much') : answer;
    }),
  },
];

/** Entries that a plain user reads once more are other ones. */
const onceMore = (change: (entry: Body) => Body): Patch =>
  byTimes(LIST, ofCaller, (times, call, original) => {
    const answer = original(call);
    if (!('body' in answer) || times < 2 || !byPlainUser(call)) return answer;
    const list = answer.body as Body;
    return { ...answer, body: { ...list, items: itemsOf(list).map(change) } };
  });

/** The names that reports had before they were renamed. */
const formerNames = (patch: (former: ReadonlyMap<number, string>) => Patch): Patch =>
  afterUpdates(({ name }) => name, patch);

export const externalDocumentsOnlyFaults = faults({
  'external-documents.entry.granted-name': {
    name: 'former-name',
    sentence: 'The placement of a report that was renamed carries its former name.',
    patch: formerNames((former) =>
      changeBodySync(LIST, (list) => ({
        ...list,
        items: itemsOf(list).map((entry) => {
          const reportName = former.get(Number(entry['reportId']));
          return entry['access'] === 'DENIED' || reportName === undefined ? entry : { ...entry, reportName };
        }),
      })),
    ),
  },
  'external-documents.list.tenant-wide': {
    name: 'one-deployment-on-later-pages',
    sentence: 'A page of placements after a cursor leaves out the reports of other deployments than the first.',
    also: alsoThese(
      'the entries of small pages are compared with those of one page',
      'external-documents.list.pages-complete',
    ),
    patch: replaceSync(LIST, (call, original) => {
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
  'external-documents.list.too-many-explorations': beyond(
    'explorations',
    'external-documents.list.too-many-placements',
  ),
  'external-documents.list.too-many-placements': beyond('placements', 'external-documents.list.too-many-explorations'),
  'external-documents.list.most-explorations': within('explorations', 'external-documents.list.most-placements'),
  'external-documents.list.most-placements': within('placements', 'external-documents.list.most-explorations'),
  'external-documents.entry.denied': {
    name: 'granted-again',
    sentence: 'A placement that the caller may not read is GRANTED in a list that is read once more.',
    patch: onceMore((entry) => ({ ...entry, access: 'GRANTED' })),
  },
  'external-documents.list.shows-placement': {
    name: 'latest-hidden-from-oauth',
    sentence: 'A list that is read with an OAuth token lacks its last placement.',
    patch: changeBodySync(LIST, (list, call) => {
      return byOAuth(call) ? { ...list, items: itemsOf(list).slice(0, -1) } : list;
    }),
  },
  'external-documents.list.drops-placement': {
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
        changeBodySync(LIST, (list, { path }) => {
          const items = itemsOf(list);
          const id = path['externalWorkbookId'];
          const lost = seen.get(id)?.find((one) => !items.some((other) => other['placementId'] === one['placementId']));
          const isBeside = lost && items.some(({ reportId }) => reportId === lost['reportId']);
          if (isBeside) kept.set(id, lost);
          const still = kept.get(id);
          seen.set(id, items);
          return still ? { ...list, items: [...items, still] } : list;
        })(rules);
      },
    ),
  },
});
