import { isAdmin } from '../../../mock/authority.ts';
import type { Body, Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser, byScopedKey, takingScopedKeys } from '../../lib/access.ts';
import {
  apply,
  declaredAs,
  inAnswer,
  inOperation,
  inParameter,
  inRequest,
  inSchema,
  operationOf,
  owned,
  type Change,
  type Edit,
} from '../../lib/document-changes.ts';
import { declaring, partOf, servingLess, type Tree } from '../../lib/document.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { all, during } from '../../lib/patches.ts';

/** The document says one thing to some callers that it says otherwise to all others. */
function declaringTo(isMeant: (call: Call) => boolean, change: (document: Body) => Record<string, unknown>): Patch {
  return during(
    'getSpec',
    'openapiSpec',
    ({ document: whole }) => ({ document: (own, dialect) => change(whole(own, dialect)) }),
    isMeant,
  );
}

/** An operation is declared elsewhere, or nowhere. */
function elsewhere(operationId: string, to?: { path?: (path: string) => string; method?: string }): Patch {
  return declaring((document) => {
    const { path, method, item } = operationOf(document, operationId);
    const { [method]: operation, ...others } = item;
    const isLast = Object.keys(others).every((name) => name === 'parameters');
    const kept = Object.entries(partOf(document, 'paths')).filter(([name]) => name !== path);
    const paths = Object.fromEntries(kept) as Record<string, Tree>;
    if (!isLast) paths[path] = others;
    if (to) {
      const target = to.path?.(path) ?? path;
      const { parameters } = item;
      const shared = parameters === undefined ? {} : { parameters };
      paths[target] = { ...shared, ...paths[target], [to.method ?? method]: operation };
    }
    document['paths'] = paths;
  });
}

function undeclared(operationId: string, parameter: string): Patch {
  return inOperation(operationId, (operation, document) => {
    const listed = operation['parameters'] as Tree[] & Tree;
    operation['parameters'] = listed.filter((_, index) => owned(document, listed, String(index))['name'] !== parameter);
  });
}

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

/** Keywords stand in a schema that a member is composed of, and no longer beside it. */
function composed(keywords: Tree): Edit {
  return (schema) => {
    const beside = Object.entries(schema).filter(([keyword]) => keyword in keywords);
    for (const [keyword] of beside) Reflect.deleteProperty(schema, keyword);
    schema['allOf'] = [keywords];
  };
}

/** A schema requires a member beside those that it requires already. */
function requiring(member: string): Edit {
  return (schema) => {
    schema['required'] = [...((schema['required'] ?? []) as readonly string[]), member];
  };
}

/** The body of an operation is declared as one that has to be there. */
function requiringBody(operationId: string): Patch {
  return inOperation(operationId, (operation) => {
    partOf(operation, 'requestBody')['required'] = true;
  });
}

/** The schema of a parameter. */
function schemaWith(change: Change): Edit {
  return (parameter, document) => {
    apply(change, owned(document, parameter, 'schema'), document);
  };
}

/** Takes everything out of a part of the document. */
function emptied(part: Tree): void {
  for (const name of Object.keys(part)) Reflect.deleteProperty(part, name);
}

/** A member or parameter lists other values. */
function listing(change: (values: readonly unknown[]) => readonly unknown[]): Edit {
  return (schema) => {
    schema['enum'] = change(schema['enum'] as readonly unknown[]);
  };
}

const more = (value: unknown) => listing((values) => [...values, value]);

const less = (...gone: readonly unknown[]) => listing((values) => values.filter((one) => !gone.includes(one)));

/** The parameter that says in which direction reports are sorted, whatever its name. */
function inDirection(change: Edit): Patch {
  return inOperation('listReports', (operation, document) => {
    for (const parameter of operation['parameters'] as Tree[]) {
      const { enum: values } = (parameter['schema'] ?? {}) as Tree;
      if (Array.isArray(values) && values.includes('ASC')) schemaWith(change)(parameter, document);
    }
  });
}

const other = (value: unknown, instead: unknown) =>
  listing((values) => values.map((one) => (one === value ? instead : one)));

