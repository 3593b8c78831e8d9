import type { Patch } from '../../../mock/index.ts';
import { declaredAs, inAnswer, succeeding } from '../../lib/document-changes.ts';
import { partOf, type Tree } from '../../lib/document.ts';
import { faults } from '../../lib/fault.ts';
import { all, replace } from '../../lib/patches.ts';

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

/** What an operation answers in JSON is declared as another media type. */
function ofType(operationId: string, type: string): Patch {
  return succeeding(operationId, (response) => {
    const [media] = Object.values(partOf(response, 'content'));
    return { ...response, content: { [type]: media } };
  });
}

/** Faults of answers that have to agree with the OpenAPI document. */
export const servingFaults = faults({
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
