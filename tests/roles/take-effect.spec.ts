import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, requireRefused } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { newRole, policy, UNKNOWN_DEPLOYMENT } from '../../harness/things/roles.ts';
import { ifGiven, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { memberElsewhere, type Holder } from '../../harness/things/rights.ts';
import { ofSameUser } from '../../harness/things/same-user.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { eventually, readUntil } from '../../harness/check/eventually.ts';

const THROUGH_GROUP = 'through a group';

/** A user who has a right through a group, by the credential that shows whether it is this right, and the one that is judged. */
interface Judged extends Holder {
  readonly key: Actor;
}

/** The member in a deployment that they may read by a role of their group alone, with each of their credentials. */
async function membersElsewhere(check: Check, admin: Actor): Promise<Record<string, Judged | undefined>> {
  const holder = memberElsewhere(check, admin);
  const other = holder && (await ofSameUser(holder.who, check.asOptional('MEMBER_OAUTH_TOKEN')));
  const there = check.optional('OTHER_DEPLOYMENT_ID');
  return {
    [THROUGH_GROUP]: ifGiven(holder, (one) => ({ ...one, key: one.who })),
    'with an OAuth token': ifGiven(other, (one) => holder && { ...holder, key: holder.who, who: one.in(there ?? '') }),
  };
}

/** Expects what a user was permitted by a role of a group alone to be refused once the role does not permit it any more. */
async function expectTakenAway(check: Check, { key, who, hold }: Judged): Promise<void> {
  await hold();
  leaveOutIf(isSuccess(await key.ask('getDeploymentSettings')));
  await hold(policy({ actions: ['All'], resources: ['All'] }));
  const reads = () => who.ask('getDeploymentSettings');
  leaveOutUnless(isSuccess(await readUntil(check, reads, isSuccess)));
  await hold();
  await eventually(check, async () => {
    expect(await reads(), 'after the update').toBeRefused();
  });
}

test(...verifies('roles.update.policies-added-take-effect'), async ({ check, admin, outsider }) => {
  const former = policy({ resources: [UNKNOWN_DEPLOYMENT] });
  const { id } = await newRole(admin, { policies: [former] });
  await admin.preparing.grantRole(id, check.provided('NO_ACCESS_USER_ID'));
  requireRefused(await outsider.ask('getDeploymentSettings'), 'the read of settings before the role is updated');
  // `All` instead of an id: other requirements cover which ids are accepted.
  await admin.preparing.updateRole(id, { policies: [former, policy({ actions: ['All'], resources: ['All'] })] });
  await eventually(check, async () => {
    expect(await outsider.ask('getDeploymentSettings'), 'after the update').toSucceed();
  });
  await inEach(check, { [THROUGH_GROUP]: memberElsewhere(check, admin) }, async ({ who, hold }) => {
    await hold(former);
    leaveOutIf(isSuccess(await who.ask('getDeploymentSettings')));
    await hold(former, policy({ actions: ['All'], resources: ['All'] }));
    await eventually(check, async () => {
      expect(await who.ask('getDeploymentSettings'), 'after the update').toSucceed();
    });
  });
});

test(...verifies('roles.update.policies-take-effect'), async ({ check, admin, outsider }) => {
  await inEach(
    check,
    {
      'other policies': { policies: [policy({ resources: [UNKNOWN_DEPLOYMENT] })] },
      'no policies': { policies: [] },
      'beside a name': { policies: [policy({ resources: [UNKNOWN_DEPLOYMENT] })], name: fresh('renamed') },
    },
    async (change) => {
      const { id } = await newRole(admin, {
        policies: [policy({ actions: ['All'], resources: [check.provided('DEPLOYMENT_ID')] })],
      });
      await admin.preparing.grantRole(id, check.provided('NO_ACCESS_USER_ID'));
      const reads = () => outsider.ask('getDeploymentSettings');
      granted(await readUntil(check, reads, isSuccess), 'the read that the role permits');
      await admin.preparing.updateRole(id, change);
      await eventually(check, async () => {
        expect(await outsider.ask('getDeploymentSettings'), 'after the update').toBeRefused();
      });
    },
  );
  await inEach(check, await membersElsewhere(check, admin), ({ key, who, hold }) =>
    expectTakenAway(check, { hold, key, who }),
  );
});
