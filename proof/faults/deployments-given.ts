import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import {
  configure,
  configureAll,
  dropping,
  storedIn,
  unlike,
  versionIn,
  withSequel,
  type Configuration,
} from '../lib/deployments.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { afterRefusal, everySecond, given, type Past } from '../lib/given.ts';
import { continuing, endingEarly, hiding, pagesOf, startingOver } from '../lib/paging.ts';
import { all, changeBodySync, during, refusing, replaceSync } from '../lib/patches.ts';
import { changeRequest, isAsked, refusedYet } from '../lib/reports.ts';
import { byOAuth, byScopedKey } from '../lib/access.ts';

const LIST = 'listDeployments';
const UPDATE = 'updateDeployment';
const SETTINGS = 'getDeploymentSettings';
const SUGGESTIONS = 'listAgentSuggestions';
const DEFAULTS = 'getAgentDefaults';

type Condition = (call: Call, past: Past) => boolean;

const sizeOf = (body: Body): number => Object.keys(body).length;

/** Whether an update sends a member with the value that it has already. */
function repeats(name: string): Condition {
  return (call) => {
    const sent = bodyOf(call)[name];
    return sent !== undefined && JSON.stringify(sent) === JSON.stringify(storedIn(call)?.configuration[name]);
  };
}

/** A member that an update leaves out is set all the same, under a condition. */
function setting(isMeant: Condition, name: string, value: (before: Configuration, call: Call) => unknown): Patch {
  const sequel = withSequel((body, before, call) =>
    name in body ? {} : { [name]: unlike(before, name, value(before, call)) },
  );
  return given(UPDATE, isMeant, sequel);
}

/** Members that an update acknowledges and does not store, under a condition. */
function losing(isMeant: Condition, ...names: readonly string[]): Patch {
  return given(UPDATE, isMeant, all(...names.map((name) => dropping(name))));
}

const sends =
  (...names: readonly string[]): Condition =>
  (call) =>
    names.every((name) => bodyOf(call)[name] !== undefined);
const sendsBeside =
  (name: string): Condition =>
  (call) =>
    name in bodyOf(call) && sizeOf(bodyOf(call)) > 1;

const variablesIn = ({ templateVariables }: Configuration): Configuration => (templateVariables ?? {}) as Configuration;

/** The template variables that an update leaves behind, under a condition. */
function leaving(isMeant: Condition, left: (before: Configuration, sent: Configuration) => Configuration): Patch {
  const sequel = withSequel((body, before) => {
    const sent = body['templateVariables'];
    return sent === undefined ? {} : { templateVariables: left(variablesIn(before), variablesIn(body)) };
  });
  return given(UPDATE, isMeant, sequel);
}

/** Takes versions that are not listed, for some calls. */
function unchecked(isMeant: Condition): Patch {
  return given(
    UPDATE,
    isMeant,
    during(UPDATE, 'deployments', () => ({ isListedVersion: () => true })),
  );
}

const lastVersion = (_before: Configuration, { tenant }: Call): string | undefined => {
  const [deployment] = tenant.deployments.deployments.all();
  return deployment && tenant.rules.deployments.versions(deployment).at(-1);
};

const withTheSecrets = changeBodySync(SETTINGS, (settings, call) => ({
  ...settings,
  environment: Object.entries(storedIn(call)?.secrets ?? {}).map(([name, value]) => ({ name, value })),
}));

const EMPTY = { id: 'deployments.update.empty-keeps-all', because: 'an empty update leaves it out as well' } as const;

