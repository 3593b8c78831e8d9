import { bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byScopedKey } from '../../lib/access.ts';
import {
  configure,
  dragging,
  memberCount,
  newestFor,
  repeats,
  setting,
  storedIn,
  variablesIn,
  withSequel,
  type Configuration,
} from '../../lib/deployments.ts';
import { faults } from '../../lib/fault.ts';
import { afterRefusal, given, type Condition } from '../../lib/earlier-calls.ts';
import { all, remembering, replaceSync, during } from '../../lib/patches.ts';
import { changeRequest, refusedYet } from '../../lib/reports.ts';
import { configurationWrittenBack } from '../../lib/undone.ts';

const EMPTY = { id: 'deployments.update.empty-keeps-all', because: 'an empty update leaves it out as well' } as const;

const lastVersion = (_before: Configuration, { tenant }: Call): string | undefined => {
  const [deployment] = tenant.deployments.deployments.all();
  return deployment && tenant.rules.deployments.versions(deployment).at(-1);
};

/** A member that an update leaves out is set all the same, under a condition. */
function settingExactly(isMeant: Condition, name: string, value: (before: Configuration) => unknown): Patch {
  return given(
    'updateDeployment',
    isMeant,
    withSequel((body, before) => (name in body ? {} : { [name]: value(before) })),
  );
}

const differs =
  (name: string): Condition =>
  (call) =>
    name in bodyOf(call) && bodyOf(call)[name] !== storedIn(call)?.configuration[name];

