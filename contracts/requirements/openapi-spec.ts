import { requirements, type Needs } from './row.ts';

/** What the paths of the printed read operations name. */
const READS: Needs = {
  // The read of placements comes after one.
  alone: ['report'],
  lent: [
    'DEPLOYMENT_ID',
    'OTHER_DEPLOYMENT_ID',
    'BRANCH',
    'DASHBOARD_PUBLIC_ID',
    'DATA_SOURCE_NAME',
    'EMBED_DASHBOARD_PUBLIC_ID',
    'EMBED_TENANT',
    'ENVIRONMENT_ID',
    'EXTERNAL_WORKBOOK_ID',
    'MEMBER_USER_ID',
    'OIDC_TOKEN_CONFIG_ID',
    'REPORT_ID',
    'WORKBOOK_ID',
  ],
  // Of SCIM, which a tenant may serve with a key of its own kind alone.
  mayUse: ['SCIM_TOKEN'],
  // Reads of a promotion come after one.
  steps: ['applyPromotion'],
};

export const openapiSpec = requirements('openapi-spec', [
  // The response.
  {
    id: 'openapi-spec.get.answers-document',
    kind: 'shape',
    lines: '261, 333',
    operations: ['getSpec'],
    sentence: 'Reading the spec answers an OpenAPI document, in JSON or in YAML.',
  },
  {
    id: 'openapi-spec.document.openapi-version',
    kind: 'shape',
    lines: '261, 332',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: "The tenant's document is one of OpenAPI 3.1.0.",
    classes: ['for a user without the admin role', 'with an OAuth token'],
  },
  {
    id: 'openapi-spec.document.info-version',
    kind: 'shape',
    lines: '332',
    operations: ['getSpec'],
    needs: { mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: "The tenant's document gives 1.0.0 as the version of the API document.",
    classes: ['for a user without the admin role', 'with an OAuth token'],
  },
  {
    id: 'openapi-spec.document.valid',
    kind: 'shape',
    lines: '261, 332',
    operations: ['getSpec'],
    sentence: "The tenant's document is valid by the rules of OpenAPI 3.1.",
  },
  {
    id: 'openapi-spec.document.references',
    kind: 'shape',
    lines: '261, 333',
    operations: ['getSpec'],
    sentence: "Each reference in the tenant's document that points into it leads to a part of it.",
  },

  // Completeness: the document declares every operation that the specification states with a path, except gated previews. The operation that
  // serves the document is no part of what it has to describe.
  {
    id: 'openapi-spec.document.platform-operations',
    kind: 'shape',
    lines: '149, 261, 333',
    operations: ['getSpec'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN', 'SCOPED_TOKEN'] },
    sentence:
      "The tenant's document declares each operation that the specification prints with a path under /api/v1, gated previews and the one that serves the document apart.",
    classes: ['for a user without the admin role', 'with an OAuth token', 'with a scoped key'],
  },
  {
    id: 'openapi-spec.document.build-operations',
    kind: 'shape',
    lines: '20, 149, 261, 333',
    operations: ['getSpec'],
    needs: { mayUse: ['MEMBER_TOKEN', 'OAUTH_TOKEN', 'SCOPED_TOKEN'] },
    sentence:
      "The tenant's document declares each operation that the specification prints with a path under /build/api/v1.",
    classes: ['for a user without the admin role', 'with an OAuth token', 'with a scoped key'],
  },
  {
    id: 'openapi-spec.document.query-parameters',
    kind: 'shape',
    lines: '176-178, 180-182, 192, 205, 223, 248, 260, 261, 263, 266, 333',
    operations: ['getSpec'],
    sentence:
      "The tenant's document declares each query parameter that the specification prints by name, for each operation it declares that takes one.",
  },
  {
    id: 'openapi-spec.document.update-role-id',
    kind: 'shape',
    lines: '153, 261',
    operations: ['getSpec', 'updateRole'],
    sentence: "The tenant's document calls the update of a custom role updateRole.",
  },

  // Bodies and bounds that the document describes agree with the specification.
  {
    id: 'openapi-spec.document.request-members',
    kind: 'shape',
    lines: '261, 333',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document lists the members of a printed operation's body, it lists those that the specification prints for it.",
  },
  {
    id: 'openapi-spec.document.answer-members',
    kind: 'shape',
    lines: '261',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document lists the members of a printed operation's answer, it lists those that the specification prints for it.",
  },
  {
    id: 'openapi-spec.document.member-types',
    kind: 'shape',
    lines: '261',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document gives a type to a member or parameter whose type the specification prints, it allows values of that type and of no other but null.",
  },
  {
    id: 'openapi-spec.document.optional-members',
    kind: 'shape',
    lines: '37, 61-63, 89, 205, 224, 227, 234, 238, 244-246, 249, 250, 259, 261, 262, 266',
    operations: ['getSpec'],
    sentence:
      "The tenant's document requires no parameter and no member of a body sent to it that the specification prints as one that may be left out.",
  },
  {
    id: 'openapi-spec.document.optional-bodies',
    kind: 'shape',
    lines: '158, 227, 245, 261',
    operations: ['getSpec', 'updateRole'],
    sentence: "The tenant's document requires no body where the specification prints that the body is optional.",
  },
  {
    id: 'openapi-spec.document.bounds',
    kind: 'limit',
    lines: '46, 47, 61-63, 72, 73, 89, 100, 176, 227, 261, 310-314, 321',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document states a lower or an upper bound for something that has a printed one, it states the printed value.",
  },
  {
    id: 'openapi-spec.document.closed-enums',
    kind: 'enum',
    lines: '82, 89, 178, 179, 234, 248, 249, 261, 262',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document lists the values of a member or parameter whose values the specification lists and does not let grow, it lists the printed ones and, besides null, no others.",
  },
  {
    id: 'openapi-spec.document.resource-types',
    kind: 'enum',
    lines: '45, 49, 261',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document lists the resource types of a policy, it lists all that the specification prints.",
  },
  {
    id: 'openapi-spec.document.actions',
    kind: 'enum',
    lines: '46, 51, 261',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document lists the actions of a policy, it lists all of the main list that the specification prints.",
  },
  {
    id: 'openapi-spec.document.later-actions',
    kind: 'enum',
    lines: '53, 261',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document lists the actions of a policy, it lists ScheduledTasksRead and ScheduledTasksManage.",
  },
  {
    id: 'openapi-spec.document.defaults',
    kind: 'default',
    lines: '124, 227, 234, 261, 262, 321',
    operations: ['getSpec'],
    sentence:
      "Wherever the tenant's document states a default for something that has a printed default, it states the printed one.",
  },
  {
    id: 'openapi-spec.document.statuses',
    kind: 'status',
    lines: '137, 159, 172, 186, 252, 261, 265, 268, 301, 302',
    operations: ['getSpec'],
    sentence:
      "For each operation that it declares and whose success status the specification prints, the tenant's document declares that status, as itself or within 2XX or default.",
  },

  // Consistency: the tenant behaves as its own document declares, for every operation in it. Refusals are not compared,
  // because they need not be listed. Families that are only named have rows of their own.
  {
    id: 'openapi-spec.serving.status-declared',
    kind: 'status',
    lines: '261',
    operations: ['getSpec'],
    needs: READS,
    sentence:
      "An operation that only reads, when it succeeds, answers with a status that the tenant's own document declares for it.",
  },
  {
    id: 'openapi-spec.serving.media-type-declared',
    kind: 'shape',
    lines: '261',
    operations: ['getSpec'],
    needs: READS,
    sentence:
      "An operation that only reads, when it succeeds with a body, answers with a media type that the tenant's own document declares for it, where it declares one.",
  },
  {
    id: 'openapi-spec.serving.body-declared',
    kind: 'shape',
    lines: '261',
    operations: ['getSpec'],
    needs: READS,
    sentence:
      "An operation that only reads, when it succeeds with a JSON body, answers with a body that fits the schema that the tenant's own document has for it.",
  },
]);
