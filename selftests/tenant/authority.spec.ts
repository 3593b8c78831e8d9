import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { inBothDialects, succeeded, type Asked, type Leased } from './leased.ts';

const ACTORS = [
  'ADMIN_TOKEN',
  'MEMBER_TOKEN',
  'TASK_CREATOR_TOKEN',
  'TASK_READER_TOKEN',
  'TASK_MANAGER_TOKEN',
  'ALL_ACTIONS_TOKEN',
  'BUILT_IN_ROLE_TOKEN',
  'SCHEMA_READER_TOKEN',
  'NO_ACCESS_TOKEN',
  'SCOPED_TOKEN',
] as const satisfies readonly SettingName[];

type Cell = `${(typeof ACTORS)[number]} ${string}`;

/** What each actor gets for each operation: the set of cells that are allowed. */
async function allowed(tenant: Leased): Promise<Set<Cell>> {
  const task = async () => {
    const body = { prompt: 'Theirs' };
    return { taskId: succeeded(await tenant.as('ADMIN_TOKEN')('createScheduledTask', { body })).body.id as number };
  };
  const operations: readonly (readonly [AnyOperationId, () => Promise<Asked>])[] = [
    ['getDeploymentSettings', () => Promise.resolve({})],
    ['listReports', () => Promise.resolve({})],
    ['listRoles', () => Promise.resolve({})],
    ['listScheduledTasks', () => Promise.resolve({})],
    ['createScheduledTask', () => Promise.resolve({ body: { prompt: 'Mine' } })],
    ['updateScheduledTask', async () => ({ path: await task(), body: { prompt: 'Changed' } })],
    ['updateDeployment', () => Promise.resolve({ body: { region: 'eu-west-1' } })],
  ];
  const cells = new Set<Cell>();
  for (const [operationId, asked] of operations) {
    for (const actor of ACTORS) {
      const { status } = await tenant.as(actor)(operationId, await asked());
      if (status < 300) cells.add(`${actor} ${operationId}`);
    }
  }
  return cells;
}

/** Takes an action out of every policy of a role, by the role's name. */
async function takeAway(tenant: Leased, name: string, action: string): Promise<void> {
  const role = tenant.tenant.account.roles.find((one) => one.name === name);
  if (!role) throw new Error(`the seed has no role ${name}`);
  const policies = role.policies.flatMap(({ actions, ...policy }) => {
    const left = actions.filter((one) => one !== action);
    return left.length > 0 ? [{ ...policy, actions: left }] : [];
  });
  succeeded(await tenant.as('ADMIN_TOKEN')('updateRole', { path: { roleId: role.id }, body: { policies } }));
}

const READS = ['getDeploymentSettings', 'listReports', 'listScheduledTasks'] as const;

inBothDialects('authority', (lease) => {
  test('each cell of the matrix follows from the roles', async () => {
    const cells = await allowed(await lease());
    const of = (actor: (typeof ACTORS)[number]) =>
      [...cells].flatMap((cell) => (cell.startsWith(`${actor} `) ? [cell.split(' ')[1]] : []));
    expect(of('ADMIN_TOKEN')).toHaveLength(7);
    expect(of('MEMBER_TOKEN')).toEqual(READS);
    expect(of('NO_ACCESS_TOKEN')).toEqual([]);
    expect(of('TASK_CREATOR_TOKEN')).toEqual([...READS, 'createScheduledTask']);
    expect(of('TASK_READER_TOKEN')).toEqual(READS);
    expect(of('TASK_MANAGER_TOKEN')).toEqual([...READS, 'createScheduledTask', 'updateScheduledTask']);
    expect(of('ALL_ACTIONS_TOKEN')).toEqual([
      ...READS,
      'createScheduledTask',
      'updateScheduledTask',
      'updateDeployment',
    ]);
    expect(of('BUILT_IN_ROLE_TOKEN')).toEqual([...READS, 'createScheduledTask']);
    expect(of('SCOPED_TOKEN')).not.toContain('listRoles');
  });

  for (const [role, action, lost] of [
    ['Task creators', 'ScheduledTasksCreate', ['TASK_CREATOR_TOKEN createScheduledTask']],
    ['Task managers', 'ScheduledTasksManage', ['TASK_MANAGER_TOKEN updateScheduledTask']],
    ['Deployment readers', 'DeploymentRead', READS.map((operationId) => `MEMBER_TOKEN ${operationId}`)],
    ['Task readers', 'ScheduledTasksRead', []],
  ] as const) {
    test(`without ${action} in the role ${role} exactly those cells change`, async () => {
      const tenant = await lease();
      const before = await allowed(tenant);
      await takeAway(tenant, role, action);
      const after = await allowed(tenant);
      expect([...before].filter((cell) => !after.has(cell))).toEqual(lost);
      expect([...after].filter((cell) => !before.has(cell))).toEqual([]);
    });
  }
});