const UNDECLARED_ANSWER: NonNullable<Deviation['also']> = [
  { id: 'openapi-spec.serving.status-declared', because: 'the printed status is answered and no longer declared' },
];

/** Faults of what the tenant's own OpenAPI document says. */
export const documentFaults = faults({
  'openapi-spec.document.openapi-version': [
    {
      name: 'older-for-oauth',
      sentence: 'The document for an OAuth token says that it is one of OpenAPI 3.0.3.',
      seenWith: 'OAUTH_TOKEN',
      patch: declaringTo(byOAuth, (document) => ({ ...document, openapi: '3.0.3' })),
    },
    {
      name: 'older',
      sentence: 'The document says that it is one of OpenAPI 3.0.3.',
      patch: declaring((document) => void (document['openapi'] = '3.0.3')),
      also: [{ id: 'openapi-spec.document.valid', because: 'no document of OpenAPI 3.1 has such a version' }],
    },
    {
      name: 'next-patch',
      sentence: 'The document says that it is one of OpenAPI 3.1.1.',
      patch: declaring((document) => void (document['openapi'] = '3.1.1')),
    },
  ],
  'openapi-spec.document.info-version': [
    {
      name: 'another-for-plain-users',
      sentence: 'The document for a user without the admin role has another version of the API document.',
      seenWith: 'MEMBER_TOKEN',
      patch: declaringTo(byPlainUser, (document) => ({
        ...document,
        info: { ...(document['info'] as Body), version: '1.0' },
      })),
    },
    {
      name: 'of-the-path',
      sentence: 'The version of the API document is v1.',
      patch: declaring((document) => void (partOf(document, 'info')['version'] = 'v1')),
    },
    {
      name: 'shorter',
      sentence: 'The version of the API document is 1.0.',
      patch: declaring((document) => void (partOf(document, 'info')['version'] = '1.0')),
    },
  ],
  'openapi-spec.document.valid': [
    {
      name: 'no-title',
      sentence: 'The document has no title.',
      patch: declaring((document) => delete partOf(document, 'info')['title']),
    },
    {
      name: 'response-without-description',
      sentence: 'One refusal of one operation has no description.',
      patch: inOperation('createRole', (operation) => {
        partOf(operation, 'responses')['409'] = { content: {} };
      }),
    },
    {
      name: 'optional-path-parameter',
      sentence: 'The path parameter of one path is not declared as required.',
      patch: inParameter('getOidcTokenConfig', 'id', { required: false }),
    },
    {
      name: 'bound-of-an-older-version',
      sentence: 'One bound is declared with exclusiveMinimum as OpenAPI 3.0 had it.',
      patch: inRequest('updateReport', 'expectedVersion', { minimum: 0, exclusiveMinimum: true }),
    },
    {
      name: 'no-such-type',
      sentence: 'One member of one body has a type that there is not.',
      patch: inRequest('connectReportToWorkbook', 'sheetId', { type: 'int' }),
    },
    {
      name: 'one-id-twice',
      sentence: 'Two operations have the same operationId.',
      patch: inOperation('listApiKeys', { operationId: 'getApiKey' }),
    },
    {
      name: 'undeclared-path-parameter',
      sentence: 'The parameter in one path is not declared.',
      patch: declaring((document) => delete operationOf(document, 'listUserRoles').item['parameters']),
    },
    {
      name: 'one-parameter-twice',
      sentence: 'One operation declares the same query parameter twice.',
      patch: inOperation('listRoles', (operation) => {
        (operation['parameters'] as Tree[]).push({ name: 'after', in: 'query', schema: { type: 'string' } });
      }),
    },
    {
      name: 'no-such-credential',
      sentence: 'One operation asks for a credential that the document does not describe.',
      patch: inOperation('getAppTheme', { security: [{ session: [] }] }),
    },
  ],
  'openapi-spec.document.references': [
    {
      name: 'schema-gone',
      sentence: 'A schema that a body refers to is gone from the document.',
      patch: declaring((document) => {
        // A tenant with members of its own in a body declares it in place.
        const names = ['patchReportFile', 'patchDashboardFile', 'createRole', 'updateRole'].flatMap((operationId) => {
          const { item, method } = operationOf(document, operationId);
          const body = partOf(item, method, 'requestBody', 'content', 'application/json', 'schema');
          return typeof body['$ref'] === 'string' ? [body['$ref'].split('/').at(-1) ?? ''] : [];
        });
        Reflect.deleteProperty(partOf(document, 'components', 'schemas'), names[0] ?? '');
      }),
    },
    {
      name: 'response-mistyped',
      sentence: 'One operation refers to a response whose name has a letter less.',
      patch: inOperation('deleteRole', (operation) => {
        partOf(operation, 'responses')['403'] = { $ref: '#/components/responses/Forbiden' };
      }),
    },
    {
      name: 'parameter-in-other-case',
      sentence: 'An operation whose path is not printed refers to a parameter in other case.',
      patch: inOperation('listReportDeliveryRuns', (operation) => {
        operation['parameters'] = [{ $ref: '#/components/parameters/First' }];
      }),
    },
    {
      name: 'slashes-as-they-are',
      sentence: 'A reference into the paths does not escape the slashes of a path.',
      patch: inOperation('createRole', (operation) => {
        partOf(operation, 'responses')['403'] = { $ref: '#/paths//api/v1/roles/get/responses/403' };
      }),
    },
    {
      name: 'no-such-anchor',
      sentence: 'A member of a body refers to an anchor that nothing has.',
      patch: inRequest('generateEmbedSession', 'embedTenantProfile', { $ref: '#EmbedTenantProfile' }),
    },
  ],
  'openapi-spec.document.platform-operations': [
    {
      name: 'without-administration-for-oauth',
      sentence: 'The document for an OAuth token leaves out the operations of administrators.',
      seenWith: 'OAUTH_TOKEN',
      patch: servingLess(/\/(roles|api-keys)\b/, byOAuth),
    },
    {
      name: 'without-administration-for-scoped-keys',
      seenWith: 'SCOPED_TOKEN',
      sentence: 'The document for a scoped key leaves out the operations that are refused to it.',
      patch: all(takingScopedKeys('getSpec'), servingLess(/\/(roles|api-keys)\b/, byScopedKey)),
    },
    {
      name: 'without-administration-for-users',
      seenWith: 'MEMBER_TOKEN',
      sentence: 'Whoever does not administrate gets a document without the operations of administrators.',
      patch: servingLess(/\/(roles|api-keys)\b/, byPlainUser),
    },
    {
      name: 'no-reports',
      sentence: 'The document does not declare the list of reports.',
      patch: elsewhere('listReports'),
    },
    {
      name: 'no-disconnect',
      sentence: 'The document declares how a report is connected, and not how it is disconnected.',
      patch: elsewhere('disconnectReportFromWorkbook'),
    },
    {
      name: 'put-for-patch',
      sentence: "The document declares the change of one's own settings as a PUT.",
      patch: elsewhere('updateMySettings', { method: 'put' }),
    },
    {
      name: 'singular',
      sentence: 'The document declares the reading of an OIDC token config under a path with the singular.',
      patch: elsewhere('getOidcTokenConfig', { path: (path) => path.replace('configs', 'config') }),
    },
    {
      name: 'no-deep-one',
      sentence: 'The document does not declare the thread of a widget.',
      patch: elsewhere('createAiWidgetThread'),
    },
  ],
  'openapi-spec.document.build-operations': [
    {
      name: 'without-authoring-for-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The document for an OAuth token leaves out the operations of authors.',
      patch: servingLess(/^\/build\//, byOAuth),
    },
    {
      name: 'fewer-for-plain-users',
      sentence: 'The document that a user without the admin role is shown does not declare the build paths.',
      patch: servingLess(/^\/build\//, byPlainUser),
    },
    {
      name: 'to-administrators',
      sentence: 'The document that is shown to plain users lacks the build paths.',
      patch: servingLess(/^\/build\//, ({ tenant, principal }) => !isAdmin(tenant, principal)),
    },
    {
      name: 'no-validation',
      sentence: 'The document does not declare the validation of the data model.',
      patch: elsewhere('validateDataModel'),
    },
    {
      name: 'elsewhere',
      sentence: 'The document declares the entry into dev mode under /api/v1.',
      patch: elsewhere('enterDevMode', { path: (path) => path.replace('/build', '') }),
    },
    {
      name: 'post-for-delete',
      sentence: 'The document declares the deletion of a branch as a POST.',
      patch: elsewhere('deleteBranch', { method: 'post' }),
    },
  ],
  'openapi-spec.document.query-parameters': [
    {
      name: 'no-folder',
      sentence: 'The document does not declare that the list of reports takes folderId.',
      patch: undeclared('listReports', 'folderId'),
    },
    {
      name: 'other-case',
      sentence: 'The list of reports declares externalWorkbookID.',
      patch: inParameter('listReports', 'externalWorkbookId', { name: 'externalWorkbookID' }),
    },
    {
      name: 'in-header',
      sentence: 'The document declares that removeOnUpstream travels in a header.',
      patch: inParameter('deleteBranch', 'removeOnUpstream', { in: 'header' }),
    },
    {
      name: 'other-filter',
      sentence: 'The document calls the filter of the workbooks of an embed tenant source.',
      patch: inParameter('listEmbedTenantWorkbooks', 'accessSource', { name: 'source' }),
    },
    {
      name: 'shared-search',
      sentence: 'The parameter by which people are searched, which two lists refer to, is declared as query.',
      patch: declaring((document) => {
        partOf(document, 'components', 'parameters', 'userSearch')['name'] = 'query';
      }),
    },
    {
      name: 'other-page-size',
      sentence: 'The list of roles declares limit in place of first.',
      patch: inParameter('listRoles', 'first', { name: 'limit' }),
    },
    {
      name: 'no-trigger',
      sentence: 'The document does not declare that the history of syncs can be filtered by trigger.',
      patch: undeclared('listTransformSyncs', 'trigger'),
    },
  ],
  'openapi-spec.document.update-role-id': [
    {
      name: 'other',
      sentence: 'The document calls the update of a role putRole.',
      patch: inOperation('updateRole', { operationId: 'putRole' }),
    },
    {
      name: 'other-case',
      sentence: 'The document calls the update of a role UpdateRole.',
      patch: inOperation('updateRole', { operationId: 'UpdateRole' }),
    },
    {
      name: 'exchanged',
      sentence: 'The document calls the creation of a role updateRole, and the update createRole.',
      patch: declaring((document) => {
        const update = operationOf(document, 'updateRole');
        const create = operationOf(document, 'createRole');
        partOf(update.item, update.method)['operationId'] = 'createRole';
        partOf(create.item, create.method)['operationId'] = 'updateRole';
      }),
    },
  ],
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
    {
      name: 'in-all-of',
      sentence: 'The document states a wrong bound within an allOf.',
      patch: inRequest('createDeploymentToken', 'expiresIn', (part) => {
        const copy = { ...part, minimum: 30 };
        emptied(part);
        part['allOf'] = [copy];
      }),
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
    {
      name: 'layout-constants',
      sentence: 'The document lists the values of a member as constants, with one too many.',
      patch: inRequest('startDashboardExport', 'layout', (part) => {
        emptied(part);
        part['oneOf'] = ['screenshot', 'print', 'slides'].map((value) => ({ const: value }));
      }),
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
  'openapi-spec.document.statuses': [
    {
      name: 'revoke-with-body',
      sentence: 'The document declares that the revocation of an embed session answers 200.',
      patch: declaredAs('revokeEmbedSession', '200'),
    },
    {
      name: 'created-for-updated',
      sentence: 'The document declares that the update of a role answers 201.',
      patch: declaredAs('updateRole', '201'),
    },
    {
      name: 'done-for-accepted',
      sentence: 'The document declares that the start of a preview answers 200.',
      patch: declaredAs('startMetricViewPreview', '200'),
    },
    {
      name: 'errors-as-refusal',
      sentence: 'The document declares that the validation of a data model answers 422.',
      patch: declaredAs('validateDataModel', '422'),
      also: UNDECLARED_ANSWER,
    },
    {
      name: 'partial-list',
      sentence: 'The document declares that the list of reports answers 206.',
      patch: declaredAs('listReports', '206'),
      also: UNDECLARED_ANSWER,
    },
  ],
});
