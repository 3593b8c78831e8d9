import type { Access, Credential } from '../contracts/document.ts';
import { refuse } from './answer.ts';
import { isAdmin, reads } from './authority.ts';
import type { Principal, TokenRecord } from './principal.ts';
import type { Tenant } from './tenant.ts';
import type { User } from './world/account.ts';
import { isAdminUser } from './world/held-roles.ts';

/** The scheme word and the token of an `Authorization` header; a header without a scheme is all token. */
export function splitHeader(
  header: string | undefined,
): { readonly scheme: string; readonly token: string } | undefined {
  if (header === undefined || header === '') return undefined;
  const [, scheme, token] = /^(Bearer|Api-Key) (\S+)$/.exec(header) ?? [];
  return scheme !== undefined && token !== undefined ? { scheme, token } : { scheme: 'none', token: header };
}

/** Who asks, or 401. */
export async function authenticate(
  tenant: Tenant,
  credential: Credential,
  operationId: string,
  header: string | undefined,
): Promise<Principal> {
  const { access } = tenant.rules;
  const given = splitHeader(header);
  if (!given) {
    if (!access.needsCredential(operationId)) return anybody(tenant);
    refuse(401, 'a credential is needed');
  }
  if (!access.takes(schemesFor(tenant, credential), given.scheme, operationId)) {
    refuse(401, 'the credential is malformed');
  }
  if (credential === 'core-data') return dataPrincipal(tenant, given.token, operationId);

  const record = access.recordOf(tenant, given.token, operationId);
  if (!record) refuse(401, 'the credential is malformed or unknown');
  if (!access.isLive(record, tenant.clock.now(), operationId)) refuse(401, 'the credential has expired or is revoked');
  const user = record.userId === undefined ? undefined : tenant.account.users.get(record.userId);
  // SCIM has a token of its own kind, which is nobody's on other routes; in some dialects it takes administrators' keys, too.
  const isForScim = record.kind === 'scim' || (credential === 'scim' && isScimKey(tenant, record, user));
  if ((credential === 'scim') !== isForScim) refuse(401, 'the credential is not for this API');
  if (record.userId !== undefined && !user?.active) refuse(401, 'the credential belongs to nobody any more');
  return {
    kind: record.kind === 'scim' ? 'api-key' : record.kind,
    user,
    scope: record.scope,
    ...(record.embed && { embed: record.embed }),
    token: given.token,
  };
}

/** What is printed of the scheme of an API does not say that another is refused. */
function schemesFor({ rules, dialect }: Tenant, credential: Credential): readonly string[] {
  const printed = rules.access.schemes[credential];
  if (dialect.outcomes.schemes === 'printed') return printed;
  return [...printed, credential === 'core-data' || credential === 'ai' ? 'Bearer' : 'Api-Key'];
}

function isScimKey(tenant: Tenant, { kind, scope }: TokenRecord, user: User | undefined): boolean {
  const isWhole = kind === 'api-key' && scope === 'all';
  return tenant.dialect.scimTokens === 'keys' && isWhole && user !== undefined && isAdminUser(tenant, user);
}

/** Only a broken tenant lets anybody in. */
function anybody(tenant: Tenant): Principal {
  return { kind: 'api-key', user: tenant.account.users.get(tenant.account.cast.admin), scope: 'all', token: '' };
}

async function dataPrincipal(tenant: Tenant, token: string, operationId: string): Promise<Principal> {
  try {
    const payload = await tenant.rules.access.claimsOf(tenant, token, operationId);
    return {
      kind: 'data-token',
      user: tenant.account.users.get(Number(payload.sub)),
      scope: [Number(payload['deploymentId'])],
      token,
    };
  } catch {
    refuse(401, 'the token is malformed, expired or not signed by this tenant');
  }
}

/** Refuses who may not call an operation at all. What depends on the thing asked for is the behaviour's to refuse. */
export function guard(
  tenant: Tenant,
  principal: Principal,
  access: Access,
  operationId: string,
  deployment: string | undefined,
): void {
  const rules = tenant.rules.access;
  if (principal.scope !== 'all' && principal.kind === 'api-key') {
    if (rules.refusesScopedKeys(access, operationId))
      refuse(403, 'a key that is scoped to deployments may not do this');
    if (deployment === undefined && rules.refusesScopedKeysOnAccount(tenant.dialect, operationId))
      refuse(403, 'a key that is scoped to deployments may not do this');
    const elsewhere = deployment !== undefined && !principal.scope.includes(Number(deployment));
    if (elsewhere && rules.refusesScopedKeysElsewhere(access, operationId)) {
      refuse(403, 'the key is not scoped to this deployment');
    }
  }
  if (principal.kind === 'embed' && rules.refusesEmbedSessions(access, operationId)) {
    refuse(access.embedSessionRefused?.status === 403 ? 403 : 'forbidden', 'embed sessions are not accepted here');
  }
  if (rules.needsAdministrator(access, operationId, { tenant, principal }) && !isAdmin(tenant, principal)) {
    refuse(403, 'only an administrator may do this');
  }
  if (rules.needsTenantSession(access, operationId) && principal.embed?.tenantName === undefined) {
    refuse('forbidden', 'this needs an embed session that is scoped to an embed tenant');
  }
  if (deployment !== undefined) guardDeployment(tenant, principal, operationId, deployment);
}

function guardDeployment(tenant: Tenant, principal: Principal, operationId: string, deployment: string): void {
  const id = /^\d{1,15}$/.test(deployment) ? Number(deployment) : undefined;
  if (id === undefined || !tenant.deployments.deployments.get(id)) refuse('unknown', 'there is no such deployment');
  const isRefused = tenant.rules.access.needsReadAccess(operationId) && !reads(tenant, principal, id);
  if (isRefused) refuse(403, 'the deployment may not be read by this caller');
}
