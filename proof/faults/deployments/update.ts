import { BY_PLAIN } from '../../lib/plain-users.ts';
import { done, refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byScopedKey, byPlainUser } from '../../lib/access.ts';
import {
  configure,
  configureAll,
  dropping,
  homeOf,
  losing,
  memberCount,
  newestFor,
  repeats,
  sendsBeside,
  setting,
  storedIn,
  variablesIn,
  versionIn,
  withSequel,
} from '../../lib/deployments.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { afterRefusal, given, type Condition, type Past } from '../../lib/earlier-calls.ts';
import { sendsAll } from '../../lib/conditions.ts';
import { onlyWhere } from '../../lib/paging.ts';
import { during, replaceSync } from '../../lib/patches.ts';
import { changeRequest, refusedYet } from '../../lib/reports.ts';

/** Takes versions that are not listed, for some calls. */
function unchecked(isMeant: Condition): Patch {
  return given(
    'updateDeployment',
    isMeant,
    during('updateDeployment', 'deployments', () => ({ isListedVersion: () => true })),
  );
}

/** Takes more versions than are listed. */
function taking(isTaken: (version: string, listed: readonly string[]) => boolean): Patch {
  return ({ deployments }) => {
    const { isListedVersion } = deployments;
    deployments.isListedVersion = (version, listed) =>
      isListedVersion(version, listed) || (typeof version === 'string' && isTaken(version, listed));
  };
}

