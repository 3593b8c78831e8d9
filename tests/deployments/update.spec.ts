import type { RequirementId } from '../../contracts/requirements/index.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { settingsOf, type Setting } from '../../harness/undo/deployment-settings.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import {
  afterEmpty,
  changeAll,
  comparable,
  changeSetting,
  otherValues,
  shownIn,
  VALUES,
  valuesOf,
} from './settings.ts';

const STORED = {
  'deployments.update.stores-cloud-provider': 'cloudProvider',
  'deployments.update.stores-region': 'region',
  'deployments.update.stores-release-channel': 'releaseChannel',
  'deployments.update.stores-release-channel-version-hold': 'releaseChannelVersionHold',
  'deployments.update.stores-template': 'template',
  'deployments.update.stores-default-launchpad-view-group': 'defaultLaunchpadViewGroup',
  'deployments.update.stores-launchpad-tabs': 'launchpadTabs',
} as const satisfies Partial<Record<RequirementId, Setting>>;

for (const [id, name] of Object.entries(STORED)) {
  test(...verifies(id as keyof typeof STORED), async ({ check, admin }) => {
    shownIn(await settingsOf(admin), name);
    const [one, other] = valuesOf(check, name);
    // Three updates, because one of the values may be the initial one or one that a faulty tenant treats as omitted.
    for (const value of [one, other, one]) {
      const answer = await admin.ask('updateDeployment', { [name]: value });
      expect(answer).toSucceed();
      expect(comparable(await settingsOf(admin), name, value), name).toEqual(value);
    }
    if (name === 'launchpadTabs') {
      const put = (value: unknown) => admin.raw('updateDeployment', { body: { [name]: value } });
      const after = await afterEmpty([one, other], put, async () => (await settingsOf(admin))[name], []);
      expect(after, 'launchpadTabs after an update with an empty list').not.toEqual([one, other]);
    }
  });
}

const KEPT = {
  'deployments.update.keeps-cloud-provider': 'cloudProvider',
  'deployments.update.keeps-region': 'region',
  'deployments.update.keeps-release-channel': 'releaseChannel',
  'deployments.update.keeps-release-channel-version': 'releaseChannelVersion',
  'deployments.update.keeps-release-channel-version-hold': 'releaseChannelVersionHold',
  'deployments.update.keeps-template': 'template',
  'deployments.update.keeps-template-variables': 'templateVariables',
  'deployments.update.keeps-default-launchpad-view-group': 'defaultLaunchpadViewGroup',
  'deployments.update.keeps-launchpad-tabs': 'launchpadTabs',
} as const satisfies Partial<Record<RequirementId, Setting>>;

for (const [id, name] of Object.entries(KEPT)) {
  test(...verifies(id as keyof typeof KEPT), async ({ check, admin }) => {
    const before = await changeSetting(check, admin, name);
    const others = await otherValues(check, admin, before, name);
    const accepted: string[] = [];
    for (const body of [...Object.entries(others).map((other) => Object.fromEntries([other])), others]) {
      // Which values a tenant accepts together is open, so refused updates are skipped.
      if (!isSuccess(await admin.raw('updateDeployment', { body }))) continue;
      accepted.push(...Object.keys(body));
      const after = await settingsOf(admin);
      expect(after[name], `${name} after an update of ${Object.keys(body).join(', ')}`).toEqual(before[name]);
    }
    if (accepted.length === 0) throw setupFailed('no update of another setting was accepted');
  });
}

/** Settings that do not change with another one, so that an accepted update stores each value as sent. */
const INDEPENDENT = ['template', 'releaseChannelVersionHold', 'defaultLaunchpadViewGroup', 'launchpadTabs', 'region'];

test(...verifies('deployments.update.several-members'), async ({ check, admin }) => {
  const others = await otherValues(check, admin, await settingsOf(admin));
  const members = Object.entries(others).filter(([name]) => INDEPENDENT.includes(name));
  const [first, ...rest] = members;
  if (!first || rest.length === 0) untested(unstated(VALUES, 'it needs values of several settings'));
  // Which values a tenant accepts together is open: values that are refused together are sent in pairs.
  const all = isSuccess(await admin.raw('updateDeployment', { body: Object.fromEntries(members) })) ? [members] : [];
  const accepted: (typeof members)[] = [...all];
  for (const pair of all.length > 0 ? [] : rest.map((one) => [first, one])) {
    if (isSuccess(await admin.raw('updateDeployment', { body: Object.fromEntries(pair) }))) accepted.push(pair);
  }
  const last = accepted.at(-1);
  if (!last) throw setupFailed('no update of several settings was accepted');
  const after = await settingsOf(admin);
  for (const [name, value] of last) {
    expect(comparable(after, name as Setting, value), `${name} after an update of several settings`).toEqual(value);
  }
});

test(...verifies('deployments.update.others-kept'), async ({ check, admin }) => {
  const others = await otherValues(check, admin, await settingsOf(admin));
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const before = await settingsOf(elsewhere);
  const answers = [];
  for (const [name, value] of Object.entries(others)) {
    answers.push(await admin.raw('updateDeployment', { body: { [name]: value } }));
  }
  if (answers.length === 0) untested('the settings show none that an update can change: state their names in BINDINGS');
  if (!answers.some(isSuccess)) throw setupFailed('no update of a setting was accepted');
  expect(await settingsOf(elsewhere), 'the settings of the other deployment').toEqual(before);
});

test(...verifies('deployments.update.empty-keeps-all'), async ({ check, admin }) => {
  const before = await changeAll(check, admin);
  expect(await admin.ask('updateDeployment', {})).toSucceed();
  expect(await settingsOf(admin)).toEqual(before);
});
