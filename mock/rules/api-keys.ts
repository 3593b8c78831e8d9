import { dateOf } from '../clock.ts';

export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly scope: 'all' | readonly number[];
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** When it was deleted, where it goes on being shown. */
  readonly revokedAt?: number;
  /** Kept to be revoked, and shown once. */
  readonly token: string;
}

/** Rules of API keys, as data. */
export const apiKeysRules = () => ({
  name: { min: 1, max: 255 },
  /** A key as everything but its creation shows it. */
  shown: ({ id, name, userId, scope, createdAt, revokedAt }: ApiKey): Record<string, unknown> => ({
    id,
    name,
    userId,
    deploymentIds: scope === 'all' ? null : scope,
    createdAt: dateOf(createdAt),
    ...(revokedAt !== undefined && { revokedAt: dateOf(revokedAt) }),
  }),
  revokes: true,
});
