import { decodeJwt } from 'jose';
import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const at = (tenant: Leased) => ({ environmentId: tenant.id('ENVIRONMENT_ID') });

inBothDialects('environments', (lease) => {
  test('the response has the scopes that are signed, and no others', async () => {
    const tenant = await lease();
    const body = { scopes: ['meta', 'data', 'moon'], security_context: { region: 'eu' } };
    const got = succeeded(await tenant.as('ADMIN_TOKEN')('createEnvironmentToken', { path: at(tenant), body }));
    const { scopes, token } = got.body.data as { scopes: string[]; token: string };
    expect(new Set(scopes)).toEqual(new Set(['meta', 'data']));
    expect(decodeJwt(token)).toMatchObject({ scopes: ['meta', 'data'], security_context: { region: 'eu' } });
  });

  for (const [as, scopes, signed] of [
    ['ADMIN_TOKEN', undefined, ['meta']],
    ['ADMIN_TOKEN', ['meta-private', 'data'], ['meta', 'meta-private']],
    ['SCHEMA_READER_TOKEN', ['meta-private'], ['meta', 'meta-private']],
    ['SCHEMA_READER_TOKEN', [], ['meta']],
    ['NO_SCHEMA_READ_TOKEN', ['meta-private'], ['meta']],
  ] as const) {
    test(`a meta-sync token of ${as} that requests ${JSON.stringify(scopes)} is signed with ${signed.join(' and ')}`, async () => {
      const tenant = await lease();
      const got = await tenant.as(as)('createMetaSyncToken', { path: at(tenant), ...(scopes && { body: { scopes } }) });
      expect(new Set(succeeded(got).body.data.scopes)).toEqual(new Set(signed));
    });
  }

  test('with RBAC off an administrator has the private metadata, others have not', async () => {
    const tenant = await lease({ features: { rbac: false } });
    const ask = (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN') =>
      tenant.as(as)('createMetaSyncToken', { path: at(tenant), body: { scopes: ['meta-private'] } });
    expect(succeeded(await ask('ADMIN_TOKEN')).body.data.scopes).toContain('meta-private');
    expect(succeeded(await ask('MEMBER_TOKEN')).body.data.scopes).toEqual(['meta']);
  });

  test('a list shows live tokens that the caller minted, and no other', async () => {
    const tenant = await lease();
    const mint = async (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN', body: object) =>
      succeeded(await tenant.as(as)('createEnvironmentToken', { path: at(tenant), body })).body.data.id as number;
    const ids = async (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN') =>
      (
        succeeded(await tenant.as(as)('listEnvironmentTokens', { path: at(tenant) })).body.items as { id: number }[]
      ).map(({ id }) => id);
    const mine = await mint('ADMIN_TOKEN', { scopes: ['meta'] });
    const brief = await mint('ADMIN_TOKEN', { scopes: ['meta'], expiresIn: 60 });
    const theirs = await mint('MEMBER_TOKEN', { scopes: ['meta'] });
    expect((await ids('ADMIN_TOKEN')).sort()).toEqual([mine, brief].sort());
    expect(await ids('MEMBER_TOKEN')).toEqual([theirs]);
    tenant.advance(61_000);
    expect(await ids('ADMIN_TOKEN')).toEqual([mine]);
  });

  test('the list covers the 1000 most recent live tokens', async () => {
    const tenant = await lease();
    const path = { environmentId: tenant.id('CROWDED_ENVIRONMENT_ID') };
    const { body } = succeeded(await tenant.as('ADMIN_TOKEN')('listEnvironmentTokens', { path }));
    expect(body.items).toHaveLength(1000);
    const now = tenant.tenant.clock.now();
    const ids = new Set((body.items as { id: number }[]).map(({ id }) => id));
    const { byEnvironment } = tenant.tenant.state()['environments'] as {
      byEnvironment: Map<number, { id: number; expiresAt: number }[]>;
    };
    const live = (byEnvironment.get(Number(path.environmentId)) ?? []).filter(({ expiresAt }) => expiresAt > now);
    expect(live).toHaveLength(1001);
    expect(new Set(live.slice(1).map(({ id }) => id))).toEqual(ids);
  });

  test('tokens of others take places in the list without being shown', async () => {
    const tenant = await lease();
    const path = { environmentId: tenant.id('CROWDED_ENVIRONMENT_ID') };
    const shown = async (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN') =>
      succeeded(await tenant.as(as)('listEnvironmentTokens', { path })).body.items.length as number;
    succeeded(await tenant.as('MEMBER_TOKEN')('createEnvironmentToken', { path, body: { scopes: ['meta'] } }));
    expect([await shown('ADMIN_TOKEN'), await shown('MEMBER_TOKEN')]).toEqual([999, 1]);
  });

  test('a list has no token of another environment', async () => {
    const tenant = await lease();
    const elsewhere = { environmentId: tenant.id('OTHER_ENVIRONMENT_ID') };
    const admin = tenant.as('ADMIN_TOKEN');
    succeeded(await admin('createEnvironmentToken', { path: elsewhere, body: { scopes: ['meta'] } }));
    expect((await admin('listEnvironmentTokens', { path: at(tenant) })).body.items).toEqual([]);
    expect((await admin('listEnvironmentTokens', { path: elsewhere })).body.items).toHaveLength(1);
    const { text } = await admin('listEnvironmentTokens', { path: elsewhere });
    expect(text).not.toMatch(/eyJ/);
  });

  test('a user who created a token with one key sees it with another', async () => {
    const tenant = await lease();
    const path = at(tenant);
    succeeded(await tenant.as('ADMIN_TOKEN')('createEnvironmentToken', { path, body: {} }));
    expect((await tenant.as('OAUTH_TOKEN')('listEnvironmentTokens', { path })).body.items).toHaveLength(1);
  });

  for (const [expiresIn, fits] of [
    [59, false],
    [60, true],
    [365 * 86_400, true],
    [365 * 86_400 + 1, false],
    [90.5, false],
    ['90', false],
  ] as const) {
    test(`a token for ${JSON.stringify(expiresIn)} seconds is ${fits ? 'minted' : 'refused'}`, async () => {
      const tenant = await lease();
      const got = await tenant.as('ADMIN_TOKEN')('createEnvironmentToken', { path: at(tenant), body: { expiresIn } });
      if (fits) succeeded(got);
      else refused(got);
      const { items } = (await tenant.as('ADMIN_TOKEN')('listEnvironmentTokens', { path: at(tenant) })).body;
      expect(items).toHaveLength(fits ? 1 : 0);
    });
  }

  test('a minted token opens the Core Data API until it expires', async () => {
    const tenant = await lease();
    const body = { scopes: ['meta', 'data'], expiresIn: 120 };
    const got = succeeded(await tenant.as('MEMBER_TOKEN')('createEnvironmentToken', { path: at(tenant), body }));
    const { token } = got.body.data as { token: string };
    tenant.advance(90_000);
    succeeded(await tenant.with(token)('coreDataMeta'));
    tenant.advance(31_000);
    refusedWith(await tenant.with(token)('coreDataMeta'), 401);
  });

  test('the response agrees with the claims of a meta-sync token', async () => {
    const tenant = await lease();
    const body = { scopes: ['meta-private', 'data'] };
    const got = succeeded(await tenant.as('SCHEMA_READER_TOKEN')('createMetaSyncToken', { path: at(tenant), body }));
    const { scopes, token } = got.body.data as { scopes: string[]; token: string };
    expect(decodeJwt(token)['scopes']).toEqual(scopes);
  });

  test('pages of any size together are the list', async () => {
    const tenant = await lease();
    const whole = (await tenant.as('ADMIN_TOKEN')('listEnvironments')).body.items as { id: number }[];
    expect(whole.map(({ id }) => String(id))).toEqual(
      expect.arrayContaining([tenant.id('ENVIRONMENT_ID'), tenant.id('OTHER_ENVIRONMENT_ID')]),
    );
    for (const first of [1, 2, whole.length, whole.length + 1]) {
      const found: { id: number }[] = [];
      let after: string | undefined;
      do {
        const query = { first, ...(after !== undefined && { after }) };
        const { body } = succeeded(await tenant.as('ADMIN_TOKEN')('listEnvironments', { query }));
        expect(body.items.length).toBeLessThanOrEqual(first);
        found.push(...(body.items as { id: number }[]));
        after = body.pageInfo.hasNextPage === true ? (body.pageInfo.endCursor as string) : undefined;
      } while (after !== undefined);
      expect(found).toEqual(whole);
    }
    for (const query of [{ first: 0 }, { first: -1 }, { first: 'x' }, { after: 'garbage' }]) {
      refused(await tenant.as('ADMIN_TOKEN')('listEnvironments', { query }));
    }
  });

  test('environments are listed with a null pagination', async () => {
    const tenant = await lease();
    const { body } = succeeded(await tenant.as('MEMBER_TOKEN')('listEnvironments'));
    expect(body.pagination).toBeNull();
    expect(body.items.length).toBeGreaterThan(1);
  });

  test('embed sessions and environments elsewhere are refused', async () => {
    const tenant = await lease();
    for (const operationId of ['listEnvironmentTokens', 'createEnvironmentToken', 'createMetaSyncToken'] as const) {
      const body = operationId === 'listEnvironmentTokens' ? undefined : {};
      refusedWith(await tenant.as('ADMIN_EMBED_TOKEN')(operationId, { path: at(tenant), body }), 403);
      const elsewhere = { ...at(tenant), deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
      refused(await tenant.as('ADMIN_TOKEN')(operationId, { path: elsewhere, body }));
      refused(await tenant.as('ADMIN_TOKEN')(operationId, { path: { environmentId: 'x' }, body }));
      refusedWith(await tenant.as('NO_ACCESS_TOKEN')(operationId, { path: at(tenant), body }), 403);
    }
    for (const body of [{ scopes: 'meta' }, { scopes: [1] }, { scopes: null }, { security_context: [] }]) {
      refused(await tenant.as('ADMIN_TOKEN')('createEnvironmentToken', { path: at(tenant), body }));
    }
    refused(await tenant.as('ADMIN_TOKEN')('createMetaSyncToken', { path: at(tenant), body: { scopes: 'meta' } }));
  });
});
