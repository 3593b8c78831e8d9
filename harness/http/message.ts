/** A request as it is sent. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the address is only supposed, so that a page there is what the tenant has for unknown addresses. */
  readonly isAddressGuessed?: boolean;
}

/** A response as it was received. */
export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The text parsed as JSON, whatever its media type; undefined if it is not JSON. */
  readonly json: unknown;
}
