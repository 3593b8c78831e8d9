import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { expect, test } from '../test.ts';

const contract = await loadContract();
const TEXT = { type: 'string' };
const DEPLOYMENT = '/api/v1/deployments/{d}';

function answers(schema: object, request: object): object {
  const json = (one: object) => ({ content: { 'application/json': { schema: one } } });
  return { requestBody: json(request), responses: { 200: json(schema) } };
}

function foundIn(paths: object): (id: string) => unknown {
  const resolved = resolveBindings(contract, {}, new TenantDocument({ openapi: '3.1.0', paths }));
  return (id) => resolved.get(id);
}

test.describe('a request that names things by objects', () => {
  const reference = (kind: string) => ({
    type: 'object',
    required: ['id', 'type'],
    properties: { id: { type: 'integer' }, type: { const: kind } },
  });
  const body = (properties: object) => answers({}, { type: 'object', properties });
  const found = foundIn({
    [`${DEPLOYMENT}/scheduled-tasks`]: {
      post: body({ name: TEXT, prompt: { type: 'object', properties: { text: TEXT, agent: reference('agent') } } }),
    },
    [`${DEPLOYMENT}/report-deliveries`]: {
      post: body({
        report_delivery: { type: 'object', properties: { name: TEXT, report: reference('report_reference') } },
      }),
    },
    [`${DEPLOYMENT}/dashboard-exports`]: {
      post: body({
        format: TEXT,
        renderAs: { oneOf: [reference('embed_subject'), reference('user_reference')] },
      }),
    },
  });

  test('has the text of a prompt inside', () => {
    expect(found('scheduled-tasks.prompt')).toMatchObject({ value: 'prompt.text' });
  });

  test('has the report of a delivery in the member that holds the whole', () => {
    expect(found('report-deliveries.report')).toMatchObject({ value: 'report_delivery.report.id' });
  });

  test('names a user by the branch of a choice whose type is one', () => {
    expect(found('dashboard-exports.console-user')).toMatchObject({ value: 'id' });
  });
});
