import type { Answer } from '../../mock/answer.ts';
import { bodyOf } from '../../mock/call.ts';
import { bodyIn, who } from '../lib/meeting.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, remembering, replace, replaceSync } from '../lib/patches.ts';
import { changeRequest } from '../lib/reports.ts';

/** Faults of deployments and syncs that show by what was asked for before, or by another member of an update. */
export const jobsAcrossFaults = faults({
  'deployments.update.keeps-release-channel-version-hold': {
    name: 'cleared-by-a-version',
    sentence: 'An update of the releaseChannelVersion takes the hold of the version away.',
    patch: changeRequest('updateDeployment', (body) =>
      body['releaseChannelVersion'] !== undefined && body['releaseChannelVersionHold'] === undefined
        ? { ...body, releaseChannelVersionHold: false }
        : body,
    ),
  },
  'deployments.token.chosen-lifetime-ends': {
    name: 'longer-one-before',
    also: alsoThese('what is given again ends later than was asked for', 'deployments.token.stated-end-chosen'),
    sentence: 'Whoever has a deployment token that lasts longer than the one that they ask for is given that again.',
    patch: remembering(
      () => new Map<string, { readonly until: number; readonly answer: Answer }>(),
      (given) =>
        replace('createDeploymentToken', async (call, original) => {
          const { expiresIn = 86_400 } = bodyOf(call, { optional: true });
          const answer = await original(call);
          const key = `${who(call)} ${call.path['id']}`;
          const until = call.tenant.clock.now() + Number(expiresIn) * 1_000;
          const known = given.get(key);
          if (known && known.until > until) return known.answer;
          given.set(key, { until, answer });
          return answer;
        }),
    ),
  },
  'transform-sync.cancel.stops': {
    name: 'first-of-two',
    sentence: 'A cancellation stops the earliest sync of the deployment that still runs.',
    patch: remembering(
      () => new Map<unknown, string[]>(),
      (started) =>
        all(
          replaceSync('startTransformSync', (call, original) => {
            const answer = original(call);
            const { deploymentId } = call.path;
            const id = String(bodyIn(answer)['syncJobId']);
            started.set(deploymentId, [...(started.get(deploymentId) ?? []), id]);
            return answer;
          }),
          replaceSync('cancelTransformSync', (call, original) => {
            const { deploymentId, syncJobId = '' } = call.path;
            const known = started.get(deploymentId) ?? [];
            const earlier = known.slice(0, Math.max(0, known.indexOf(syncJobId)));
            for (const id of earlier) {
              try {
                return original({ ...call, path: { ...call.path, syncJobId: id } });
              } catch {
                // It has completed.
              }
            }
            return original(call);
          }),
        ),
    ),
  },
});
