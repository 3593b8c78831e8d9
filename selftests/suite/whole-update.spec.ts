import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { wholeUpdate } from '../../harness/client/whole-update.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';

const contract = await loadContract();
const TEXT = { type: 'string' };
const REPORT = { id: 7, name: 'Sales', title: 'Sales by month', description: null };
const path = { deploymentId: '1', reportId: '7' };

/** The wire format of a tenant whose update of a report requires these members. */
function wireRequiring(required: readonly string[], name: object = TEXT): WireFormat {
  const schema = { type: 'object', required, properties: { name, title: TEXT, description: TEXT } };
  const put = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
  const at = '/api/v1/deployments/{deploymentId}/reports/{reportId}';
  return new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', paths: { [at]: { put } } }));
}

/** What an update is sent with where the list of reports answers so. */
async function sent(wire: WireFormat, body: object, status = 200): Promise<unknown> {
  const list = {
    operation: 'listReports',
    status,
    headers: {},
    text: '{}',
    guesses: [],
    body: { items: [{ id: 8, name: 'Other' }, REPORT] },
  };
  const read = () => Promise.resolve(list as unknown as Answer);
  return (await wholeUpdate(wire, 'updateReport', { path, body }, read)).body;
}

test('an update says what the document requires as the report has it', async () => {
  expect(await sent(wireRequiring(['name']), { title: 'New' })).toEqual({ name: 'Sales', title: 'New' });
});

test('what the report does not have is not sent', async () => {
  expect(await sent(wireRequiring(['description']), { title: 'New' })).toEqual({ title: 'New' });
});

for (const [what, wire] of [
  ['nothing is required', wireRequiring([])],
  ['the answer alone has what is required', wireRequiring(['name'], { ...TEXT, readOnly: true })],
] as const) {
  test(`an update stays as it is where ${what}`, async () => {
    expect(await sent(wire, { title: 'New' })).toEqual({ title: 'New' });
  });
}

test('an update stays as it is where the caller cannot read the report', async () => {
  expect(await sent(wireRequiring(['name']), { title: 'New' }, 403)).toEqual({ title: 'New' });
});

test('a member that a check leaves out on purpose stays out', async () => {
  expect(await sent(wireRequiring(['name']), { name: undefined })).toEqual({ name: undefined });
});
