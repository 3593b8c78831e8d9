import { LIMITS } from '../../contracts/limits.ts';
import { created, ok, refuse, type Answer } from '../answer.ts';
import { isAdmin, may } from '../authority.ts';
import { bodyOf, idIn, type Call } from '../call.ts';
import { dateOf, instantOf } from '../clock.ts';
import { appears, isEarly } from '../late.ts';
import { pageOfCollection } from '../pages.ts';
import { DAY_SECONDS, type MintedToken } from '../rules/environments.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import { signDataToken } from '../tokens.ts';
import type { Environment } from '../world/deployments.ts';
import type { FamilyBehaviour } from './family.ts';

/** The tokens of an environment in the order in which they were minted. */
interface Minted {
  readonly byEnvironment: Map<number, MintedToken[]>;
  lastId: number;
}

const SECOND = 1_000;
/** Live tokens of the crowded environment; one more than a list covers, so that one is left out. */
const CROWD = LIMITS.environmentTokensListed.max + 1;

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
  const items = covered.filter((token) => rules.isOwn(token, principal.user?.id) && !isEarly(call, token.id)).map(show);
  return ok({ items: tenant.dialect.order === 'ascending' ? items.reverse() : items });
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
  appears(tenant, 'listEnvironmentTokens', state.lastId);
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
