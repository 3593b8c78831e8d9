import type { Exchange } from '../../evidence/evidence.ts';
import type { Cause } from '../../evidence/causes.ts';
import type { Outgoing } from '../http/message.ts';
import type { Secret } from '../http/secrets.ts';
import type { Attempt } from '../http/transport.ts';

/** The credential that a request is sent with. */
export interface Identity {
  /** The name of the actor in the evidence. */
  readonly name: string;
  /** Without a token or header the request carries no credential. */
  readonly token?: Secret;
  /** The value of the Authorization header, in place of prefix and token. */
  readonly header?: Secret;
  /** The request that created the embed session of the token. */
  readonly sessionRequest?: Readonly<Record<string, unknown>>;
  /** Why a refusal of this credential says nothing of the tenant. */
  readonly lacking?: Cause;
  /** Whether the run made its user, so that nothing of it has to be put back. */
  readonly isOwn?: boolean;
  /** What it means if the credential, which lives for a while only, is accepted nowhere any more. */
  readonly ends?: Cause;
}

export function authorizationOf({ header, token }: Identity, prefix: string): string | undefined {
  return header?.reveal() ?? (token && prefix + token.reveal());
}

/** What the evidence keeps of a request that was sent with a credential. */
export function exchangeOf(
  operation: string | undefined,
  identity: Identity,
  outgoing: Outgoing,
  { startedAt, milliseconds, incoming, failure }: Attempt,
): Omit<Exchange, 'findings'> {
  return {
    actor: identity.name,
    ...(operation !== undefined && { operation }),
    method: outgoing.method,
    url: outgoing.url,
    requestHeaders: outgoing.headers,
    ...(outgoing.body !== undefined && { requestBody: outgoing.body }),
    ...(incoming && {
      status: incoming.status,
      responseHeaders: incoming.headers,
      responseBody: incoming.text,
    }),
    ...(failure !== undefined && { failure }),
    startedAt,
    milliseconds,
  };
}
