import type { EmbedPrincipal } from '../principal.ts';
import type { Workbook } from '../world/content.ts';
import type { AccessSource } from './embed-tenants.ts';

/** A comment of an embed user: a thread, or a reply to one. */
export interface Comment {
  readonly id: number;
  /** The dashboard, by its workbook, and the embed tenant whose people alone see the comment. */
  readonly workbookId: number;
  readonly tenantName: string;
  readonly author: string;
  /** The thread that is answered; null for a thread. */
  readonly threadId: number | null;
  readonly text: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  readonly resolvedAt: number | null;
}

/** Rules of comments, as data. */
export const commentRules = () => ({
  text: { min: 1, max: 10_000 },
  /** Whether an embed tenant sees a dashboard that it reaches on these ways. */
  isOpen: (workbook: Workbook, reachedOn: readonly AccessSource[]): boolean =>
    workbook.published !== null && reachedOn.length > 0,
  isSeenBy: (comment: Comment, tenantName: string): boolean => comment.tenantName === tenantName,
  isReplyTo: (comment: Comment, thread: Comment): boolean => comment.threadId === thread.id,
  /** A deleted thread stays in the list while somebody's reply hangs on it. */
  isListed: (thread: Comment, replies: readonly Comment[]): boolean => thread.deletedAt === null || replies.length > 0,
  isResolved: ({ resolvedAt }: Comment, _all: readonly Comment[]): boolean => resolvedAt !== null,
  mayEdit: isAuthor,
  mayDelete: isAuthor,
  mayResolve: isAuthor,
  mayReopen: isAuthor,
  /** What each change makes of a comment. */
  edited: (comment: Comment, text: string, now: number): Comment => ({ ...comment, text, updatedAt: now }),
  deleted: (comment: Comment, now: number): Comment => ({ ...comment, deletedAt: now }),
  resolved: (thread: Comment, now: number): Comment => ({ ...thread, resolvedAt: thread.resolvedAt ?? now }),
  reopened: (thread: Comment): Comment => ({ ...thread, resolvedAt: null }),
  /** The comments that a change of one reaches. */
  reachedByEdit: (comment: Comment, _all: readonly Comment[]): readonly Comment[] => [comment],
  reachedByDelete: (comment: Comment, _all: readonly Comment[]): readonly Comment[] => [comment],
  /** A resolution without a body resolves. */
  resolves: (flag: boolean | undefined): boolean => flag ?? true,
  /** Whom a comment can mention. */
  mentionable: (people: ReadonlySet<string>): readonly string[] => [...people],
});

function isAuthor(comment: Comment, { externalId }: EmbedPrincipal): boolean {
  return comment.author === externalId;
}