/** Faults of updating deployments: versions, and several members at once. */
export const updateFaults = faults({
  'deployments.update.empty-keeps-all': [
    {
      name: 'tabs-emptied-by-oauth',
      sentence: 'An update without any member and with an OAuth token empties launchpadTabs.',
      also: [{ id: 'deployments.update.keeps-launchpad-tabs', because: 'an empty update leaves them out as well' }],
      patch: setting(
        (call) => byOAuth(call) && memberCount(bodyOf(call)) === 0,
        'launchpadTabs',
        () => [],
      ),
    },
    {
      name: 'second-one-resets',
      sentence: 'The second of two empty updates in a row sets the template to warehouse.',
      patch: setting(
        (call, { lastDone }) =>
          memberCount(bodyOf(call)) === 0 && lastDone !== undefined && memberCount(bodyOf(lastDone)) === 0,
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
        (call, past) => memberCount(bodyOf(call)) === 0 && afterRefusal(call, past),
        'defaultLaunchpadViewGroup',
        () => 'all',
      ),
    },
    {
      name: 'refused',
      sentence: 'An update without any member is refused.',
      patch: replaceSync('updateDeployment', (call, original) => {
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
    {
      name: 'resets-after-oauth',
      sentence: 'An empty update that follows one with an OAuth token empties the launchpadTabs.',
      also: [{ id: 'deployments.update.keeps-launchpad-tabs', because: 'an empty update leaves them out as well' }],
      patch: setting(
        (call, { lastDone }) => Object.keys(bodyOf(call)).length === 0 && lastDone !== undefined && byOAuth(lastDone),
        'launchpadTabs',
        () => [],
      ),
    },
  ],
  'deployments.update.several-members': [
    {
      name: 'hold-beside-a-version',
      sentence: 'An update with a version loses the hold that it carries.',
      patch: dropping('releaseChannelVersionHold', (body) => 'releaseChannelVersion' in body),
    },
    {
      name: 'not-by-scoped-keys',
      sentence:
        'An update of several members with a key that is scoped to the deployment is acknowledged and not stored.',
      patch: replaceSync('updateDeployment', (call, original) => {
        const before = storedIn(call)?.configuration ?? {};
        const answer = original(call);
        if (byScopedKey(call) && Object.keys(bodyOf(call)).length > 1) configure(call, before);
        return answer;
      }),
    },
    {
      name: 'at-home-alone',
      sentence: 'An update of another deployment than the first is acknowledged and not stored.',
      patch: onlyWhere(
        'updateDeployment',
        (call) => Number(call.path['deploymentId']) !== homeOf(call),
        replaceSync('updateDeployment', () => done()),
      ),
    },
    {
      name: 'first-alone-by-oauth',
      sentence: 'Of several members that are sent with an OAuth token the first alone is stored.',
      patch: given(
        'updateDeployment',
        byOAuth,
        changeRequest('updateDeployment', (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
      ),
    },
    {
      name: 'tabs-lost-beside-a-false-hold',
      sentence: 'Beside a hold that is false the launchpadTabs of an update are acknowledged and not stored.',
      patch: losing(
        (call) => bodyOf(call)['releaseChannelVersionHold'] === false && memberCount(bodyOf(call)) > 1,
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
        'updateDeployment',
        (_call, { done }) => done >= 2,
        changeRequest('updateDeployment', (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
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
        'updateDeployment',
        (call) =>
          memberCount(bodyOf(call)) > 1 && Object.keys(bodyOf(call)).some((name) => repeats(name)(call, {} as Past)),
        changeRequest('updateDeployment', () => ({})),
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
    {
      name: 'first-alone',
      sentence: 'Of several members of an update the first alone is stored.',
      patch: changeRequest('updateDeployment', (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
    },
    {
      name: 'version-lost-beside-others',
      sentence: 'A releaseChannelVersion that is sent beside other members is acknowledged and not stored.',
      also: [
        {
          id: 'deployments.update.unlisted-version',
          because: 'one that is not listed is acknowledged beside others, too',
        },
      ],
      patch: losing((call) => Object.keys(bodyOf(call)).length > 1, 'releaseChannelVersion'),
    },
    {
      name: 'first-alone-of-plain-users',
      sentence: 'Of several members that a user without the admin role sends the first alone is stored.',
      seenIn: BY_PLAIN,
      patch: replaceSync('updateDeployment', (call, original) =>
        original(
          byPlainUser(call) ? { ...call, body: Object.fromEntries(Object.entries(bodyOf(call)).slice(0, 1)) } : call,
        ),
      ),
    },
  ],
  'deployments.update.others-kept': [
    {
      name: 'at-home-as-well',
      sentence: 'An update of another deployment than the first is stored for the first one as well.',
      patch: replaceSync('updateDeployment', (call, original) => {
        const answer = original(call);
        const { deployments, home } = call.tenant.deployments;
        const first = deployments.get(home);
        if (first && Number(call.path['deploymentId']) !== home) {
          deployments.replace({ ...first, configuration: { ...first.configuration, ...bodyOf(call) } });
        }
        return answer;
      }),
    },
    {
      name: 'several-for-all',
      sentence: 'The group of an update of several members is stored for all deployments.',
      patch: given(
        'updateDeployment',
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
        'updateDeployment',
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
      patch: refusedYet('updateDeployment', (call) => {
        const own = storedIn(call)?.configuration ?? {};
        configureAll(call, { releaseChannelVersionHold: true });
        configure(call, own);
      }),
    },
    {
      name: 'empty-aligns-all',
      sentence: 'An empty update gives all deployments the template variables of this one.',
      patch: given(
        'updateDeployment',
        (call) => memberCount(bodyOf(call)) === 0,
        withSequel((_body, before, call) => {
          configureAll(call, { templateVariables: { ...variablesIn(before), aligned: 'yes' } });
          return before;
        }),
      ),
    },
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
    {
      name: 'variables-of-all-beside-others',
      sentence: 'Template variables that are sent beside other members are stored for all deployments.',
      also: alsoThese(
        'variables beside other members are not stored where they are sent',
        'deployments.update.template-variables-replace',
        'deployments.update.several-members',
      ),
      patch: given(
        'updateDeployment',
        (call) => 'templateVariables' in bodyOf(call) && Object.keys(bodyOf(call)).length > 1,
        withSequel((_body, before, call) => {
          configureAll(call, { templateVariables: storedIn(call)?.configuration['templateVariables'] });
          return { templateVariables: { ...(before['templateVariables'] as Body) } };
        }),
      ),
    },
  ],
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
      patch: refusedYet('updateDeployment', (call, original) => {
        const { templateVariables } = bodyOf(call);
        if (templateVariables !== undefined) original({ ...call, body: { templateVariables } });
      }),
    },
    {
      name: 'unchecked-beside-a-hold',
      sentence: 'A switch to any version is made where a hold comes with it.',
      patch: unchecked(sendsAll('releaseChannelVersion', 'releaseChannelVersionHold')),
    },
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
      patch: changeRequest('updateDeployment', (body, call) => {
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
      patch: refusedYet('updateDeployment', (call) => {
        const version = versionIn(call);
        if (typeof version === 'string') configure(call, { releaseChannelVersion: version });
      }),
    },
    {
      name: 'refused-and-rest-stored',
      sentence: 'An update with a version that is not listed is refused, and its other members are stored.',
      patch: refusedYet('updateDeployment', (call, original) => {
        const { releaseChannelVersion, ...body } = bodyOf(call);
        if (releaseChannelVersion !== undefined) original({ ...call, body });
      }),
    },
    {
      name: 'unchecked-with-channel',
      sentence: 'A switch to any version is made where a releaseChannel comes with it.',
      patch: replaceSync('updateDeployment', (call, original) => {
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
});
