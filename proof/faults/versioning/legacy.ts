import type { Patch } from '../../../mock/index.ts';
import { declaring, partOf, type Tree } from '../../lib/document.ts';
import { faults } from '../../lib/fault.ts';

/** The mark that a member of a list answer is deprecated is gone. */
function unmarked(schema: string, member: string): Patch {
  return declaring((document) => {
    delete partOf(document, 'components', 'schemas', schema, 'properties', member)['deprecated'];
  });
}

/** A list answer keeps two legacy members beside items and pageInfo; nothing says that one of them is deprecated. */
function keptBeside(member: string, schema: Tree, marked: string): Patch {
  return declaring((document) => {
    const members = partOf(document, 'components', 'schemas', 'RoleHoldersListResponse', 'properties');
    // In dialects with a list of another form as well: the legacy members stand beside the ones that took their place.
    const current = { items: { type: 'array', items: { type: 'object' } }, pageInfo: { type: 'object' } };
    Object.assign(members, { ...current, ...members, [member]: schema, [marked]: { deprecated: true } });
  });
}

/** Faults of the deprecated members and pages that are still served. */
export const legacyFaults = faults({
  'versioning.legacy.reports-data-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the data of the list of reports are deprecated.',
    patch: unmarked('ReportListResponse', 'data'),
  },
  'versioning.legacy.reports-count-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the count of the list of reports is deprecated.',
    patch: unmarked('ReportListResponse', 'count'),
  },
  'versioning.legacy.folders-data-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the data of the list of folders are deprecated.',
    patch: unmarked('FolderListResponse', 'data'),
  },
  'versioning.legacy.folders-count-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the count of the list of folders is deprecated.',
    patch: unmarked('FolderListResponse', 'count'),
  },
  'versioning.legacy.data-deprecated': {
    name: 'unmarked',
    sentence: 'The document keeps data and count beside the items of the list of holders, and marks only count.',
    patch: keptBeside('data', { type: 'array', items: { type: 'object' } }, 'count'),
  },
  'versioning.legacy.count-deprecated': {
    name: 'marked-false',
    sentence:
      'The document keeps count and data beside the items of the list of holders, and marks count as not deprecated.',
    patch: keptBeside('count', { type: 'integer', deprecated: false }, 'data'),
  },
  'versioning.legacy.pagination-deprecated': {
    name: 'unmarked',
    sentence: 'The document keeps pagination and count beside the items of the list of holders, and marks only count.',
    patch: keptBeside('pagination', { type: ['object', 'null'] }, 'count'),
  },
});
