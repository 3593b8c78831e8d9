import { LIMITS } from '../../contracts/limits.ts';
import type { Environment } from '../world/deployments.ts';
import type { Page } from './pages.ts';

export interface MintedToken {
  readonly id: number;
  readonly environmentId: number;
  readonly mintedBy: number;
  readonly scopes: readonly string[];
  readonly mintedAt: number;
  readonly expiresAt: number;
}

export const DAY_SECONDS = 86_400;

/** Rules of environments and their tokens, as data. */
export const environmentsRules = () => ({
  /** Scopes that can be signed; others are left out. */
  scopes: ['meta', 'data'] as readonly string[],
  signed: (requested: readonly string[], known: readonly string[]): readonly string[] =>
    requested.filter((scope) => known.includes(scope)),
  /** What a minted token is said to be signed with. */
  shown: (signed: readonly string[]): readonly string[] => signed,
  /** What a meta-sync token is signed with: metadata in any case, and of what was asked for its private part alone. */
  metaSync: (requested: readonly string[], mayReadSchema: boolean): readonly string[] => [
    'meta',
    ...(requested.includes('meta-private') && mayReadSchema ? ['meta-private'] : []),
  ],
  /** Who may have the private part of the metadata. */
  mayReadSchema: (holdsSchemaRead: boolean, isAdministrator: boolean, rbac: boolean): boolean =>
    holdsSchemaRead || (isAdministrator && !rbac),
  isOfDeployment: (environment: Environment, deploymentId: number): boolean =>
    environment.deploymentId === deploymentId,
  /** The environments whose tokens are in the list of one; others of the deployment are beside it. */
  listedWith: (environmentId: number, _beside: readonly Environment[]): readonly number[] => [environmentId],
  isOwn: (token: MintedToken, userId: number | undefined): boolean => token.mintedBy === userId,
  isLive: (token: MintedToken, now: number): boolean => now < token.expiresAt,
  /** In which order tokens are looked at until so many are found as a list covers. */
  inOrder: (tokens: readonly MintedToken[]): Iterable<MintedToken> => latestFirst(tokens),
  /** Whether a token is one of those that a list covers. */
  takesPlace: (isLive: boolean): boolean => isLive,
  /** How many of the most recent live tokens of an environment the list looks at. */
  covered: LIMITS.environmentTokensListed.max as number,
  seconds: { min: 60, max: 365 * DAY_SECONDS, default: DAY_SECONDS },
  /** Clients of long ago look here; there is nothing to tell where everything was asked for at once. */
  pagination: ({ pageInfo }: Page<Environment>, first: number | undefined): unknown =>
    first === undefined ? null : { limit: first, hasMore: pageInfo.hasNextPage },
});

function* latestFirst(tokens: readonly MintedToken[]): Generator<MintedToken> {
  for (let index = tokens.length - 1; index >= 0; index -= 1) yield tokens[index] as MintedToken;
}
