import fc from 'fast-check';
import { brokenPolicies, POLICY_DEFECTS, PRINTED_DEFECTS } from '../../generators/policy-defects.ts';
import { policies } from '../../generators/policies.ts';
import { newRolePolicies, roleChange, roleName, rolePolicies } from '../../generators/roles.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { granted } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { property } from '../../harness/check/property.ts';
import { contentOf, madeRole, policiesAsSet, roleBody, newRole } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';

/** Whether the policy lists further resources besides the invalid one. */
function isAmongOthers({ policy }: { readonly policy: unknown }): boolean {
  const { resources } = policy as { readonly resources: readonly unknown[] };
  return resources.length > 1;
}

test.describe('any input', () => {
  test(...verifies('roles.create.stores-policies'), async ({ check, admin }) => {
    await property(check, newRolePolicies(), async (some) => {
      const { id } = await admin.preparing.createRole(roleBody({ policies: some }));
      expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(some));
      await admin.preparing.deleteRole(id);
    });
  });

  test(...verifies('roles.create.stores-name'), async ({ check, admin }) => {
    await property(
      check,
      fc.constant(0).chain(() => roleName({ stem: fresh('role') })),
      async (name) => {
        const { id } = await admin.preparing.createRole(roleBody({ name }));
        expect((await admin.getRole(id)).name).toBe(name);
        await admin.preparing.deleteRole(id);
      },
    );
  });

  test(...verifies('roles.update.policies-replace'), async ({ check, admin }) => {
    await property(check, fc.tuple(newRolePolicies(), rolePolicies()), async ([former, next]) => {
      // A new role for each input, so that no input depends on the previous one.
      const { id } = await newRole(admin, { policies: former });
      await admin.preparing.updateRole(id, { policies: next });
      expect(policiesAsSet((await admin.getRole(id)).policies)).toEqual(policiesAsSet(next));
      await admin.preparing.deleteRole(id);
    });
  });

  test(...verifies('roles.update.answer-is-stored'), async ({ check, admin }) => {
    const names = fc.constant(0).chain(() => roleName({ stem: fresh('role') }));
    await property(
      check,
      roleChange({ name: names, policies: policies({ max: 5 }) }),
      async (change) => {
        // A new role for each input, so that no input depends on the previous one. That a change is accepted is another row.
        const { id } = await admin.preparing.createRole(roleBody());
        await admin.preparing.updateRole(id, { description: 'before' });
        const updated = await admin.preparing.updateRole(id, change);
        expect(contentOf(updated)).toEqual(contentOf(await admin.getRole(id)));
        await admin.preparing.deleteRole(id);
      },
      { share: 0.4 },
    );
  });

  for (const topic of ['create', 'update'] as const) {
    const of = (rule: string) => verifies(`roles.${topic}.${rule}` as RequirementId);

    test(...of('policy-one-of-many'), async ({ check, admin, role }) => {
      const before = contentOf(role);
      const send = (some: readonly unknown[]) =>
        topic === 'create'
          ? admin.raw('createRole', { body: { ...roleBody(), policies: some } })
          : admin.raw('updateRole', { path: { roleId: role.id }, body: { policies: some } });
      await property(check, brokenPolicies(PRINTED_DEFECTS), async ({ policies, why }) => {
        expect(await send(policies), why).toBeRefusedWith(400);
        if (topic === 'update') expect(contentOf(await admin.getRole(role.id))).toEqual(before);
      });
      const [sample] = fc.sample(brokenPolicies(PRINTED_DEFECTS), { numRuns: 1, seed: 1 });
      granted(await send(sample?.neighbour ?? []), 'the valid policies that the invalid one was derived from');
    });

    const { slugResource, nameResource } = POLICY_DEFECTS;
    for (const [rule, defects] of [
      ['policy-deployment-slug', slugResource],
      ['policy-deployment-name', nameResource],
      ['policy-deployment-one-of-many', slugResource.filter(isAmongOthers)],
    ] as const) {
      test(...of(rule), async ({ check, admin, role }) => {
        await property(check, defects, async ({ policy, status, why }) => {
          const body = { policies: [policy] };
          const answer =
            topic === 'create'
              ? await admin.raw('createRole', { body: { ...roleBody(), ...body } })
              : await admin.raw('updateRole', { path: { roleId: role.id }, body });
          if (status === 400) expect(answer, why).toBeRefusedWith(400);
          else expect(answer, why).toBeRefused();
        });
        const [sample] = fc.sample(defects, { numRuns: 1, seed: 1 });
        await madeRole(admin, sample && { policies: [sample.neighbour] });
      });
    }
  }
});
