import { dateOf } from '../clock.ts';

export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly scope: 'all' | readonly number[];
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** Kept to be revoked, and shown once. */
  readonly token: string;
}

/** Rules of API keys, as data. */
export const apiKeysRules = () => ({
  name: { min: 1, max: 255 },
  /** A key as everything but its creation shows it. */
  shown: ({ id, name, userId, scope, createdAt }: ApiKey): Record<string, unknown> => ({
    id,
    name,
    userId,
    deploymentIds: scope === 'all' ? null : scope,
    createdAt: dateOf(createdAt),
  }),
  revokes: true,
});
