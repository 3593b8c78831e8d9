import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, doneYetRefused } from '../../lib/access.ts';
import {
  again,
  inSameSession,
  isReply,
  passingWithoutSession,
  personIn,
  refusingAsInvalid,
  sendsReply,
} from '../../lib/embed-comments.ts';
import { asTenantSession, hasNoTenant, isKey, sessionsOf, withoutTenantSession } from '../../lib/embed.ts';
import { faults } from '../../lib/fault.ts';
import { all, byTimes, refusing, remembering, replace, replaceSync } from '../../lib/patches.ts';
import { itemsOf } from '../../lib/reports.ts';

/** Refuses from the second request for the same thing on. */
function refusingAgain(operation: string, keyOf: (call: Call) => unknown, isMeant: (call: Call) => boolean): Patch {
  return byTimes(
    operation,
    (call) => (isMeant(call) ? keyOf(call) : undefined),
    (times, call, original) => (isMeant(call) && times > 1 ? refuse('invalid', 'not again') : original(call)),
  );
}

const hasLetters = (text: string): boolean => /[^ -~]/.test(text);
const textIn = (call: Call): string => String(bodyOf(call)['text']);

/** An operation that asks for no session of an embed tenant. */
function lax(operation: string): Patch {
  return withoutTenantSession(operation, () => false);
}

/** Whether the person at the other end had a session of an embed tenant before. */
function isKnownToATenant(call: Call): boolean {
  const { embed } = call.principal;
  return (
    embed !== undefined &&
    embed.tenantName === undefined &&
    sessionsOf(call).some((one) => one.externalId === embed.externalId && one.tenantName !== undefined)
  );
}

/** Faults of writing comments. */
export const commentCreateFaults = faults({
  'embed.comment-create.thread': [
    {
      name: 'replies-alone',
      sentence: 'A comment that answers no thread is refused.',
      patch: refusing('createDashboardComment', (call) => !isReply(bodyOf(call)), 'invalid'),
    },
    {
      name: 'one-of-each-user',
      sentence: 'A user who has a thread on the dashboard is refused another.',
      patch: refusingAgain('createDashboardComment', personIn, (call) => !sendsReply(call)),
    },
    {
      name: 'letters-refused',
      sentence: 'A thread with letters beyond ASCII is refused.',
      patch: refusingAsInvalid('createDashboardComment', (call) => !sendsReply(call) && hasLetters(textIn(call))),
    },
    {
      name: 'not-in-a-later-session',
      sentence: 'A user with threads can start another in the session of the first one alone.',
      patch: inSameSession('createDashboardComment'),
    },
  ],
  'embed.comment-create.reply': [
    {
      name: 'not-to-ones-own',
      sentence: 'A reply to a thread is refused to its author.',
      patch: (rules) => {
        const { listDashboardComments: list } = rules.handlers;
        replace('createDashboardComment', async (call, original) => {
          const { parentId } = bodyOf(call);
          const answer = await list?.(call);
          const threads = answer && 'body' in answer ? itemsOf(answer.body as Body) : [];
          const thread = threads.find(({ id }) => String(id) === String(parentId));
          if (thread && thread['author'] === call.principal.embed?.externalId) refuse('forbidden', 'not to oneself');
          return original(call);
        })(rules);
      },
    },
    {
      name: 'refused',
      sentence: 'A reply to a thread is refused.',
      patch: refusing('createDashboardComment', (call) => isReply(bodyOf(call)), 'invalid'),
    },
    {
      name: 'author-alone',
      sentence: 'Nobody but its author may reply to a thread.',
      patch: (rules) => {
        const { listDashboardComments: list } = rules.handlers;
        replace('createDashboardComment', async (call, original) => {
          const { parentId } = bodyOf(call);
          const answer = isReply(bodyOf(call)) ? await list?.(call) : undefined;
          const threads = answer?.kind === 'ok' ? ((answer.body as Body)['items'] as readonly Body[]) : [];
          const author = threads.find(({ id }) => String(id) === String(parentId))?.['author'];
          if (author !== undefined && author !== call.principal.embed?.externalId)
            refuse('forbidden', 'not the author');
          return original(call);
        })(rules);
      },
    },
    {
      name: 'one-of-each-user',
      sentence: 'A user who has replied to a thread is refused a second reply to it.',
      patch: refusingAgain(
        'createDashboardComment',
        (call) => `${personIn(call)} ${String(bodyOf(call)['parentId'])}`,
        sendsReply,
      ),
    },
    {
      name: 'letters-refused',
      sentence: 'A reply with letters beyond ASCII is refused.',
      patch: refusingAsInvalid('createDashboardComment', (call) => sendsReply(call) && hasLetters(textIn(call))),
    },
    {
      name: 'not-after-another-user',
      sentence: 'A thread that somebody replied to takes no reply of anybody else.',
      patch: remembering(
        () => new Map<string, string>(),
        (repliers) =>
          replaceSync('createDashboardComment', (call, original) => {
            const thread = String(bodyOf(call)['parentId']);
            if (!sendsReply(call)) return original(call);
            const first = repliers.get(thread) ?? personIn(call);
            repliers.set(thread, first);
            return first === personIn(call) ? original(call) : refuse('forbidden', 'somebody else replied');
          }),
      ),
    },
  ],
  'embed.comment-create.api-key-refused': [
    {
      name: 'not-oauth',
      seenWith: 'OAUTH_TOKEN',
      toldBy: 'embed.comment-list.api-key-refused',
      sentence: 'Comments are written with an OAuth token without an embed session.',
      patch: withoutTenantSession('createDashboardComment', byOAuth),
    },
    {
      name: 'accepted',
      sentence: "A comment with an administrator's API key is written.",
      patch: withoutTenantSession('createDashboardComment', isKey),
    },
    {
      name: 'refused-yet-written',
      sentence: "A comment with an administrator's API key is refused, and written.",
      patch: all(
        lax('createDashboardComment'),
        doneYetRefused('createDashboardComment', isKey, 'forbidden', asTenantSession),
      ),
    },
    {
      name: 'let-in-when-asked-again',
      sentence: "A comment with an administrator's API key is refused once, and written the next time.",
      patch: passingWithoutSession('createDashboardComment', isKey, again),
    },
    {
      name: 'replies-let-in',
      sentence: "A reply with an administrator's API key is written.",
      patch: withoutTenantSession('createDashboardComment', (call) => isKey(call) && sendsReply(call)),
    },
  ],
  'embed.comment-create.no-tenant-refused': [
    {
      name: 'whose-person-had-a-tenant',
      sentence: 'A session without an embed tenant writes comments if its person had a session of a tenant before.',
      patch: withoutTenantSession('createDashboardComment', isKnownToATenant),
    },
    {
      name: 'accepted',
      sentence: 'A comment from a session without an embed tenant is written.',
      patch: withoutTenantSession('createDashboardComment', hasNoTenant),
    },
    {
      name: 'refused-yet-written',
      sentence: 'A comment from a session without an embed tenant is refused, and written.',
      patch: all(
        lax('createDashboardComment'),
        doneYetRefused('createDashboardComment', hasNoTenant, 'forbidden', asTenantSession),
      ),
    },
    {
      name: 'let-in-when-asked-again',
      sentence: 'A comment from a session without an embed tenant is refused once, and written the next time.',
      patch: passingWithoutSession('createDashboardComment', hasNoTenant, again),
    },
    {
      name: 'replies-let-in',
      sentence: 'A reply from a session without an embed tenant is written.',
      patch: withoutTenantSession('createDashboardComment', (call) => hasNoTenant(call) && sendsReply(call)),
    },
  ],
});
