import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { textRules } from '../../mock/rules/files.ts';
import { createHash } from 'node:crypto';
import { done, refuse } from '../../mock/answer.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { all, changeBodySync, during, refusing, remembering, replace, replaceSync } from '../lib/patches.ts';
import { duringReports, isAsked, itemsOf, reportIn, requery, storeReport, withItems } from '../lib/reports.ts';

type File = ReturnType<typeof textRules>;

const ASTRAL = /[\u{10000}-\u{10ffff}]/u;
const ALL_ASTRAL = /[\u{10000}-\u{10ffff}]/gu;

/** The hash of a text outside the basic plane as it is of what UTF-16 makes of it. */
function hashedAsUtf16(file: File): void {
  const { hash } = file;
  file.hash = (text) =>
    ASTRAL.test(text) ? createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex') : hash(text);
}

const LONGEST = 255;

/** Ways in which a patch does not keep some new texts. */
function notReplacedBy(what: string, fileOf: (rules: Rules) => File): readonly Deviation[] {
  const ignoring =
    (isIgnored: (next: string) => boolean): Patch =>
    (rules) => {
      const file = fileOf(rules);
      const { replaced } = file;
      file.replaced = (content, text, next) => replaced(content, text, isIgnored(next) ? text : next);
    };
  return [
    {
      name: 'not-by-nothing',
      sentence: `A patch of ${what} whose new text is empty is acknowledged and changes nothing.`,
      patch: ignoring((next) => next === ''),
    },
    {
      name: 'not-by-long-texts',
      sentence: `A patch of ${what} whose new text has more than 255 characters is acknowledged and changes nothing.`,
      patch: ignoring((next) => next.length > LONGEST),
    },
    {
      name: 'not-beyond-the-basic-plane',
      sentence: `A patch of ${what} puts question marks for characters outside the basic plane.`,
      patch: (rules) => {
        const file = fileOf(rules);
        const { replaced } = file;
        file.replaced = (content, text, next) => replaced(content, text, next.replace(ALL_ASTRAL, '?'));
      },
    },
  ];
}

const moves = (call: Call): boolean => bodyOf(call)['folderId'] !== undefined;

const placementIn = (call: Call): number =>
  reportIn(call)?.placements.findIndex(({ id }) => id === bodyOf(call)['placementId']) ?? -1;

