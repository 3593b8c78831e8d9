import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Got, type Leased } from './leased.ts';

function pathOf(tenant: Leased) {
  return { accountName: tenant.id('ACCOUNT_NAME'), agentId: tenant.id('AGENT_ID') };
}

function asked(tenant: Leased, body: object, caller = tenant.as('AI_API_KEY'), path = {}): Promise<Got> {
  return caller('streamChat', { path: { ...pathOf(tenant), ...path }, body });
}

interface Event {
  readonly name: string;
  readonly data: { readonly chatId?: string; readonly turn?: number; readonly content?: string };
}

function eventsOf({ text, headers }: Got): Event[] {
  expect(headers['content-type']).toContain('text/event-stream');
  return text
    .trim()
    .split('\n\n')
    .map((block) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return { name, data: JSON.parse(data) as Event['data'] };
    });
}

inBothDialects('ai', (lease) => {
  test('an agent streams a response from the data', async () => {
    const tenant = await lease();
    const got = await tenant.as('AI_API_KEY')('streamChat', {
      path: pathOf(tenant),
      text: tenant.id('AI_CHAT_REQUEST'),
    });
    expect(succeeded(got).headers['transfer-encoding']).toBe('chunked');
    const events = eventsOf(got);
    expect(events[0]?.name).toBe('chat');
    expect(events.at(-1)?.name).toBe('done');
    const pieces = events.filter(({ name }) => name === 'delta').map(({ data }) => data.content);
    expect(pieces.length).toBeGreaterThan(2);
    const counts = [...pieces.join('').matchAll(/\w+: (\d+)/g)].map(([, count]) => Number(count));
    expect(counts.reduce((total, count) => total + count, 0)).toBe(120);
  });

  test('a chat can be continued by the user who started it', async () => {
    const tenant = await lease();
    const { chatId } = eventsOf(succeeded(await asked(tenant, { input: 'Customers?' })))[0]?.data ?? {};
    const next = eventsOf(succeeded(await asked(tenant, { input: 'Orders?', chatId })));
    expect(next[0]?.data).toEqual({ chatId, turn: 2 });
    refused(await asked(tenant, { input: 'Orders?', chatId }, tenant.as('MEMBER_TOKEN')));
    refused(await asked(tenant, { input: 'Orders?', chatId: 'unknown' }));
    refused(await asked(tenant, { input: 'Orders?', chatId: 7 }));
    for (const body of [{}, { input: '' }, { input: 7 }, []]) refused(await asked(tenant, body));
  });

  test('another account and another agent are unknown', async () => {
    const tenant = await lease();
    const body = { input: 'Orders?' };
    for (const path of [{ accountName: 'nobody' }, { agentId: 987_654 }, { agentId: 'x' }]) {
      refused(await asked(tenant, body, undefined, path));
    }
  });

  test('it accepts API keys of users who may read the deployment, with the prefix Api-Key', async () => {
    const tenant = await lease();
    const body = { input: 'Orders?' };
    succeeded(await asked(tenant, body, tenant.as('MEMBER_TOKEN')));
    succeeded(await asked(tenant, body, tenant.as('SCOPED_TOKEN')));
    refused(await asked(tenant, body, tenant.as('NO_ACCESS_TOKEN')));
    refusedWith(await asked(tenant, body, tenant.as('OAUTH_TOKEN')), 401);
    refusedWith(await asked(tenant, body, tenant.as('EXPIRED_TOKEN')), 401);
    const path = pathOf(tenant);
    refusedWith(await tenant.ask('streamChat', `Bearer ${tenant.id('AI_API_KEY')}`, { path, body }), 401);
  });
});
