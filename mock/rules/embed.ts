import { LIFETIMES } from '../../contracts/limits.ts';
import { instantOf } from '../clock.ts';
import type { Principal, TokenRecord } from '../principal.ts';
import type { Deployment, Branch } from '../world/deployments.ts';
import { commentRules } from './dashboard-comments.ts';

/** A session that the embedding application asked for, on behalf of one of its people. */
export interface EmbedSession {
  readonly id: string;
  readonly deploymentId: number;
  readonly tenantName: string | undefined;
  readonly externalId: string;
  /** The user of the account whose session it is; absent for an outsider. */
  readonly userId?: number | undefined;
  readonly branchName: string | undefined;
  /** Until when it may be exchanged. */
  readonly expiresAt: number;
  revoked: boolean;
  /** The tokens that it was exchanged for. */
  readonly tokens: TokenRecord[];
}

/** The session can be exchanged no more, and what it was exchanged for is worth nothing. */
export function end(session: EmbedSession): void {
  session.revoked = true;
  for (const token of session.tokens) token.revoked = true;
}

const HOUR = 60 * 60 * 1000;

/** Rules of embed sessions and of comments on embedded dashboards, as data. */
export const embedRules = () => ({
  comments: commentRules(),
  needsEmbedding: (_operationId: string): boolean => true,
  /** Who may open sessions on a deployment, and redeem them. */
  mayOpen: (isAdministrator: boolean, mayEmbed: boolean): boolean => isAdministrator || mayEmbed,
  isInScope: (scope: Principal['scope'], deploymentId: number): boolean =>
    scope === 'all' || scope.includes(deploymentId),
  branchNamed: (deployment: Deployment, name: string): Branch | undefined => deployment.branches.get(name),
  isOpen: (branch: Branch): boolean => branch.running,
  /** Until when a session can be exchanged. A request has no say in it any more. */
  sessionExpiresAt: (now: number, _request: Readonly<Record<string, unknown>>): number => now + HOUR,
  sessionShown: ({ id, expiresAt }: EmbedSession): Record<string, unknown> => ({
    sessionId: id,
    expiresAt: instantOf(expiresAt),
  }),
  sessionNamed: (sessions: ReadonlyMap<string, EmbedSession>, id: string): EmbedSession | undefined => sessions.get(id),
  isOver: ({ expiresAt }: EmbedSession, now: number): boolean => now >= expiresAt,
  isRevoked: ({ revoked }: EmbedSession): boolean => revoked,
  /** The user of the account whom a token of a session stands for. */
  ownerOf: ({ userId }: EmbedSession): number | undefined => userId,
  tokenLifetime: LIFETIMES.embedToken,
  tokenShown: (token: string, expiresAt: number): Record<string, unknown> => ({
    token,
    expiresAt: instantOf(expiresAt),
  }),
  /** Whether an id is one that can be revoked; every id is, whatever it stands for. */
  takesRevocation: (_session: EmbedSession | undefined, _now: number): boolean => true,
  /** The sessions that end with a revocation. */
  endedWith: (named: EmbedSession, _all: Iterable<EmbedSession>): readonly EmbedSession[] => [named],
  end,
});
