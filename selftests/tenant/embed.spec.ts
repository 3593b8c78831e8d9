import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Caller, type Got, type Leased } from './leased.ts';

const HOUR = 60 * 60 * 1000;

function requested(tenant: Leased, options: object = {}, caller = tenant.as('ADMIN_TOKEN')): Promise<Got> {
  const body = { deploymentId: tenant.id('DEPLOYMENT_ID'), externalId: 'hank', ...options };
  return caller('generateEmbedSession', { body });
}

async function sessionOf(tenant: Leased, options: object = {}): Promise<string> {
  return (succeeded(await requested(tenant, options)).body as { sessionId: string }).sessionId;
}

function exchanged(tenant: Leased, sessionId: unknown): Promise<Got> {
  return tenant.as('ADMIN_TOKEN')('exchangeEmbedSession', { body: { sessionId } });
}

function revoked(tenant: Leased, sessionId: unknown): Promise<Got> {
  return tenant.as('ADMIN_TOKEN')('revokeEmbedSession', { body: { sessionId } });
}

/** A user of the provided embed tenant, with a session for the provided dashboard. */
async function visitor(tenant: Leased, externalId = 'hank', options: object = {}) {
  const sessionId = await sessionOf(tenant, { externalId, embedTenantName: tenant.id('EMBED_TENANT'), ...options });
  const { token } = succeeded(await exchanged(tenant, sessionId)).body as { token: string };
  return { ask: at(tenant, token), sessionId, token };
}

/** Sends a request about the provided dashboard with a token. */
function at(tenant: Leased, token: string): Caller {
  const publicId = tenant.id('DASHBOARD_PUBLIC_ID');
  return (operationId, asked = {}) => tenant.with(token)(operationId, { ...asked, path: { publicId, ...asked.path } });
}

interface Thread {
  readonly id: number;
  readonly text: string | null;
  readonly resolved: boolean;
  readonly replies: readonly { readonly id: number; readonly text: string | null }[];
}

/** The threads with their replies, which contrary shows beside them. */
async function threads(ask: Caller): Promise<Thread[]> {
  const { items } = succeeded(await ask('listDashboardComments')).body as {
    items: readonly (Omit<Thread, 'replies'> & Partial<Pick<Thread, 'replies'>> & { readonly inReplyTo?: number })[];
  };
  const repliesTo = (id: number) => items.filter(({ inReplyTo }) => inReplyTo === id);
  return items.flatMap((one) =>
    one.inReplyTo === undefined ? [{ ...one, replies: one.replies ?? repliesTo(one.id) }] : [],
  );
}

/** The comment thread that begins with a text. */
async function started(ask: Caller, text: string): Promise<Thread> {
  succeeded(await ask('createDashboardComment', { body: { text } }));
  const thread = (await threads(ask)).find((one) => one.text === text);
  if (!thread) throw new Error(`no thread says ${text}`);
  return thread;
}

