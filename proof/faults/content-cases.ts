import type { RequirementId } from '../../contracts/requirements/index.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { everySecond, given } from '../lib/given.ts';
import { both, changedIf, isPresent, sends } from '../lib/only.ts';
import { endingEarly, onlyWhere, pagesOf } from '../lib/paging.ts';
import { all, changeBodySync, refusing, remembering, replaceSync } from '../lib/patches.ts';
import { isAsked, itemsOf, pageInfoOf, requery, storeReport, reportIn, withItems } from '../lib/reports.ts';

/** Faults of content that show for one actor, after one history or for one input alone. */

const CONNECT = 'connectReportToWorkbook';
const GENERATE = 'generateEmbedSession';
const EXPORT = 'startDashboardExport';

/** Some lists of reports end before a report that would stand on a page of its own. */
function endingBeforeTheLast(isMeant: (call: Call) => boolean): Patch {
  return onlyWhere(
    'listReports',
    (call) => isAsked(call, 'first') && isMeant(call),
    replaceSync('listReports', (call, original) => {
      const answer = original(call);
      if (answer.kind !== 'ok') return answer;
      const list = answer.body as Body;
      const { hasNextPage, endCursor } = pageInfoOf(list);
      if (hasNextPage !== true || typeof endCursor !== 'string') return answer;
      const rest = original(requery(call, { first: '2', after: endCursor }));
      if (rest.kind !== 'ok' || itemsOf(rest.body as Body).length !== 1) return answer;
      return { ...answer, body: { ...list, pageInfo: { ...pageInfoOf(list), hasNextPage: false } } };
    }),
  );
}

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

function refusedTogether(one: string, other: string, sentence: string, ...also: readonly RequirementId[]): Deviation {
  return {
    name: 'refused-together',
    ...(also.length > 0 && { also: alsoThese('the other one is refused beside it as well', ...also) }),
    sentence,
    patch: refusing(GENERATE, both(sends(one, isPresent), sends(other, isPresent)), 'invalid'),
  };
}

const refusedToOAuth = (member: string, sentence: string): Deviation => ({
  name: 'refused-to-oauth',
  sentence,
  seenWith: 'OAUTH_TOKEN',
  patch: refusing(GENERATE, both(byOAuth, sends(member, isPresent)), 'invalid'),
});

/** Placements of one report behind the first lose their name where they are granted. */
const unnamedAgain = changeBodySync('listPlacements', (list) => {
  const seen = new Set<unknown>();
  return {
    ...list,
    items: itemsOf(list).map((entry) => {
      const isRepeated = seen.has(entry['reportId']);
      seen.add(entry['reportId']);
      return isRepeated && entry['access'] === 'GRANTED' ? { ...entry, reportName: null } : entry;
    }),
  };
});

const asks = (member: string, value: unknown): ((call: Call) => boolean) => sends(member, (one) => one === value);
const isUnsaid = (value: unknown): boolean => value === undefined;

