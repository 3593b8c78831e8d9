import { createHmac, type KeyObject } from 'node:crypto';
import type { ActorSetting } from '../contracts/settings.ts';
import type { Tenant } from './tenant.ts';

const HOUR = 60 * 60 * 1000;

interface KeyOptions {
  readonly scope?: readonly number[];
  readonly expiresAt?: number;
}

/** A JWT. Every lease comes with two: by way of the thread pool, as libraries sign, they would take half of its time. */
function jwt(claims: object, key: KeyObject): string {
  const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

/** A token that the Core Data API takes, for a deployment and somebody who asked for it. */
export function signDataToken(
  tenant: Tenant,
  claims: {
    readonly userId: number;
    readonly deploymentId: number;
    readonly expiresAt: number;
    readonly [claim: string]: unknown;
  },
): string {
  const { userId, expiresAt, ...others } = claims;
  const registered = {
    iss: tenant.id,
    sub: String(userId),
    iat: Math.floor(tenant.clock.now() / 1000),
    exp: Math.floor(expiresAt / 1000),
  };
  const token = jwt({ ...others, ...registered }, tenant.signingKey);
  tenant.signed.add(token);
  return token;
}

/** The credentials that a fresh tenant hands out, under the names of the settings that carry them. */
export function seedTokens(tenant: Tenant): Partial<Record<ActorSetting, string>> {
  const { cast } = tenant.account;
  const { home, other } = tenant.deployments;
  const now = tenant.clock.now();
  const key = (userId: number, { scope, expiresAt }: KeyOptions = {}) =>
    tenant.issue('mk', { kind: 'api-key', userId, scope: scope ?? 'all', expiresAt });
  const oauth = (userId: number, expiresAt = now + HOUR * 24 * 365) =>
    tenant.issue('oa', { kind: 'oauth', userId, scope: 'all', expiresAt });
  const data = (expiresAt: number) => signDataToken(tenant, { userId: cast.admin, deploymentId: home, expiresAt });

  return {
    ADMIN_TOKEN: key(cast.admin),
    OTHER_ADMIN_TOKEN: key(cast.groupAdmin),
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
    DATA_API_TOKEN: data(now + 24 * HOUR),
    EXPIRED_DATA_API_TOKEN: data(now - HOUR),
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