inBothDialects('embed sessions', (lease, dialect) => {
  test('a session needs a deployment and a user, and accepts a branch that is running', async () => {
    const tenant = await lease();
    expect(await sessionOf(tenant)).not.toBe(await sessionOf(tenant));
    succeeded(await requested(tenant, { deploymentId: Number(tenant.id('DEPLOYMENT_ID')) }));
    for (const branchName of ['main', 'feature-running']) succeeded(await requested(tenant, { branchName }));
    refusedWith(await requested(tenant, { branchName: 'feature-stopped' }), 400);
    refusedWith(await requested(tenant, { branchName: 'feature-nowhere' }), 404);
    for (const broken of [{ deploymentId: 987_654 }, { deploymentId: 'x' }, { externalId: 7 }, { branchName: null }]) {
      refused(await requested(tenant, broken));
    }
  });

  test('members about an embed tenant are accepted, and refused with a wrong type', async () => {
    const tenant = await lease();
    const embedTenantName = tenant.id('EMBED_TENANT');
    for (const [name, fits, broken] of [
      ['tenantGroups', ['gold'], 'gold'],
      ['tenantGroupDefinitions', [{ name: 'gold' }], {}],
      ['embedTenantProfile', { plan: 'gold' }, []],
    ] as const) {
      for (const value of [fits, Array.isArray(fits) ? [] : {}]) {
        succeeded(await requested(tenant, { embedTenantName, [name]: value }));
      }
      refused(await requested(tenant, { embedTenantName, [name]: broken }));
    }
  });

  test('ephemeralTtlSeconds is nothing to a session any more', async () => {
    const tenant = await lease();
    const sessionId = await sessionOf(tenant, { ephemeralTtlSeconds: 1 });
    tenant.advance(3_000);
    succeeded(await exchanged(tenant, sessionId));
  });

  test('a key for other deployments and a user who may not embed get no session', async () => {
    const tenant = await lease();
    succeeded(await requested(tenant, {}, tenant.as('SCOPED_TOKEN')));
    const elsewhere = { deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    refusedWith(await requested(tenant, elsewhere, tenant.as('SCOPED_TOKEN')), 403);
    succeeded(await requested(tenant, elsewhere));
    refused(await requested(tenant, {}, tenant.as('MEMBER_TOKEN')));
    succeeded(await requested(tenant, {}, tenant.as('ALL_ACTIONS_TOKEN')));
    refused(await requested(tenant, elsewhere, tenant.as('ALL_ACTIONS_TOKEN')));
  });

  test('only a session that is neither unknown, revoked nor expired gives a token', async () => {
    const tenant = await lease();
    const sessionId = await sessionOf(tenant);
    refused(await tenant.as('MEMBER_TOKEN')('exchangeEmbedSession', { body: { sessionId } }));
    expect(succeeded(await exchanged(tenant, sessionId)).body.token).toMatch(/./);
    const again = await exchanged(tenant, sessionId);
    if (dialect === 'contrary') refused(again);
    else succeeded(again);
    for (const id of ['unknown', 4711, null, {}, undefined, tenant.id('EXPIRED_EMBED_SESSION_ID')]) {
      refused(await exchanged(tenant, id));
    }
    const [first, second] = [await sessionOf(tenant), await sessionOf(tenant)];
    refusedWith(await revoked(tenant, first), 204);
    refused(await exchanged(tenant, first));
    tenant.advance(2 * HOUR);
    refused(await exchanged(tenant, second));
  });

  test('every revocation responds with 204, for any id', async () => {
    const tenant = await lease();
    const [first, second] = [await sessionOf(tenant), await sessionOf(tenant)];
    succeeded(await exchanged(tenant, second));
    const expired = tenant.id('EXPIRED_EMBED_SESSION_ID');
    for (const id of [first, first, second, second, 'unknown', 4711, expired]) {
      refusedWith(await revoked(tenant, id), 204);
    }
    refused(await revoked(tenant, {}));
  });

  test('a revocation is the administrator’s, and ends one session with its token', async () => {
    const tenant = await lease();
    const [mine, other] = [await visitor(tenant), await visitor(tenant)];
    const waiting = await sessionOf(tenant);
    const body = { sessionId: mine.sessionId };
    refusedWith(await tenant.as('MEMBER_TOKEN')('revokeEmbedSession', { body }), 403);
    succeeded(await mine.ask('listDashboardComments'));
    refusedWith(await tenant.as('ADMIN_EMBED_TOKEN')('revokeEmbedSession', { body }), 204);
    refusedWith(await mine.ask('listDashboardComments'), 401);
    refused(await exchanged(tenant, mine.sessionId));
    succeeded(await other.ask('listDashboardComments'));
    succeeded(await exchanged(tenant, waiting));
  });

  test('a token counts for 24 hours from its exchange', async () => {
    const tenant = await lease();
    const { ask } = await visitor(tenant);
    tenant.advance(24 * HOUR - 60_000);
    succeeded(await ask('listDashboardComments'));
    tenant.advance(60_000);
    refusedWith(await ask('listDashboardComments'), 401);
  });

  test('a visitor is no administrator', async () => {
    const tenant = await lease();
    const { token } = await visitor(tenant);
    refusedWith(await tenant.with(token)('listRoles'), 403);
    refused(await requested(tenant, {}, tenant.with(token)));
  });

  test('nothing goes while embedding is switched off', async () => {
    const tenant = await lease();
    const { ask, sessionId } = await visitor(tenant);
    tenant.tenant.features.embedding = false;
    for (const got of [
      await requested(tenant),
      await exchanged(tenant, sessionId),
      await revoked(tenant, sessionId),
      await ask('listDashboardComments'),
    ]) {
      refused(got);
    }
    tenant.tenant.features.embedding = true;
    succeeded(await ask('listDashboardComments'));
  });
});

inBothDialects('comments on embedded dashboards', (lease) => {
  test('threads and replies stand where they belong', async () => {
    const tenant = await lease();
    const [hank, mindy] = [(await visitor(tenant)).ask, (await visitor(tenant, 'mindy')).ask];
    const [first, second] = [await started(hank, 'Why the dip?'), await started(hank, 'And why the peak?')];
    succeeded(await mindy('createDashboardComment', { body: { text: 'A holiday.', parentId: first.id } }));
    const listed = await threads(mindy);
    const repliesOf = ({ id }: Thread) => listed.find((one) => one.id === id)?.replies.map(({ text }) => text);
    expect(repliesOf(first)).toEqual(['A holiday.']);
    expect(repliesOf(second)).toEqual([]);
    const reply = listed.flatMap(({ replies }) => replies)[0]?.id;
    for (const body of [
      { text: '' },
      {},
      { text: 7 },
      { text: 'x', parentId: 987_654 },
      { text: 'x', parentId: reply },
    ]) {
      refused(await hank('createDashboardComment', { body }));
    }
    expect(await threads(hank)).toHaveLength(2);
  });

  test('an edit and a deletion are the author’s and reach one comment', async () => {
    const tenant = await lease();
    const [hank, mindy] = [(await visitor(tenant)).ask, (await visitor(tenant, 'mindy')).ask];
    const [first, second] = [await started(hank, 'First'), await started(mindy, 'Second')];
    succeeded(await mindy('createDashboardComment', { body: { text: 'Reply', parentId: first.id } }));
    const path = { commentId: first.id };
    refused(await mindy('updateDashboardComment', { path, body: { text: 'Hijacked' } }));
    refused(await mindy('deleteDashboardComment', { path }));
    refused(await hank('updateDashboardComment', { path, body: { text: null } }));
    succeeded(await hank('updateDashboardComment', { path, body: { text: 'Edited' } }));
    const after = await threads(hank);
    expect(after.map(({ text }) => text).sort()).toEqual(['Edited', 'Second']);
    succeeded(await hank('deleteDashboardComment', { path }));
    // It has a reply, so that the thread stays without its text.
    const kept = (await threads(hank)).find(({ id }) => id === first.id);
    expect(kept).toMatchObject({ text: null, replies: [{ text: 'Reply' }] });
    refused(await hank('updateDashboardComment', { path, body: { text: 'Back' } }));
    refused(await hank('deleteDashboardComment', { path }));
    refused(await hank('createDashboardComment', { body: { text: 'Late', parentId: first.id } }));
    succeeded(await mindy('deleteDashboardComment', { path: { commentId: kept?.replies[0]?.id ?? 0 } }));
    expect((await threads(hank)).map(({ id }) => id)).toEqual([second.id]);
  });

  test('a thread is resolved and opened again by its author alone', async () => {
    const tenant = await lease();
    const [hank, mindy] = [(await visitor(tenant)).ask, (await visitor(tenant, 'mindy')).ask];
    const path = { commentId: (await started(hank, 'Open')).id };
    const isResolved = async () => (await threads(mindy))[0]?.resolved;
    refused(await mindy('resolveDashboardComment', { path, body: { resolved: true } }));
    refused(await hank('resolveDashboardComment', { path, body: { resolved: 'yes' } }));
    expect(await isResolved()).toBe(false);
    succeeded(await hank('resolveDashboardComment', { path }));
    expect(await isResolved()).toBe(true);
    refused(await mindy('resolveDashboardComment', { path, body: { resolved: false } }));
    succeeded(await hank('resolveDashboardComment', { path, body: { resolved: true } }));
    expect(await isResolved()).toBe(true);
    succeeded(await hank('resolveDashboardComment', { path, body: { resolved: false } }));
    expect(await isResolved()).toBe(false);
  });

  test('the people of a tenant can be mentioned, those of another cannot', async () => {
    const tenant = await lease();
    const { ask } = await visitor(tenant, 'newcomer');
    const { body } = succeeded(await ask('listMentionableUsers'));
    const names = (body.items as { externalId: string }[]).map(({ externalId }) => externalId);
    expect(names).toEqual(expect.arrayContaining(['hank', 'newcomer']));
    expect(names).not.toContain('peter');
  });

  test('comments of one embed tenant are not visible to another', async () => {
    const tenant = await lease();
    const { ask: hank } = await visitor(tenant);
    const { ask: peter } = await visitor(tenant, 'peter', { embedTenantName: tenant.id('SPARE_EMBED_TENANT') });
    const path = { commentId: (await started(hank, 'Ours')).id };
    expect(await threads(peter)).toEqual([]);
    refused(await peter('createDashboardComment', { body: { text: 'x', parentId: path.commentId } }));
    const { ask: other } = await visitor(tenant, 'hank', { embedTenantName: tenant.id('SPARE_EMBED_TENANT') });
    for (const caller of [peter, other]) {
      refused(await caller('updateDashboardComment', { path, body: { text: 'x' } }));
      refused(await caller('deleteDashboardComment', { path }));
      refused(await caller('resolveDashboardComment', { path }));
    }
    expect((await threads(hank)).map(({ text }) => text)).toEqual(['Ours']);
  });

  test('comments need a session of an embed tenant on the deployment of a dashboard that it reaches', async () => {
    const tenant = await lease();
    const { ask, token } = await visitor(tenant);
    await started(ask, 'One');
    const lone = await visitor(tenant, 'hank', { embedTenantName: undefined });
    const elsewhere = await visitor(tenant, 'hank', { deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') });
    const altered = `${token.slice(0, -8)}${token.at(-8) === 'x' ? 'y' : 'x'}${token.slice(-7)}`;
    refusedWith(await at(tenant, altered)('listDashboardComments'), 401);
    for (const caller of [
      at(tenant, tenant.id('ADMIN_TOKEN')),
      at(tenant, tenant.id('ADMIN_EMBED_TOKEN')),
      lone.ask,
      elsewhere.ask,
    ]) {
      refused(await caller('listDashboardComments'));
      refused(await caller('createDashboardComment', { body: { text: 'x' } }));
      refused(await caller('listMentionableUsers'));
    }
    refused(await ask('listDashboardComments', { path: { publicId: 'nowhere' } }));
    expect(await threads(ask)).toHaveLength(1);
  });
});
