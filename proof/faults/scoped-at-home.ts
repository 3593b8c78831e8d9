import { bodyOf, type Body } from '../../mock/call.ts';
import { refuse } from '../../mock/answer.ts';
import { byScopedKey } from '../lib/access.ts';
import { configure, storedIn } from '../lib/deployments.ts';
import { faults } from '../lib/fault.ts';
import { during, replaceSync, withBody } from '../lib/patches.ts';

/** Faults that show to a key that is scoped to deployments, on one of these: it is let in, and not given what others are. */

export const scopedAtHomeFaults = faults({
  'environments.list.shows-environment': {
    name: 'not-to-scoped-keys',
    sentence: 'A key that is scoped to the deployment is shown none of its environments.',
    patch: during('listEnvironments', 'environments', () => ({ isOfDeployment: () => false }), byScopedKey),
  },
  'environments.tokens.own-shown': {
    name: 'not-to-scoped-keys',
    sentence: 'Who mints a token with a key that is scoped to the deployment does not see it in the list.',
    patch: during('listEnvironmentTokens', 'environments', () => ({ isOwn: () => false }), byScopedKey),
  },
  'environments.tokens.others-hidden': {
    name: 'all-to-scoped-keys',
    sentence: 'A key that is scoped to the deployment is shown the tokens of everybody.',
    patch: during('listEnvironmentTokens', 'environments', () => ({ isOwn: () => true }), byScopedKey),
  },
  'environments.token.scopes-not-invented': {
    name: 'as-requested-by-scoped-keys',
    sentence: 'A key that is scoped to the deployment is answered the scopes that it asked for, whatever was signed.',
    patch: replaceSync('createEnvironmentToken', (call, original) =>
      withBody(original(call), (body) =>
        byScopedKey(call) ? { ...body, data: { ...(body['data'] as Body), scopes: bodyOf(call)['scopes'] } } : body,
      ),
    ),
  },
  'environments.meta-sync.others-ignored': {
    name: 'signed-for-scoped-keys',
    sentence: 'A key that is scoped to the deployment is signed every scope that it asks for.',
    patch: during(
      'createMetaSyncToken',
      'environments',
      ({ metaSync }) => ({ metaSync: (requested, may) => [...new Set([...metaSync(requested, may), ...requested])] }),
      byScopedKey,
    ),
  },
  'environments.meta-sync.private-unasked': {
    name: 'for-scoped-keys',
    sentence: 'An administrator with a key that is scoped to the deployment is signed meta-private without asking.',
    patch: during(
      'createMetaSyncToken',
      'environments',
      ({ metaSync }) => ({ metaSync: (requested, may) => metaSync([...requested, 'meta-private'], may) }),
      byScopedKey,
    ),
  },
  'dev-mode.enter.activates': {
    name: 'inactive-for-scoped-keys',
    sentence: 'Entering dev mode with a key that is scoped to the deployment answers that active is false.',
    patch: replaceSync('enterDevMode', (call, original) =>
      withBody(original(call), (body) => (byScopedKey(call) ? { ...body, active: false } : body)),
    ),
  },
  'deployments.update.several-members': {
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
  'deployments.token.expires-in-longest': {
    name: 'an-hour-at-most-for-scoped-keys',
    sentence: 'A key that is scoped to the deployment is refused a token for more than an hour.',
    patch: replaceSync('createDeploymentToken', (call, original) => {
      if (byScopedKey(call) && Number(bodyOf(call, { optional: true })['expiresIn']) > 3600) {
        refuse('invalid', 'expiresIn is too long');
      }
      return original(call);
    }),
  },
});
