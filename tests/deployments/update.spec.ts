import { BY_PLAIN } from '../../harness/things/administrators.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { inEach, LEFT_OUT, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { settingsOf, type Setting, type Settings } from '../../harness/undo/deployment-settings.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import {
  acceptedOf,
  afterUpdate,
  expectStored,
  expectStoredIfTaken,
  oneByOne,
  refusedUpdate,
  requireAccepted,
  update,
} from './histories.ts';
import {
  afterEmpty,
  prepareVariables,
  variablesIn,
  changeAll,
  comparable,
  knownPair,
  leavesOut,
  otherValues,
  shownIn,
  standingValue,
  valuesOf,
} from './settings.ts';
import { settingsHistory, type Kind } from './settings-history.ts';

/** Leaves a class out where the history has no step of it. */
const leftOutWithout = (steps: readonly unknown[]) => (steps.length > 0 ? undefined : LEFT_OUT);

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
    const before = await settingsOf(admin);
    shownIn(before, name);
    const [one, other] = valuesOf(check, name);
    const beside = standingValue(before, name);
    const oauth = check.asOptional('OAUTH_TOKEN');
    // One of the values may be the initial one, or one that a faulty tenant treats as omitted.
    await inEach(
      check,
      {
        'a value': { value: one, actor: admin, first: () => Promise.resolve() },
        'another after a refused update': { value: other, actor: admin, first: () => refusedUpdate(admin) },
        'the former one after another member': {
          value: one,
          actor: admin,
          first: async () => {
            await update(admin, beside);
            await refusedUpdate(admin);
          },
        },
        'with an OAuth token': oauth && { value: other, actor: oauth, first: () => Promise.resolve() },
      },
      async ({ value, actor, first }) => {
        await first();
        const after = await afterUpdate(admin, actor, { [name]: value });
        expect(comparable(after, name, value), name).toEqual(value);
      },
    );
    const { steps, versions } = await settingsHistory(check, admin);
    const own = steps.filter(({ sent, isAccepted }) => isAccepted && Object.keys(sent).join() === name);
    await inEach(check, { 'in a history of updates': own }, (some) => {
      some.forEach(({ sent, after }) => {
        expectStored(after, sent, versions);
      });
      return Promise.resolve(leftOutWithout(some));
    });
  });
}

test.describe('lists', () => {
  test(...verifies('deployments.update.stores-launchpad-tabs'), async ({ check, admin }) => {
    shownIn(await settingsOf(admin), 'launchpadTabs');
    const [one, other] = valuesOf(check, 'launchpadTabs') as readonly [readonly unknown[], readonly unknown[]];
    const tabs = [...new Set([...one, ...other])];
    await inEach(
      check,
      { 'all of them': tabs, 'in another order': tabs.toReversed(), 'a single one': tabs.slice(-1) },
      async (launchpadTabs) => {
        // Which tabs a tenant takes together is open; accepted ones must be stored as they were sent.
        await expectStoredIfTaken(admin, { launchpadTabs });
      },
    );
    await inEach(check, { 'an empty list': [] }, async (none) => {
      const put = (value: unknown) => update(admin, { launchpadTabs: value });
      const after = await afterEmpty([one, other], put, async () => (await settingsOf(admin)).launchpadTabs, none);
      expect(after, 'launchpadTabs after an update with an empty list').not.toEqual([one, other]);
    });
  });
});

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

