import { requirements } from './row.ts';

export const versioning = requirements('versioning', [
  // The version in the paths.
  {
    id: 'versioning.paths.platform-v1',
    kind: 'shape',
    lines: '19, 332',
    operations: ['getSpec'],
    sentence: "Each path under /api in the tenant's document, apart from SCIM, starts with /api/v1.",
  },
  {
    id: 'versioning.paths.build-v1',
    kind: 'shape',
    lines: '20, 332',
    operations: ['getSpec'],
    sentence: "Each path under /build in the tenant's document starts with /build/api/v1.",
  },
  {
    id: 'versioning.scim.version',
    kind: 'shape',
    lines: '332',
    operations: ['probeScim'],
    sentence: 'SCIM is served in version 2.0.',
    untestable:
      'Beyond its base path, what SCIM serves is left open; the operation of SCIM already covers v2 in that path.',
  },

  // Legacy members of list responses.
  {
    id: 'versioning.legacy.reports-data-deprecated',
    kind: 'deprecation',
    lines: '99, 334',
    operations: ['getSpec', 'listReports'],
    sentence: "The tenant's document says that data is deprecated wherever the list of reports declares it.",
  },
  {
    id: 'versioning.legacy.reports-count-deprecated',
    kind: 'deprecation',
    lines: '100, 334',
    operations: ['getSpec', 'listReports'],
    sentence: "The tenant's document says that count is deprecated wherever the list of reports declares it.",
  },
  {
    id: 'versioning.legacy.folders-data-deprecated',
    kind: 'deprecation',
    lines: '334',
    operations: ['getSpec', 'listFolders'],
    sentence: "The tenant's document says that data is deprecated wherever the list of folders declares it.",
  },
  {
    id: 'versioning.legacy.folders-count-deprecated',
    kind: 'deprecation',
    lines: '334',
    operations: ['getSpec', 'listFolders'],
    sentence: "The tenant's document says that count is deprecated wherever the list of folders declares it.",
  },
  {
    id: 'versioning.legacy.data-deprecated',
    kind: 'deprecation',
    lines: '336',
    operations: ['getSpec'],
    sentence:
      "A list answer in which the tenant's document marks a legacy member as deprecated, of reports and folders apart, has its data marked as well, where it keeps it beside items and pageInfo.",
  },
  {
    id: 'versioning.legacy.count-deprecated',
    kind: 'deprecation',
    lines: '336',
    operations: ['getSpec'],
    sentence:
      "A list answer in which the tenant's document marks a legacy member as deprecated, of reports and folders apart, has its count marked as well, where it keeps it beside items and pageInfo.",
  },
  {
    id: 'versioning.legacy.pagination-deprecated',
    kind: 'deprecation',
    lines: '336',
    operations: ['getSpec'],
    sentence:
      "A list answer in which the tenant's document marks a legacy member as deprecated, of environments apart, has its pagination marked as well, where it keeps it beside items and pageInfo.",
  },

  // Removals. The removed member of embed sessions is a row of embed.
  {
    id: 'versioning.removed.user-attribute-read',
    kind: 'deprecation',
    lines: '336',
    operations: ['getSpec'],
    sentence: "The tenant's document declares no operation that reads user attributes of an embed tenant.",
  },
  {
    id: 'versioning.removed.user-attribute-delete',
    kind: 'deprecation',
    lines: '336',
    operations: ['getSpec'],
    sentence: "The tenant's document declares no operation that deletes user attributes of an embed tenant.",
  },
  {
    id: 'versioning.removed.task-tracker-fields',
    kind: 'deprecation',
    lines: '336',
    operations: ['getSpec'],
    sentence: 'Agents have no fields of a task-tracker integration.',
    untestable: 'The specification does not name the removed fields.',
  },

  // Release notes.
  {
    id: 'versioning.release-notes.per-client-release',
    kind: 'deprecation',
    lines: '337',
    sentence: 'There are release notes for each release of a client.',
    untestable: 'No operation serves release notes.',
  },
  {
    id: 'versioning.release-notes.breaking-changes',
    kind: 'deprecation',
    lines: '337',
    sentence: 'The release notes mark changes that break clients.',
    untestable: 'No operation serves release notes.',
  },
]);
