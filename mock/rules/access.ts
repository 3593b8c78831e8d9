import { jwtVerify, type JWTPayload } from 'jose';
import type { Access } from '../../contracts/document.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { SCHEMES, type Principal, type TokenRecord } from '../principal.ts';
import type { TenantState } from '../state.ts';

/** Who calls an operation. */
export interface Caller {
  readonly tenant: TenantState;
  readonly principal: Principal;
}

/** Rules of authentication and access, as data. `operationId` lets a fault touch one operation alone. */
export const accessRules = () => ({
  schemes: SCHEMES,
  /** Whether an operation takes what stands after a scheme word. */
  takes: (schemes: readonly string[], scheme: string, _operationId: string): boolean => schemes.includes(scheme),
  /** What a token stands for. */
  recordOf: (tenant: TenantState, token: string, _operationId: string): TokenRecord | undefined =>
    tenant.tokens.get(token),
  /** The claims of a JWT that the tenant signed and that has not expired; throws for any other. */
  claimsOf: (tenant: TenantState, token: string, _operationId: string): Promise<JWTPayload> => verified(tenant, token),
  /** Whether a request that came over plain HTTP is left without an answer. */
  needsTls: (_address: string, _path: string): boolean => true,
  /** Whether a token still counts at a time. */
  isLive: (record: TokenRecord, now: number, _operationId: string): boolean =>
    !record.revoked && (record.expiresAt === undefined || now < record.expiresAt),
  needsCredential: (_operationId: string): boolean => true,
  /** Whether an operation is for administrators, whoever asks. */
  needsAdministrator: (access: Access, _operationId: string, _caller: Caller): boolean =>
    access.administrator !== undefined,
  refusesScopedKeys: (access: Access, _operationId: string): boolean => access.scopedKeyRefused !== undefined,
  refusesScopedKeysElsewhere: (access: Access, _operationId: string): boolean =>
    access.scopedKeyElsewhereRefused !== undefined,
  /** Whether a key that is scoped to deployments is refused where the address names none. */
  refusesScopedKeysOnAccount: ({ outcomes }: Dialect, _operationId: string): boolean =>
    outcomes.scopedKeyOnAccount === 'nothing',
  refusesEmbedSessions: (access: Access, _operationId: string): boolean => access.embedSessionRefused !== undefined,
  needsTenantSession: (access: Access, _operationId: string): boolean => access.credential === 'tenant-embed-session',
  /** Whether a caller without read access to the deployment is refused. */
  needsReadAccess: (_operationId: string): boolean => true,
});

async function verified(tenant: TenantState, token: string): Promise<JWTPayload> {
  const options = { algorithms: ['HS256'], currentDate: new Date(tenant.clock.now()), issuer: tenant.id };
  return (await jwtVerify(token, tenant.signingKey, options)).payload;
}
