import { refuse } from '../../mock/answer.ts';
import { embedAccess } from '../../mock/families/embed-access.ts';
import type { AccessSource } from '../../mock/rules/embed-tenants.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';

import { continuing, endingEarly, pagesOf } from '../lib/paging.ts';
import { requery } from '../lib/reports.ts';
import { refusing, replaceSync } from '../lib/patches.ts';

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

/** Takes what is reached on another way as reached on this one. */
function takenFor(source: AccessSource, ...others: readonly AccessSource[]): Patch {
  return listing(
    (reachedOn, asked, original) => original || (asked === source && others.some((other) => reachedOn.includes(other))),
  );
}

const OPERATION = 'listEmbedTenantWorkbooks';

export const embedTenantsFaults = faults({
  // The workbooks of a tenant.
  'embed-tenants.list-workbooks.filter-optional': [
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
      patch: refusing(OPERATION, ({ query }) => query.text('accessSource') === undefined, 'invalid'),
    },
  ],
  'embed-tenants.list-workbooks.source-tenant': [
    { name: 'nothing', sentence: 'With accessSource tenant the list is empty.', patch: nothingOn('tenant') },
    { name: 'unknown', sentence: 'The value tenant of accessSource is refused.', patch: unknownWay('tenant') },
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
  ],
  'embed-tenants.list-workbooks.source-all-embed-users-only': [
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
  ],
  'embed-tenants.list-workbooks.source-folder': [
    { name: 'nothing', sentence: 'With accessSource folder the list is empty.', patch: nothingOn('folder') },
    {
      name: 'unknown',
      sentence: 'The value folder of accessSource is refused.',
      also: alsoThese('the first page of that source is asked for', 'embed-tenants.list-workbooks.first-limits'),
      patch: unknownWay('folder'),
    },
  ],
  'embed-tenants.list-workbooks.source-folder-only': [
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
      patch: replaceSync(OPERATION, (call, original) =>
        original(call.query.text('after') === undefined ? call : requery(call, { accessSource: undefined })),
      ),
    },
    {
      name: 'all-embed-users-too',
      sentence: 'With accessSource folder the list holds what is open to every embed user as well.',
      patch: takenFor('folder', 'allEmbedUsers'),
    },
  ],
  'embed-tenants.list-workbooks.first-limits': [
    {
      name: 'one-more',
      sentence: 'A page holds one workbook more than was asked for.',
      patch: pagesOf(OPERATION, (first) => first + 1),
    },
    { name: 'ignored', sentence: 'The page size is ignored.', patch: pagesOf(OPERATION, () => 500) },
  ],
  'embed-tenants.list-workbooks.after-continues': {
    name: 'cursor-included',
    sentence: 'A page begins with the workbook at the cursor, which ended the page before.',
    patch: continuing(OPERATION, 'one-early'),
  },
  'embed-tenants.list-workbooks.pages-complete': [
    {
      name: 'one-skipped',
      sentence: 'Each page after the first one skips a workbook.',
      patch: continuing(OPERATION, 'one-late'),
    },
    {
      name: 'ends-early',
      sentence: 'A last workbook that would stand on a page of its own is left out.',
      also: alsoThese(
        'the list of one source is read in pages of one there',
        'embed-tenants.list-workbooks.source-folder',
      ),
      patch: endingEarly(OPERATION),
    },
  ],

  // Deleting a tenant.
  'embed-tenants.delete.succeeds': [
    {
      name: 'conflict',
      sentence: 'The deletion of an embed tenant that has users is refused with 409.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        const one = embedAccess(call.tenant).tenants.get(call.path['embedTenantName'] ?? '');
        return one && one.people.size > 0 ? refuse(409, 'the embed tenant has users') : original(call);
      }),
    },
    {
      name: 'server-error',
      sentence: 'An embed tenant is deleted, and the answer is 500.',
      also: [{ id: 'embed-tenants.deleteEmbedTenant.answers-as-documented', because: 'the answer is an error' }],
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        original(call);
        return { kind: 'done', status: 500 };
      }),
    },
  ],
  'embed-tenants.delete.others-kept': [
    {
      name: 'all-embed-users-closed',
      sentence: 'The deletion of an embed tenant closes to all embed users what was open to them.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        const answer = original(call);
        embedAccess(call.tenant).forAll.clear();
        return answer;
      }),
    },
    {
      name: 'folders-closed',
      sentence: 'The deletion of an embed tenant closes the folders of the others.',
      patch: replaceSync('deleteEmbedTenant', (call, original) => {
        const answer = original(call);
        const { tenants } = embedAccess(call.tenant);
        for (const one of tenants.values()) tenants.set(one.name, { ...one, folderIds: new Set() });
        return answer;
      }),
    },
    {
      name: 'everybody',
      sentence: 'The deletion of an embed tenant deletes all of them.',
      also: [{ id: 'embed-tenants.delete.similar-kept', because: 'it is one of them' }],
      patch: ({ embedTenants }) => {
        embedTenants.goes = () => true;
      },
    },
  ],
  'embed-tenants.delete.similar-kept': {
    name: 'by-its-beginning',
    sentence: 'The deletion of an embed tenant deletes all whose names begin with its name.',
    patch: ({ embedTenants }) => {
      embedTenants.goes = (one, named) => one.name.startsWith(named.name);
    },
  },
});
