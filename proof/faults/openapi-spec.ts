import type { Patch } from '../../mock/index.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { all, replace } from '../lib/patches.ts';
import { inAnswer, inOperation, inParameter, inRequest, operationOf, owned } from '../lib/document-changes.ts';
import { declaring, partOf, type Tree } from '../lib/document.ts';

/** The text of the document, changed on its way out. */
function served(change: (text: string) => string, type = 'application/json'): Patch {
  return replace('getSpec', async (call, original) => {
    const answer = await original(call);
    if (answer.kind !== 'bytes') return answer;
    return { ...answer, type, bytes: Buffer.from(change(Buffer.from(answer.bytes).toString('utf8'))) };
  });
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

/** The successes of an operation, each changed, under the status that is given or under their own. */
function succeeding(operationId: string, change: (response: Tree) => Tree, as?: string): Patch {
  return inOperation(operationId, (operation) => {
    const responses = Object.entries(partOf(operation, 'responses')) as [string, Tree][];
    operation['responses'] = Object.fromEntries(
      responses.map(([status, response]) =>
        status.startsWith('2') ? [as ?? status, change(response)] : [status, response],
      ),
    );
  });
}

function declaredAs(operationId: string, status: string): Patch {
  return succeeding(operationId, (response) => response, status);
}

/** What an operation answers in JSON is declared as another media type. */
function ofType(operationId: string, type: string): Patch {
  return succeeding(operationId, (response) => {
    const [media] = Object.values(partOf(response, 'content'));
    return { ...response, content: { [type]: media } };
  });
}

/** The successes of an operation go out with another status. */
function answeringAs(operationId: string, status: number): Patch {
  return ({ responses }) => {
    const { outgoing: original } = responses;
    responses.outgoing = (outgoing, id) => {
      const final = original(outgoing, id);
      return id === operationId && final.status >= 200 && final.status < 300 ? { ...final, status } : final;
    };
  };
}

const UNDECLARED_ANSWER: NonNullable<Deviation['also']> = [
  { id: 'openapi-spec.serving.status-declared', because: 'the printed status is answered and no longer declared' },
];

/** Faults of the document as a whole, of the operations that it declares, and of what is answered against it. */
export const openapiSpecFaults = faults({
  'openapi-spec.get.answers-document': [
    {
      name: 'page',
      sentence: 'In place of the document comes a page that shows it to people.',
      patch: served((text) => `<!doctype html><title>API</title><script>show(${text})</script>`, 'text/html'),
    },
    {
      name: 'followed-by-more',
      sentence: 'After the document comes a second text, in neither JSON nor YAML as a whole.',
      patch: served((text) => `${text}\n{"build":"1.0.0"}`),
    },
    {
      name: 'wrapped',
      sentence: 'The document stands in a member of the answer.',
      patch: served((text) => `{"spec":${text}}`),
    },
    {
      name: 'twice-encoded',
      sentence: 'The answer is one JSON string with the text of the document.',
      patch: served((text) => JSON.stringify(text)),
    },
  ],
  'openapi-spec.document.openapi-version': [
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
  'openapi-spec.serving.status-declared': [
    {
      name: 'other-declared',
      sentence: 'The document declares that the app configuration is answered with 202, and it is not.',
      patch: declaredAs('getAppConfig', '202'),
    },
    {
      name: 'other-answered',
      sentence: 'The agent defaults are answered with a status that the document does not declare.',
      patch: answeringAs('getAgentDefaults', 206),
    },
    {
      name: 'only-refusals',
      sentence: 'The document declares no success of the reading of the file of a report.',
      patch: succeeding('getReportFile', ({ description }) => ({ description }), '418'),
    },
    {
      name: 'deep-one',
      sentence: 'The tokens of an environment are answered with a status that the document does not declare.',
      patch: answeringAs('listEnvironmentTokens', 207),
    },
    {
      name: 'of-a-job',
      sentence: 'The logs of a sync are answered with a status that the document does not declare.',
      patch: answeringAs('getTransformSyncLogs', 206),
    },
  ],
  'openapi-spec.serving.media-type-declared': [
    {
      name: 'xml',
      sentence: 'The document declares the app theme as XML.',
      patch: ofType('getAppTheme', 'application/xml'),
    },
    {
      name: 'other-json',
      sentence: 'The document declares that who one is comes as application/vnd.api+json.',
      patch: ofType('getMe', 'application/vnd.api+json'),
    },
    {
      name: 'any-text',
      sentence: 'The document declares the file of a report as any text.',
      patch: ofType('getReportFile', 'text/*'),
    },
    {
      name: 'other-file',
      sentence: 'The document declares that the file of an export is a WebP image.',
      patch: succeeding('downloadDashboardExport', (response) => ({ ...response, content: { 'image/webp': {} } })),
    },
  ],
  'openapi-spec.serving.body-declared': [
    {
      name: 'member-missing',
      sentence: 'The document requires of the app theme a member that is not answered.',
      patch: inAnswer('getAppTheme', '', (schema) => {
        partOf(schema, 'properties')['revision'] = { type: 'integer' };
        schema['required'] = ['revision'];
      }),
    },
    {
      name: 'further-members',
      sentence: 'The document allows a user no members but those that it lists, and more are answered.',
      patch: inAnswer('getMe', '', { additionalProperties: false }),
    },
    {
      name: 'mistyped',
      sentence: 'The document declares the release in the app configuration as text, and a number is answered.',
      patch: all(
        inAnswer('getAppConfig', '', (schema) => {
          partOf(schema, 'properties')['release'] = { type: 'string' };
        }),
        ({ appConfig }) => {
          const { config } = appConfig;
          appConfig.config = (tenant) => ({ ...config(tenant), release: 12 });
        },
      ),
    },
    {
      name: 'inside-elements',
      sentence: 'The document declares that users in a list say in words whether they are active; they do otherwise.',
      patch: inAnswer('listUsers', '[]', (schema) => {
        partOf(schema, 'properties')['active'] = { enum: ['yes', 'no'] };
      }),
    },
    {
      name: 'path-not-printed',
      sentence: 'The document declares a list of the users of each group, and their number is answered.',
      patch: inAnswer('listGroups', '[]', (schema) => {
        partOf(schema, 'properties')['users'] = { type: 'array' };
      }),
    },
    {
      name: 'last-element',
      sentence: 'The document declares a number for the seat of each user in a list, and the last one has null.',
      patch: all(
        inAnswer('listUsers', '[]', (schema) => {
          partOf(schema, 'properties')['seat'] = { type: 'integer', minimum: 1 };
        }),
        replace('listUsers', async (call, original) => {
          const answer = await original(call);
          if (answer.kind !== 'ok') return answer;
          const list = answer.body as { readonly items: readonly Tree[] };
          const items = list.items.map((user, index) => ({
            ...user,
            seat: index < list.items.length - 1 ? index + 1 : null,
          }));
          return { ...answer, body: { ...list, items } };
        }),
      ),
    },
  ],
});