/** Faults of deployments that show for some callers, some inputs or after some histories alone. */
export const deploymentsGivenFaults = faults({
  // The list.
  'deployments.list.items': {
    name: 'bare-when-paged',
    sentence: 'A list that is asked for a size of its pages is an object of elements by their place.',
    patch: given(
      LIST,
      (call) => isAsked(call, 'first'),
      changeBodySync(LIST, (list) => ({
        ...list,
        items: Object.fromEntries((list['items'] as readonly Body[]).entries()),
      })),
    ),
    also: [
      ...(['first-limits', 'after-continues', 'pages-complete'] as const).map((id) => ({
        id: `deployments.list.${id}` as const,
        because: 'the pages hold no elements where they are looked for',
      })),
      {
        id: 'openapi-spec.serving.body-declared',
        because: "the tenant's own document declares what is printed, and the answer departs from that as well",
      },
    ],
  },
  'deployments.list.shows-deployment': [
    {
      name: 'not-to-oauth',
      sentence: 'Who asks with an OAuth token is not shown the deployment with the smallest id.',
      patch: given(
        LIST,
        byOAuth,
        hiding(LIST, (id, { tenant }) => id === tenant.deployments.home),
      ),
    },
    {
      name: 'not-on-pages',
      sentence: 'The deployment with the smallest id is missing where a size of the pages is asked for.',
      also: [{ id: 'deployments.list.pages-complete', because: 'what no page has is missing from the pages' }],
      patch: given(
        LIST,
        (call) => isAsked(call, 'first'),
        hiding(LIST, (id, { tenant }) => id === tenant.deployments.home),
      ),
    },
  ],
  'deployments.list.first-limits': [
    {
      name: 'later-pages-one-more',
      sentence: 'Every page of deployments but the first holds one more than was asked for.',
      patch: given(
        LIST,
        (call) => isAsked(call, 'after'),
        pagesOf(LIST, (first) => first + 1),
      ),
    },
    {
      name: 'second-time-all',
      sentence: 'Whoever asks for a page of deployments for the second time gets all of them.',
      patch: given(
        LIST,
        (call, past) => !isAsked(call, 'after') && everySecond(call, past),
        pagesOf(LIST, () => 50),
      ),
    },
  ],
  'deployments.list.after-continues': [
    {
      name: 'pairs-start-over',
      sentence: 'In pages of more than one deployment the second page begins with the last of the first.',
      patch: given(LIST, (call) => Number(call.query.text('first')) > 1, continuing(LIST, 'one-early')),
    },
    {
      name: 'single-starts-over',
      sentence: 'In pages of one deployment the list starts over behind the second.',
      patch: given(LIST, (call) => call.query.text('first') === '1', startingOver(LIST)),
    },
  ],
  'deployments.list.pages-complete': [
    {
      name: 'pairs-skip-one',
      sentence: 'Between pages of more than one deployment one is skipped.',
      patch: given(LIST, (call) => Number(call.query.text('first')) > 1, continuing(LIST, 'one-late')),
    },
    {
      name: 'single-pages-end-early',
      sentence: 'In pages of one deployment the last but one is told to be the last.',
      patch: given(LIST, (call) => call.query.text('first') === '1', endingEarly(LIST)),
    },
  ],

  // Each member of an update is stored.
  'deployments.update.stores-cloud-provider': [
    {
      name: 'not-by-oauth',
      sentence: 'A cloudProvider that is sent with an OAuth token is acknowledged and not stored.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: losing(byOAuth, 'cloudProvider'),
    },
    {
      name: 'not-back',
      sentence: 'A cloudProvider that the deployment had first is acknowledged and not stored again.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: losing((call) => bodyOf(call)['cloudProvider'] === 'aws', 'cloudProvider'),
    },
  ],
  'deployments.update.stores-region': [
    {
      name: 'not-after-a-refusal',
      sentence: 'A region that is sent after a refused update of the same deployment is acknowledged and not stored.',
      also: [
        { id: 'deployments.update.several-members', because: 'what is not stored alone is not stored beside others' },
      ],
      patch: losing(afterRefusal, 'region'),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A region that is sent with an OAuth token alone is acknowledged and not stored.',
      patch: losing((call) => byOAuth(call) && sizeOf(bodyOf(call)) === 1, 'region'),
    },
  ],
  'deployments.update.stores-release-channel': [
    {
      name: 'not-by-oauth',
      sentence: 'A releaseChannel that is sent with an OAuth token is acknowledged and not stored.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: losing(byOAuth, 'releaseChannel'),
    },
    {
      name: 'third-change',
      sentence: 'The third change of the releaseChannel of a deployment is acknowledged and not stored.',
      also: alsoThese('the channel is changed beside others there', 'deployments.update.several-members'),
      patch: losing((call, { done }) => done >= 2 && sends('releaseChannel')(call, {} as Past), 'releaseChannel'),
    },
  ],
  'deployments.update.stores-release-channel-version': [
    {
      name: 'not-by-oauth',
      sentence: 'A switch to a version with an OAuth token is acknowledged and not made.',
      also: [
        { id: 'deployments.update.unlisted-version', because: 'one that is not listed is acknowledged, too' },
        ...alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      ],
      patch: losing(byOAuth, 'releaseChannelVersion'),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'A switch to a version that follows a refused update is acknowledged and not made.',
      also: [
        { id: 'deployments.update.unlisted-version', because: 'one that is not listed is acknowledged, too' },
        ...alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      ],
      patch: losing(afterRefusal, 'releaseChannelVersion'),
    },
  ],
  'deployments.update.stores-release-channel-version-hold': [
    {
      name: 'not-by-oauth',
      sentence: 'A hold that is set or ended alone with an OAuth token is acknowledged and not stored.',
      patch: losing((call) => byOAuth(call) && sizeOf(bodyOf(call)) === 1, 'releaseChannelVersionHold'),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'A hold that is ended after a refused update stays.',
      patch: losing(
        (call, past) => afterRefusal(call, past) && bodyOf(call)['releaseChannelVersionHold'] === false,
        'releaseChannelVersionHold',
      ),
    },
  ],
  'deployments.update.stores-template': [
    {
      name: 'not-by-oauth',
      sentence: 'A template that is sent with an OAuth token alone is acknowledged and not stored.',
      patch: losing((call) => byOAuth(call) && sizeOf(bodyOf(call)) === 1, 'template'),
    },
    {
      name: 'once',
      sentence: 'A template that the deployment had before is acknowledged and not stored.',
      also: [
        { id: 'deployments.update.several-members', because: 'the check sends the template that stood there first' },
      ],
      patch: (rules) => {
        const known = new Set<unknown>();
        given(
          UPDATE,
          (call) => {
            const { template } = bodyOf(call);
            known.add(storedIn(call)?.configuration['template']);
            return known.has(template) && !repeats('template')(call, {} as Past);
          },
          dropping('template'),
        )(rules);
      },
    },
  ],
  'deployments.update.stores-default-launchpad-view-group': [
    {
      name: 'not-after-tabs',
      sentence: 'A defaultLaunchpadViewGroup that is sent right after launchpadTabs is acknowledged and not stored.',
      patch: losing((call, { lastDone }) => {
        const former = lastDone && bodyOf(lastDone);
        return former !== undefined && 'launchpadTabs' in former && sizeOf(bodyOf(call)) === 1;
      }, 'defaultLaunchpadViewGroup'),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A defaultLaunchpadViewGroup that is sent with an OAuth token alone is acknowledged and not stored.',
      patch: losing((call) => byOAuth(call) && sizeOf(bodyOf(call)) === 1, 'defaultLaunchpadViewGroup'),
    },
  ],
  'deployments.update.stores-launchpad-tabs': [
    {
      name: 'same-in-another-order',
      sentence: 'The launchpadTabs that stand there, in another order, are acknowledged and not stored.',
      patch: losing((call) => {
        const sent = bodyOf(call)['launchpadTabs'];
        const stored = storedIn(call)?.configuration['launchpadTabs'];
        const sorted = (tabs: unknown) => JSON.stringify([...(tabs as readonly string[])].sort());
        return Array.isArray(sent) && Array.isArray(stored) && sorted(sent) === sorted(stored);
      }, 'launchpadTabs'),
    },
    {
      name: 'single-one',
      sentence: 'A single launchpad tab is acknowledged and not stored.',
      also: [{ id: 'deployments.update.several-members', because: 'the check may send a single tab' }],
      patch: losing(
        (call) => (bodyOf(call)['launchpadTabs'] as readonly unknown[] | undefined)?.length === 1,
        'launchpadTabs',
      ),
    },
    {
      name: 'not-by-oauth',
      sentence: 'Of launchpadTabs that are sent with an OAuth token alone the first is stored.',
      patch: given(
        UPDATE,
        (call) => byOAuth(call) && sizeOf(bodyOf(call)) === 1,
        changeRequest(UPDATE, (body) => {
          const tabs = body['launchpadTabs'];
          return Array.isArray(tabs) ? { launchpadTabs: tabs.slice(0, 1) as unknown[] } : body;
        }),
      ),
    },
  ],

  // Each member that an update leaves out is kept.
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
  ],
  'deployments.update.keeps-release-channel': [
    {
      name: 'first-with-five-others',
      sentence: 'An update of five or more other members sets the releaseChannel to stable.',
      patch: setting(
        (call) => sizeOf(bodyOf(call)) >= 5,
        'releaseChannel',
        () => 'stable',
      ),
    },
    {
      name: 'reset-by-the-template-that-stands',
      sentence: 'An update that repeats the template that stands there sets the releaseChannel to stable.',
      patch: setting(repeats('template'), 'releaseChannel', () => 'stable'),
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
  ],
  'deployments.update.keeps-release-channel-version-hold': [
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
  ],
  'deployments.update.keeps-template': [
    {
      name: 'reset-after-an-empty-update',
      sentence: 'The update that follows an empty one sets the template to warehouse.',
      also: [EMPTY],
      patch: setting(
        (_call, { lastDone }) => lastDone !== undefined && sizeOf(bodyOf(lastDone)) === 0,
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
  ],
  'deployments.update.keeps-template-variables': [
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
          refusedYet(UPDATE, (call) => {
            refused = bodyOf(call)['templateVariables'];
          }),
        )(rules);
      },
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
  ],
  'deployments.update.keeps-launchpad-tabs': [
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
  ],
  'deployments.update.empty-keeps-all': [
    {
      name: 'tabs-emptied-by-oauth',
      sentence: 'An update without any member and with an OAuth token empties launchpadTabs.',
      also: [{ id: 'deployments.update.keeps-launchpad-tabs', because: 'an empty update leaves them out as well' }],
      patch: setting(
        (call) => byOAuth(call) && sizeOf(bodyOf(call)) === 0,
        'launchpadTabs',
        () => [],
      ),
    },
    {
      name: 'second-one-resets',
      sentence: 'The second of two empty updates in a row sets the template to warehouse.',
      patch: setting(
        (call, { lastDone }) => sizeOf(bodyOf(call)) === 0 && lastDone !== undefined && sizeOf(bodyOf(lastDone)) === 0,
        'template',
        () => 'warehouse',
      ),
    },
    {
      name: 'after-a-refusal-resets',
      sentence: 'An empty update that follows a refused one sets defaultLaunchpadViewGroup to all.',
      also: [
        {
          id: 'deployments.update.keeps-default-launchpad-view-group',
          because: 'an empty update leaves it out as well',
        },
      ],
      patch: setting(
        (call, past) => sizeOf(bodyOf(call)) === 0 && afterRefusal(call, past),
        'defaultLaunchpadViewGroup',
        () => 'all',
      ),
    },
  ],

  'deployments.update.several-members': [
    {
      name: 'first-alone-by-oauth',
      sentence: 'Of several members that are sent with an OAuth token the first alone is stored.',
      patch: given(
        UPDATE,
        byOAuth,
        changeRequest(UPDATE, (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
      ),
    },
    {
      name: 'tabs-lost-beside-a-false-hold',
      sentence: 'Beside a hold that is false the launchpadTabs of an update are acknowledged and not stored.',
      patch: losing(
        (call) => bodyOf(call)['releaseChannelVersionHold'] === false && sizeOf(bodyOf(call)) > 1,
        'launchpadTabs',
      ),
    },
    {
      name: 'third-time-first-alone',
      sentence: 'Of several members of the third update of a deployment the first alone is stored.',
      also: [
        {
          id: 'deployments.update.unlisted-version',
          because: 'an update with such a version is cut to its first member, too, which may be another one',
        },
      ],
      patch: given(
        UPDATE,
        (_call, { done }) => done >= 2,
        changeRequest(UPDATE, (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
      ),
    },
    {
      name: 'unchanged-taken-for-all',
      sentence: 'An update of several members, one of which has its value already, is acknowledged and stores nothing.',
      also: [
        {
          id: 'deployments.update.template-variables-replace',
          because: 'the check also replaces them beside another member',
        },
      ],
      patch: given(
        UPDATE,
        (call) => sizeOf(bodyOf(call)) > 1 && Object.keys(bodyOf(call)).some((name) => repeats(name)(call, {} as Past)),
        changeRequest(UPDATE, () => ({})),
      ),
    },
    {
      name: 'variables-lost-beside-others',
      sentence: 'The templateVariables of an update that carries other members are acknowledged and not stored.',
      also: [
        {
          id: 'deployments.update.template-variables-replace',
          because: 'the check also replaces them beside another member',
        },
      ],
      patch: losing(sendsBeside('templateVariables'), 'templateVariables'),
    },
  ],
  'deployments.update.others-kept': [
    {
      name: 'several-for-all',
      sentence: 'The group of an update of several members is stored for all deployments.',
      patch: given(
        UPDATE,
        sendsBeside('defaultLaunchpadViewGroup'),
        withSequel((body, _before, call) => {
          configureAll(call, { defaultLaunchpadViewGroup: body['defaultLaunchpadViewGroup'] });
          return {};
        }),
      ),
    },
    {
      name: 'tabs-of-all-by-oauth',
      sentence: 'The launchpadTabs of an update with an OAuth token are stored for all deployments.',
      patch: given(
        UPDATE,
        byOAuth,
        withSequel((body, _before, call) => {
          if ('launchpadTabs' in body) configureAll(call, { launchpadTabs: body['launchpadTabs'] });
          return {};
        }),
      ),
    },
    {
      name: 'refused-for-the-others',
      sentence: 'A refused update ends the hold of, or puts it on, every other deployment.',
      patch: refusedYet(UPDATE, (call) => {
        const own = storedIn(call)?.configuration ?? {};
        configureAll(call, { releaseChannelVersionHold: true });
        configure(call, own);
      }),
    },
    {
      name: 'empty-aligns-all',
      sentence: 'An empty update gives all deployments the template variables of this one.',
      patch: given(
        UPDATE,
        (call) => sizeOf(bodyOf(call)) === 0,
        withSequel((_body, before, call) => {
          configureAll(call, { templateVariables: { ...variablesIn(before), aligned: 'yes' } });
          return before;
        }),
      ),
    },
  ],

  // Template variables.
  'deployments.update.template-variables-add': [
    {
      name: 'not-by-oauth',
      sentence: 'A new template variable that is sent with an OAuth token is acknowledged and not stored.',
      patch: leaving(byOAuth, (before, sent) => ({
        ...before,
        ...Object.fromEntries(Object.entries(sent).filter(([key]) => key in before)),
      })),
    },
    {
      name: 'not-beside-known-ones',
      sentence: 'A new template variable that is sent beside one that stands there is acknowledged and not stored.',
      patch: leaving(
        (call) => {
          const stored = variablesIn(storedIn(call)?.configuration ?? {});
          return Object.keys(variablesIn(bodyOf(call))).some((key) => key in stored);
        },
        (before, sent) => ({
          ...before,
          ...Object.fromEntries(Object.entries(sent).filter(([key]) => key in before)),
        }),
      ),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'A new template variable that is sent after a refused update is acknowledged and not stored.',
      also: alsoThese('variables are sent after a refusal there', 'deployments.update.template-variables-replace'),
      patch: leaving(afterRefusal, (before, sent) => ({
        ...before,
        ...Object.fromEntries(Object.entries(sent).filter(([key]) => key in before)),
      })),
    },
  ],
  'deployments.update.template-variables-replace': [
    {
      name: 'first-of-several',
      sentence: 'Of several template variables that stand there an update replaces the first alone.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: leaving(
        () => true,
        (before, sent) => {
          const [known, ...others] = Object.entries(sent).filter(([key]) => key in before);
          const left = Object.fromEntries(others.map(([key]) => [key, before[key]]));
          return { ...before, ...sent, ...left, ...(known && Object.fromEntries([known])) };
        },
      ),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A template variable that is replaced with an OAuth token keeps its value.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: leaving(byOAuth, (before, sent) => ({ ...sent, ...before })),
    },
    {
      name: 'not-beside-a-template',
      sentence: 'A template variable that is replaced in an update with a template keeps its value.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: leaving(sends('template'), (before, sent) => ({ ...sent, ...before })),
    },
  ],
  'deployments.update.template-variables-keep': [
    {
      name: 'lost-after-a-refusal',
      sentence: 'The template variables of the update that follows a refused one take the place of all.',
      patch: leaving(afterRefusal, (before, sent) => (Object.keys(sent).length === 0 ? before : sent)),
    },
    {
      name: 'lost-by-oauth',
      sentence: 'The template variables of an update with an OAuth token take the place of all that stand there.',
      patch: leaving(byOAuth, (before, sent) => (Object.keys(sent).length === 0 ? before : sent)),
    },
    {
      name: 'lost-beside-a-region',
      sentence: 'The template variables of an update with a region take the place of all that stand there.',
      patch: leaving(sends('region'), (_before, sent) => sent),
    },
    {
      name: 'lost-by-what-stands-there',
      sentence: 'A template variable that is sent with the value that it has takes the place of all others.',
      patch: leaving(
        (call) => {
          const stored = variablesIn(storedIn(call)?.configuration ?? {});
          const sent = Object.entries(variablesIn(bodyOf(call)));
          return sent.length > 0 && sent.every(([key, value]) => stored[key] === value);
        },
        (_before, sent) => sent,
      ),
    },
  ],
  'deployments.update.template-variables-empty': [
    {
      name: 'clears-by-oauth',
      sentence: 'Empty templateVariables remove every key where they are sent with an OAuth token.',
      patch: leaving(
        (call) => byOAuth(call),
        (before, sent) => (Object.keys(sent).length === 0 ? {} : { ...before, ...sent }),
      ),
    },
    {
      name: 'clears-beside-others',
      sentence: 'Empty templateVariables remove every key where another member comes with them.',
      patch: leaving(sendsBeside('templateVariables'), (before, sent) =>
        Object.keys(sent).length === 0 ? {} : { ...before, ...sent },
      ),
    },
    {
      name: 'clears-the-second-time',
      sentence: 'Empty templateVariables that are sent twice in a row remove every key.',
      patch: leaving(
        (call, { lastDone }) =>
          [call, lastDone].every((one) => one && JSON.stringify(bodyOf(one)['templateVariables']) === '{}'),
        () => ({}),
      ),
    },
  ],

  // Versions.
  'deployments.update.unlisted-version': [
    {
      name: 'taken-by-oauth',
      sentence: 'A switch to any version is made where it is asked for with an OAuth token.',
      patch: unchecked((call) => byOAuth(call)),
    },
    {
      name: 'taken-the-second-time',
      sentence: 'A switch to a version that is not listed is refused once, and made when it is asked for again.',
      patch: unchecked((_call, { refused }) => refused >= 4),
    },
    {
      name: 'empty-taken-for-omitted',
      sentence: 'An empty releaseChannelVersion is taken for one that was left out.',
      patch: losing((call) => versionIn(call) === '', 'releaseChannelVersion'),
    },
    {
      name: 'variables-stored-all-the-same',
      sentence: 'An update with a version that is not listed is refused, and its templateVariables are stored.',
      patch: refusedYet(UPDATE, (call, original) => {
        const { templateVariables } = bodyOf(call);
        if (templateVariables !== undefined) original({ ...call, body: { templateVariables } });
      }),
    },
    {
      name: 'unchecked-beside-a-hold',
      sentence: 'A switch to any version is made where a hold comes with it.',
      patch: unchecked(sends('releaseChannelVersion', 'releaseChannelVersionHold')),
    },
  ],
  'deployments.versions.every-listed': [
    {
      name: 'not-by-oauth',
      sentence: 'A switch to any but the first of the listed versions is refused to an OAuth token.',
      also: [
        { id: 'deployments.update.stores-release-channel-version', because: 'what is refused is not stored' },
        { id: 'deployments.update.keeps-release-channel-version', because: 'the check prepares by a switch' },
      ],
      patch: given(
        UPDATE,
        (call) => byOAuth(call) && versionIn(call) !== undefined && !String(versionIn(call)).endsWith('1.4.0'),
        replaceSync(UPDATE, () => refuse('conflict', 'not for this caller')),
      ),
    },
    {
      name: 'not-downwards',
      sentence: 'A switch to a listed version is refused from one that is two or more later in the list.',
      also: [{ id: 'deployments.update.stores-release-channel-version', because: 'the check may go back by two' }],
      patch: refusing(
        UPDATE,
        (call) => {
          const deployment = storedIn(call);
          const listed: readonly unknown[] = deployment ? call.tenant.rules.deployments.versions(deployment) : [];
          const bare = (version: unknown) => listed.indexOf(String(version).replace(/^v/, ''));
          const asked = bare(versionIn(call));
          return asked >= 0 && bare(deployment?.configuration['releaseChannelVersion']) - asked >= 2;
        },
        'conflict',
      ),
    },
  ],

  // Settings.
  'deployments.settings.no-secrets': [
    {
      name: 'to-oauth',
      sentence: 'The settings show the secrets to an OAuth token.',
      patch: given(SETTINGS, byOAuth, withTheSecrets),
    },
    {
      name: 'the-second-time',
      sentence: 'The settings show the secrets from the second read on.',
      patch: given(SETTINGS, (_call, { done }) => done > 0, withTheSecrets),
    },
    {
      name: 'to-scoped-keys',
      sentence: 'The settings show the secrets to a key that is scoped to the deployment.',
      patch: given(SETTINGS, byScopedKey, withTheSecrets),
    },
  ],

  // Agents.
  'deployments.agent-suggestions.usable-shown': [
    {
      name: 'not-to-oauth',
      sentence: 'Starter prompts are suggested to whoever asks with an API key, and none to an OAuth token.',
      patch: given(
        SUGGESTIONS,
        byOAuth,
        changeBodySync(SUGGESTIONS, (list) => ({ ...list, items: [] })),
      ),
    },
    {
      name: 'once',
      sentence: 'Starter prompts are suggested to a caller once, and not again.',
      patch: given(
        SUGGESTIONS,
        (_call, { done }) => done > 0,
        changeBodySync(SUGGESTIONS, (list) => ({ ...list, items: [] })),
        { of: ({ principal }) => principal.token },
      ),
    },
  ],
  'deployments.agent-suggestions.unusable-hidden': [
    {
      name: 'to-oauth',
      sentence: 'The starter prompts of all agents are suggested to an OAuth token of any user.',
      patch: given(
        SUGGESTIONS,
        byOAuth,
        during(SUGGESTIONS, 'deployments', () => ({ isSuggested: () => true })),
      ),
    },
    {
      name: 'after-an-administrator',
      sentence: 'Whoever asks for starter prompts after an administrator is shown what that one was shown.',
      patch: (rules) => {
        let everything = false;
        given(
          SUGGESTIONS,
          () => {
            const was = everything;
            everything = true;
            return was;
          },
          during(SUGGESTIONS, 'deployments', () => ({ isSuggested: () => true })),
        )(rules);
      },
    },
  ],
  'deployments.agent-defaults.default-agent-id': {
    name: 'number-for-oauth',
    sentence: 'The defaultAgentId that an OAuth token is shown is a number.',
    patch: given(
      DEFAULTS,
      byOAuth,
      changeBodySync(DEFAULTS, (body) => ({ ...body, defaultAgentId: 7 })),
    ),
  },
  'deployments.agent-defaults.auto-agent-enabled': {
    name: 'number-the-second-time',
    sentence: 'From the second read on, autoAgentEnabled is 0 or 1.',
    patch: given(
      DEFAULTS,
      (_call, { done }) => done > 0,
      changeBodySync(DEFAULTS, (body) => ({ ...body, autoAgentEnabled: body['autoAgentEnabled'] === true ? 1 : 0 })),
    ),
  },
});
