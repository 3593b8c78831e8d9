import { refuse } from '../../../mock/answer.ts';
import { isAdmin } from '../../../mock/authority.ts';
import { fromEmbedSession } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { refusedAfterElsewhere } from '../../lib/other-deployments.ts';
import { all, replaceSync } from '../../lib/patches.ts';

/** Faults of the access rules of single operations on environments. */
export const perOperationFaults = faults({
  'environments.listEnvironments.scoped-key-at-home': {
    name: 'not-right-after-elsewhere',
    sentence: 'A scoped key that was refused the environments of another deployment is refused once those of its own.',
    patch: refusedAfterElsewhere('listEnvironments'),
  },
  'environments.createEnvironmentToken.embed-session-refused': {
    name: 'unless-an-administrator',
    seenWith: 'ADMIN_EMBED_TOKEN',
    sentence: 'An embed session of an administrator mints a token of an environment.',
    patch: all(
      ({ access }) => {
        const { refusesEmbedSessions } = access;
        access.refusesEmbedSessions = (of, id) => id !== 'createEnvironmentToken' && refusesEmbedSessions(of, id);
      },
      replaceSync('createEnvironmentToken', (call, original) =>
        fromEmbedSession(call) && !isAdmin(call.tenant, call.principal)
          ? refuse(403, 'embed sessions are not accepted here')
          : original(call),
      ),
    ),
  },
});
