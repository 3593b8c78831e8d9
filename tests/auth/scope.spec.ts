import type { Actor } from '../../harness/client/actor.ts';

import { granted, type Answer } from '../../harness/http/answer.ts';
import { isRetired } from '../../harness/provision/deployments.ts';
import { madeRole, policy, roleBody } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { walk } from '../../harness/client/paging.ts';

test(...verifies('auth.scoped-key.several'), async ({ check, twoScoped }) => {
  const deployments = {
    'the one': check.provided('DEPLOYMENT_ID'),
    'the other': check.provided('OTHER_DEPLOYMENT_ID'),
  };
  await inEach(check, deployments, async (id) => {
    expect(await twoScoped.in(id).ask('listReports')).toSucceed();
  });
  await inEach(check, { 'a token for the other': deployments['the other'] }, async (id) => {
    expect(await twoScoped.raw('createDeploymentToken', { path: { id } })).toSucceed();
  });
});

test(...verifies('auth.scoped-key.several-elsewhere'), async ({ check, admin, twoScoped }) => {
  const provided = [check.provided('DEPLOYMENT_ID'), check.provided('OTHER_DEPLOYMENT_ID')];
  const deployments = await walk((page) => admin.preparing.listDeployments(page));
  const living = deployments.filter((one) => !isRetired(one)).map(({ id }) => String(id ?? ''));
  const thirds = living.filter((id) => id !== '' && !provided.includes(id));
  testRequires(thirds.length > 0, 'the list of deployments shows no third deployment');
  const cases = {
    'another than both': thirds.at(-1),
    'one whose id lies between theirs': thirds.find((id) => liesBetween(id, provided)),
  };
  await inEach(check, cases, async (third) => {
    granted(
      await admin.in(third).ask('getDeploymentSettings'),
      'the settings of the third deployment, read with an unscoped key',
    );
    expect(await twoScoped.in(third).ask('getDeploymentSettings')).toBeRefusedWith(403);
  });
  const id = thirds.at(-1) ?? '';
  await inEach(check, { 'by a token for it': { path: { id } } }, async (asked) => {
    expect(await twoScoped.in(id).raw('createDeploymentToken', asked)).toBeRefusedWith(403);
  });
});

function liesBetween(id: string, ids: readonly string[]): boolean {
  const [at, ends] = [Number(id), ids.map(Number)];
  return Math.min(...ends) < at && at < Math.max(...ends);
}

test(...verifies('auth.scoped-key.several-no-roles'), async ({ check, admin, role, twoScoped }) => {
  await inEach<(actor: Actor) => Promise<Answer>>(
    check,
    {
      listing: (actor: Actor) => actor.ask('listRoles'),
      reading: (actor: Actor) => actor.ask('getRole', role.id),
      creating: (actor: Actor) => actor.ask('createRole', roleBody()),
      updating: (actor: Actor) => actor.ask('updateRole', role.id, { description: 'after' }),
      'listing the holders': (actor: Actor) => actor.ask('listRoleHolders', role.id),
      deleting: (actor: Actor) => actor.ask('deleteRole', role.id),
    },
    async (send) => {
      expect(await send(twoScoped)).toBeRefusedWith(403);
      granted(await send(admin), 'the same by an administrator with an unscoped key');
    },
  );
});

test(...verifies('auth.scoped-key.own-role-refused'), async ({ check, admin, scoped }) => {
  // Of all roles the key could have a say in this one alone: its policies are on the deployment of the key.
  const policies = [policy({ resources: [check.provided('DEPLOYMENT_ID')] })];
  const role = await madeRole(admin, { policies });
  await inEach<(actor: Actor) => Promise<Answer>>(
    check,
    {
      reading: (actor: Actor) => actor.ask('getRole', role.id),
      creating: (actor: Actor) => actor.ask('createRole', roleBody({ policies })),
      updating: (actor: Actor) => actor.ask('updateRole', role.id, { description: 'after' }),
      'listing the holders': (actor: Actor) => actor.ask('listRoleHolders', role.id),
      deleting: (actor: Actor) => actor.ask('deleteRole', role.id),
    },
    async (send) => {
      expect(await send(scoped)).toBeRefusedWith(403);
      granted(await send(admin), 'the same by an administrator with an unscoped key');
    },
  );
});

test(...verifies('auth.unscoped-key.every-deployment'), async ({ check, admin }) => {
  const [one, other] = [check.provided('DEPLOYMENT_ID'), check.provided('OTHER_DEPLOYMENT_ID')];
  const scoped = check.asOptional('SCOPED_TOKEN', 'holder of a scoped key');
  await inEach(
    check,
    {
      'the one': { id: one },
      'the other': { id: other },
      // Both keys may belong to one user; that the scoped one is refused is another requirement.
      'one that a scoped key was refused': scoped && { id: other, before: scoped },
    },
    async ({ id, before }: { readonly id: string; readonly before?: Actor }) => {
      await before?.in(id).ask('listReports');
      expect(await admin.in(id).ask('listReports')).toSucceed();
    },
  );
});
