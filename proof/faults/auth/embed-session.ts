import { refuse } from '../../../mock/answer.ts';
import { embedSessions } from '../../../mock/families/embed-sessions.ts';
import type { Patch } from '../../../mock/index.ts';
import type { EmbedPrincipal } from '../../../mock/principal.ts';
import { asAdministrator, doneYetRefused } from '../../lib/access.ts';
import { LOOKS_TOO } from '../../lib/auth.ts';
import { faults } from '../../lib/fault.ts';
import { all, replace } from '../../lib/patches.ts';

type Embedded = EmbedPrincipal & { readonly branchName: string | undefined };

/** Lets some embed sessions onto an operation that none may call. */
function toSessions(operation: string, isMeant: (session: Embedded) => boolean): Patch {
  return all(
    ({ access }) => {
      const { refusesEmbedSessions } = access;
      access.refusesEmbedSessions = (rules, id) => id !== operation && refusesEmbedSessions(rules, id);
    },
    replace(operation, (call, original) => {
      const { embed } = call.principal;
      if (!embed) return original(call);
      const branchName = embedSessions(call.tenant).byId.get(embed.sessionId)?.branchName;
      // The session of a user of the account is one that is refused there in any case.
      return call.principal.user === undefined && isMeant({ ...embed, branchName })
        ? original(asAdministrator(call))
        : refuse(403, 'embed sessions are not accepted here');
    }),
  );
}

const ofBranch = ({ branchName }: Embedded): boolean => branchName !== undefined;
const ofNoTenant = ({ tenantName }: Embedded): boolean => tenantName === undefined;

/** Faults of what embed sessions are refused. */
export const embedSessionFaults = faults({
  'auth.embed-session.adds-no-task': {
    name: 'refused-yet-added',
    sentence: 'A task creation from an embed session is refused with 403, and the task is there.',
    also: [{ id: 'scheduled-tasks.createScheduledTask.embed-session-refused', because: LOOKS_TOO }],
    patch: all(
      ({ access }) => {
        const { refusesEmbedSessions } = access;
        access.refusesEmbedSessions = (rules, id) => id !== 'createScheduledTask' && refusesEmbedSessions(rules, id);
      },
      doneYetRefused('createScheduledTask', ({ principal }) => principal.embed !== undefined, 403, asAdministrator),
    ),
  },
  'auth.embed-session.whichever-session': [
    {
      name: 'tokens-listed-to-those-of-branches',
      sentence: 'The tokens of an environment are listed to embed sessions of a branch.',
      patch: toSessions('listEnvironmentTokens', ofBranch),
    },
    {
      name: 'tokens-minted-by-those-of-branches',
      sentence: 'An embed session of a branch mints environment tokens.',
      patch: toSessions('createEnvironmentToken', ofBranch),
    },
    {
      name: 'meta-sync-tokens-minted-by-those-of-no-tenant',
      sentence: 'An embed session without an embed tenant mints meta-sync tokens.',
      patch: toSessions('createMetaSyncToken', ofNoTenant),
    },
    {
      name: 'tasks-listed-to-those-of-no-tenant',
      sentence: 'The scheduled tasks are listed to embed sessions without an embed tenant.',
      patch: toSessions('listScheduledTasks', ofNoTenant),
    },
    {
      name: 'tasks-listed-to-those-of-both',
      sentence: 'The scheduled tasks are listed to embed sessions of an embed tenant and a branch.',
      patch: toSessions('listScheduledTasks', (session) => ofBranch(session) && !ofNoTenant(session)),
    },
  ],
  'auth.embed-session.promotes-nothing': {
    name: 'refused-yet-promoted',
    sentence: 'A promotion from an embed session is refused, and carried out.',
    patch: all(
      ({ access }) => {
        const { refusesEmbedSessions } = access;
        access.refusesEmbedSessions = (rules, id) => id !== 'applyPromotion' && refusesEmbedSessions(rules, id);
      },
      doneYetRefused('applyPromotion', ({ principal }) => principal.embed !== undefined, 'forbidden', asAdministrator),
    ),
  },
});
