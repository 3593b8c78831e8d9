import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import { expect, test } from '../test.ts';
import { ADMIN, answer, filesOf, withoutDelays } from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

test.describe.configure({ mode: 'serial' });

inFoldersOfTheirOwn('threads-of-runs');

const IN_DEPLOYMENT = '/api/v1/deployments/{deploymentId}/chat-threads/{threadId}';
const OF_ACCOUNT = '/api/v1/conversations/{id}';

interface Tenant {
  /** Where a thread is removed, if it is anywhere. */
  readonly removal?: string;
  /** The threads that the runs of the task name; undefined where the task is gone. */
  readonly listed?: readonly string[];
  readonly status?: number;
}

function started({ removal, listed, status = 204 }: Tenant) {
  const sent: string[] = [];
  const here = {
    listScheduledTaskRuns() {
      if (!listed) return Promise.reject(setupFailed('no such task'));
      return Promise.resolve({ items: listed.map((threadId) => ({ threadId })), pageInfo: { hasNextPage: false } });
    },
  };
  const admin = {
    in: () => here,
    request(method: string, path: string) {
      sent.push(`${method} ${path}`);
      return Promise.resolve(answer('listRoles', status));
    },
  } as unknown as Actor;
  const responses = { 200: { description: 'done' } };
  const paths = removal === undefined ? {} : { [removal]: { delete: { responses } } };
  const document = new TenantDocument({ openapi: '3.1.0', paths });
  return { ledger: new Ledger(filesOf(), () => admin, withoutDelays(), { document }), sent };
}

/** What became of one run whose response shows this. */
async function afterRun(tenant: Tenant, wire: object) {
  const { ledger, sent } = started(tenant);
  const asked = { path: { deploymentId: 402, taskId: '7' } };
  await ledger.around('runScheduledTask', asked, ADMIN, () =>
    Promise.resolve({ ...answer('runScheduledTask', 202), wire, body: wire }),
  );
  const [end] = await ledger.settle();
  return { became: end?.became, why: end?.why, sent };
}

test('the threads that the runs of a task name are removed as the document declares', async () => {
  const { became, sent } = await afterRun({ removal: IN_DEPLOYMENT, listed: ['a', 'b'] }, {});
  expect(became).toBe('undone');
  expect(sent).toEqual(['a', 'b'].map((one) => `DELETE /api/v1/deployments/402/chat-threads/${one}`));
  const ofAccount = await afterRun({ removal: OF_ACCOUNT, listed: ['a'] }, {});
  expect(ofAccount.sent).toEqual(['DELETE /api/v1/conversations/a']);
});

test('a thread stays where nothing removes it, where its task is gone, and where it is for another user', async () => {
  const { became, why } = await afterRun({ listed: ['a'] }, {});
  expect([became, why]).toEqual(['expires', 'nothing that is printed or declared removes it']);
  const gone = await afterRun({ removal: IN_DEPLOYMENT }, {});
  expect([gone.became, gone.sent]).toEqual(['expires', []]);
  const refused = await afterRun({ removal: IN_DEPLOYMENT, listed: ['a'], status: 403 }, {});
  expect([refused.became, refused.why]).toEqual([
    'expires',
    'an administrator may not remove the thread of another user',
  ]);
});
