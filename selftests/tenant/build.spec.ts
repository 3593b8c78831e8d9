import { expect, test } from '../test.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Leased } from './leased.ts';

function branches({ tenant }: Leased) {
  const { deployments, home } = tenant.deployments;
  return deployments.get(home)?.branches ?? new Map<string, { staging: boolean }>();
}

function upstream({ tenant }: Leased): Set<string> | undefined {
  const { branches: all } = tenant.state()['build'] as { branches: Map<number, Set<string>> };
  return all.get(tenant.deployments.home);
}

function session(tenant: Leased, branchName: string) {
  const body = { deploymentId: tenant.id('DEPLOYMENT_ID'), externalId: 'someone', branchName };
  return tenant.as('ADMIN_TOKEN')('generateEmbedSession', { body });
}

inBothDialects('build', (lease) => {
  for (const [what, removeOnUpstream, isKept] of [
    ['without a word on the upstream', undefined, true],
    ['but not upstream', 'false', true],
    ['and upstream', 'true', false],
  ] as const) {
    test(`a branch is deleted ${what}, and no other with it`, async () => {
      const tenant = await lease();
      const [branchName = ''] = tenant.id('SPARE_BRANCH').split(',');
      const before = [...branches(tenant).keys()];
      refusedWith(await session(tenant, branchName), 400);
      const query = { branchName, ...(removeOnUpstream !== undefined && { removeOnUpstream }) };
      succeeded(await tenant.as('ADMIN_TOKEN')('deleteBranch', { query }));
      refusedWith(await session(tenant, branchName), 404);
      succeeded(await session(tenant, tenant.id('RUNNING_BRANCH')));
      expect([...branches(tenant).keys()]).toEqual(before.filter((name) => name !== branchName));
      expect(upstream(tenant)?.has(branchName)).toBe(isKept);
      refused(await tenant.as('ADMIN_TOKEN')('deleteBranch', { query }));
    });
  }

  for (const [what, query] of [
    ['no branch', {}],
    ['an empty name', { branchName: '' }],
    ['a branch that is not there', { branchName: 'nowhere' }],
    ['the main branch', { branchName: 'main' }],
    ['neither true nor false', { branchName: 'feature/spare', removeOnUpstream: 'perhaps' }],
  ] as const) {
    test(`a deletion of ${what} is refused and deletes nothing`, async () => {
      const tenant = await lease();
      const before = [...branches(tenant).keys()];
      refused(await tenant.as('ADMIN_TOKEN')('deleteBranch', { query }));
      expect([...branches(tenant).keys()]).toEqual(before);
    });
  }

  test('the staging environment of one branch is enabled and disabled', async () => {
    const tenant = await lease();
    const branchName = tenant.id('BRANCH');
    const staged = () => [...branches(tenant).entries()].filter(([, one]) => one.staging).map(([name]) => name);
    for (const enabled of [true, true, false]) {
      succeeded(await tenant.as('ADMIN_TOKEN')('setStagingEnvironment', { body: { branchName, enabled } }));
      expect(staged()).toEqual(enabled ? [branchName] : []);
    }
    for (const body of [{}, { branchName }, { branchName, enabled: 'yes' }, { branchName: 'nowhere', enabled: true }]) {
      refused(await tenant.as('ADMIN_TOKEN')('setStagingEnvironment', { body }));
    }
    expect(staged()).toEqual([]);
  });

  test('compile errors are a 200 in which valid is false', async () => {
    const tenant = await lease();
    const validate = (branchName: string) => tenant.as('MEMBER_TOKEN')('validateDataModel', { query: { branchName } });
    const broken = await validate(tenant.id('BROKEN_BRANCH'));
    refusedWith(broken, 200);
    expect(broken.body.valid).toBe(false);
    expect(broken.body.errors.length).toBeGreaterThan(0);
    const sound = succeeded(await validate(tenant.id('RUNNING_BRANCH')));
    expect(sound.body).toMatchObject({ valid: true, errors: [] });
    expect(succeeded(await tenant.as('ADMIN_TOKEN')('validateDataModel')).body.valid).toBe(true);
    refused(await validate('nowhere'));
  });

  test('a created deployment is listed under its id and is like others', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const body = { name: 'Conformance', cloudProvider: 'gcp', region: 'us-east-1' };
    const { id } = succeeded(await admin('createDeployment', { body })).body as { id: number };
    const listed = succeeded(await admin('listDeployments')).body.items as { id: number; name: string }[];
    expect(listed.filter((one) => one.id === id)).toMatchObject([{ id, name: 'Conformance' }]);
    const path = { deploymentId: id };
    expect((await admin('getDeploymentSettings', { path })).body).toMatchObject({ cloudProvider: 'gcp' });
    expect((await admin('listEnvironments', { path })).body.items.length).toBeGreaterThan(0);
    refusedWith(await tenant.as('SCOPED_TOKEN')('getDeploymentSettings', { path }), 403);
  });

  test('invalid creations are refused and create nothing', async () => {
    const tenant = await lease();
    const { deployments } = tenant.tenant.deployments;
    const before = deployments.size;
    for (const body of [{}, { name: '' }, { name: 7 }, { name: 'x', region: 7 }, { name: 'x', cloudProvider: null }]) {
      refused(await tenant.as('ADMIN_TOKEN')('createDeployment', { body }));
    }
    refused(await tenant.as('ALL_ACTIONS_TOKEN')('createDeployment', { body: { name: 'x' } }));
    refused(await tenant.as('SCOPED_TOKEN')('createDeployment', { body: { name: 'x' } }));
    expect(deployments.size).toBe(before);
  });

  test('a global policy allows a plain user to create deployments', async () => {
    const tenant = await lease();
    const admin = tenant.as('ADMIN_TOKEN');
    const policies = [{ resourceType: 'Global', actions: ['DeploymentCreate'], resources: ['All'] }];
    const { id: roleId } = succeeded(await admin('createRole', { body: { name: 'Founders', policies } })).body;
    const { users, cast } = tenant.tenant.account;
    const member = users.get(cast.member);
    if (member) users.replace({ ...member, roleIds: new Set([...member.roleIds, roleId as number]) });
    succeeded(await tenant.as('MEMBER_TOKEN')('createDeployment', { body: { name: 'Founded' } }));
  });

  test('branches need permission to change the data model', async () => {
    const tenant = await lease();
    const [branchName = ''] = tenant.id('SPARE_BRANCH').split(',');
    const member = tenant.as('MEMBER_TOKEN');
    refused(await member('deleteBranch', { query: { branchName } }));
    refused(await member('setStagingEnvironment', { body: { branchName, enabled: true } }));
    const holder = tenant.as('ALL_ACTIONS_TOKEN');
    succeeded(await holder('setStagingEnvironment', { body: { branchName, enabled: true } }));
    succeeded(await holder('deleteBranch', { query: { branchName } }));
  });
});
