import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import { embedSessions } from '../../../mock/families/embed-sessions.ts';
import { isAdministrator } from '../../lib/access.ts';
import { emptyTaken } from '../../lib/credentials.ts';
import { faults } from '../../lib/fault.ts';
import { all, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { anybody } from '../../lib/refused.ts';

/** Faults of the access rules of single operations of embedding. */
export const perOperationFaults = faults({
  'embed.revokeEmbedSession.administrator-only': [
    {
      name: 'of-an-unknown-id',
      toldBy: 'embed.revoke.token-refused',
      sentence: 'A revocation of an id that no session has is answered to everybody.',
      patch: all(
        ({ access }) => {
          const { needsAdministrator } = access;
          access.needsAdministrator = (rules, id, caller) =>
            needsAdministrator(rules, id, caller) && id !== 'revokeEmbedSession';
        },
        replaceSync('revokeEmbedSession', (call, original) => {
          const isKnown = embedSessions(call.tenant).byId.has(String(bodyOf(call)['sessionId']));
          if (isKnown && !isAdministrator(call)) refuse(403, 'only an administrator may do this');
          return original(call);
        }),
      ),
    },
    {
      name: 'opener',
      sentence: 'Whoever opened a session may revoke it.',
      toldBy: 'embed.revoke.member-revokes-nothing',
      patch: remembering(
        () => new Map<unknown, number | undefined>(),
        (openers) =>
          all(
            anybody('revokeEmbedSession'),
            replaceSync('generateEmbedSession', (call, original) => {
              const answer = original(call);
              if ('body' in answer) openers.set((answer.body as Body)['sessionId'], call.principal.user?.id);
              return answer;
            }),
            refusing(
              'revokeEmbedSession',
              (call) => !isAdministrator(call) && openers.get(bodyOf(call)['sessionId']) !== call.principal.user?.id,
              403,
            ),
          ),
      ),
    },
  ],
  'embed.listDashboardComments.malformed-credential': emptyTaken('listDashboardComments', 'Bearer'),
});
