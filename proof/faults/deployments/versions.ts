import { refuse } from '../../../mock/answer.ts';
import type { Body } from '../../../mock/call.ts';
import { byOAuth } from '../../lib/access.ts';
import { newestFor, storedIn, versionIn } from '../../lib/deployments.ts';
import { faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { changeBodySync, refusing, replaceSync } from '../../lib/patches.ts';

/** Faults of the versions of a deployment. */
export const versionsFaults = faults({
  'deployments.versions.every-listed': [
    {
      name: 'not-by-oauth',
      sentence: 'A switch to any but the first of the listed versions is refused to an OAuth token.',
      also: [
        { id: 'deployments.update.stores-release-channel-version', because: 'what is refused is not stored' },
        { id: 'deployments.update.keeps-release-channel-version', because: 'the check prepares by a switch' },
      ],
      patch: given(
        'updateDeployment',
        (call) => byOAuth(call) && versionIn(call) !== undefined && !String(versionIn(call)).endsWith('1.4.0'),
        replaceSync('updateDeployment', () => refuse('conflict', 'not for this caller')),
      ),
    },
    {
      name: 'not-downwards',
      sentence: 'A switch to a listed version is refused from one that is two or more later in the list.',
      also: [{ id: 'deployments.update.stores-release-channel-version', because: 'the check may go back by two' }],
      patch: refusing(
        'updateDeployment',
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
    {
      name: 'last-refused',
      sentence: 'A switch to the last of the listed versions is refused.',
      patch: replaceSync('updateDeployment', (call, original) => {
        if (versionIn(call) !== undefined && versionIn(call) === newestFor(call)) refuse('conflict', 'not yet');
        return original(call);
      }),
    },
    {
      name: 'one-too-many',
      sentence: 'The list has a version that no deployment can be switched to.',
      patch: changeBodySync('listDeploymentVersions', (list) => ({
        ...list,
        items: [...(list['items'] as readonly Body[]), { version: '1.6.0' }],
      })),
    },
  ],
});
