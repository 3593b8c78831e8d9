import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Deployment } from '../../mock/world/deployments.ts';
import {
  configure,
  configureAll,
  dragging,
  dropping,
  merging,
  newestFor,
  storedIn,
  versionIn,
  withSequel,
  type Configuration,
} from '../lib/deployments.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { continuing, endingEarly, hiding, pagesOf, startingOver } from '../lib/paging.ts';
import { changeRequest, refusedYet } from '../lib/reports.ts';
import { changeBodySync, replaceSync, withRules } from '../lib/patches.ts';

const LIST = 'listDeployments';
const UPDATE = 'updateDeployment';
const VERSIONS = 'listDeploymentVersions';
const SETTINGS = 'getDeploymentSettings';

const NOT_BESIDE = 'what is not stored alone is not stored beside others';

/** Takes more versions than are listed. */
function taking(isTaken: (version: string, listed: readonly string[]) => boolean): Patch {
  return ({ deployments }) => {
    const { isListedVersion } = deployments;
    deployments.isListedVersion = (version, listed) =>
      isListedVersion(version, listed) || (typeof version === 'string' && isTaken(version, listed));
  };
}

/** Template variables that take the place of those that stand there, if some other member comes along. */
function replacedBeside(isMeant: (body: Body) => boolean): Patch {
  return replaceSync(UPDATE, (call, original) => {
    const others = isMeant(bodyOf(call))
      ? { mergedVariables: (_: Configuration, change: Configuration) => change }
      : {};
    return withRules(call, 'deployments', others, () => original(call));
  });
}

/** Settings that show something more. */
function showing(more: (deployment: Deployment) => object): Patch {
  return ({ deployments }) => {
    const { settings } = deployments;
    deployments.settings = (deployment) => ({ ...settings(deployment), ...more(deployment) });
  };
}

