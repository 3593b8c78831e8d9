import { dateOf } from '../clock.ts';
import type { Collection } from '../collection.ts';

export interface OidcTokenConfig {
  readonly id: number;
  readonly name: string;
  readonly audience: string;
  readonly audienceType: string;
  readonly isEnabled: boolean;
  readonly subFormat: string;
  readonly customClaims: Readonly<Record<string, string>>;
  readonly targetEnvVar: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Rules of OIDC token configs, as data. */
export const oidcTokenConfigsRules = () => ({
  /** Configs are for the people of the account, and none of those at the other end of an embed session are. */
  mayRead: (isUser: boolean): boolean => isUser,
  named: (all: Collection<OidcTokenConfig>, id: number): OidcTokenConfig | undefined => all.get(id),
  shown: (config: OidcTokenConfig): Record<string, unknown> => ({
    ...config,
    createdAt: dateOf(config.createdAt),
    updatedAt: dateOf(config.updatedAt),
  }),
});
