import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import type { When } from '../../lib/conditions.ts';
import { refusing, remembering, replaceSync } from '../../lib/patches.ts';

const enabling: When = (call) => bodyOf(call)['enabled'] === true;

const branchOf = (call: Call): unknown => `${call.path['deploymentId'] ?? ''} ${String(bodyOf(call)['branchName'])}`;

/** Switches that are refused once a branch has gone through the same before; a request for the state that it has counts once. */
function notAgain(which: 'on' | 'off'): Patch {
  return remembering(
    () => new Map<unknown, readonly string[]>(),
    (pasts) =>
      replaceSync('setStagingEnvironment', (call, original) => {
        const [key, now] = [branchOf(call), enabling(call) ? 'on' : 'off'];
        const past = pasts.get(key) ?? [];
        const isNew = past.at(-1) !== now;
        if (isNew && now === which && past.includes(which)) refuse('conflict', 'this was done');
        const answer = original(call);
        if (isNew) pasts.set(key, [...past, now]);
        return answer;
      }),
  );
}

const disabling: When = (call) => bodyOf(call)['enabled'] === false;

/** Faults of staging environments. */
export const stagingFaults = faults({
  'build.staging.enable': [
    {
      name: 'refused',
      sentence: 'A staging environment cannot be enabled.',
      also: alsoThese('the check enables one first', 'build.staging.disable'),
      patch: refusing('setStagingEnvironment', (call) => bodyOf(call)['enabled'] === true, 409),
    },
    {
      name: 'not-by-oauth',
      sentence: 'The staging environment of a branch cannot be enabled with an OAuth token.',
      patch: refusing('setStagingEnvironment', (call) => enabling(call) && byOAuth(call), 403),
    },
    {
      name: 'once',
      sentence: 'The staging environment of a branch can be enabled once.',
      patch: notAgain('on'),
    },
  ],
  'build.staging.disable': [
    {
      name: 'false-as-missing',
      sentence: 'A request that says false for a staging environment is refused as if it said nothing.',
      patch: refusing('setStagingEnvironment', (call) => bodyOf(call)['enabled'] === false, 'invalid'),
    },
    {
      name: 'not-by-oauth',
      sentence: 'The staging environment of a branch cannot be disabled with an OAuth token.',
      patch: refusing('setStagingEnvironment', (call) => disabling(call) && byOAuth(call), 403),
    },
    {
      name: 'once',
      sentence: 'The staging environment of a branch can be disabled once.',
      patch: notAgain('off'),
    },
  ],
});
