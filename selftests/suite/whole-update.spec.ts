import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { isOvertaken, wholeUpdate } from '../../harness/client/whole-update.ts';
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

test.describe('an update of what can be read by itself', () => {
  const SCHEDULE = {
    oneOf: [
      { required: ['type', 'cronExpression'], properties: { type: { enum: ['CRON'] }, cronExpression: TEXT } },
      { required: ['type'], properties: { type: { enum: ['ON_DEMAND'] }, note: TEXT } },
    ],
  };
  const at = '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}';
  const properties = { name: TEXT, prompt: TEXT, schedule: SCHEDULE, version: { type: 'integer' }, note: TEXT };
  const task = {
    id: 't1',
    name: 'Weekly',
    prompt: 'What changed?',
    schedule: { type: 'CRON', cronExpression: '7 4 * * 1', note: null, nextFireAt: '2030-01-01' },
    version: 3,
    note: null,
  };

  /** The body of an update of a task by a tenant whose document requires these members, and what it says of them. */
  async function updated(required: readonly string[], body: object, status = 200, wire = wireOf(required)) {
    const answer = {
      operation: 'getScheduledTask',
      status,
      headers: {},
      text: '{}',
      guesses: [],
      body: {},
      wire: task,
    };
    const asked = { path: { deploymentId: '1', taskId: 't1' }, body };
    return wholeUpdate(wire, 'updateScheduledTask', asked, () => Promise.resolve(answer as unknown as Answer));
  }

  function wireOf(required: readonly string[]): WireFormat {
    const schema = { type: 'object', required, properties };
    const put = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    return new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', paths: { [at]: { put } } }));
  }

  test('repeats what the document requires, the version included', async () => {
    const { body, stored } = await updated(['name', 'prompt', 'schedule', 'version'], { prompt: 'New' });
    const schedule = { type: 'CRON', cronExpression: '7 4 * * 1' };
    expect(body).toEqual({ name: 'Weekly', schedule, version: 3, prompt: 'New' });
    expect(stored).toEqual(['name', 'schedule', 'version']);
  });

  test('repeats nothing that is null or not required', async () => {
    expect((await updated(['note', 'version'], { prompt: 'New' })).body).toEqual({ version: 3, prompt: 'New' });
    expect((await updated([], { prompt: 'New' })).body).toEqual({ prompt: 'New' });
  });

  test('has the last known version where the caller may not read the thing', async () => {
    const wire = wireOf(['version']);
    expect((await updated(['version'], { prompt: 'New' }, 403, wire)).body).toEqual({ prompt: 'New' });
    await updated(['version'], { prompt: 'New' }, 200, wire);
    expect((await updated(['version'], { prompt: 'New' }, 403, wire)).body).toEqual({ prompt: 'New', version: 3 });
  });

  test('is repeated where the thing was changed in between', () => {
    expect(isOvertaken({ stored: ['version'] }, { status: 409 })).toBe(true);
    expect(isOvertaken({ stored: ['version'] }, { status: 400 })).toBe(false);
    expect(isOvertaken({}, { status: 409 })).toBe(false);
  });
});
