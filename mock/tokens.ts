import { SignJWT } from 'jose';
import type { ActorSetting } from '../contracts/settings.ts';
import type { Tenant } from './tenant.ts';

const HOUR = 60 * 60 * 1000;

interface KeyOptions {
  readonly scope?: readonly number[];
  readonly expiresAt?: number;
}

/** Signs a JWT that the Core Data API takes, for a deployment and somebody who asked for it. */
export async function signDataToken(
  tenant: Tenant,
  claims: {
    readonly userId: number;
    readonly deploymentId: number;
    readonly expiresAt: number;
    readonly [claim: string]: unknown;
  },
): Promise<string> {
  const { userId, expiresAt, ...others } = claims;
  const token = await new SignJWT(others)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(tenant.id)
    .setSubject(String(userId))
    .setIssuedAt(Math.floor(tenant.clock.now() / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(tenant.signingKey);
  tenant.signed.add(token);
  return token;
}

/** The credentials that a fresh tenant hands out, under the names of the settings that carry them. */
export async function seedTokens(tenant: Tenant): Promise<Partial<Record<ActorSetting, string>>> {
  const { cast } = tenant.account;
  const { home, other } = tenant.deployments;
  const now = tenant.clock.now();
  const key = (userId: number, { scope, expiresAt }: KeyOptions = {}) =>
    tenant.issue('mk', { kind: 'api-key', userId, scope: scope ?? 'all', expiresAt });
  const oauth = (userId: number, expiresAt = now + HOUR * 24 * 365) =>
    tenant.issue('oa', { kind: 'oauth', userId, scope: 'all', expiresAt });
  const data = (expiresAt: number) => signDataToken(tenant, { userId: cast.admin, deploymentId: home, expiresAt });
  const [dataToken, expiredDataToken] = await Promise.all([data(now + 24 * HOUR), data(now - HOUR)]);

  return {
    ADMIN_TOKEN: key(cast.admin),
    OAUTH_TOKEN: oauth(cast.admin),
    MEMBER_TOKEN: key(cast.member),
    MEMBER_OAUTH_TOKEN: oauth(cast.member),
    SCOPED_TOKEN: key(cast.admin, { scope: [home] }),
    TWO_SCOPE_TOKEN: key(cast.admin, { scope: [home, other] }),
    EXPIRED_TOKEN: key(cast.admin, { expiresAt: now - HOUR }),
    EXPIRED_OAUTH_TOKEN: oauth(cast.admin, now - HOUR),
    TASK_READER_TOKEN: key(cast.taskReader),
    TASK_MANAGER_TOKEN: key(cast.taskManager),
    TASK_CREATOR_TOKEN: key(cast.taskCreator),
    NO_TASK_CREATE_TOKEN: key(cast.noTaskCreate),
    ALL_ACTIONS_TOKEN: key(cast.allActions),
    BUILT_IN_ROLE_TOKEN: key(cast.builtInOnly),
    NO_ACCESS_TOKEN: key(cast.outsider),
    SCHEMA_READER_TOKEN: key(cast.schemaReader),
    NO_SCHEMA_READ_TOKEN: key(cast.noSchemaRead),
    SCIM_TOKEN: tenant.issue('sc', { kind: 'scim', userId: cast.admin, scope: 'all', expiresAt: undefined }),
    DATA_API_TOKEN: dataToken,
    EXPIRED_DATA_API_TOKEN: expiredDataToken,
    AI_API_KEY: key(cast.admin),
    ADMIN_EMBED_TOKEN: tenant.issue('em', {
      kind: 'embed',
      userId: cast.admin,
      scope: 'all',
      expiresAt: now + 24 * HOUR,
      embed: { sessionId: 'seeded', deploymentId: home, tenantName: undefined, externalId: 'ada' },
    }),
  };
}
