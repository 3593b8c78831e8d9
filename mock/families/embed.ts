import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { isAdmin, may } from '../authority.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import type { EmbedTenant } from '../rules/embed-tenants.ts';
import type { EmbedSession } from '../rules/embed.ts';
import type { Tenant } from '../tenant.ts';
import type { User } from '../world/account.ts';
import { commentHandlers } from './dashboard-comments.ts';
import { admitted, isAdmitted } from './embed-access.ts';
import { embedSessions, newSessionId, requireEmbedding } from './embed-sessions.ts';
import type { FamilyBehaviour } from './family.ts';

/** Refuses who may not open sessions on a deployment. */
function requireOpener({ tenant, principal }: Call, deploymentId: number): void {
  const rules = tenant.rules.embed;
  if (!rules.isInScope(principal.scope, deploymentId)) refuse(403, 'the key is not scoped to this deployment');
  const mayEmbed = may(tenant, principal, 'EmbedDeploymentRead', deploymentId);
  if (!rules.mayOpen(isAdmin(tenant, principal), mayEmbed)) {
    refuse('forbidden', 'the caller may not open embed sessions on this deployment');
  }
}

function generateEmbedSession(call: Call): Answer {
  const { tenant } = call;
  requireEmbedding(call);
  const rules = tenant.rules.embed;
  const body = bodyOf(call);
  const { deploymentId: id, externalId, embedTenantName: tenantName, branchName } = body;
  const problems: string[] = [];
  if (!/^\d{1,15}$/.test(isId(id) ? String(id) : '')) problems.push('deploymentId is no id of a deployment');
  const named = internalUserIn(call, body);
  if (named === undefined && !isName(externalId)) problems.push('externalId is no name of a person');
  if (named !== undefined && externalId !== undefined) problems.push('a session is of one user');
  if (tenantName !== undefined && !isName(tenantName)) problems.push('embedTenantName is no name');
  if (branchName !== undefined && !isName(branchName)) problems.push('branchName is no name');
  const told = toldOfTenant(body, problems);
  if (tenantName === undefined && Object.keys(told).length > 0) {
    problems.push('what is told of an embed tenant needs an embedTenantName');
  }
  if (problems.length > 0) refuse('invalid', ...problems);

  const deploymentId = Number(id);
  requireOpener(call, deploymentId);
  const deployment = tenant.deployments.deployments.get(deploymentId);
  if (!deployment) refuse('unknown', 'there is no such deployment');
  if (branchName !== undefined) {
    const branch = rules.branchNamed(deployment, branchName as string);
    if (!branch) refuse(404, 'the deployment has no such branch');
    if (!rules.isOpen(branch)) refuse(400, 'the branch is not running');
  }
  if (tenantName !== undefined && !isAdmitted(tenant, tenantName as string)) {
    refuse('unknown', 'there is no such embed tenant');
  }

  const user = named === undefined ? undefined : requireInternal(call, named);
  const session: EmbedSession = {
    id: newSessionId(),
    deploymentId,
    tenantName: tenantName as string | undefined,
    externalId: user?.email ?? (externalId as string),
    userId: user?.id,
    branchName: branchName as string | undefined,
    expiresAt: rules.sessionExpiresAt(tenant.clock.now(), body),
    revoked: false,
    tokens: [],
  };
  embedSessions(tenant).byId.set(session.id, session);
  if (session.tenantName !== undefined) admitted(tenant, session.tenantName, session.externalId, told);
  return created(rules.sessionShown(session));
}

/** What a request says of a user of the account, in a dialect in which it may. */
function internalUserIn({ tenant }: Call, body: Body): unknown {
  const { internalUsers } = tenant.dialect;
  return internalUsers && body[internalUsers.member];
}

