import { LIMITS } from '../../contracts/limits.ts';
import { isAdmin, may } from '../authority.ts';
import { created, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, idIn, type Call } from '../call.ts';
import { dateOf, instantOf } from '../clock.ts';
import { pageOfCollection, type Page } from '../pages.ts';
import { slice } from '../slice.ts';
import type { Tenant } from '../tenant.ts';
import { signDataToken } from '../tokens.ts';
import type { Environment } from '../world/deployments.ts';
import type { FamilyBehaviour } from './family.ts';

interface MintedToken {
  readonly id: number;
  readonly environmentId: number;
  readonly mintedBy: number;
  readonly scopes: readonly string[];
  readonly mintedAt: number;
  readonly expiresAt: number;
}

/** The tokens of an environment in the order in which they were minted. */
interface Minted {
  readonly byEnvironment: Map<number, MintedToken[]>;
  lastId: number;
}

const SECOND = 1_000;
const DAY_SECONDS = 86_400;
/** Live tokens of the crowded environment; one more than a list covers, so that one is left out. */
const CROWD = LIMITS.environmentTokensListed.max + 1;

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

const minted = slice<Minted>('environments', () => ({ byEnvironment: new Map(), lastId: 0 }));

function tokensOf(tenant: Tenant, environmentId: number): MintedToken[] {
  const { byEnvironment } = minted(tenant);
  const known = byEnvironment.get(environmentId);
  if (known) return known;
  const tokens: MintedToken[] = [];
  byEnvironment.set(environmentId, tokens);
  // A thousand tokens are made only for whoever looks at them.
  if (environmentId === tenant.deployments.crowded) seedCrowd(tenant, tokens);
  return tokens;
}

/** Tokens that an administrator minted one after the other, with some among them that have expired since. */
function seedCrowd(tenant: Tenant, tokens: MintedToken[]): void {
  const state = minted(tenant);
  const now = tenant.clock.now();
  const add = (mintedAt: number, expiresAt: number) => {
    state.lastId += 1;
    const { crowded: environmentId } = tenant.deployments;
    const { admin: mintedBy } = tenant.account.cast;
    tokens.push({ id: state.lastId, environmentId, mintedBy, scopes: ['meta'], mintedAt, expiresAt });
  };
  for (let index = 0; index < CROWD; index += 1) {
    const mintedAt = now - (CROWD - index) * 60 * SECOND;
    if (index % 100 === 50) add(mintedAt, now - SECOND);
    add(mintedAt, now + 365 * DAY_SECONDS * SECOND);
  }
}

function environmentIn(call: Call): Environment {
  const id = idIn(call, 'environmentId');
  const environment = id === undefined ? undefined : call.tenant.deployments.environments.get(id);
  const isHere =
    environment && call.tenant.rules.environments.isOfDeployment(environment, Number(call.path['deploymentId']));
  return isHere ? environment : refuse('unknown', 'there is no such environment');
}

function listEnvironments(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.environments;
  const { environments } = tenant.deployments;
  const deploymentId = Number(call.path['deploymentId']);
  const list = pageOfCollection(call, environments, (one) => rules.isOfDeployment(one, deploymentId));
  return ok({
    ...list,
    pagination: rules.pagination(list, call.query.integer('first', tenant.rules.pages.first.least)),
  });
}

function listEnvironmentTokens(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.environments;
  const { id, deploymentId } = environmentIn(call);
  const now = tenant.clock.now();
  // Which tokens count is settled before whose they are: those of others take places without being shown.
  const covered: MintedToken[] = [];
  const { environments } = tenant.deployments;
  const beside = environments.filter((one) => rules.isOfDeployment(one, deploymentId) && one.id !== id);
  let places = 0;
  for (const listed of rules.listedWith(id, beside)) {
    for (const token of rules.inOrder(tokensOf(tenant, listed))) {
      if (places === rules.covered) break;
      const isLive = rules.isLive(token, now);
      if (rules.takesPlace(isLive)) places += 1;
      if (isLive) covered.push(token);
    }
  }
  const items = covered.filter((token) => rules.isOwn(token, principal.user?.id)).map(show);
  return ok({ items: tenant.dialect.order === 'ascending' ? items.reverse() : items });
}

function* latestFirst(tokens: readonly MintedToken[]): Generator<MintedToken> {
  for (let index = tokens.length - 1; index >= 0; index -= 1) yield tokens[index] as MintedToken;
}

function show({ id, scopes, mintedAt, expiresAt }: MintedToken): Record<string, unknown> {
  return { id, scopes, createdAt: dateOf(mintedAt), expiresAt: instantOf(expiresAt) };
}

function scopesIn(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    refuse('invalid', 'scopes is no list of texts');
  return [...new Set(value)];
}

/** What goes into a token. */
interface Mint {
  readonly environment: Environment;
  readonly scopes: readonly string[];
  readonly seconds: number;
  readonly context?: unknown;
}

/** Mints a token: the record that lists are made of, and the token itself, which nobody sees again. */
function mint(call: Call, { environment, scopes, seconds, context }: Mint): Record<string, unknown> {
  const { tenant, principal } = call;
  if (!principal.user) refuse('forbidden', 'a token needs a user who mints it');
  const { id: userId } = principal.user;
  const { id: environmentId, deploymentId } = environment;
  const mintedAt = tenant.clock.now();
  const expiresAt = mintedAt + seconds * SECOND;
  const tokens = tokensOf(tenant, environmentId);
  const state = minted(tenant);
  state.lastId += 1;
  const record = { id: state.lastId, environmentId, mintedBy: userId, scopes, mintedAt, expiresAt };
  tokens.push(record);
  const token = signDataToken(tenant, {
    userId,
    deploymentId,
    environmentId,
    expiresAt,
    scopes,
    ...(context !== undefined && { security_context: context }),
  });
  return { ...show(record), token };
}

function createEnvironmentToken(call: Call): Answer {
  const rules = call.tenant.rules.environments;
  const environment = environmentIn(call);
  const { scopes, security_context: context, expiresIn = rules.seconds.default } = bodyOf(call);
  const requested = scopesIn(scopes);
  const problems: string[] = [];
  if (context !== undefined && (typeof context !== 'object' || context === null || Array.isArray(context))) {
    problems.push('security_context is no object');
  }
  const { min, max } = rules.seconds;
  if (typeof expiresIn !== 'number' || !Number.isInteger(expiresIn) || expiresIn < min || expiresIn > max) {
    problems.push(`expiresIn is no whole number from ${min} to ${max}`);
  }
  if (problems.length > 0) refuse('invalid', ...problems);
  const signed = rules.signed(requested, rules.scopes);
  const token = mint(call, { environment, scopes: signed, seconds: expiresIn as number, context });
  return created({ data: { ...token, scopes: rules.shown(signed) } });
}

function createMetaSyncToken(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.environments;
  const environment = environmentIn(call);
  const requested = scopesIn(bodyOf(call, { optional: true })['scopes']);
  const mayReadSchema = rules.mayReadSchema(
    may(tenant, principal, 'SchemaRead', environment.deploymentId),
    isAdmin(tenant, principal),
    tenant.features.rbac,
  );
  const scopes = rules.metaSync(requested, mayReadSchema);
  return created({ data: mint(call, { environment, scopes, seconds: rules.seconds.default }) });
}

export const environments: FamilyBehaviour = {
  handlers: { listEnvironments, listEnvironmentTokens, createEnvironmentToken, createMetaSyncToken },
};