/** Faults of deployments: their list, their settings and what changes them. */
export const deploymentsFaults = faults({
  // The list.
  'deployments.list.items': {
    name: 'by-id',
    sentence: 'A list that is asked for no page keeps its elements in an object by their ids.',
    patch: changeBodySync(LIST, (list, call) => {
      if (call.query.text('first') !== undefined) return list;
      const items = list['items'] as readonly Body[];
      return { ...list, items: Object.fromEntries(items.map((one) => [String(one['id']), one])) };
    }),
    also: [
      { id: 'deployments.list.shows-deployment', because: 'what is not where the elements are is not in the list' },
      {
        id: 'openapi-spec.serving.body-declared',
        because: "the tenant's own document declares what is printed, and the answer departs from that as well",
      },
    ],
  },
  'deployments.list.shows-deployment': {
    name: 'left-out',
    sentence: 'The deployment with the smallest id is in no list.',
    patch: hiding(LIST, (id, { tenant }) => id === tenant.deployments.deployments.all()[0]?.id),
  },
  'deployments.list.first-limits': [
    {
      name: 'one-more',
      sentence: 'A page of deployments holds one more than was asked for.',
      patch: pagesOf(LIST, (first) => first + 1),
    },
    {
      name: 'at-least-two',
      sentence: 'A page of one deployment is silently made one of two.',
      patch: pagesOf(LIST, (first) => Math.max(2, first)),
    },
  ],
  'deployments.list.after-continues': [
    {
      name: 'repeats-one',
      sentence: 'A page of deployments begins with the last of the page before it.',
      patch: continuing(LIST, 'one-early'),
    },
    {
      name: 'starts-over',
      sentence: 'Behind the second deployment or a later one the list starts over.',
      patch: startingOver(LIST),
    },
  ],
  'deployments.list.pages-complete': [
    {
      name: 'skips-one',
      sentence: 'Between two pages of deployments one is skipped.',
      patch: continuing(LIST, 'one-late'),
    },
    {
      name: 'last-alone',
      sentence: 'A page is told to be the last one where a single deployment would follow.',
      patch: endingEarly(LIST),
    },
  ],

  // Each member of an update is stored.
  'deployments.update.stores-cloud-provider': {
    name: 'not-stored',
    sentence: 'A new cloudProvider is acknowledged and not stored.',
    also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
    patch: dropping('cloudProvider'),
  },
  'deployments.update.stores-region': {
    name: 'only-with-provider',
    sentence: 'A region that comes without a cloudProvider is acknowledged and not stored.',
    also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
    patch: dropping('region', (body) => !('cloudProvider' in body)),
  },
  'deployments.update.stores-release-channel': {
    name: 'only-with-version',
    sentence: 'A releaseChannel that comes without a releaseChannelVersion is refused.',
    patch: replaceSync(UPDATE, (call, original) => {
      const body = bodyOf(call);
      const isMeant = 'releaseChannel' in body && !('releaseChannelVersion' in body);
      if (storedIn(call) && isMeant) refuse('invalid', 'releaseChannel needs a releaseChannelVersion');
      return original(call);
    }),
  },
  'deployments.update.stores-release-channel-version': [
    {
      name: 'newest-instead',
      sentence: 'Whichever listed version is asked for, the deployment goes to the last of the list.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: withSequel((body, _before, call) =>
        'releaseChannelVersion' in body ? { releaseChannelVersion: newestFor(call) } : {},
      ),
    },
    {
      name: 'upwards-only',
      sentence: 'A switch to a version that is listed before the present one is acknowledged and not made.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: withSequel((body, before, call) => {
        const { releaseChannelVersion: asked } = body;
        const deployment = storedIn(call);
        const listed = deployment ? call.tenant.rules.deployments.versions(deployment) : [];
        const former = before['releaseChannelVersion'];
        const isBack = listed.indexOf(asked as string) < listed.indexOf(former as string);
        return asked !== undefined && isBack ? { releaseChannelVersion: former } : {};
      }),
    },
  ],
  'deployments.update.stores-release-channel-version-hold': [
    {
      name: 'false-taken-for-omitted',
      sentence: 'A hold that is false is taken for one that was left out.',
      also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
      patch: dropping('releaseChannelVersionHold', (body) => body['releaseChannelVersionHold'] === false),
    },
    {
      name: 'not-stored',
      sentence: 'A hold that is true is acknowledged and not stored.',
      also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
      patch: dropping('releaseChannelVersionHold', (body) => body['releaseChannelVersionHold'] === true),
    },
  ],
  'deployments.update.stores-template': {
    name: 'set-once',
    sentence: 'A template is acknowledged and not stored where the deployment has one.',
    also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
    patch: dropping('template'),
  },
  'deployments.update.stores-default-launchpad-view-group': {
    name: 'one-late',
    sentence: 'A new defaultLaunchpadViewGroup shows with the next one only.',
    also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
    patch: (rules) => {
      const asked = new Map<unknown, unknown>();
      withSequel((body, before, call) => {
        const group = body['defaultLaunchpadViewGroup'];
        if (group === undefined) return {};
        const id = storedIn(call)?.id;
        const shown = asked.get(id) ?? before['defaultLaunchpadViewGroup'];
        asked.set(id, group);
        return { defaultLaunchpadViewGroup: shown };
      })(rules);
    },
  },
  'deployments.update.stores-launchpad-tabs': [
    {
      name: 'added',
      sentence: 'The launchpadTabs of an update are added to those that stand there.',
      also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
      patch: withSequel((body, before) => {
        const tabs = body['launchpadTabs'] as readonly unknown[] | undefined;
        const former = before['launchpadTabs'] as readonly unknown[];
        return tabs ? { launchpadTabs: [...new Set([...former, ...tabs])] } : {};
      }),
    },
    {
      name: 'none-taken-for-omitted',
      sentence: 'Empty launchpadTabs are taken for left out.',
      patch: dropping('launchpadTabs', (body) => JSON.stringify(body['launchpadTabs']) === '[]'),
    },
  ],

  // Each member that an update leaves out is kept.
  'deployments.update.keeps-cloud-provider': {
    name: 'reset-with-region',
    sentence: 'An update of the region alone sets cloudProvider to aws.',
    patch: dragging('region', 'cloudProvider', 'aws'),
  },
  'deployments.update.keeps-region': {
    name: 'cleared-with-channel',
    sentence: 'An update of the releaseChannel clears the region.',
    patch: dragging('releaseChannel', 'region', null),
  },
  'deployments.update.keeps-release-channel': {
    name: 'stable-with-hold',
    sentence: 'An update of releaseChannelVersionHold sets releaseChannel to stable.',
    patch: dragging('releaseChannelVersionHold', 'releaseChannel', 'stable'),
  },
  'deployments.update.keeps-release-channel-version': {
    name: 'newest-with-anything',
    sentence: 'An update of launchpadTabs or defaultLaunchpadViewGroup switches to the last version of the list.',
    patch: withSequel((body, _before, call) => {
      const isMeant = 'launchpadTabs' in body || 'defaultLaunchpadViewGroup' in body;
      return isMeant && !('releaseChannelVersion' in body) ? { releaseChannelVersion: newestFor(call) } : {};
    }),
  },
  'deployments.update.keeps-release-channel-version-hold': {
    name: 'released-with-channel',
    sentence: 'An update of the releaseChannel ends the hold of the version.',
    patch: dragging('releaseChannel', 'releaseChannelVersionHold', false),
  },
  'deployments.update.keeps-template': {
    name: 'custom-with-variables',
    sentence: 'An update of templateVariables sets the template to custom.',
    patch: dragging('templateVariables', 'template', 'custom'),
  },
  'deployments.update.keeps-template-variables': [
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
  ],
  'deployments.update.keeps-default-launchpad-view-group': {
    name: 'all-with-tabs',
    sentence: 'An update of launchpadTabs sets defaultLaunchpadViewGroup to all.',
    patch: dragging('launchpadTabs', 'defaultLaunchpadViewGroup', 'all'),
  },
  'deployments.update.keeps-launchpad-tabs': [
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
  'deployments.update.empty-keeps-all': [
    {
      name: 'refused',
      sentence: 'An update without any member is refused.',
      patch: replaceSync(UPDATE, (call, original) => {
        if (storedIn(call) && Object.keys(bodyOf(call)).length === 0) refuse('invalid', 'nothing is to be changed');
        return original(call);
      }),
    },
    {
      name: 'hold-ended',
      sentence: 'An update without any member ends the hold of the version.',
      also: [
        {
          id: 'deployments.update.keeps-release-channel-version-hold',
          because: 'an empty update leaves it out as well',
        },
      ],
      patch: withSequel((body) => (Object.keys(body).length === 0 ? { releaseChannelVersionHold: false } : {})),
    },
    {
      name: 'newest-version',
      sentence: 'An update without any member switches to the last version of the list.',
      also: [
        { id: 'deployments.update.keeps-release-channel-version', because: 'an empty update leaves it out as well' },
      ],
      patch: withSequel((body, _before, call) =>
        Object.keys(body).length === 0 ? { releaseChannelVersion: newestFor(call) } : {},
      ),
    },
  ],

  'deployments.update.several-members': {
    name: 'first-alone',
    sentence: 'Of several members of an update the first alone is stored.',
    patch: changeRequest(UPDATE, (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
  },
  'deployments.update.others-kept': [
    {
      name: 'region-of-all',
      sentence: 'An update of the region of a deployment is one of the region of all.',
      patch: withSequel((body, _before, call) => {
        if ('region' in body) configureAll(call, { region: body['region'] });
        return {};
      }),
    },
    {
      name: 'variables-of-all',
      sentence: 'All deployments have the template variables of that which was updated last.',
      patch: withSequel((body, _before, call) => {
        const templateVariables = storedIn(call)?.configuration['templateVariables'];
        if ('templateVariables' in body) configureAll(call, { templateVariables });
        return {};
      }),
    },
  ],

  // Template variables merge by their keys.
  'deployments.update.template-variables-add': {
    name: 'known-keys-only',
    sentence: 'Of templateVariables the keys that are not there yet are ignored.',
    also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
    patch: merging((stored, change) => ({
      ...stored,
      ...Object.fromEntries(Object.entries(change).filter(([key]) => Object.hasOwn(stored, key))),
    })),
  },
  'deployments.update.template-variables-replace': [
    {
      name: 'escaped',
      sentence: 'The values of templateVariables are stored as they would stand in a page.',
      patch: merging((stored, change) => ({
        ...stored,
        ...Object.fromEntries(
          Object.entries(change).map(([key, value]) => [
            key,
            typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : value,
          ]),
        ),
      })),
    },
    {
      name: 'first-value-stays',
      sentence: 'A key of templateVariables keeps the value that it was first given.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: merging((stored, change) => ({ ...change, ...stored })),
    },
    {
      name: 'empty-taken-for-omitted',
      sentence: 'A key of templateVariables that is sent with an empty text keeps its value.',
      patch: merging((stored, change) => ({
        ...stored,
        ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== '')),
      })),
    },
  ],
  'deployments.update.template-variables-keep': [
    {
      name: 'replaced-as-a-whole',
      sentence: 'The templateVariables of an update take the place of all that stand there, unless they are empty.',
      patch: merging((stored, change) => (Object.keys(change).length === 0 ? stored : change)),
    },
    {
      name: 'replaced-beside-template',
      sentence:
        'The templateVariables of an update take the place of all that stand there where a template is with them.',
      patch: replacedBeside((body) => 'template' in body),
    },
    {
      name: 'replaced-beside-tabs',
      sentence: 'The templateVariables of an update take the place of all that stand there where tabs are with them.',
      also: [
        {
          id: 'deployments.update.template-variables-empty',
          because: 'an empty object takes the place of all as well, and the check may send it beside tabs',
        },
      ],
      patch: replacedBeside((body) => 'launchpadTabs' in body),
    },
    {
      name: 'later-keys-lost',
      sentence: 'An update with templateVariables loses the last key that it does not name.',
      patch: merging((stored, change) => {
        const last = Object.keys(stored).findLast((key) => !Object.hasOwn(change, key));
        const isKept = (key: string) => Object.keys(change).length === 0 || key !== last;
        return { ...Object.fromEntries(Object.entries(stored).filter(([key]) => isKept(key))), ...change };
      }),
    },
    {
      name: 'emptied-values',
      sentence: 'An update with templateVariables empties the values of the keys that it does not name.',
      patch: merging((stored, change) => {
        if (Object.keys(change).length === 0) return stored;
        return { ...Object.fromEntries(Object.keys(stored).map((key) => [key, ''])), ...change };
      }),
    },
  ],
  'deployments.update.template-variables-empty': {
    name: 'clears',
    sentence: 'Empty templateVariables remove every key.',
    patch: merging((stored, change) => (Object.keys(change).length === 0 ? {} : { ...stored, ...change })),
  },

  // Versions.
  'deployments.update.unlisted-version': [
    {
      name: 'any-number',
      sentence: 'A switch to any version is made that reads like the listed ones.',
      patch: taking((version) => /^\d+\.\d+\.\d+$/.test(version)),
    },
    {
      name: 'beginning',
      sentence: 'A switch is made to a text that a listed version begins with.',
      patch: taking((version, listed) => listed.some((one) => one.startsWith(`${version}.`))),
    },
    {
      name: 'newest-instead',
      sentence: 'In the place of a version that is not listed the deployment silently goes to the last of the list.',
      patch: changeRequest(UPDATE, (body, call) => {
        const deployment = storedIn(call);
        const version = versionIn(call);
        const listed: readonly unknown[] = deployment ? call.tenant.rules.deployments.versions(deployment) : [];
        const isMeant = version !== undefined && !listed.includes(version);
        return isMeant ? { ...body, releaseChannelVersion: listed.at(-1) } : body;
      }),
    },
    {
      name: 'refused-and-stored',
      sentence: 'A switch to a version that is not listed is refused, and the settings have it all the same.',
      patch: refusedYet(UPDATE, (call) => {
        const version = versionIn(call);
        if (typeof version === 'string') configure(call, { releaseChannelVersion: version });
      }),
    },
    {
      name: 'refused-and-rest-stored',
      sentence: 'An update with a version that is not listed is refused, and its other members are stored.',
      patch: refusedYet(UPDATE, (call, original) => {
        const { releaseChannelVersion, ...body } = bodyOf(call);
        if (releaseChannelVersion !== undefined) original({ ...call, body });
      }),
    },
    {
      name: 'unchecked-with-channel',
      sentence: 'A switch to any version is made where a releaseChannel comes with it.',
      patch: replaceSync(UPDATE, (call, original) => {
        const { deployments } = call.tenant.rules;
        const { isListedVersion } = deployments;
        if (bodyOf(call)['releaseChannel'] !== undefined) deployments.isListedVersion = () => true;
        try {
          return original(call);
        } finally {
          deployments.isListedVersion = isListedVersion;
        }
      }),
    },
  ],
  'deployments.versions.every-listed': [
    {
      name: 'last-refused',
      sentence: 'A switch to the last of the listed versions is refused.',
      patch: replaceSync(UPDATE, (call, original) => {
        if (versionIn(call) !== undefined && versionIn(call) === newestFor(call)) refuse('conflict', 'not yet');
        return original(call);
      }),
    },
    {
      name: 'one-too-many',
      sentence: 'The list has a version that no deployment can be switched to.',
      patch: changeBodySync(VERSIONS, (list) => ({
        ...list,
        items: [...(list['items'] as readonly Body[]), { version: '1.6.0' }],
      })),
    },
  ],

  // Settings.
  'deployments.settings.no-secrets': [
    {
      name: 'among-others',
      sentence: 'The settings show the secrets in a member of their own.',
      patch: showing(({ secrets }) => ({ environmentVariables: secrets })),
    },
    {
      name: 'within-an-address',
      sentence: 'The settings show the address of the database with the password within it.',
      patch: showing(({ slug, secrets }) => ({
        dataSource: { url: `postgres://${slug}:${secrets['databasePassword'] ?? ''}@db.internal/warehouse` },
      })),
    },
    {
      name: 'encoded',
      sentence: 'The settings show the password in base64.',
      patch: changeBodySync(SETTINGS, (settings, call) => ({
        ...settings,
        connection: Buffer.from(storedIn(call)?.secrets['databasePassword'] ?? '').toString('base64'),
      })),
    },
  ],
});
