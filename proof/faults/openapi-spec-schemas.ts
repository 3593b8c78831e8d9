import type { Patch } from '../../mock/index.ts';
import { faults } from '../lib/fault.ts';
import {
  apply,
  inAnswer,
  inOperation,
  inParameter,
  inRequest,
  inSchema,
  owned,
  type Change,
  type Edit,
} from '../lib/document-changes.ts';
import { declaring, partOf, type Tree } from '../lib/document.ts';

/** A schema does not list a member, nor require it. */
function without(member: string): Edit {
  return (schema) => {
    const listed = Object.entries(partOf(schema, 'properties'));
    schema['properties'] = Object.fromEntries(listed.filter(([name]) => name !== member));
    const required = schema['required'] as readonly string[] | undefined;
    if (required) schema['required'] = required.filter((name) => name !== member);
  };
}

/** A schema lists a member under another name, and requires it under that one. */
function renamed(member: string, to: string): Edit {
  const name = (own: string) => (own === member ? to : own);
  return (schema) => {
    const listed = Object.entries(partOf(schema, 'properties'));
    schema['properties'] = Object.fromEntries(listed.map(([own, declared]) => [name(own), declared]));
    const required = schema['required'] as readonly string[] | undefined;
    if (required) schema['required'] = required.map(name);
  };
}

/** A schema requires a member beside those that it requires already. */
function requiring(member: string): Edit {
  return (schema) => {
    schema['required'] = [...((schema['required'] ?? []) as readonly string[]), member];
  };
}

/** Keywords stand in a schema that a member is composed of, and no longer beside it. */
function composed(keywords: Tree): Edit {
  return (schema) => {
    const beside = Object.entries(schema).filter(([keyword]) => keyword in keywords);
    for (const [keyword] of beside) Reflect.deleteProperty(schema, keyword);
    schema['allOf'] = [keywords];
  };
}

/** A member or parameter lists other values. */
function listing(change: (values: readonly unknown[]) => readonly unknown[]): Edit {
  return (schema) => {
    schema['enum'] = change(schema['enum'] as readonly unknown[]);
  };
}

const less = (...gone: readonly unknown[]) => listing((values) => values.filter((one) => !gone.includes(one)));
const more = (value: unknown) => listing((values) => [...values, value]);
const other = (value: unknown, instead: unknown) =>
  listing((values) => values.map((one) => (one === value ? instead : one)));

/** The schema of a parameter. */
function schemaWith(change: Change): Edit {
  return (parameter, document) => {
    apply(change, owned(document, parameter, 'schema'), document);
  };
}

/** The body of an operation is declared as one that has to be there. */
function requiringBody(operationId: string): Patch {
  return inOperation(operationId, (operation) => {
    partOf(operation, 'requestBody')['required'] = true;
  });
}

/** The parameter that says in which direction reports are sorted, whatever its name. */
function inDirection(change: Edit): Patch {
  return inOperation('listReports', (operation, document) => {
    for (const parameter of operation['parameters'] as Tree[]) {
      const { enum: values } = (parameter['schema'] ?? {}) as Tree;
      if (Array.isArray(values) && values.includes('ASC')) schemaWith(change)(parameter, document);
    }
  });
}

