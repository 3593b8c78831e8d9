import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { roleBody } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';

test(...verifies('auth.scoped-key.several'), async ({ check, twoScoped }) => {
  for (const setting of ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] as const) {
    expect(await twoScoped.in(check.provided(setting)).ask('listReports'), setting).toSucceed();
  }
});

test(...verifies('auth.scoped-key.several-elsewhere'), async ({ check, admin, twoScoped }) => {
  const provided = [check.provided('DEPLOYMENT_ID'), check.provided('OTHER_DEPLOYMENT_ID')];
  const deployments = await walk((page) => admin.preparing.listDeployments(page));
  const third = deployments.map(({ id }) => String(id ?? '')).find((id) => id !== '' && !provided.includes(id));
  if (third === undefined) untested('the list of deployments shows no third deployment');
  granted(
    await admin.in(third).ask('getDeploymentSettings'),
    'the settings of the third deployment, read with an unscoped key',
  );
  expect(await twoScoped.in(third).ask('getDeploymentSettings')).toBeRefusedWith(403);
});

test(...verifies('auth.scoped-key.several-no-roles'), async ({ admin, role, twoScoped }) => {
  const calls: Readonly<Record<string, (actor: Actor) => Promise<Answer>>> = {
    listRoles: (actor: Actor) => actor.ask('listRoles'),
    getRole: (actor: Actor) => actor.ask('getRole', role.id),
    createRole: (actor: Actor) => actor.ask('createRole', roleBody()),
    updateRole: (actor: Actor) => actor.ask('updateRole', role.id, { description: 'after' }),
    listRoleHolders: (actor: Actor) => actor.ask('listRoleHolders', role.id),
    deleteRole: (actor: Actor) => actor.ask('deleteRole', role.id),
  };
  for (const [operation, call] of Object.entries(calls)) {
    expect(await call(twoScoped), operation).toBeRefusedWith(403);
    granted(await call(admin), `${operation} by an administrator with an unscoped key`);
  }
});

test(...verifies('auth.unscoped-key.every-deployment'), async ({ check, admin }) => {
  for (const setting of ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] as const) {
    expect(await admin.in(check.provided(setting)).ask('listReports'), setting).toSucceed();
  }
});
