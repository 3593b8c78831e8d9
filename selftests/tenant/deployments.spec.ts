import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

const HOUR = 3_600_000;

async function settings(tenant: Leased): Promise<Record<string, unknown>> {
  return succeeded(await tenant.as('ADMIN_TOKEN')('getDeploymentSettings')).body;
}

inBothDialects('deployments', (lease) => {
  for (const [member, value] of Object.entries({
    cloudProvider: 'gcp',
    region: 'us-east-1',
    releaseChannel: 'preview',
    releaseChannelVersionHold: true,
    template: 'lake',
    templateVariables: { threads: '8' },
    defaultLaunchpadViewGroup: 'mine',
    launchpadTabs: ['workbooks'],
  })) {
    test(`an update of ${member} alone keeps everything else`, async () => {
      const tenant = await lease();
      const before = await settings(tenant);
      succeeded(await tenant.as('ADMIN_TOKEN')('updateDeployment', { body: { [member]: value } }));
      const after = await settings(tenant);
      for (const other of Object.keys(before).filter((name) => name !== member))
        expect(after[other]).toEqual(before[other]);
      if (member !== 'templateVariables') expect(after[member]).toEqual(value);
    });
  }

  test('templateVariables merge key by key', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const before = (await settings(tenant))['templateVariables'] as Record<string, string>;
    succeeded(await admin('updateDeployment', { body: { templateVariables: { threads: '8', warehouse: 'xl' } } }));
    expect((await settings(tenant))['templateVariables']).toMatchObject({ ...before, threads: '8', warehouse: 'xl' });
    succeeded(await admin('updateDeployment', { body: { templateVariables: {} } }));
    expect((await settings(tenant))['templateVariables']).toMatchObject({ warehouse: 'xl' });
  });

  test('only listed versions can be switched to', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const { body } = succeeded(await admin('listDeploymentVersions'));
    for (const { version } of body.items as { version: string }[]) {
      succeeded(await admin('updateDeployment', { body: { releaseChannelVersion: version } }));
      expect((await settings(tenant))['releaseChannelVersion']).toBe(version);
    }
    const before = await settings(tenant);
    refused(await admin('updateDeployment', { body: { releaseChannelVersion: '9.9.9', region: 'eu-west-1' } }));
    expect(await settings(tenant)).toEqual(before);
  });

  test('settings show no secret', async () => {
    const tenant = await lease();
    const { text } = await tenant.as('ADMIN_TOKEN')('getDeploymentSettings');
    expect(tenant.id('DEPLOYMENT_SECRET').length).toBeGreaterThan(10);
    const { secrets } = tenant.tenant.deployments.deployments.get(tenant.tenant.deployments.home) ?? { secrets: {} };
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  });

  for (const [expiresIn, fits] of [
    [59, false],
    [60, true],
    [86_400, true],
    [86_401, false],
    [90.5, false],
    ['120', false],
    [null, false],
  ] as const) {
    test(`a token for ${expiresIn} seconds is ${fits ? 'issued' : 'refused'}`, async () => {
      const tenant = await lease();
      const path = { id: tenant.id('DEPLOYMENT_ID') };
      const got = await tenant.as('ADMIN_TOKEN')('createDeploymentToken', { path, body: { expiresIn } });
      if (!fits) refused(got);
      else expect(succeeded(got).body.token).toEqual(expect.any(String));
    });
  }

  for (const [asked, last, over] of [
    [{ expiresIn: 60 }, 50_000, 11_000],
    [{ expiresIn: 86_400 }, 23 * HOUR, 1.1 * HOUR],
    [undefined, 23 * HOUR, 1.1 * HOUR],
  ] as const) {
    test(`a token requested with ${JSON.stringify(asked)} has that lifetime`, async () => {
      const tenant = await lease();
      const path = { id: tenant.id('DEPLOYMENT_ID') };
      const got = await tenant.as('ADMIN_TOKEN')('createDeploymentToken', { path, ...(asked && { body: asked }) });
      const token = succeeded(got).body.token as string;
      tenant.advance(last);
      succeeded(await tenant.with(token)('coreDataMeta'));
      tenant.advance(over);
      refusedWith(await tenant.with(token)('coreDataMeta'), 401);
    });
  }

  test('suggestions are for agents that the caller can use', async () => {
    const tenant = await lease();
    const agents = async (as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN' | 'ALL_ACTIONS_TOKEN') =>
      (succeeded(await tenant.as(as)('listAgentSuggestions')).body.items as { agentId: string }[]).map(
        ({ agentId }) => agentId,
      );
    expect(await agents('ADMIN_TOKEN')).toEqual(
      expect.arrayContaining([tenant.id('PROMPTED_AGENT_ID'), tenant.id('HIDDEN_AGENT_ID')]),
    );
    expect(new Set(await agents('MEMBER_TOKEN'))).toEqual(new Set([tenant.id('PROMPTED_AGENT_ID')]));
    expect(await agents('ALL_ACTIONS_TOKEN')).toContain(tenant.id('HIDDEN_AGENT_ID'));
    const path = { deploymentId: tenant.id('OTHER_DEPLOYMENT_ID') };
    expect((await tenant.as('ADMIN_TOKEN')('listAgentSuggestions', { path })).body.items).toEqual([]);
    const { body } = succeeded(await tenant.as('MEMBER_TOKEN')('getAgentDefaults'));
    expect(body).toMatchObject({ defaultAgentId: tenant.id('PROMPTED_AGENT_ID'), autoAgentEnabled: true });
    const elsewhere = succeeded(await tenant.as('ADMIN_TOKEN')('getAgentDefaults', { path })).body;
    expect(elsewhere).toMatchObject({ defaultAgentId: null, autoAgentEnabled: false });
  });

  test('the list has what the caller may read, on all pages', async () => {
    const tenant = await lease();
    const first = await tenant.as('ADMIN_TOKEN')('listDeployments', { query: { first: 2 } });
    expect(first.body.items).toHaveLength(2);
    const scoped = await tenant.as('SCOPED_TOKEN')('listDeployments');
    expect((scoped.body.items as { id: number }[]).map(({ id }) => String(id))).toEqual([tenant.id('DEPLOYMENT_ID')]);
    expect((await tenant.as('NO_ACCESS_TOKEN')('listDeployments')).body.items).toEqual([]);
    refusedWith(await tenant.as('NO_ACCESS_TOKEN')('getDeploymentSettings'), 403);
  });

  test('pages of any size together are the list', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const whole = (await admin('listDeployments')).body.items as { id: number }[];
    expect(whole.map(({ id }) => String(id))).toEqual(
      expect.arrayContaining([tenant.id('DEPLOYMENT_ID'), tenant.id('OTHER_DEPLOYMENT_ID')]),
    );
    for (const size of [1, 2, whole.length, whole.length + 1]) {
      const found: { id: number }[] = [];
      let after: string | undefined;
      do {
        const query = { first: size, ...(after !== undefined && { after }) };
        const { body } = succeeded(await admin('listDeployments', { query }));
        expect(body.items.length).toBeLessThanOrEqual(size);
        found.push(...(body.items as { id: number }[]));
        after = body.pageInfo.hasNextPage === true ? (body.pageInfo.endCursor as string) : undefined;
      } while (after !== undefined);
      expect(found).toEqual(whole);
    }
  });

  for (const body of [
    { region: 7 },
    { cloudProvider: null },
    { releaseChannelVersion: null },
    { releaseChannelVersionHold: 'yes' },
    { templateVariables: ['a'] },
    { launchpadTabs: [1] },
    [],
  ]) {
    test(`an update with ${JSON.stringify(body)} is refused and changes nothing`, async () => {
      const tenant = await lease();
      const before = await settings(tenant);
      const broken = Array.isArray(body) ? body : { template: 'other', ...body };
      refused(await tenant.as('ADMIN_TOKEN')('updateDeployment', { body: broken }));
      expect(await settings(tenant)).toEqual(before);
    });
  }

  test('an update needs permission to change the deployment, and an empty one changes nothing', async () => {
    const tenant = await lease();
    const before = await settings(tenant);
    refused(await tenant.as('MEMBER_TOKEN')('updateDeployment', { body: { region: 'x' } }));
    succeeded(await tenant.as('ADMIN_TOKEN')('updateDeployment', { body: {} }));
    succeeded(await tenant.as('ADMIN_TOKEN')('updateDeployment', { body: { name: 'Unknown member' } }));
    expect(await settings(tenant)).toEqual(before);
    succeeded(await tenant.as('ALL_ACTIONS_TOKEN')('updateDeployment', { body: { region: 'us-east-1' } }));
    expect(await settings(tenant)).toEqual({ ...before, region: 'us-east-1' });
  });

  test('a token is the deployment’s own and needs a body that is an object', async () => {
    const tenant = await lease();
    const path = { id: tenant.id('DEPLOYMENT_ID') };
    refusedWith(await tenant.as('NO_ACCESS_TOKEN')('createDeploymentToken', { path }), 403);
    succeeded(await tenant.as('MEMBER_TOKEN')('createDeploymentToken', { path, body: {} }));
    refused(await tenant.as('ADMIN_TOKEN')('createDeploymentToken', { path, body: [] }));
    refused(await tenant.as('ADMIN_TOKEN')('createDeploymentToken', { path: { id: 'x' } }));
    const elsewhere = { id: tenant.id('OTHER_DEPLOYMENT_ID') };
    refusedWith(await tenant.as('SCOPED_TOKEN')('createDeploymentToken', { path: elsewhere }), 403);
  });
});