/** Faults of the members that an update of a deployment leaves out and keeps. */
export const updateKeepsFaults = faults({
  'deployments.update.keeps-cloud-provider': [
    {
      name: 'reset-by-oauth',
      sentence: 'An update with an OAuth token sets the cloudProvider that it leaves out to aws.',
      also: [EMPTY],
      patch: setting(byOAuth, 'cloudProvider', () => 'aws'),
    },
    {
      name: 'reset-by-empty-tabs',
      sentence: 'An update that empties launchpadTabs sets cloudProvider to aws.',
      patch: setting(
        (call) => JSON.stringify(bodyOf(call)['launchpadTabs']) === '[]',
        'cloudProvider',
        () => 'aws',
      ),
    },
    {
      name: 'reset-with-region',
      sentence: 'An update of the region alone sets cloudProvider to aws.',
      patch: dragging('region', 'cloudProvider', 'aws'),
    },
  ],
  'deployments.update.keeps-region': [
    {
      name: 'reset-after-a-refusal',
      sentence: 'The update that follows a refused one sets the region that it leaves out to eu-central-1.',
      also: [EMPTY],
      patch: setting(afterRefusal, 'region', () => 'eu-central-1'),
    },
    {
      name: 'reset-by-the-hold-that-stands',
      sentence: 'An update that repeats the hold that stands there sets the region to eu-central-1.',
      patch: setting(repeats('releaseChannelVersionHold'), 'region', () => 'eu-central-1'),
    },
    {
      name: 'cleared-with-channel',
      sentence: 'An update of the releaseChannel clears the region.',
      patch: dragging('releaseChannel', 'region', null),
    },
    {
      name: 'reset-by-scoped-keys',
      sentence: 'An update with a scoped key sets the region that it leaves out to us-west-2.',
      seenIn: 'the others with a scoped key',
      patch: during(
        'updateDeployment',
        'deployments',
        ({ merged }, call) => ({
          merged: (stored, change) => ({
            ...merged(stored, change),
            ...(bodyOf(call)['region'] === undefined && { region: 'us-west-2' }),
          }),
        }),
        byScopedKey,
      ),
    },
  ],
  'deployments.update.keeps-release-channel': [
    {
      name: 'first-with-five-others',
      sentence: 'An update of five or more other members sets the releaseChannel to stable.',
      patch: setting(
        (call) => memberCount(bodyOf(call)) >= 5,
        'releaseChannel',
        () => 'stable',
      ),
    },
    {
      name: 'reset-by-the-template-that-stands',
      sentence: 'An update that repeats the template that stands there sets the releaseChannel to stable.',
      patch: setting(repeats('template'), 'releaseChannel', () => 'stable'),
    },
    {
      name: 'stable-with-hold',
      sentence: 'An update of releaseChannelVersionHold sets releaseChannel to stable.',
      patch: dragging('releaseChannelVersionHold', 'releaseChannel', 'stable'),
    },
  ],
  'deployments.update.keeps-release-channel-version': [
    {
      name: 'newest-by-oauth',
      sentence: 'An update with an OAuth token and without a version goes to the last version of the list.',
      also: [EMPTY],
      patch: setting(byOAuth, 'releaseChannelVersion', lastVersion),
    },
    {
      name: 'newest-by-the-region-that-stands',
      sentence: 'An update that repeats the region that stands there goes to the last version of the list.',
      patch: setting(repeats('region'), 'releaseChannelVersion', lastVersion),
    },
    {
      name: 'newest-with-anything',
      sentence: 'An update of launchpadTabs or defaultLaunchpadViewGroup switches to the last version of the list.',
      patch: withSequel((body, _before, call) => {
        const isMeant = 'launchpadTabs' in body || 'defaultLaunchpadViewGroup' in body;
        return isMeant && !('releaseChannelVersion' in body) ? { releaseChannelVersion: newestFor(call) } : {};
      }),
    },
  ],
  'deployments.update.keeps-release-channel-version-hold': [
    {
      name: 'ended-by-a-version',
      sentence: 'An update of the version ends the hold of it.',
      patch: ({ deployments }) => {
        const { merged } = deployments;
        deployments.merged = (stored, change) =>
          merged(stored, 'releaseChannelVersion' in change ? { releaseChannelVersionHold: false, ...change } : change);
      },
    },
    {
      name: 'cleared-by-a-version',
      sentence: 'An update of the releaseChannelVersion takes the hold of the version away.',
      patch: changeRequest('updateDeployment', (body) =>
        body['releaseChannelVersion'] !== undefined && body['releaseChannelVersionHold'] === undefined
          ? { ...body, releaseChannelVersionHold: false }
          : body,
      ),
    },
    {
      name: 'ended-with-every-second-template',
      sentence: 'Every second update of the template ends the hold of the version.',
      patch: (rules) => {
        let templates = 0;
        setting(
          (call) => {
            if ('template' in bodyOf(call)) templates += 1;
            return 'template' in bodyOf(call) && templates % 2 === 0;
          },
          'releaseChannelVersionHold',
          () => false,
        )(rules);
      },
    },
    {
      name: 'ended-after-a-refusal',
      sentence: 'The update that follows a refused one ends the hold of the version.',
      also: [EMPTY],
      patch: setting(afterRefusal, 'releaseChannelVersionHold', () => false),
    },
    {
      name: 'released-with-channel',
      sentence: 'An update of the releaseChannel ends the hold of the version.',
      patch: dragging('releaseChannel', 'releaseChannelVersionHold', false),
    },
  ],
  'deployments.update.keeps-template': [
    {
      name: 'another-region',
      sentence: 'An update to another region puts the template back to the first one.',
      patch: remembering(
        (): { first: unknown } => ({ first: undefined }),
        (memory) =>
          all(
            replaceSync('updateDeployment', (call, original) => {
              const before = storedIn(call)?.configuration ?? {};
              memory.first ??= before['template'];
              const answer = original(call);
              const { region, template } = bodyOf(call);
              if (template === undefined && region !== undefined && region !== before['region']) {
                configure(call, { template: memory.first });
              }
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'reset-after-an-empty-update',
      sentence: 'The update that follows an empty one sets the template to warehouse.',
      also: [EMPTY],
      patch: setting(
        (_call, { lastDone }) => lastDone !== undefined && memberCount(bodyOf(lastDone)) === 0,
        'template',
        () => 'warehouse',
      ),
    },
    {
      name: 'reset-by-empty-variables',
      sentence: 'An update with empty templateVariables sets the template to warehouse.',
      patch: setting(
        (call) => JSON.stringify(bodyOf(call)['templateVariables']) === '{}',
        'template',
        () => 'warehouse',
      ),
    },
    {
      name: 'custom-with-variables',
      sentence: 'An update of templateVariables sets the template to custom.',
      patch: dragging('templateVariables', 'template', 'custom'),
    },
  ],
  'deployments.update.keeps-template-variables': [
    {
      name: 'emptied-with-the-template',
      sentence: 'An update of the template empties the template variables.',
      patch: ({ deployments }) => {
        const { merged } = deployments;
        deployments.merged = (stored, change) =>
          merged(stored, 'template' in change ? { templateVariables: {}, ...change } : change);
      },
    },
    {
      name: 'last-lost-by-oauth',
      sentence: 'An update with an OAuth token loses the last of the template variables that it leaves out.',
      also: [EMPTY],
      patch: setting(byOAuth, 'templateVariables', (before) =>
        Object.fromEntries(Object.entries(variablesIn(before)).slice(0, -1)),
      ),
    },
    {
      name: 'of-the-refused-update',
      sentence: 'The templateVariables of a refused update are stored with the update that follows it.',
      patch: (rules) => {
        let refused: unknown;
        all(
          setting(afterRefusal, 'templateVariables', (before) => refused ?? before['templateVariables']),
          refusedYet('updateDeployment', (call) => {
            refused = bodyOf(call)['templateVariables'];
          }),
        )(rules);
      },
    },
    {
      name: 'emptied-with-region',
      sentence: 'An update of the region empties templateVariables.',
      patch: dragging('region', 'templateVariables', {}),
    },
    {
      name: 'first-only',
      sentence: 'An update of launchpadTabs keeps the first of the templateVariables alone.',
      patch: withSequel((body, before) => {
        if (!('launchpadTabs' in body) || 'templateVariables' in body) return {};
        const variables = Object.entries(before['templateVariables'] as Configuration);
        return { templateVariables: Object.fromEntries(variables.slice(0, 1)) };
      }),
    },
    {
      name: 'cleared-with-the-template',
      sentence: 'A change of the template empties the templateVariables that the update leaves out.',
      patch: settingExactly(differs('template'), 'templateVariables', () => ({})),
    },
    {
      name: 'undone-at-once',
      sentence: 'An update without template variables writes those back that stood there when it came in.',
      patch: configurationWrittenBack,
    },
  ],
  'deployments.update.keeps-default-launchpad-view-group': [
    {
      name: 'all-with-empty-tabs',
      sentence: 'An update that empties launchpadTabs sets defaultLaunchpadViewGroup to all.',
      patch: setting(
        (call) => JSON.stringify(bodyOf(call)['launchpadTabs']) === '[]',
        'defaultLaunchpadViewGroup',
        () => 'all',
      ),
    },
    {
      name: 'all-after-a-refusal',
      sentence: 'The update that follows a refused one sets defaultLaunchpadViewGroup to all.',
      also: [EMPTY],
      patch: setting(afterRefusal, 'defaultLaunchpadViewGroup', () => 'all'),
    },
    {
      name: 'all-with-tabs',
      sentence: 'An update of launchpadTabs sets defaultLaunchpadViewGroup to all.',
      patch: dragging('launchpadTabs', 'defaultLaunchpadViewGroup', 'all'),
    },
    {
      name: 'reset-by-a-version',
      sentence: 'A switch to another version sets defaultLaunchpadViewGroup to all.',
      patch: setting(
        (call) => 'releaseChannelVersion' in bodyOf(call),
        'defaultLaunchpadViewGroup',
        () => 'all',
      ),
    },
  ],
  'deployments.update.keeps-launchpad-tabs': [
    {
      name: 'emptied-with-the-group',
      sentence: 'An update of the defaultLaunchpadViewGroup empties the launchpadTabs.',
      patch: ({ deployments }) => {
        const { merged } = deployments;
        deployments.merged = (stored, change) =>
          merged(stored, 'defaultLaunchpadViewGroup' in change ? { launchpadTabs: [], ...change } : change);
      },
    },
    {
      name: 'turned-by-the-template-that-stands',
      sentence: 'An update that repeats the template that stands there loses the first of the launchpadTabs.',
      patch: setting(repeats('template'), 'launchpadTabs', (before) =>
        (before['launchpadTabs'] as readonly unknown[]).slice(1),
      ),
    },
    {
      name: 'emptied-by-oauth',
      sentence: 'An update with an OAuth token empties the launchpadTabs that it leaves out.',
      also: [EMPTY],
      patch: setting(byOAuth, 'launchpadTabs', () => []),
    },
    {
      name: 'emptied-with-group',
      sentence: 'An update of defaultLaunchpadViewGroup empties launchpadTabs.',
      patch: dragging('defaultLaunchpadViewGroup', 'launchpadTabs', []),
    },
    {
      name: 'emptied-with-several',
      sentence: 'An update of three or more other members empties launchpadTabs.',
      patch: withSequel((body) =>
        Object.keys(body).length >= 3 && !('launchpadTabs' in body) ? { launchpadTabs: [] } : {},
      ),
    },
  ],
});
