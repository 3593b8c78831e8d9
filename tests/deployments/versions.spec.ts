import type { Actor } from '../../harness/client/actor.ts';
import { caseIf, inEach, LEFT_OUT, leaveOutUnless } from '../../harness/check/in-each.ts';
import { granted } from '../../harness/http/answer.ts';
import { settingsOf, type Settings } from '../../harness/undo/deployment-settings.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { afterUpdate, expectStored, oneByOne, refusedUpdate, update } from './histories.ts';
import { otherValues, shownIn } from './settings.ts';
import { isSameVersion, someOf, unlisted, versionsNow, versionsOf } from './versions.ts';

test(...verifies('deployments.update.stores-release-channel-version'), async ({ check, admin }) => {
  const former = shownIn(await settingsOf(admin), 'releaseChannelVersion');
  const versions = await versionsOf(check, admin.preparing);
  const own = versions.find((one) => isSameVersion(one, former, versions));
  const another = versions.find((one) => !isSameVersion(one, former, versions)) ?? versions[0];
  const oauth = check.asOptional('OAUTH_TOKEN');
  await inEach(
    check,
    {
      'another version': { version: another, actor: admin, first: () => Promise.resolve() },
      // Back to the former version, if it is listed.
      'the former one after a refused update': caseIf(own !== undefined, () => ({
        version: own,
        actor: admin,
        first: () => refusedUpdate(admin),
      })),
      'with an OAuth token': oauth && { version: another, actor: oauth, first: () => Promise.resolve() },
    },
    async ({ version, actor, first }) => {
      await first();
      leaveOutUnless((await versionsNow(check, admin.preparing)).includes(version));
      const after = await afterUpdate(admin, actor, { releaseChannelVersion: version });
      expectStored(after, { releaseChannelVersion: version }, versions);
    },
  );
});

const MAX_SWITCHES = 20;

/** Switches to each of the versions that is listed when its turn has come, and returns to how many. */
async function switchToEach(check: Check, admin: Actor, actor: Actor, versions: readonly unknown[]): Promise<number> {
  let switches = 0;
  for (const version of versions) {
    if (!(await versionsNow(check, admin)).includes(version)) continue;
    const answer = await update(actor, { releaseChannelVersion: version });
    expect(answer, `a switch to ${String(version)}`).toSucceed();
    switches += 1;
  }
  return switches;
}

test(...verifies('deployments.versions.every-listed'), async ({ check, admin }) => {
  await settingsOf(admin);
  const versions = await versionsOf(check, admin);
  const oauth = check.asOptional('OAUTH_TOKEN');
  await inEach(
    check,
    {
      'one after the other': { some: someOf(versions, MAX_SWITCHES), actor: admin },
      'from the last to the first': { some: [versions.at(-1), versions[0]], actor: admin },
      'with an OAuth token': oauth && { some: [versions.at(-1)], actor: oauth },
    },
    async ({ some, actor }) => ((await switchToEach(check, admin, actor, some)) === 0 ? LEFT_OUT : undefined),
  );
});

async function expectAllRefused(actor: Actor, updates: readonly Settings[]): Promise<void> {
  for (const body of updates) expect(await update(actor, body), JSON.stringify(body)).toBeRefused();
}

test(...verifies('deployments.update.unlisted-version'), async ({ check, admin }) => {
  const before = await settingsOf(admin);
  const versions = await versionsOf(check, admin.preparing);
  const made = unlisted(versions).map((releaseChannelVersion) => ({ releaseChannelVersion }));
  const [one] = made;
  // The update is refused whatever else it changes, so a guessed value does no harm.
  const { releaseChannelVersion: _, ...others } = await otherValues(check, admin, before);
  const beside = oneByOne(others).map((other) => ({ ...one, ...other }));
  const oauth = check.asOptional('OAUTH_TOKEN');
  await inEach(
    check,
    {
      alone: { refused: made, actor: admin },
      'a second time': { refused: made.slice(0, 1), actor: admin },
      'an empty text': { refused: [{ releaseChannelVersion: '' }], actor: admin },
      'beside each other member': { refused: beside, actor: admin },
      'with an OAuth token': oauth && { refused: made.slice(0, 1), actor: oauth },
    },
    async ({ refused, actor }) => {
      await expectAllRefused(actor, refused);
      expect(await settingsOf(admin), 'the settings after the refused updates').toEqual(before);
    },
  );
  granted(await update(admin, { releaseChannelVersion: versions[0] }), 'a switch to a listed version');
});
