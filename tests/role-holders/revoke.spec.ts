import { takenAtOnce } from '../../harness/check/at-once.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { newRole, policy, UNKNOWN_DEPLOYMENT } from '../../harness/things/roles.ts';
import { BY_EMBED, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { eventually, readUnlessAppears, readUntil } from '../../harness/check/eventually.ts';
import { LEFT_OUT, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { memberElsewhere } from '../../harness/things/rights.ts';
import { untested } from '../../harness/failures/untested.ts';
import { ownUserId } from '../../harness/things/same-user.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { createGrantedRole, holdersListed, idsOf, rolesListed, rolesOf, rolesWithout } from './holders.ts';
import { type HolderChange, changeOf, makeChanges, holderChangesOf } from './holder-changes.ts';

/** A built-in role, where one was lent; whether it can be granted is another requirement. */
async function grantIfThere(admin: Actor, roleId: string | undefined, userId: string): Promise<void> {
  if (roleId !== undefined) await admin.preparing.ask('grantRole', roleId, userId);
}

test(...verifies('role-holders.revoke.revokes'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const [{ grant, grantAgain }, { revoke }] = [holderChangesOf(admin.preparing), holderChangesOf(admin)];
  await inEach<readonly HolderChange[]>(
    check,
    {
      'for the first time': [revoke],
      'after it was granted again': [revoke, grant, revoke],
      'after it was granted twice': [grantAgain, revoke],
      'after the role was changed': [changeOf(admin), revoke],
      [BY_OAUTH]: oauth && [holderChangesOf(oauth).revoke],
      [BY_EMBED]: embed && [holderChangesOf(embed).revoke],
      [BY_OTHER]: second && [holderChangesOf(second).revoke],
    },
    async (changes) => {
      const { id } = await createGrantedRole(admin, userId);
      await makeChanges(changes, id, userId);
      expect([...(await rolesWithout(check, admin, userId, id)).keys()]).not.toContain(String(id));
    },
  );
  await inEach(check, { 'beside a grant at the same time': userId }, async (holder) => {
    const [{ id }, other] = [await createGrantedRole(admin, holder), await newRole(admin.preparing)];
    await Promise.all([admin.ask('grantRole', other.id, holder), admin.ask('revokeRole', id, holder)]);
    expect([...(await rolesWithout(check, admin, holder, id)).keys()]).not.toContain(String(id));
  });
  await inEach(check, { 'from an administrator': await ownUserId(check, admin) }, async (own) => {
    const { id } = await createGrantedRole(admin, own);
    await admin.revokeRole(id, own);
    expect([...(await rolesWithout(check, admin, own, id)).keys()]).not.toContain(String(id));
  });
  await inEach(check, { 'two at the same time': userId }, async (holder) => {
    const two = [await createGrantedRole(admin, holder), await createGrantedRole(admin, holder)];
    const taken = await takenAtOnce(two, ({ id }) => admin.ask('revokeRole', id, holder));
    for (const { sent } of taken)
      expect([...(await rolesWithout(check, admin, holder, sent.id)).keys()]).not.toContain(String(sent.id));
  });
});

/** Whether a user without roles may read the settings is open. */
async function requireNoRead(outsider: Actor): Promise<void> {
  const answer = await outsider.ask('getDeploymentSettings');
  if (isSuccess(answer)) untested('a user who holds no role of the run reads the settings of the deployment');
}

test(...verifies('role-holders.revoke.takes-effect'), async ({ check, admin, outsider }) => {
  const userId = check.provided('NO_ACCESS_USER_ID');
  const policies = [policy({ actions: ['All'], resources: [check.provided('DEPLOYMENT_ID')] })];
  await requireNoRead(outsider);
  const role = await newRole(admin, { policies });
  const takeAway = async ({ id } = role, change: HolderChange = () => Promise.resolve()) => {
    await admin.preparing.grantRole(id, userId);
    // Also beside what the user holds by then, such as another role on the same deployment.
    await judging('role-holders.grant.takes-effect', () =>
      eventually(check, async () => {
        expect(await outsider.ask('getDeploymentSettings'), 'the read that the role permits').toSucceed();
      }),
    );
    await change(id, userId);
    await admin.revokeRole(id, userId);
    await eventually(check, async () => {
      expect(await outsider.ask('getDeploymentSettings'), 'after the revocation').toBeRefused();
    });
  };
  // First, while the user has held no role that granted it: what another role leaves of such a one shows here.
  await inEach(
    check,
    {
      'beside a role on the same deployment': policy({
        actions: ['APMRead'],
        resources: [check.provided('DEPLOYMENT_ID')],
      }),
      'beside a role with the same action': policy({ actions: ['All'], resources: [UNKNOWN_DEPLOYMENT] }),
    },
    async (other) => {
      const { id } = await newRole(admin, { policies: [other] });
      await admin.preparing.grantRole(id, userId);
      // Whether the other role permits the read by itself is open, and a grant may take a moment.
      const permits = isSuccess(await readUnlessAppears(check, () => outsider.ask('getDeploymentSettings'), isSuccess));
      if (!permits) await takeAway(await newRole(admin, { policies }));
      await admin.preparing.revokeRole(id, userId);
      return permits ? LEFT_OUT : undefined;
    },
  );
  const colleague = check.optional('MEMBER_USER_ID');
  const beside =
    colleague === undefined
      ? undefined
      : async () => {
          await admin.preparing.grantRole(role.id, colleague);
          await takeAway();
        };
  const cases = {
    'for the first time': takeAway,
    'for the second time': takeAway,
    'while another user holds it': beside,
    'after the role was changed': () => takeAway(role, changeOf(admin)),
  };
  await inEach(check, cases, (one) => one());
  await inEach(check, { 'on a report': reporting(check) }, async ({ reader, readerId, resource }) => {
    const read = () => reader.ask('getReportFile', resource);
    const { id } = await newRole(admin, {
      policies: [policy({ resourceType: 'Report', actions: ['ReportRead'], resources: [resource] })],
    });
    const before = isSuccess(await read());
    await admin.preparing.grantRole(id, readerId);
    // Whether the policy alone lets its holder read the file is open.
    leaveOutIf(before || !isSuccess(await readUntil(check, read, isSuccess)));
    await admin.revokeRole(id, readerId);
    await eventually(check, async () => {
      expect(await read(), 'the report after the revocation').toBeRefused();
    });
  });
});

/** A user who may read the deployment, and a report of it that they may not read. */
function reporting(check: Check) {
  const [reader, readerId] = [check.asOptional('MEMBER_TOKEN'), check.optional('MEMBER_USER_ID')];
  const resource = check.optional('UNREADABLE_REPORT_ID');
  return reader && readerId !== undefined && resource !== undefined ? { reader, readerId, resource } : undefined;
}

test(...verifies('role-holders.revoke.other-roles-kept'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const builtIn = check.optional('BUILT_IN_ROLE_ID');
  const [older, newer] = [await createGrantedRole(admin, userId), await createGrantedRole(admin, userId)];
  await grantIfThere(admin, builtIn, userId);
  const { id: newest } = await createGrantedRole(admin, userId);
  await inEach(check, { 'an older one': older, 'a newer one': newer }, async ({ id }) => {
    const held = await rolesListed(check, admin, userId, id, newest);
    const before = [...held.keys()].filter((one) => one !== String(id));
    await admin.revokeRole(id, userId);
    await rolesWithout(check, admin, userId, id);
    const after = await rolesListed(check, admin, userId, ...before);
    expect(
      before.filter((one) => !after.has(one)),
      'other roles that the user no longer holds',
    ).toEqual([]);
  });
});

test(...verifies('role-holders.revoke.other-users-kept'), async ({ check, admin }) => {
  const [member, other] = [check.provided('MEMBER_USER_ID'), check.provided('NO_ACCESS_USER_ID')];
  await inEach(
    check,
    { 'of one': [member, other], 'of the other': [other, member] },
    async ([from = '', kept = '']) => {
      const role = await createGrantedRole(admin, from, kept);
      await admin.revokeRole(role.id, from);
      expect(idsOf(await holdersListed(check, admin, role.id, kept))).toContain(kept);
    },
  );
  await inEach(check, { 'by what it grants': memberElsewhere(check, admin) }, async ({ who }) => {
    const there = check.provided('OTHER_DEPLOYMENT_ID');
    leaveOutIf(isSuccess(await who.ask('getDeploymentSettings')));
    const policies = [policy({ actions: ['DeploymentRead'], resources: [there] })];
    const { id } = await newRole(admin.preparing, { policies });
    await admin.preparing.grantRole(id, member);
    await admin.preparing.grantRole(id, other);
    const reads = async () => isSuccess(await who.ask('getDeploymentSettings'));
    leaveOutUnless(await readUntil(check, reads, Boolean));
    await admin.revokeRole(id, other);
    await eventually(check, async () => {
      expect(await who.ask('getDeploymentSettings'), 'after the revocation from another').toSucceed();
    });
  });
});

/** A user who reads the settings of a deployment by a role of their group; undefined where they may do so anyway. */
async function readerByGroup(check: Check, admin: Actor): Promise<Actor | undefined> {
  const { who, hold } = memberElsewhere(check, admin) ?? {};
  const reads = async () => who !== undefined && isSuccess(await who.ask('getDeploymentSettings'));
  if (!hold || (await reads())) return undefined;
  await hold(policy({ actions: ['All'], resources: ['All'] }));
  return (await readUntil(check, reads, Boolean)) ? who : undefined;
}

test(...verifies('role-holders.revoke.group-kept'), async ({ check, admin }) => {
  const userId = check.provided('MEMBER_USER_ID');
  const groupRole = check.provided('GROUP_ROLE_ID');
  const reader = await readerByGroup(check, admin);
  await admin.preparing.grantRole(groupRole, userId);
  await admin.revokeRole(groupRole, userId);
  await inEach(check, { 'among the roles of the user': groupRole }, async (roleId) => {
    expect([...(await rolesOf(admin, userId)).keys()]).toContain(roleId);
    expect(idsOf(await holdersListed(check, admin, roleId, userId)), 'holders of the role').toContain(userId);
  });
  await inEach(check, { 'by what it grants': reader }, (who) =>
    eventually(check, async () => {
      expect(await who.ask('getDeploymentSettings'), 'after the revocation').toSucceed();
    }),
  );
});
