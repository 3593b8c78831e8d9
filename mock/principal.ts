import type { Credential } from '../contracts/document.ts';
import type { User } from './world/account.ts';

/** Who asks, as far as the credential tells. What they may do is worked out from the world each time. */
export interface Principal {
  readonly kind: 'api-key' | 'oauth' | 'embed' | 'data-token';
  /** The user that the credential belongs to; embed sessions of outsiders have none. */
  readonly user: User | undefined;
  /** Deployments that an API key is scoped to. */
  readonly scope: 'all' | readonly number[];
  readonly embed?: EmbedPrincipal;
  /** The credential as it was sent, for what belongs to a credential and not to its user. */
  readonly token: string;
}

export interface EmbedPrincipal {
  readonly sessionId: string;
  readonly deploymentId: number;
  /** The embed tenant that the session is scoped to. */
  readonly tenantName: string | undefined;
  /** The person at the other end, by the name that the embedding application gave. */
  readonly externalId: string;
}

/** What a token stands for. Tokens are kept by their tenant, and a token names its tenant. */
export interface TokenRecord {
  readonly kind: 'api-key' | 'oauth' | 'scim' | 'embed';
  readonly userId: number | undefined;
  readonly scope: 'all' | readonly number[];
  readonly expiresAt: number | undefined;
  revoked: boolean;
  readonly embed?: EmbedPrincipal;
  /** The id of the API key, for those that the API lists. */
  readonly keyId?: number;
}

/** The schemes in which each kind of operation takes its credential. */
export const SCHEMES: Readonly<Record<Credential, readonly ('Bearer' | 'Api-Key' | 'none')[]>> = {
  platform: ['Bearer'],
  scim: ['Bearer', 'Api-Key'],
  ai: ['Api-Key'],
  'core-data': ['none'],
  'tenant-embed-session': ['Bearer'],
};