/** Other updates, after each of which a setting is still there that they leave out. */
const LEAVING_OUT = {
  'each of the others alone': ['alone'],
  'the others together': ['together'],
  'the others with the values that stand there': ['values that stand there'],
  'the others after a refused update': ['after a refused update'],
  'empty values of others': ['empty values'],
  'the others with an OAuth token': ['with an OAuth token'],
  'the others with a scoped key': ['with a scoped key'],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;

for (const [id, name] of Object.entries(KEPT)) {
  test(...verifies(id as keyof typeof KEPT), async ({ check, admin }) => {
    shownIn(await settingsOf(admin), name);
    const { steps } = await settingsHistory(check, admin);
    const leaving = steps.filter((step) => leavesOut(step.sent, name));
    requireAccepted(leaving.filter(({ isAccepted }) => isAccepted).length);
    await inEach<readonly Kind[]>(check, LEAVING_OUT, (kinds) => {
      const meant = leaving.filter((step) => kinds.every((kind) => step.kinds.includes(kind)));
      meant.forEach(({ before, after, sent }) => {
        expect(after[name], `${name} after an update of ${Object.keys(sent).join(', ')}`).toEqual(before[name]);
      });
      return Promise.resolve(leftOutWithout(meant));
    });
  });
}

/** Updates of several settings, each of which stores all of them. */
const SEVERAL = {
  'new values': { kinds: ['new values'], members: [] },
  'former values': { kinds: ['former values'], members: [] },
  'values that stand there': { kinds: ['values that stand there'], members: [] },
  'one of them as it stands': { kinds: ['one of them as it stands'], members: [] },
  'with template variables': { kinds: ['together'], members: ['templateVariables'] },
  'with a version': { kinds: ['together'], members: ['releaseChannelVersion'] },
  'with an OAuth token': { kinds: ['together', 'with an OAuth token'], members: [] },
  'with a scoped key': { kinds: ['together', 'with a scoped key'], members: [] },
  [BY_PLAIN]: { kinds: ['together', BY_PLAIN], members: [] },
} as const satisfies Readonly<Record<string, Several>>;

interface Several {
  readonly kinds: readonly Kind[];
  /** What the update carries beside others. */
  readonly members: readonly Setting[];
}

test(...verifies('deployments.update.several-members'), async ({ check, admin }) => {
  const { steps, versions } = await settingsHistory(check, admin);
  const taken = steps.filter(({ isAccepted, kinds }) => isAccepted && kinds.includes('together'));
  requireAccepted(taken.length, 'several settings');
  await inEach<Several>(check, SEVERAL, ({ kinds, members }) => {
    const meant = taken.filter(
      (step) => kinds.every((kind) => step.kinds.includes(kind)) && members.every((name) => name in step.sent),
    );
    meant.forEach(({ sent, after }) => {
      expectStored(after, sent, versions);
    });
    return Promise.resolve(leftOutWithout(meant));
  });
  await inEach(check, { 'of another deployment': changeable(check, 'OTHER_DEPLOYMENT_ID') }, async (deployment) => {
    const elsewhere = admin.in(deployment);
    const sent = valuesAt(check, await settingsOf(elsewhere));
    leaveOutIf(Object.keys(sent).length === 0 || !isSuccess(await update(elsewhere, sent)));
    expectStored(await settingsOf(elsewhere), sent, versions);
  });
});

/** A deployment that was lent, where the run may change it. */
function changeable(check: Check, setting: 'OTHER_DEPLOYMENT_ID'): string | undefined {
  const deployment = check.optional(setting);
  return check.mayChange(setting) ? deployment : undefined;
}

/** Another value for each of the shown settings of any deployment of which two are known. */
function valuesAt(check: Check, standing: Settings): Settings {
  const others = ANYWHERE.flatMap((name) => {
    const value = name in standing ? knownPair(check, name)?.find((one) => one !== standing[name]) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(others);
}

/** Settings whose values do not depend on the deployment. */
const ANYWHERE = ['releaseChannelVersionHold', 'template', 'defaultLaunchpadViewGroup'] as const;

test(...verifies('deployments.update.others-kept'), async ({ check, admin }) => {
  const initial = await settingsOf(admin);
  const others = await otherValues(check, admin, initial);
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const oauth = check.asOptional('OAUTH_TOKEN');
  const sentVersions = [initial, others].map(({ releaseChannelVersion }) => releaseChannelVersion);
  let accepted = 0;
  const expectSame = (after: Settings, before: Settings, what: string, sent: readonly unknown[] = sentVersions) => {
    // Its release channel may go on to another version meanwhile.
    const { releaseChannelVersion: version } = sent.includes(after.releaseChannelVersion) ? after : before;
    const standing = 'releaseChannelVersion' in after ? { ...after, releaseChannelVersion: version } : after;
    expect(standing, what).toEqual(before);
  };
  const kept = async (actor: typeof admin, updates: readonly Settings[], first = () => Promise.resolve()) => {
    const before = await settingsOf(elsewhere);
    await first();
    accepted += await acceptedOf(actor, updates);
    expectSame(await settingsOf(elsewhere), before, 'the settings of the other deployment');
  };
  await inEach(
    check,
    {
      'each member alone': () => kept(admin, oneByOne(others)),
      'several members': () => kept(admin, [initial, others]),
      'no member': () => kept(admin, [{}]),
      'a refused update': () => kept(admin, [], () => refusedUpdate(admin, others)),
      'with an OAuth token': oauth && (() => kept(oauth, oneByOne(others))),
    },
    (judge) => judge(),
  );
  requireAccepted(accepted);
  await inEach(check, { 'of the other one': changeable(check, 'OTHER_DEPLOYMENT_ID') }, async () => {
    const here = await settingsOf(admin);
    const sent = valuesAt(check, here);
    leaveOutIf((await acceptedOf(elsewhere, [sent])) === 0);
    expectSame(await settingsOf(admin), here, 'the settings of this deployment', [sent.releaseChannelVersion]);
  });
});

test(...verifies('deployments.update.empty-keeps-all'), async ({ check, admin }) => {
  let now = await changeAll(check, admin);
  const oauth = check.asOptional('OAUTH_TOKEN');
  await inEach(
    check,
    {
      'after other updates': { actor: admin, first: () => Promise.resolve(now) },
      'a second time': { actor: admin, first: () => Promise.resolve(now) },
      'after a refused update': {
        actor: admin,
        first: async () => {
          await refusedUpdate(admin);
          return settingsOf(admin);
        },
      },
      'with an OAuth token': oauth && { actor: oauth, first: () => Promise.resolve(now) },
      'after one with an OAuth token': oauth && { actor: admin, first: () => Promise.resolve(now) },
    },
    async ({ actor, first }) => {
      now = await first();
      expect(await afterUpdate(admin, actor, {})).toEqual(now);
    },
  );
});

test.describe('at the same time', () => {
  test(...verifies('deployments.update.keeps-template-variables'), async ({ check, admin }) => {
    const [hold] = knownPair(check, 'releaseChannelVersionHold') ?? [];
    await inEach(check, { 'beside an update at the same time': hold }, async (releaseChannelVersionHold) => {
      const { value: prepared } = await attempt(() => prepareVariables(check, admin));
      leaveOutUnless(prepared !== undefined);
      const bodies = [{ templateVariables: prepared.others }, { releaseChannelVersionHold }];
      // A tenant may refuse one of two updates at the same time.
      leaveOutUnless((await Promise.all(bodies.map((body) => update(admin, body)))).every(isSuccess));
      expect(variablesIn(await settingsOf(admin))).toMatchObject(prepared.others);
    });
  });
});