/** Faults of reports, workbooks and what stands around them that show for one combination of inputs or one history. */
export const contentRarelyFaults = faults({
  'reports.list.filters-together': {
    name: 'folder-id-ignored-on-later-pages',
    sentence: 'A page after a cursor ignores the folder where another filter stands beside it.',
    patch: replaceSync('listReports', (call, original) =>
      original(
        isAsked(call, 'after') && isAsked(call, 'search', 'externalWorkbookId')
          ? requery(call, { folderId: undefined })
          : call,
      ),
    ),
  },
  'reports.update.move-without-edit': {
    name: 'moved-beside-a-name',
    sentence: 'Whoever may not edit a folder moves a report there with an update that names it as well.',
    patch: during(
      'updateReport',
      'reports',
      () => ({ mayMove: (managesReport: boolean) => managesReport }),
      (call) => moves(call) && bodyOf(call)['name'] !== undefined,
    ),
  },
  'reports.update.expected-version-on-move': {
    name: 'ignored-beside-a-name',
    sentence: 'An update that moves a report and names it looks at no expectedVersion.',
    patch: during(
      'updateReport',
      'reports',
      () => ({ isExpected: () => true }),
      (call) => moves(call) && bodyOf(call)['name'] !== undefined,
    ),
  },
  'reports.update.name-stored': {
    name: 'not-beyond-the-basic-plane',
    sentence: 'Characters outside the basic plane in the name of a report are stored as question marks.',
    patch: duringReports('updateReport', {
      merged: (report, change) => ({
        ...report,
        ...change,
        ...(change.name !== undefined && { name: change.name.replace(ALL_ASTRAL, '?') }),
      }),
    }),
  },
  'reports.file.hash-of-content': {
    name: 'as-utf-16',
    sentence: 'The hash of a report file with characters outside the basic plane is that of its text in UTF-16.',
    patch: ({ reports }) => {
      hashedAsUtf16(reports.file);
    },
  },
  'workbooks.file.hash-follows-content': {
    name: 'without-astral',
    sentence: 'The hash of a draft is that of its text without characters outside the basic plane.',
    patch: ({ workbooks: { file } }) => {
      const { hash } = file;
      file.hash = (text) => hash(text.replace(ALL_ASTRAL, ''));
    },
  },
  'reports.file.patch-replaces': notReplacedBy('a report file', ({ reports }) => reports.file),
  'workbooks.file.patch-replaces': notReplacedBy("a dashboard's draft", ({ workbooks }) => workbooks.file),
  'reports.list.external-workbook-placed': {
    name: 'latest-placement-alone',
    also: alsoThese(
      'a report that lies in several spreadsheets is found in one of them',
      'reports.connect.several-spreadsheets',
      'reports.disconnect.keeps-other-placements',
    ),
    sentence: 'The filter by a spreadsheet looks at the latest placement of each report alone.',
    patch: ({ reports }) => {
      reports.isPlacedIn = ({ placements }, id) => id === undefined || placements.at(-1)?.externalWorkbookId === id;
    },
  },
  'reports.disconnect.by-placement-id': {
    name: 'last-one-stays',
    sentence: 'A disconnect of the only placement of a report by its id is acknowledged, and it stays.',
    patch: replaceSync('disconnectReportFromWorkbook', (call, original) =>
      placementIn(call) === 0 && reportIn(call)?.placements.length === 1 ? done() : original(call),
    ),
  },
  'reports.disconnect.by-address': {
    name: 'last-one-stays',
    sentence: 'A disconnect of the only placement of a report by its address is acknowledged, and it stays.',
    patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
      const before = reportIn(call)?.placements;
      const answer = original(call);
      if (before?.length === 1 && bodyOf(call)['placementId'] === undefined) storeReport(call, { placements: before });
      return answer;
    }),
  },
  'reports.refresh.by-placement-id': {
    name: 'not-beside-the-first',
    sentence: 'A refresh by placementId finds no placement but the first of a report.',
    patch: refusing('refreshReport', (call) => placementIn(call) > 0, 'unknown'),
  },
  'folders.folder.user-null-when-shared': {
    name: 'caller-on-a-page',
    sentence: 'A folder that is shared from the main workspace belongs to whoever asks for a page of some size.',
    patch: changeBodySync('listFolders', (list, call) => {
      const { user } = call.principal;
      if (!isAsked(call, 'first') || !user) return list;
      const { id, email, firstName } = user;
      return withItems(
        list,
        itemsOf(list).map((folder) =>
          folder['user'] === null ? { ...folder, user: { id, email, firstName } } : folder,
        ),
      );
    }),
  },
  'workbooks.duplicate.original-unchanged': {
    name: 'with-a-publish-of-the-copy',
    sentence: 'A publish of a copy puts its draft in the place of that of the original.',
    patch: remembering(
      () => new Map<number, number>(),
      (originals) =>
        all(
          replaceSync('duplicateWorkbook', (call, original) => {
            const answer = original(call);
            if ('body' in answer) {
              originals.set(Number((answer.body as Body)['id']), Number(call.path['workbookId']));
            }
            return answer;
          }),
          replaceSync('publishWorkbook', (call, original) => {
            const answer = original(call);
            const { workbooks } = call.tenant.content;
            const copy = workbooks.get(Number(call.path['workbookId']));
            const source = workbooks.get(originals.get(copy?.id ?? 0) ?? 0);
            if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
            return answer;
          }),
        ),
    ),
  },
  'promotions.apply.stale-hash': {
    name: 'applied-once-published',
    sentence: 'A stale preview is applied where the source has been published since it changed.',
    patch: during(
      'applyPromotion',
      'promotions',
      () => ({ isFresh: () => true }),
      ({ tenant, path }) => {
        const workbook = tenant.content.workbooks.get(Number(path['workbookId']));
        return workbook?.published === workbook?.draft;
      },
    ),
  },
  'promotions.list.shows-applied': {
    name: 'latest-alone',
    sentence: 'The list of promotions shows the latest promotion of a workbook alone.',
    patch: changeBodySync('listPromotions', (list) => {
      const items = itemsOf(list);
      const latest = Math.max(...items.map(({ id }) => Number(id)));
      return { ...list, items: items.filter(({ id }) => id === latest) };
    }),
  },
  'external-documents.list.drops-placement': {
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
  'embed.comment-edit.author': {
    name: 'cut-at-255',
    sentence: 'An edit keeps 255 characters of a text.',
    patch: ({ embed: { comments } }) => {
      const { edited } = comments;
      comments.edited = (comment, text, now) => edited(comment, text.slice(0, LONGEST), now);
    },
  },
  'embed.comment-list.shows-reply': {
    name: 'not-of-the-threads-author',
    sentence: 'The list shows no reply of the author of the thread.',
    patch: ({ embed: { comments } }) => {
      const { isReplyTo } = comments;
      comments.isReplyTo = (comment, thread) => isReplyTo(comment, thread) && comment.author !== thread.author;
    },
  },
  'embed.comment-create.reply': {
    name: 'not-to-ones-own',
    sentence: 'A reply to a thread is refused to its author.',
    patch: (rules) => {
      const { listDashboardComments: list } = rules.handlers;
      replace('createDashboardComment', async (call, original) => {
        const { parentId } = bodyOf(call);
        const answer = await list?.(call);
        const threads = answer && 'body' in answer ? itemsOf(answer.body as Body) : [];
        const thread = threads.find(({ id }) => String(id) === String(parentId));
        if (thread && thread['author'] === call.principal.embed?.externalId) refuse('forbidden', 'not to oneself');
        return original(call);
      })(rules);
    },
  },
  'dev-mode.enter.on-that-branch': {
    name: 'behind-the-slash',
    also: alsoThese('one of its branches has a slash in its name', 'dev-mode.enter.switches-branch'),
    sentence: 'The branchName of a branch with a slash in its name is what stands behind it.',
    patch: changeBodySync('enterDevMode', (state) => ({
      ...state,
      branchName: String(state['branchName']).replace(/^.*\//, ''),
    })),
  },
});
