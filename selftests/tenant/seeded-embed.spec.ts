import type { Choices } from '../../mock/dialects/assemble.ts';
import { choicesOf } from '../../mock/dialects/seeded.ts';
import { expect, test } from '../test.ts';
import { inSeeded, refused, succeeded, type Caller, type Leased } from './leased.ts';

/** The first seed whose tenant takes these ways. */
function seedOf(ways: Choices): number {
  for (let seed = 1; ; seed += 1) {
    const choices = choicesOf(seed);
    if (Object.entries(ways).every(([id, way]) => choices[id] === way)) return seed;
  }
}

function session(tenant: Leased, embedTenantName: string) {
  const body = { deploymentId: Number(tenant.id('DEPLOYMENT_ID')), externalId: 'hank', embedTenantName };
  return tenant.as('ADMIN_TOKEN')('generateEmbedSession', { body });
}

/** A user of the provided embed tenant in front of the provided dashboard. */
async function visitor(tenant: Leased): Promise<Caller> {
  const { sessionId } = succeeded(await session(tenant, tenant.id('EMBED_TENANT'))).body as { sessionId: string };
  const exchanged = await tenant.as('ADMIN_TOKEN')('exchangeEmbedSession', { body: { sessionId } });
  const { token } = succeeded(exchanged).body as { token: string };
  const publicId = tenant.id('DASHBOARD_PUBLIC_ID');
  return (operationId, asked = {}) => tenant.with(token)(operationId, { ...asked, path: { publicId, ...asked.path } });
}

type Listed = Readonly<Record<string, unknown>>;

inSeeded('an unknown embed tenant', seedOf({ 'embed-tenants.unknown': 'refused' }), (lease) => {
  test('is refused, also where one of that name was deleted', async () => {
    const tenant = await lease();
    refused(await session(tenant, 'nobody'));
    const spares = tenant.id('SPARE_EMBED_TENANT').split(',');
    expect(spares.length).toBeGreaterThan(2);
    for (const embedTenantName of spares) {
      succeeded(await session(tenant, embedTenantName));
      succeeded(await tenant.as('ADMIN_TOKEN')('deleteEmbedTenant', { path: { embedTenantName } }));
      refused(await session(tenant, embedTenantName));
    }
  });
});

const FLAT = { 'comments.replies': 'in reply to', 'late.lists': 'at once' };

inSeeded('replies beside their threads', seedOf(FLAT), (lease) => {
  test('stand in the list as comments that name the thread', async () => {
    const tenant = await lease();
    const ask = await visitor(tenant);
    const items = async () => (succeeded(await ask('listDashboardComments')).body as { items: Listed[] }).items;
    for (const text of ['One', 'Two']) succeeded(await ask('createDashboardComment', { body: { text } }));
    const [one] = (await items()).filter(({ text }) => text === 'One');
    succeeded(await ask('createDashboardComment', { body: { text: 'Reply', parentId: one?.['id'] } }));
    const listed = await items();
    const [reply, thread] = ['Reply', 'One'].map((words) => listed.find(({ text }) => text === words));
    expect(listed).toHaveLength(3);
    expect(listed.filter((each) => 'replies' in each)).toEqual([]);
    const { replyMember = '' } = tenant.tenant.dialect;
    expect(reply?.[replyMember]).toBe(thread?.['id']);
  });
});

const PAGED = {
  'comments.pages': 'several',
  'envelope.embed.comments': 'items, page info',
  'late.lists': 'at once',
  'lists.last-page': 'flag',
};

inSeeded('pages of threads', seedOf(PAGED), (lease) => {
  test('have each thread once', async () => {
    const tenant = await lease();
    const ask = await visitor(tenant);
    const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
    for (const text of texts) succeeded(await ask('createDashboardComment', { body: { text } }));
    const sizes: number[] = [];
    const seen: unknown[] = [];
    for (let after: string | undefined, goesOn = true; goesOn;) {
      const query = after === undefined ? {} : { after };
      const { items, pageInfo } = succeeded(await ask('listDashboardComments', { query })).body as {
        items: Listed[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      sizes.push(items.length);
      seen.push(...items.map(({ text }) => text));
      [after, goesOn] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(sizes).toEqual([3, 3, 1]);
    expect(seen.toSorted()).toEqual(texts.toSorted());
  });
});
