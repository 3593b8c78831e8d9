import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import { byOAuth } from '../../lib/access.ts';
import {
  dropping,
  losing,
  memberCount,
  newestFor,
  NOT_BESIDE,
  repeats,
  storedIn,
  withSequel,
} from '../../lib/deployments.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { afterRefusal, given, type Past } from '../../lib/earlier-calls.ts';
import { sendsAll } from '../../lib/conditions.ts';
import { replaceSync, remembering } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import { changeTabs } from '../../lib/few-of-many.ts';
import { sentBody } from '../../lib/bodies.ts';

const sentBefore = ({ lastDone }: Past): Body => (lastDone ? bodyOf(lastDone) : {});

/** Faults of the members that an update of a deployment stores. */
export const updateStoresFaults = faults({
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
    {
      name: 'not-stored',
      sentence: 'A new cloudProvider is acknowledged and not stored.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: dropping('cloudProvider'),
    },
  ],
  'deployments.update.stores-region': [
    {
      name: 'not-back-to-the-first',
      sentence:
        'An update of the region alone, back to what a deployment had at first, is acknowledged and not stored.',
      patch: remembering(
        () => new Map<string, unknown>(),
        (first) =>
          replaceSync('updateDeployment', (call, original) => {
            const id = call.path['deploymentId'] ?? '';
            const now = storedIn(call)?.configuration['region'];
            if (!first.has(id)) first.set(id, now);
            return original(
              Object.keys(sentBody(call)).join() === 'region' && first.get(id) === sentBody(call)['region']
                ? { ...call, body: { ...sentBody(call), region: now } }
                : call,
            );
          }),
      ),
    },
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
      patch: losing((call) => byOAuth(call) && memberCount(bodyOf(call)) === 1, 'region'),
    },
    {
      name: 'only-with-provider',
      sentence: 'A region that comes without a cloudProvider is acknowledged and not stored.',
      also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
      patch: dropping('region', (body) => !('cloudProvider' in body)),
    },
    {
      name: 'not-after-a-cloud-provider',
      sentence: 'A region that is sent right after a cloudProvider is acknowledged and not stored.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: losing((_call, past) => 'cloudProvider' in sentBefore(past), 'region'),
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
      patch: losing((call, { done }) => done >= 2 && sendsAll('releaseChannel')(call), 'releaseChannel'),
    },
    {
      name: 'only-with-version',
      sentence: 'A releaseChannel that comes without a releaseChannelVersion is refused.',
      patch: replaceSync('updateDeployment', (call, original) => {
        const body = bodyOf(call);
        const isMeant = 'releaseChannel' in body && !('releaseChannelVersion' in body);
        if (storedIn(call) && isMeant) refuse('invalid', 'releaseChannel needs a releaseChannelVersion');
        return original(call);
      }),
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
      name: 'not-by-oauth',
      sentence: 'A hold that is set or ended alone with an OAuth token is acknowledged and not stored.',
      patch: losing((call) => byOAuth(call) && memberCount(bodyOf(call)) === 1, 'releaseChannelVersionHold'),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'A hold that is ended after a refused update stays.',
      patch: losing(
        (call, past) => afterRefusal(call, past) && bodyOf(call)['releaseChannelVersionHold'] === false,
        'releaseChannelVersionHold',
      ),
    },
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
  'deployments.update.stores-template': [
    {
      name: 'not-by-oauth',
      sentence: 'A template that is sent with an OAuth token alone is acknowledged and not stored.',
      patch: losing((call) => byOAuth(call) && memberCount(bodyOf(call)) === 1, 'template'),
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
          'updateDeployment',
          (call) => {
            const { template } = bodyOf(call);
            known.add(storedIn(call)?.configuration['template']);
            return known.has(template) && !repeats('template')(call, {} as Past);
          },
          dropping('template'),
        )(rules);
      },
    },
    {
      name: 'set-once',
      sentence: 'A template is acknowledged and not stored where the deployment has one.',
      also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
      patch: dropping('template'),
    },
  ],
  'deployments.update.stores-default-launchpad-view-group': [
    {
      name: 'not-after-tabs',
      sentence: 'A defaultLaunchpadViewGroup that is sent right after launchpadTabs is acknowledged and not stored.',
      patch: losing((call, { lastDone }) => {
        const former = lastDone && bodyOf(lastDone);
        return former !== undefined && 'launchpadTabs' in former && memberCount(bodyOf(call)) === 1;
      }, 'defaultLaunchpadViewGroup'),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A defaultLaunchpadViewGroup that is sent with an OAuth token alone is acknowledged and not stored.',
      patch: losing((call) => byOAuth(call) && memberCount(bodyOf(call)) === 1, 'defaultLaunchpadViewGroup'),
    },
    {
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
  ],
  'deployments.update.stores-launchpad-tabs': [
    {
      name: 'in-order-of-the-alphabet',
      sentence: 'The launchpadTabs of an update are stored in the order of the alphabet.',
      patch: changeTabs((tabs) => [...tabs].sort()),
    },
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
        'updateDeployment',
        (call) => byOAuth(call) && memberCount(bodyOf(call)) === 1,
        changeRequest('updateDeployment', (body) => {
          const tabs = body['launchpadTabs'];
          return Array.isArray(tabs) ? { launchpadTabs: tabs.slice(0, 1) as unknown[] } : body;
        }),
      ),
    },
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
});