export const contentCasesFaults = faults({
  'reports.list.pages-complete': [
    {
      name: 'ending-before-the-last',
      sentence: 'A last page of reports with a single one is never announced.',
      patch: endingBeforeTheLast((call) => !isAsked(call, 'sortBy', 'search', 'folderId', 'externalWorkbookId')),
    },
    {
      name: 'ending-before-the-last-by-name',
      sentence: 'A last page of a list by name with a single report is never announced.',
      patch: endingBeforeTheLast((call) => call.query.text('sortBy') === 'name'),
    },
    {
      name: 'ending-before-the-last-for-oauth',
      sentence: 'A last page of reports with a single one is never announced to an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: endingBeforeTheLast(byOAuth),
    },
  ],
  'reports.list.search-pages-filtered': {
    name: 'third-page-forgets',
    sentence: 'The third page of a search of reports and those behind it are not searched.',
    patch: remembering(
      () => new Set<string>(),
      (second) =>
        replaceSync('listReports', (call, original) => {
          const after = call.query.text('after');
          if (!isAsked(call, 'search')) return original(call);
          const isLater = after !== undefined && second.has(after);
          const answer = original(isLater ? requery(call, { search: undefined }) : call);
          const end = answer.kind === 'ok' ? pageInfoOf(answer.body as Body)['endCursor'] : undefined;
          if (after !== undefined && typeof end === 'string') second.add(end);
          return answer;
        }),
    ),
  },
  'reports.list.count-ignores-pages': {
    name: 'rest-behind-a-cursor',
    sentence: 'The count of a page after a cursor is the number of reports that are left.',
    patch: countOfTheRest(),
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
  ],
  'reports.list.external-workbook-this-deployment': {
    name: 'everywhere-for-oauth',
    sentence: 'The filter by a spreadsheet lists for an OAuth token reports of other deployments as well.',
    also: alsoThese('the list of a spreadsheet is one of those there', 'reports.list.this-deployment'),
    seenWith: 'OAUTH_TOKEN',
    patch: onlyWhere(
      'listReports',
      (call) => byOAuth(call) && isAsked(call, 'externalWorkbookId'),
      ({ reports }) => {
        reports.isOf = () => true;
      },
    ),
  },
  'reports.connect.payload-optional': {
    name: 'refused-over-one',
    sentence: 'A connect whose result checksum has no payload is refused where the placement has one.',
    patch: refusing(
      CONNECT,
      (call) => {
        const { resultChecksum: checksum } = bodyOf(call);
        const isWithout = typeof checksum === 'object' && checksum !== null && !('payload' in checksum);
        return isWithout && (reportIn(call)?.placements ?? []).some((one) => one.resultChecksum !== null);
      },
      'invalid',
    ),
  },
  'reports.update.title-stored': {
    name: 'undone-by-a-disconnect',
    sentence: 'A disconnect brings back the title that a report had before it was changed.',
    patch: remembering(
      () => new Map<number, string>(),
      (former) =>
        all(
          replaceSync('updateReport', (call, original) => {
            const before = reportIn(call);
            const answer = original(call);
            if (before && before.title !== reportIn(call)?.title) former.set(before.id, before.title);
            return answer;
          }),
          replaceSync('disconnectReportFromWorkbook', (call, original) => {
            const answer = original(call);
            const title = former.get(idIn(call, 'reportId') ?? 0);
            if (title !== undefined) storeReport(call, { title });
            return answer;
          }),
        ),
    ),
  },
  'folders.folder.user-null-when-shared': {
    name: 'first-owner-behind-a-cursor',
    sentence: 'A shared folder on a page after a cursor has the owner of the folder before it.',
    patch: changedIf(
      'listFolders',
      (call) => isAsked(call, 'after'),
      (list, { tenant }) => {
        const owner = tenant.account.users.get(tenant.account.cast.admin);
        const user = owner && { id: owner.id, email: owner.email, firstName: owner.firstName };
        return withItems(
          list,
          itemsOf(list).map((one) => (one['user'] === null ? { ...one, user } : one)),
        );
      },
    ),
  },
  'external-documents.entry.granted-name': {
    name: 'null-where-placed-twice',
    sentence: 'Of several placements of a report in a spreadsheet the first one alone shows its name.',
    also: alsoThese(
      'the entries of small pages are compared with those of one page',
      'external-documents.list.pages-complete',
    ),
    patch: unnamedAgain,
  },
  'external-documents.list.first-limits': {
    name: 'one-more-for-oauth',
    sentence: 'A page of placements holds one entry more than an OAuth token asks for.',
    seenWith: 'OAUTH_TOKEN',
    patch: onlyWhere(
      'listPlacements',
      byOAuth,
      pagesOf('listPlacements', (first) => first + 1),
    ),
  },
  'external-documents.entry.access': {
    name: 'null-behind-a-cursor',
    sentence: 'The access of placements on a page after a cursor is null.',
    patch: changedIf(
      'listPlacements',
      (call) => isAsked(call, 'after'),
      (list) => ({ ...list, items: itemsOf(list).map((one) => ({ ...one, access: null })) }),
    ),
  },
  'workbooks.file.patch-replaces': {
    name: 'second-acknowledged',
    sentence: 'Every second patch of the draft of a workbook is acknowledged and changes nothing.',
    patch: given(
      'patchDashboardFile',
      everySecond,
      replaceSync('patchDashboardFile', (call, original) => {
        const { workbooks } = call.tenant.content;
        const before = workbooks.get(idIn(call, 'workbookId') ?? 0);
        const answer = original(call);
        if (before) workbooks.replace(before);
        return answer;
      }),
      { of: (call) => call.path['workbookId'] },
    ),
  },
  'workbooks.duplicate.shared-true': {
    name: 'once',
    sentence: 'A workbook can be duplicated with shared set to true once.',
    patch: given(
      'duplicateWorkbook',
      (_call, { done }) => done > 0,
      refusing('duplicateWorkbook', asks('shared', true), 'conflict'),
      {
        of: (call) => call.path['workbookId'],
      },
    ),
  },
  'workbooks.duplicate.shared-false': {
    name: 'refused-to-oauth',
    sentence: 'A duplicate whose shared is false is refused to an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: refusing('duplicateWorkbook', both(byOAuth, asks('shared', false)), 'invalid'),
  },
  'workbooks.ai-widget-thread.checksum-optional': {
    name: 'refused-to-oauth',
    sentence: 'Tying a thread to a widget without a checksum is refused to an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: refusing('createAiWidgetThread', both(byOAuth, sends('checksum', isUnsaid)), 'invalid'),
  },
  'dashboard-exports.start.layout-print': {
    name: 'refused-to-oauth',
    sentence: 'The layout print is refused to an OAuth token.',
    seenWith: 'OAUTH_TOKEN',
    patch: refusing(EXPORT, both(byOAuth, asks('layout', 'print')), 400),
  },
  'dashboard-exports.start.layout-default': {
    name: 'print-for-oauth',
    sentence: 'An export of an OAuth token without a layout is a print.',
    seenWith: 'OAUTH_TOKEN',
    patch: refusing(EXPORT, both(byOAuth, sends('layout', isUnsaid), asks('format', 'png')), 400),
  },
  'dashboard-exports.start.format-png': {
    name: 'refused-to-plain-users',
    sentence: 'An export with the format png is refused to a user without the admin role.',
    patch: refusing(EXPORT, both(byPlainUser, asks('format', 'png')), 'invalid'),
  },
  'dashboard-exports.start.render-as-console': {
    name: 'not-by-oauth',
    sentence: 'An export by an administrator with an OAuth token may not be rendered as a console user.',
    also: alsoThese('nor may it be as an embed user', 'dashboard-exports.start.render-as-embed'),
    seenWith: 'OAUTH_TOKEN',
    patch: refusing(EXPORT, both(byOAuth, sends('renderAs', isPresent)), 'forbidden'),
  },
  'dashboard-exports.file.kept': {
    name: 'one-download',
    sentence: 'The file of an export can be downloaded once.',
    also: alsoThese(
      'a step before its own download takes the only one',
      'dashboard-exports.downloadDashboardExport.is-served',
    ),
    patch: given(
      'downloadDashboardExport',
      (_call, { done }) => done > 0,
      refusing('downloadDashboardExport', () => true, 'gone'),
      {
        of: (call) => call.path['jobId'],
      },
    ),
  },
  'promotions.list.answers-list': {
    name: 'single',
    sentence: 'The one promotion of a workbook is answered without a list around it.',
    patch: changeBodySync('listPromotions', (list) => (itemsOf(list).length === 1 ? itemsOf(list)[0] : list)),
  },
  'embed.generate.tenant-groups-accepted': [
    refusedTogether(
      'tenantGroups',
      'embedTenantProfile',
      'A request for a session that has tenantGroups is refused beside an embedTenantProfile.',
      'embed.generate.embed-tenant-profile-accepted',
    ),
    refusedToOAuth('tenantGroups', 'A request for a session that has tenantGroups is refused to an OAuth token.'),
  ],
  'embed.generate.tenant-group-definitions-accepted': [
    refusedTogether(
      'tenantGroupDefinitions',
      'tenantGroups',
      'A request for a session that has tenantGroupDefinitions is refused beside tenantGroups.',
      'embed.generate.tenant-groups-accepted',
    ),
    refusedToOAuth(
      'tenantGroupDefinitions',
      'A request for a session that has tenantGroupDefinitions is refused to an OAuth token.',
    ),
  ],
  'embed.generate.embed-tenant-profile-accepted': [
    refusedTogether(
      'embedTenantProfile',
      'branchName',
      'A request for a session that has an embedTenantProfile is refused beside a branchName.',
    ),
    refusedToOAuth(
      'embedTenantProfile',
      'A request for a session that has an embedTenantProfile is refused to an OAuth token.',
    ),
  ],
  'embed.comment-resolve.author-again': {
    name: 'not-once-resolved-in-another',
    sentence: 'A thread that its author has resolved in one session can be resolved in no other.',
    also: alsoThese('a thread is resolved again by its author there', 'embed.comment-resolve.author'),
    patch: ({ embed: { comments } }) => {
      const sessions = new Map<number, string>();
      const { mayResolve } = comments;
      comments.mayResolve = (comment, caller) => {
        const first = sessions.get(comment.id);
        if (first === undefined) sessions.set(comment.id, caller.sessionId);
        return mayResolve(comment, caller) && (first === undefined || first === caller.sessionId);
      };
    },
  },
  'embed-tenants.list-workbooks.first-limits': {
    name: 'ignored-with-a-source',
    sentence: 'The page size is ignored where a source of access is asked for.',
    patch: replaceSync('listEmbedTenantWorkbooks', (call, original) =>
      original(isAsked(call, 'accessSource') ? requery(call, { first: '500' }) : call),
    ),
  },
  'embed-tenants.list-workbooks.pages-complete': {
    name: 'ending-early-with-a-source',
    sentence: 'A last workbook of a source that would stand on a page of its own is left out.',
    also: alsoThese(
      'the list of one source is read in pages of one there',
      'embed-tenants.list-workbooks.source-folder',
    ),
    patch: onlyWhere(
      'listEmbedTenantWorkbooks',
      (call) => isAsked(call, 'accessSource'),
      endingEarly('listEmbedTenantWorkbooks'),
    ),
  },
});