/** The user of the account whose session it is: an administrator opens that of anybody, and others their own. */
function requireInternal({ tenant, principal }: Call, named: unknown): User {
  const isMeant = ({ id, email }: User) => named === (tenant.dialect.internalUsers?.by === 'id' ? id : email);
  const user = tenant.account.users.find((one) => one.active && isMeant(one));
  if (!user) refuse('unknown', 'there is no such user');
  if (user.id !== principal.user?.id && !isAdmin(tenant, principal)) {
    refuse('forbidden', 'only an administrator opens sessions of other users');
  }
  return user;
}

/** What a request says about its embed tenant; what is wrong with it joins the problems. */
function toldOfTenant(
  { tenantGroups, tenantGroupDefinitions, embedTenantProfile }: Body,
  problems: string[],
): Partial<EmbedTenant> {
  if (tenantGroups !== undefined && !(Array.isArray(tenantGroups) && tenantGroups.every(isName))) {
    problems.push('tenantGroups is no list of names');
  }
  if (tenantGroupDefinitions !== undefined && !Array.isArray(tenantGroupDefinitions)) {
    problems.push('tenantGroupDefinitions is no list');
  }
  if (embedTenantProfile !== undefined && !isObject(embedTenantProfile)) {
    problems.push('embedTenantProfile is no object');
  }
  return {
    ...(tenantGroups !== undefined && { groups: tenantGroups as string[] }),
    ...(tenantGroupDefinitions !== undefined && { groupDefinitions: tenantGroupDefinitions as unknown[] }),
    ...(embedTenantProfile !== undefined && { profile: embedTenantProfile as Record<string, unknown> }),
  };
}

function exchangeEmbedSession(call: Call): Answer {
  const { tenant } = call;
  requireEmbedding(call);
  const rules = tenant.rules.embed;
  const now = tenant.clock.now();
  const session = rules.sessionNamed(embedSessions(tenant).byId, sessionIdIn(call));
  if (!session) refuse('unknown', 'there is no such session');
  requireOpener(call, session.deploymentId);
  if (rules.isRevoked(session)) refuse('gone', 'the session is revoked');
  if (rules.isOver(session, now)) refuse('gone', 'the session has expired');
  if (tenant.dialect.embedSessions === 'single-use' && session.tokens.length > 0) {
    refuse('conflict', 'the session was exchanged before');
  }

  const { id: sessionId, deploymentId, tenantName, externalId } = session;
  const expiresAt = now + rules.tokenLifetime;
  const token = tenant.issue('em', {
    kind: 'embed',
    userId: rules.ownerOf(session),
    scope: [deploymentId],
    expiresAt,
    embed: { sessionId, deploymentId, tenantName, externalId },
  });
  const record = tenant.tokens.get(token);
  if (record) session.tokens.push(record);
  return ok(rules.tokenShown(token, expiresAt));
}

function revokeEmbedSession(call: Call): Answer {
  const { tenant } = call;
  requireEmbedding(call);
  const rules = tenant.rules.embed;
  const { byId } = embedSessions(tenant);
  const named = byId.get(sessionIdIn(call));
  if (!rules.takesRevocation(named, tenant.clock.now())) refuse('unknown', 'there is no such session');
  if (named) for (const session of rules.endedWith(named, byId.values())) rules.end(session);
  return done(204);
}

function sessionIdIn(call: Call): string {
  const { sessionId } = bodyOf(call);
  return isId(sessionId) ? String(sessionId) : refuse('invalid', 'sessionId is no id');
}

function isId(value: unknown): value is string | number {
  return isName(value) || Number.isSafeInteger(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function settings(tenant: Tenant) {
  const { providedId, spareId } = embedSessions(tenant);
  return { EXPIRED_EMBED_SESSION_ID: providedId, SPARE_EXPIRED_EMBED_SESSION_ID: spareId };
}

export const embed: FamilyBehaviour = {
  handlers: { generateEmbedSession, exchangeEmbedSession, revokeEmbedSession, ...commentHandlers },
  settings,
};
