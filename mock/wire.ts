import type { IncomingHttpHeaders } from 'node:http';

/** The base addresses on which the APIs are served. */
export type Address = 'platform' | 'core-data' | 'ai';

/** A request as the listener hands it over. */
export interface Incoming {
  readonly address: Address;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came; undefined where there was none. */
  readonly text: string | undefined;
}

/** A response as the listener sends it: headers and bytes, or a stream of text. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
}

/** No response at all: the connection is closed. */
export const NO_RESPONSE: Outgoing = { status: 0, headers: {}, body: undefined };
