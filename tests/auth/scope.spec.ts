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
  const lent = [check.provided('DEPLOYMENT_ID'), check.provided('OTHER_DEPLOYMENT_ID')];
  const deployments = await walk((page) => admin.preparing.listDeployments(page));
  const third = deployments.map(({ id }) => String(id ?? '')).find((id) => id !== '' && !lent.includes(id));
  if (third === undefined) untested('the account shows no third deployment');
  granted(await admin.in(third).ask('getDeploymentSettings'), 'its settings, read with a key that is not scoped');
  expect(await twoScoped.in(third).ask('getDeploymentSettings')).toBeRefusedWith(403);
});

test(...verifies('auth.scoped-key.several-no-roles'), async ({ admin, role, twoScoped }) => {
  const ask: Readonly<Record<string, (who: Actor) => Promise<Answer>>> = {
    listRoles: (who: Actor) => who.ask('listRoles'),
    getRole: (who: Actor) => who.ask('getRole', role.id),
    createRole: (who: Actor) => who.ask('createRole', roleBody()),
    updateRole: (who: Actor) => who.ask('updateRole', role.id, { description: 'after' }),
    listRoleHolders: (who: Actor) => who.ask('listRoleHolders', role.id),
    deleteRole: (who: Actor) => who.ask('deleteRole', role.id),
  };
  for (const [operation, as] of Object.entries(ask)) {
    expect(await as(twoScoped), operation).toBeRefusedWith(403);
    granted(await as(admin), `${operation} by an administrator whose key is not scoped`);
  }
});

test(...verifies('auth.unscoped-key.every-deployment'), async ({ check, admin }) => {
  for (const setting of ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] as const) {
    expect(await admin.in(check.provided(setting)).ask('listReports'), setting).toSucceed();
  }
});
