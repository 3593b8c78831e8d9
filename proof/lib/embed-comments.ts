import { done, refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { EmbedPrincipal } from '../../mock/principal.ts';
import type { Comment } from '../../mock/rules/dashboard-comments.ts';
import { asTenantSession, replaceWhere, withoutTenantSession } from './embed.ts';
import { afterSync, all, byTimes, changeBodySync, remembering, replaceSync } from './patches.ts';

/** How faults of comments are written. */

export const isReply = (body: Body): boolean => body['parentId'] !== undefined && body['parentId'] !== null;
export const personIn = ({ principal }: Call): string => principal.embed?.externalId ?? '';

export const sendsReply = (call: Call): boolean => {
  const { parentId } = bodyOf(call);
  return parentId !== undefined && parentId !== null;
};

export function refusingAsInvalid(operation: string, when: (call: Call) => boolean): Patch {
  return replaceWhere(operation, when, () => refuse('invalid', 'not this time'));
}

export const sessionOf = ({ principal }: Call): string => principal.embed?.sessionId ?? '';

/** Lets nobody but the session in which a comment was written do something with it. */
export function inSameSession(operation: string): Patch {
  return remembering(
    () => new Map<string, string>(),
    (sessions) =>
      all(
        replaceSync('createDashboardComment', (call, original) => {
          sessions.set(personIn(call), sessions.get(personIn(call)) ?? sessionOf(call));
          return original(call);
        }),
        refusingAsInvalid(operation, (call) => (sessions.get(personIn(call)) ?? sessionOf(call)) !== sessionOf(call)),
      ),
  );
}

/** A caller without a session of an embed tenant passes on the second try, or once the embed tenant was here. */
export function passingWithoutSession(
  operation: string,
  isTheirs: (call: Call) => boolean,
  isLetIn: (times: number) => boolean,
): Patch {
  return all(
    withoutTenantSession(operation, () => false),
    byTimes(
      operation,
      (call) => (isTheirs(call) ? call.principal.token : undefined),
      (times, call, original) => {
        if (!isTheirs(call)) return original(call);
        return isLetIn(times)
          ? original(asTenantSession(call))
          : refuse('forbidden', 'not in a session of an embed tenant');
      },
    ),
  );
}

export const again = (times: number): boolean => times > 1;

export function changeThreads(change: (threads: readonly Body[], call: Call) => readonly Body[]): Patch {
  return changeBodySync('listDashboardComments', (body, call) => ({
    ...body,
    items: change(body['items'] as readonly Body[], call),
  }));
}

export type CommentRules = Rules['embed']['comments'];

export function commentRules(change: (rules: CommentRules) => void): Patch {
  return ({ embed }) => {
    change(embed.comments);
  };
}

/** A text up to its first character outside the basic plane, as a column of three bytes a character keeps it. */
export const cutAtAstral = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/[\u{10000}-\u{10ffff}].*$/su, '') || '?' : text;

export function otherCommentRules(
  change: (rules: Rules['embed']['comments']) => Partial<Rules['embed']['comments']>,
): Patch {
  return ({ embed }) => {
    Object.assign(embed.comments, change({ ...embed.comments }));
  };
}

export const isNobodys = (_thread: Comment, _caller: EmbedPrincipal): boolean => false;

/** Acknowledges from the second success for the same thing on, without any effect. */
export function ignoringAgain(operation: string, isMeant: (call: Call) => boolean = () => true): Patch {
  return byTimes(
    operation,
    (call) => (isMeant(call) ? idIn(call, 'commentId') : undefined),
    (times, call, original) => (isMeant(call) && times > 1 ? done() : original(call)),
  );
}

export const sameAuthor = (one: Comment) => (other: Comment) => one.author === other.author;
export const resolves = (call: Call): boolean => bodyOf(call, { optional: true })['resolved'] !== false;

/** Lets those who replied to a thread do what its author alone may. */
export function alsoWhoReplied(right: 'mayResolve' | 'mayReopen'): Patch {
  return remembering(
    () => new Set<string>(),
    (replied) =>
      all(
        afterSync('createDashboardComment', (call) => {
          const parentId = bodyOf(call)['parentId'] as string | number | undefined;
          if (parentId !== undefined) replied.add(`${parentId}/${call.principal.embed?.externalId}`);
        }),
        otherCommentRules((own) => ({
          [right]: (thread: Comment, caller: Parameters<typeof own.mayResolve>[1]) =>
            own[right](thread, caller) || replied.has(`${thread.id}/${caller.externalId}`),
        })),
      ),
  );
}

/** Lets others than the author resolve a thread or open it again, and maybe says that they may not. */
export function othersMay(which: 'mayResolve' | 'mayReopen', isToldNo: boolean): Patch {
  const isMeant = (body: Body) => (body['resolved'] ?? true) === (which === 'mayResolve');
  const authors = new WeakMap<object, boolean>();
  const lax = commentRules((rules) => {
    const { [which]: original } = rules;
    rules[which] = (thread, caller) => {
      authors.set(caller, original(thread, caller));
      return true;
    };
  });
  if (!isToldNo) return lax;
  return all(
    lax,
    replaceWhere(
      'resolveDashboardComment',
      (call) => isMeant(bodyOf(call, { optional: true })),
      (call, original) => {
        const answer = original(call);
        const isAuthor = call.principal.embed !== undefined && authors.get(call.principal.embed) === true;
        return isAuthor ? answer : { kind: 'done', status: 403 };
      },
    ),
  );
}

/** Who wrote a reply to a thread may do with it what its author may. */
export function repliersMay(which: 'mayResolve' | 'mayReopen'): Patch {
  return remembering(
    () => new Set<string>(),
    (repliers) =>
      all(
        replaceSync('createDashboardComment', (call, original) => {
          if (sendsReply(call)) repliers.add(`${String(bodyOf(call)['parentId'])} ${personIn(call)}`);
          return original(call);
        }),
        commentRules((rules) => {
          const { [which]: original } = rules;
          rules[which] = (thread, caller) =>
            original(thread, caller) || repliers.has(`${thread.id} ${caller.externalId}`);
        }),
      ),
  );
}

/** Whoever was refused once is let through the next time. */
export function onSecondTry(which: 'mayResolve' | 'mayReopen'): Patch {
  return remembering(
    () => new Set<string>(),
    (refused) =>
      commentRules((rules) => {
        const { [which]: original } = rules;
        rules[which] = (thread, caller) => {
          const key = `${thread.id} ${caller.externalId}`;
          if (original(thread, caller) || refused.has(key)) return true;
          refused.add(key);
          return false;
        };
      }),
  );
}