/** Faults of what the document says of members, their types, bounds, values and defaults. */
export const openapiSpecSchemasFaults = faults({
  'openapi-spec.document.request-members': [
    {
      name: 'no-policies',
      sentence: 'The document does not list the policies of a role that is created.',
      patch: inRequest('createRole', '', without('policies')),
    },
    {
      name: 'other-case',
      sentence: 'The document calls the context that an environment token is signed with securityContext.',
      patch: inRequest('createEnvironmentToken', '', renamed('security_context', 'securityContext')),
    },
    {
      name: 'one-of-many',
      sentence: 'The document leaves endResultCell out of what connects a report.',
      patch: inRequest('connectReportToWorkbook', '', without('endResultCell')),
    },
    {
      name: 'inside-policies',
      sentence: 'The document calls the resources of a policy in the update of a role resourceIds.',
      patch: inRequest('updateRole', 'policies[]', (policy, document) => {
        delete policy['if'];
        delete policy['then'];
        renamed('resources', 'resourceIds')(policy, document);
      }),
    },
    {
      name: 'in-one-form',
      sentence: 'The document calls the sheet in one of the two forms of a disconnect request sheet.',
      patch: inRequest('disconnectReportFromWorkbook', '', (schema, document) => {
        const form = owned(document, schema['anyOf'] as Tree[] & Tree, '1');
        renamed('sheetName', 'sheet')(form, document);
      }),
    },
    {
      name: 'admins-only',
      sentence: 'The document leaves out the member of an export that is for administrators.',
      patch: inRequest('startDashboardExport', '', without('renderAs')),
    },
    {
      name: 'inside-checksum',
      sentence: 'The document lists another member of the result checksum that a report is connected with.',
      patch: inRequest('connectReportToWorkbook', 'resultChecksum', renamed('payload', 'value')),
    },
  ],
  'openapi-spec.document.answer-members': [
    {
      name: 'no-count',
      sentence: 'The document does not list the count of the list of reports.',
      patch: inAnswer('listReports', '', without('count')),
    },
    {
      name: 'renamed',
      sentence: 'The document calls the parent branch in dev mode parentBranchName.',
      patch: inAnswer('enterDevMode', '', renamed('parentBranch', 'parentBranchName')),
    },
    {
      name: 'in-one-answer',
      sentence: 'The document leaves the description out of what the update of a role answers, and of no other role.',
      patch: inAnswer('updateRole', '', without('description')),
    },
    {
      name: 'optional-one',
      sentence: 'The document does not list targetEnvVar, which a token config may have.',
      patch: inAnswer('getOidcTokenConfig', '', without('targetEnvVar')),
    },
    {
      name: 'inside-placements',
      sentence: 'The document calls the checksum of the query of a placement queryHash.',
      patch: inSchema('ReportPlacement', '', renamed('queryChecksum', 'queryHash')),
    },
    {
      name: 'inside-pivot',
      sentence: 'The document leaves the later member measuresAxis out of the pivot items of a report.',
      patch: inSchema('PivotItems', '', without('measuresAxis')),
    },
    {
      name: 'page-info',
      sentence: 'The document does not list startCursor in the page info of the list of reports.',
      patch: inAnswer('listReports', 'pageInfo', without('startCursor')),
    },
    {
      name: 'legacy-list',
      sentence: 'The document leaves currentQueryChecksum out of the reports in the legacy member of the list alone.',
      patch: inAnswer('listReports', 'data[]', without('currentQueryChecksum')),
    },
    {
      name: 'one-of-config',
      sentence: 'The document does not list the time zone settings of the app configuration.',
      patch: inAnswer('getAppConfig', '', without('timezoneSettings')),
    },
  ],
  'openapi-spec.document.member-types': [
    {
      name: 'text-for-boolean',
      sentence: 'The document declares that the update of a task takes notificationEnabled as text.',
      patch: inRequest('updateScheduledTask', 'notificationEnabled', { type: 'string' }),
    },
    {
      name: 'fractions',
      sentence: 'The document declares that the lifetime of a deployment token may be any number.',
      patch: inRequest('createDeploymentToken', 'expiresIn', { type: 'number' }),
    },
    {
      name: 'one-type-more',
      sentence: 'The document declares that the deployment of a report may be text as well.',
      patch: inSchema('Report', 'deploymentId', { type: ['integer', 'string', 'null'] }),
    },
    {
      name: 'either-of-two',
      sentence: 'The document declares that the folder of a report is a number or an object.',
      patch: inSchema('Report', 'folderId', (schema) => {
        delete schema['type'];
        schema['anyOf'] = [{ type: ['integer', 'null'] }, { type: 'object' }];
      }),
    },
    {
      name: 'inside-lists',
      sentence: 'The document declares that the rows of a pivot are names or numbers.',
      patch: inSchema('PivotItems', 'rows[]', { type: ['string', 'number'] }),
    },
    {
      name: 'page-size',
      sentence: 'The document declares that the page size of the list of reports is text.',
      patch: inParameter('listReports', 'first', { schema: { type: 'string' } }),
    },
    {
      name: 'shared-cursor',
      sentence: 'The document declares that the cursor, which many lists refer to, is an integer.',
      patch: declaring((document) => {
        partOf(document, 'components', 'parameters', 'after')['schema'] = { type: 'integer' };
      }),
    },
    {
      name: 'path-parameter',
      sentence: 'The document declares that the id of a role in a path is text.',
      patch: inParameter('updateRole', 'roleId', { schema: { type: 'string' } }),
    },
    {
      name: 'in-one-answer',
      sentence: 'The document declares that the creation of a role answers an id that is any number.',
      patch: inAnswer('createRole', 'id', { type: 'number' }),
    },
    {
      name: 'composed',
      sentence:
        'The document declares, by a schema that the member is composed of, that the branch of dev mode is a list.',
      patch: inRequest('enterDevMode', 'branchName', composed({ type: 'array', items: { type: 'string' } })),
    },
    {
      name: 'inside-user',
      sentence: 'The document declares that the id of who made a report is an integer or text.',
      patch: inSchema('ReportUser', 'id', { type: ['integer', 'string', 'null'] }),
    },
  ],
  'openapi-spec.document.optional-members': [
    {
      name: 'name-on-update',
      sentence: 'The document requires a name in the update of a role.',
      patch: inRequest('updateRole', '', requiring('name')),
    },
    {
      name: 'description-on-create',
      sentence: 'The document requires a description of a role that is created.',
      patch: inRequest('createRole', '', requiring('description')),
    },
    {
      name: 'composed',
      sentence:
        'The document requires an expected version in the update of a report, by a schema that it is composed of.',
      patch: inRequest('updateReport', '', composed({ required: ['expectedVersion'] })),
    },
    {
      name: 'where-there-is-a-default',
      sentence: 'The document requires the layout of an export, for which there is a default.',
      patch: inRequest('startDashboardExport', '', requiring('layout')),
    },
    {
      name: 'lifetime',
      sentence: 'The document requires the lifetime of a deployment token.',
      patch: inRequest('createDeploymentToken', '', requiring('expiresIn')),
    },
    {
      name: 'page-size-of-tasks',
      sentence: 'The document requires a page size of the list of tasks.',
      patch: inParameter('listScheduledTasks', 'first', { required: true }),
    },
    {
      name: 'filter',
      sentence: 'The document requires accessSource of the list of workbooks of an embed tenant.',
      patch: inParameter('listEmbedTenantWorkbooks', 'accessSource', { required: true }),
    },
    {
      name: 'upstream',
      sentence: 'The document requires removeOnUpstream of the deletion of a branch.',
      patch: inParameter('deleteBranch', 'removeOnUpstream', { required: true }),
    },
    {
      name: 'one-of-four',
      sentence: 'The document requires the groups of an embed session.',
      patch: inRequest('generateEmbedSession', '', requiring('tenantGroups')),
    },
    {
      name: 'checksum',
      sentence: 'The document requires the checksum of a widget thread.',
      patch: inRequest('createAiWidgetThread', '', requiring('checksum')),
    },
    {
      name: 'inside-checksum',
      sentence: 'The document requires the payload of a result checksum.',
      patch: inRequest('connectReportToWorkbook', 'resultChecksum', requiring('payload')),
    },
  ],
  'openapi-spec.document.optional-bodies': [
    {
      name: 'update-role',
      sentence: 'The document requires the body of the update of a role.',
      patch: requiringBody('updateRole'),
    },
    {
      name: 'token',
      sentence: 'The document requires the body of the request for a deployment token.',
      patch: requiringBody('createDeploymentToken'),
    },
    {
      name: 'referred-to',
      sentence: 'The document requires the body of the duplication of a workbook, by a reference.',
      patch: inOperation('duplicateWorkbook', (operation, document) => {
        const body = { ...partOf(operation, 'requestBody'), required: true };
        partOf(document, 'components')['requestBodies'] = { DuplicateWorkbook: body };
        operation['requestBody'] = { $ref: '#/components/requestBodies/DuplicateWorkbook' };
      }),
    },
  ],
  'openapi-spec.document.bounds': [
    {
      name: 'description',
      sentence: 'The document states that the description of a role may have 1024 characters.',
      patch: inRequest('createRole', 'description', { maxLength: 1024 }),
    },
    {
      name: 'one-more-on-update',
      sentence: 'The document states that the name of a role may have 256 characters when it is updated.',
      patch: inRequest('updateRole', 'name', { maxLength: 256 }),
    },
    {
      name: 'empty-name',
      sentence: 'The document states that the name of a role that is created may be empty.',
      patch: inRequest('createRole', 'name', { minLength: 0 }),
    },
    {
      name: 'composed',
      sentence: 'The document states in a schema that the member is composed of that an update takes 199 policies.',
      patch: inRequest('updateRole', 'policies', composed({ maxItems: 199 })),
    },
    {
      name: 'exclusive-minimum',
      sentence: 'The document states that the lifetime of a deployment token is more than 60 seconds.',
      patch: inRequest('createDeploymentToken', 'expiresIn', (schema) => {
        delete schema['minimum'];
        schema['exclusiveMinimum'] = 60;
      }),
    },
    {
      name: 'exclusive-maximum',
      sentence: 'The document states that the lifetime of a deployment token is less than 86400 seconds.',
      patch: inRequest('createDeploymentToken', 'expiresIn', (schema) => {
        delete schema['maximum'];
        schema['exclusiveMaximum'] = 86_400;
      }),
    },
    {
      name: 'page-of-none',
      sentence: 'The document states that a page of reports may have no element.',
      patch: inParameter('listReports', 'first', schemaWith({ minimum: 0 })),
    },
    {
      name: 'no-action',
      sentence: 'The document states that a policy may come without any action.',
      patch: inSchema('PolicyInput', 'actions', { minItems: 0 }),
    },
    {
      name: 'two-resources',
      sentence: 'The document states that a policy in the update of a role names two resources at least.',
      patch: inRequest('updateRole', 'policies[].resources', { minItems: 2 }),
    },
    {
      name: 'payload',
      sentence:
        'The document states that the payload of a checksum has 127 characters at most when a report is connected.',
      patch: inRequest('connectReportToWorkbook', 'resultChecksum.payload', { maxLength: 127 }),
    },
    {
      name: 'title-in-answer',
      sentence: 'The document states that the title of a report in the list may have 256 characters.',
      patch: inAnswer('listReports', 'items[].title', { maxLength: 256 }),
    },
    {
      name: 'count',
      sentence: 'The document states that the count of reports is at least -1.',
      patch: inAnswer('listReports', 'count', { minimum: -1 }),
    },
  ],
  'openapi-spec.document.closed-enums': [
    {
      name: 'format-more',
      sentence: 'The document lists svg among the formats of an export.',
      patch: inRequest('startDashboardExport', 'format', more('svg')),
    },
    {
      name: 'sort-less',
      sentence: 'The document does not list lastViewedAt among what reports are sorted by.',
      patch: inParameter('listReports', 'sortBy', schemaWith(less('lastViewedAt'))),
    },
    {
      name: 'third-direction',
      sentence: 'The document lists a third direction of sorting, which stands for none.',
      patch: inDirection(more('NONE')),
    },
    {
      name: 'placement-more',
      sentence: 'The document lists PENDING among the states of a placement.',
      patch: inSchema('ReportPlacement', 'syncStatus', more('PENDING')),
    },
    {
      name: 'other-case',
      sentence: 'The document lists Before for the position of measures.',
      patch: inSchema('PivotItems', 'measuresPosition', other('before', 'Before')),
    },
    {
      name: 'access-more',
      sentence: 'The document lists PARTIAL among the kinds of access to a placement.',
      patch: inSchema('ExternalPlacement', 'access', more('PARTIAL')),
    },
    {
      name: 'filter-less',
      sentence: 'The document does not list folder among the sources of access to a workbook.',
      patch: inParameter('listEmbedTenantWorkbooks', 'accessSource', schemaWith(less('folder'))),
    },
    {
      name: 'constants',
      sentence: 'The document lists three outputs of a sync as constants to choose from.',
      patch: inRequest('startTransformSync', 'output', (schema) => {
        delete schema['enum'];
        schema['oneOf'] = ['branch', 'files', 'archive'].map((value) => ({ const: value }));
      }),
    },
    {
      name: 'source-singular',
      sentence: 'The document lists manifests among the sources of a sync in place of manifest.',
      patch: inRequest('startTransformSync', 'source', other('manifest', 'manifests')),
    },
  ],
  'openapi-spec.document.resource-types': [
    {
      name: 'one-less',
      sentence: 'The document does not list ScheduledTask among the resource types.',
      patch: inSchema('ResourceType', '', less('ScheduledTask')),
    },
    {
      name: 'one-less-on-update',
      sentence: 'The document does not list ChatThread among the resource types of a policy in the update of a role.',
      patch: inRequest('updateRole', 'policies[].resourceType', less('ChatThread')),
    },
    {
      name: 'other-case',
      sentence: 'The document lists Reportfolder in place of ReportFolder.',
      patch: inSchema('ResourceType', '', other('ReportFolder', 'Reportfolder')),
    },
  ],
  'openapi-spec.document.actions': [
    {
      name: 'one-less',
      sentence: 'The document does not list ReportManage among the actions.',
      patch: inSchema('Action', '', less('ReportManage')),
    },
    {
      name: 'near-twin',
      sentence: 'The document does not list AIBIViewer, which reads like AIBIView.',
      patch: inSchema('Action', '', less('AIBIViewer')),
    },
    {
      name: 'one-less-on-create',
      sentence: 'The document does not list SchemaUpdateDevBranches among the actions of a policy that is created.',
      patch: inRequest('createRole', 'policies[].actions[]', less('SchemaUpdateDevBranches')),
    },
    {
      name: 'plural',
      sentence: 'The document lists ScheduledTasksRead alone, and not ScheduledTaskRead.',
      patch: inSchema('Action', '', less('ScheduledTaskRead')),
    },
  ],
  'openapi-spec.document.later-actions': [
    {
      name: 'neither',
      sentence: 'The document lists neither of the two later actions.',
      patch: inSchema('Action', '', less('ScheduledTasksRead', 'ScheduledTasksManage')),
    },
    {
      name: 'no-manage-on-update',
      sentence: 'The document does not list ScheduledTasksManage among the actions of the update of a role.',
      patch: inRequest('updateRole', 'policies[].actions[]', less('ScheduledTasksManage')),
    },
    {
      name: 'singular',
      sentence: 'The document lists ScheduledTaskRead alone, and not ScheduledTasksRead.',
      patch: inSchema('Action', '', less('ScheduledTasksRead')),
    },
  ],
  'openapi-spec.document.defaults': [
    {
      name: 'notified',
      sentence: 'The document states that the creator of a task is notified by default.',
      patch: inRequest('createScheduledTask', 'notificationEnabled', { default: true }),
    },
    {
      name: 'layout',
      sentence: 'The document states print as the default layout of an export.',
      patch: inRequest('startDashboardExport', 'layout', { default: 'print' }),
    },
    {
      name: 'output',
      sentence: 'The document states files as the default output of a sync.',
      patch: inRequest('startTransformSync', 'output', { default: 'files' }),
    },
    {
      name: 'hours',
      sentence: 'The document states the default lifetime of a deployment token in hours.',
      patch: inRequest('createDeploymentToken', 'expiresIn', { default: 24 }),
    },
    {
      name: 'composed',
      sentence: 'The document states a default lifetime of 12 hours in a schema that the member is composed of.',
      patch: inRequest('createDeploymentToken', 'expiresIn', composed({ default: 43_200 })),
    },
    {
      name: 'notified-in-answer',
      sentence: 'The document states with the task that is read that its creator is notified by default.',
      patch: inAnswer('getScheduledTask', 'notificationEnabled', { default: true }),
    },
  ],
});
