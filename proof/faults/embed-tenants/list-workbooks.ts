import type { Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { AccessSource } from '../../../mock/rules/embed-tenants.ts';
import { byOAuth } from '../../lib/access.ts';
import { begunAnew, numbered, unfilteredBehind } from '../../lib/cursors.ts';
import { alsoThese, faults, type Deviation } from '../../lib/fault.ts';
import { changedIf } from '../../lib/conditions.ts';
import { bySize, continuing, endingEarly, onlyWhere, pagesOf } from '../../lib/paging.ts';
import { during, refusing, replaceSync } from '../../lib/patches.ts';
import { isAsked, requery } from '../../lib/reports.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { encodedNamesUnknown } from '../../lib/texts-asked-for.ts';

/** Decides anew which workbooks the list holds. */
function listing(
  isListed: (reachedOn: readonly AccessSource[], asked: AccessSource | undefined, original: boolean) => boolean,
): Patch {
  return ({ embedTenants }) => {
    const { isListed: original } = embedTenants;
    embedTenants.isListed = (reachedOn, asked) => isListed(reachedOn, asked, original(reachedOn, asked));
  };
}

/** Finds nothing on one of the ways. */
function nothingOn(source: AccessSource): Patch {
  return listing((_reachedOn, asked, original) => original && asked !== source);
}

/** Does not know one of the ways. */
function unknownWay(source: AccessSource): Patch {
  return ({ embedTenants }) => {
    embedTenants.sources = embedTenants.sources.filter((one) => one !== source);
  };
}

const asksFor = ({ query }: Call, source: string): boolean => query.text('accessSource') === source;

/** A list of one accessSource is empty for some callers. */
function sourceEmpty(asked: AccessSource): readonly Deviation[] {
  return [
    {
      name: 'none-for-oauth',
      sentence: `A list with the accessSource ${asked} is empty for an OAuth token.`,
      patch: changedIf(
        'listEmbedTenantWorkbooks',
        (call) => byOAuth(call) && asksFor(call, asked),
        (list) => ({ ...list, items: [] }),
      ),
    },
    {
      name: 'none-when-paged',
      sentence: `A page of some size of a list with the accessSource ${asked} is empty.`,
      also: alsoThese('the list of each source is read in pages', 'embed-tenants.list-workbooks.pages-complete'),
      patch: changedIf(
        'listEmbedTenantWorkbooks',
        (call) => bySize(call) && asksFor(call, asked),
        (list) => ({ ...list, items: [] }),
      ),
    },
  ];
}

/** Takes what is reached on another way as reached on this one. */
function takenFor(source: AccessSource, ...others: readonly AccessSource[]): Patch {
  return listing(
    (reachedOn, asked, original) => original || (asked === source && others.some((other) => reachedOn.includes(other))),
  );
}

function sourceIgnored(asked: AccessSource): Deviation {
  return {
    name: 'all-for-oauth',
    sentence: `The accessSource ${asked} that comes with an OAuth token is ignored.`,
    patch: replaceSync('listEmbedTenantWorkbooks', (call, original) =>
      original(byOAuth(call) && asksFor(call, asked) ? requery(call, { accessSource: undefined }) : call),
    ),
  };
}

/** Faults of the list of an embed tenant's workbooks. */
export const listWorkbooksFaults = faults({
  'embed-tenants.list-workbooks.filter-optional': [
    {
      name: 'not-with-an-encoded-name',
      seenIn: 'a name that a path encodes',
      sentence: 'An embed tenant whose name has more than letters, digits and hyphens is not found.',
      patch: encodedNamesUnknown,
    },
    {
      name: 'tenant-alone',
      sentence: 'Without accessSource the list holds what it holds with the value tenant.',
      patch: listing((reachedOn, asked, original) => (asked === undefined ? reachedOn.includes('tenant') : original)),
    },
    {
      name: 'no-folders',
      sentence: 'Without accessSource the list leaves out what is reached through a folder alone.',
      patch: listing((reachedOn, asked, original) =>
        asked === undefined ? reachedOn.some((source) => source !== 'folder') : original,
      ),
    },
    {
      name: 'needed',
      sentence: 'The list without accessSource is refused.',
      also: [
        {
          id: 'embed-tenants.listEmbedTenantWorkbooks.is-served',
          because: 'a valid call that is refused is not served',
        },
      ],
      patch: refusing('listEmbedTenantWorkbooks', ({ query }) => query.text('accessSource') === undefined, 'invalid'),
    },
    {
      name: 'own-alone-for-oauth',
      sentence: 'Without an accessSource an OAuth token is shown the workbooks of the embed tenant itself alone.',
      patch: replaceSync('listEmbedTenantWorkbooks', (call, original) =>
        original(byOAuth(call) && !isAsked(call, 'accessSource') ? requery(call, { accessSource: 'tenant' }) : call),
      ),
    },
  ],
  'embed-tenants.list-workbooks.source-tenant': [
    { name: 'nothing', sentence: 'With accessSource tenant the list is empty.', patch: nothingOn('tenant') },
    { name: 'unknown', sentence: 'The value tenant of accessSource is refused.', patch: unknownWay('tenant') },
    ...sourceEmpty('tenant'),
  ],
  'embed-tenants.list-workbooks.source-tenant-only': [
    {
      name: 'every-workbook',
      sentence: 'With accessSource tenant the list holds every workbook that the tenant reaches.',
      patch: takenFor('tenant', 'allEmbedUsers', 'folder'),
    },
    {
      name: 'folders-too',
      sentence: 'With accessSource tenant the list holds what the tenant reaches through a folder as well.',
      patch: takenFor('tenant', 'folder'),
    },
    sourceIgnored('tenant'),
  ],
  'embed-tenants.list-workbooks.source-all-embed-users': [
    {
      name: 'nothing',
      sentence: 'With accessSource allEmbedUsers the list is empty.',
      patch: nothingOn('allEmbedUsers'),
    },
    {
      name: 'unknown',
      sentence: 'The value allEmbedUsers of accessSource is refused.',
      patch: unknownWay('allEmbedUsers'),
    },
    ...sourceEmpty('allEmbedUsers'),
  ],
  'embed-tenants.list-workbooks.source-all-embed-users-only': [
    unfilteredBehind('listEmbedTenantWorkbooks', 'accessSource', 'allEmbedUsers'),
    {
      name: 'every-workbook',
      sentence: 'With accessSource allEmbedUsers the list holds every workbook that the tenant reaches.',
      patch: takenFor('allEmbedUsers', 'tenant', 'folder'),
    },
    {
      name: 'tenant-too',
      sentence: 'With accessSource allEmbedUsers the list holds what is open to the tenant itself as well.',
      patch: takenFor('allEmbedUsers', 'tenant'),
    },
    sourceIgnored('allEmbedUsers'),
  ],
  'embed-tenants.list-workbooks.source-folder': [
    { name: 'nothing', sentence: 'With accessSource folder the list is empty.', patch: nothingOn('folder') },
    {
      name: 'unknown',
      sentence: 'The value folder of accessSource is refused.',
      also: alsoThese('the first page of that source is asked for', 'embed-tenants.list-workbooks.first-limits'),
      patch: unknownWay('folder'),
    },
    ...sourceEmpty('folder'),
  ],
  'embed-tenants.list-workbooks.source-folder-only': [
    {
      name: 'ignored-with-first',
      sentence: 'The accessSource folder is ignored where a page of some size is asked for.',
      patch: replaceSync('listEmbedTenantWorkbooks', (call, original) =>
        original(
          isAsked(call, 'first') && call.query.text('accessSource') === 'folder'
            ? requery(call, { accessSource: undefined })
            : call,
        ),
      ),
    },
    {
      name: 'later-page',
      sentence: 'After a cursor the list holds workbooks whatever accessSource says.',
      patch: during(
        'listEmbedTenantWorkbooks',
        'embedTenants',
        ({ isListed }) => ({
          isListed: (reachedOn, asked) => isListed(reachedOn, asked === 'folder' ? undefined : asked),
        }),
        ({ query }) => query.text('after') !== undefined,
      ),
    },
    {
      name: 'ignored-on-later-pages',
      sentence: 'The filter by accessSource is ignored on every page but the first.',
      also: (['source-tenant-only', 'source-all-embed-users-only'] as const).map((id) => ({
        id: `embed-tenants.list-workbooks.${id}` as const,
        because: 'the filter is ignored whatever it asks for',
      })),
      patch: during(
        'listEmbedTenantWorkbooks',
        'embedTenants',
        () => ({ isListed: (reachedOn) => reachedOn.length > 0 }),
        (call) => isAsked(call, 'after'),
      ),
    },
    {
      name: 'every-workbook',
      sentence: 'With accessSource folder the list holds every workbook that the tenant reaches.',
      patch: takenFor('folder', 'tenant', 'allEmbedUsers'),
    },
    {
      name: 'first-page-alone',
      sentence: 'The accessSource is forgotten on every page after the first one.',
      also: [
        ...alsoThese(
          'a later page of another source holds those as well',
          'embed-tenants.list-workbooks.source-all-embed-users-only',
        ),
        ...alsoThese(
          'a page behind the last one of another source is read there',
          'embed-tenants.list-workbooks.source-tenant-only',
        ),
      ],
      patch: replaceSync('listEmbedTenantWorkbooks', (call, original) =>
        original(call.query.text('after') === undefined ? call : requery(call, { accessSource: undefined })),
      ),
    },
    {
      name: 'all-embed-users-too',
      sentence: 'With accessSource folder the list holds what is open to every embed user as well.',
      patch: takenFor('folder', 'allEmbedUsers'),
    },
    sourceIgnored('folder'),
  ],
  'embed-tenants.list-workbooks.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of workbooks behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listEmbedTenantWorkbooks'),
    },
    {
      name: 'ignored-with-a-source',
      sentence: 'The page size is ignored where a source of access is asked for.',
      patch: replaceSync('listEmbedTenantWorkbooks', (call, original) =>
        original(isAsked(call, 'accessSource') ? requery(call, { first: '500' }) : call),
      ),
    },
    {
      name: 'one-more',
      sentence: 'A page holds one workbook more than was asked for.',
      patch: pagesOf('listEmbedTenantWorkbooks', (first) => first + 1),
    },
    { name: 'ignored', sentence: 'The page size is ignored.', patch: pagesOf('listEmbedTenantWorkbooks', () => 500) },
  ],
  'embed-tenants.list-workbooks.after-continues': [
    ...begunAnew('listEmbedTenantWorkbooks', 'workbooks'),
    numbered('listEmbedTenantWorkbooks', 'workbooks', 'smaller'),
    {
      name: 'cursor-included',
      sentence: 'A page begins with the workbook at the cursor, which ended the page before.',
      patch: continuing('listEmbedTenantWorkbooks', 'one-early'),
    },
  ],
  'embed-tenants.list-workbooks.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of workbooks with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listEmbedTenantWorkbooks'),
    },
    {
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
    numbered('listEmbedTenantWorkbooks', 'workbooks', 'larger'),
    {
      name: 'one-skipped',
      sentence: 'Each page after the first one skips a workbook.',
      patch: continuing('listEmbedTenantWorkbooks', 'one-late'),
    },
    {
      name: 'ends-early',
      sentence: 'A last workbook that would stand on a page of its own is left out.',
      also: alsoThese(
        'the list of one source is read in pages of one there',
        'embed-tenants.list-workbooks.source-folder',
      ),
      patch: endingEarly('listEmbedTenantWorkbooks'),
    },
  ],
});
