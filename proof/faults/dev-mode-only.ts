import type { Body, Call } from '../../mock/call.ts';
import { byOAuth } from '../lib/access.ts';
import { faults } from '../lib/fault.ts';
import { byTimes, during, remembering, replaceSync, withBody } from '../lib/patches.ts';

/** Faults of dev mode, of usage-analytics tokens and of notifications that show to some callers, or after some history. */

const ENTER = 'enterDevMode';
const TOKEN = 'createUsageAnalyticsToken';
const byCaller = ({ principal }: Call): unknown => principal.token;

export const devModeOnlyFaults = faults({
  'dev-mode.enter.switches-branch': [
    {
      name: 'first-stays-for-oauth',
      sentence: 'Whoever is in dev mode on a branch stays on it when they ask with an OAuth token.',
      also: [
        { id: 'dev-mode.enter.on-that-branch', because: 'one who enters with an OAuth token was on a branch before' },
      ],
      patch: during(ENTER, 'devMode', () => ({ switched: (standing, asked) => standing ?? asked }), byOAuth),
    },
    {
      name: 'switched-once',
      sentence: 'Whoever has moved to a second branch in dev mode stays there.',
      also: [{ id: 'dev-mode.enter.on-that-branch', because: 'the way back to the first branch is one to a third' }],
      patch: byTimes(ENTER, byCaller, (times, call, original) => {
        const { devMode } = call.tenant.rules;
        const { switched } = devMode;
        if (times > 2) devMode.switched = (standing, asked) => standing ?? asked;
        try {
          return original(call);
        } finally {
          devMode.switched = switched;
        }
      }),
    },
  ],
  'usage-analytics.create.expires-at': [
    {
      name: 'not-for-oauth',
      sentence: 'The answer with a usage-analytics token for an OAuth token has an expiresAt that is no date.',
      also: [{ id: 'usage-analytics.create.lifetime', because: 'what is no date has no distance from now' }],
      patch: replaceSync(TOKEN, (call, original) =>
        withBody(original(call), (body: Body) => (byOAuth(call) ? { ...body, expiresAt: 'soon' } : body)),
      ),
    },
    {
      name: 'not-again',
      sentence: 'The answer with a second usage-analytics token has an expiresAt that is no date.',
      also: [{ id: 'usage-analytics.create.lifetime', because: 'what is no date has no distance from now' }],
      patch: byTimes(TOKEN, byCaller, (times, call, original) =>
        withBody(original(call), (body: Body) => (times > 1 ? { ...body, expiresAt: 'soon' } : body)),
      ),
    },
  ],
  'dev-mode.enter.on-that-branch': {
    name: 'after-a-refusal',
    sentence: 'The entry after one that was refused tells the branch on which the caller was before.',
    patch: remembering(
      () => new Map<unknown, { branch: unknown; wasRefused: boolean }>(),
      (states) =>
        replaceSync(ENTER, (call, original) => {
          const key = `${call.path['deploymentId']} ${call.principal.user?.id ?? ''}`;
          const former = states.get(key);
          try {
            return withBody(original(call), (body: Body) => {
              states.set(key, { branch: body['branchName'], wasRefused: false });
              return former?.wasRefused === true ? { ...body, branchName: former.branch } : body;
            });
          } catch (error) {
            if (former) states.set(key, { ...former, wasRefused: true });
            throw error;
          }
        }),
    ),
  },
});
