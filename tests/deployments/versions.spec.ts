import { granted } from '../../harness/http/answer.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { comparable, otherValues, shownIn } from './settings.ts';
import { isSameVersion, unlisted, versionsOf } from './versions.ts';

const MAX_SWITCHES = 20;

test(...verifies('deployments.update.stores-release-channel-version'), async ({ check, admin }) => {
  const former = shownIn(await settingsOf(admin), 'releaseChannelVersion');
  const versions = await versionsOf(check, admin.preparing);
  const isFormer = (one: unknown) => isSameVersion(one, former, versions);
  const another = versions.find((one) => !isFormer(one)) ?? versions[0];
  // Then back to the former version, if it is listed.
  for (const version of [another, ...versions.filter(isFormer)]) {
    expect(await admin.ask('updateDeployment', { releaseChannelVersion: version })).toSucceed();
    const stored = comparable(await settingsOf(admin), 'releaseChannelVersion', version);
    if (isSameVersion(stored, version, versions)) continue;
    expect(stored, 'the stored version').toEqual(version);
  }
});

test(...verifies('deployments.versions.every-listed'), async ({ check, admin }) => {
  await settingsOf(admin);
  const versions = await versionsOf(check, admin);
  const step = Math.max(1, (versions.length - 1) / (MAX_SWITCHES - 1));
  const some = new Set(
    Array.from({ length: Math.min(versions.length, MAX_SWITCHES) }, (_, index) => versions[Math.round(index * step)]),
  );
  for (const version of some) {
    const answer = await admin.ask('updateDeployment', { releaseChannelVersion: version });
    expect(answer, `a switch to ${String(version)}`).toSucceed();
  }
});

test(...verifies('deployments.update.unlisted-version'), async ({ check, admin }) => {
  const before = await settingsOf(admin);
  const versions = await versionsOf(check, admin.preparing);
  // The update is refused whatever else it changes, so a guessed value does no harm.
  const { launchpadTabs, releaseChannel } = await otherValues(check, admin, before);
  const others = Object.entries({ launchpadTabs, releaseChannel }).filter(([, value]) => value !== undefined);
  for (const releaseChannelVersion of unlisted(versions)) {
    for (const more of [{}, ...others.map((one) => Object.fromEntries([one]) as object)]) {
      const refused = await admin.ask('updateDeployment', { releaseChannelVersion, ...more });
      expect(refused, String(releaseChannelVersion)).toBeRefused();
      expect(await settingsOf(admin), 'the settings after the refused update').toEqual(before);
    }
  }
  granted(await admin.ask('updateDeployment', { releaseChannelVersion: versions[0] }), 'a switch to a listed version');
});
