import { setTimeout as sleep } from 'node:timers/promises';
import { Breaker } from './breaker.ts';
import { InterstitialPages } from './interstitial.ts';
import type { Incoming, Outgoing } from './message.ts';
import { NO_BUDGET, Pace, type Budget, type PaceOfRun } from './pace.ts';
import { RemotePace } from './pace-server.ts';
import { Quotas } from './quotas.ts';
import { transient } from '../failures/failure.ts';
import { fullResponse } from './full-response.ts';
import { Routes, type Proxy } from './routes.ts';
import { TenantTime } from './tenant-time.ts';
import { parseJson } from '../../contracts/lossless-json.ts';

/** One attempt to send a request: its response, or why there is none that counts. */
export interface Attempt {
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly incoming?: Incoming;
  readonly failure?: string;
}

/** Timeouts and retries; times are in milliseconds. */
export interface RetryPolicy {
  /** How long to wait for the headers of a response, and between two parts of its body. */
  readonly idleTimeout: number;
  readonly attempts: number;
  /** The longest `Retry-After` that is waited for: many quotas are for a minute. */
  readonly maxRetryAfter: number;
  /** The delay before the second attempt; it doubles with each further one. */
  readonly delay: number;
}

interface TransportOptions extends Partial<RetryPolicy> {
  readonly budget?: Budget;
  /** Where all workers of the run ask before each request. */
  readonly paceAddress?: string;
  /** Whether a proxy or a gateway may be in between. */
  readonly isFar?: boolean;
  readonly userAgent?: string;
  readonly proxy?: Proxy | undefined;
}

const DEFAULT_POLICY: RetryPolicy = { idleTimeout: 10_000, attempts: 3, maxRetryAfter: 65_000, delay: 250 };
/** Requests of others may use up what a tenant allows again, before one is repeated. */
const ATTEMPTS_AT_QUOTA = 5;
const SAFE = new Set(['GET', 'HEAD']);
/** Statuses that a gateway in front of the tenant responds with. */
const TOO_MANY = 429;
const UNAVAILABLE = 503;
const GATEWAY = new Set([TOO_MANY, 502, UNAVAILABLE, 504]);
/** Errors that occur before any byte of the request was sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);

/** Sends requests within the budget. Requests that are safe to repeat are retried; then a transient failure is thrown. */
export class Transport {
  readonly #routes: Routes;
  readonly #policy: RetryPolicy;
  readonly #run: string;
  readonly #breakers = new Map<string, Breaker>();
  readonly #pace: PaceOfRun;
  readonly #userAgent: string | undefined;
  /** The clock of the tenant. */
  readonly time = new TenantTime();
  readonly #quotas: Quotas;
  /** Only for a live tenant, which may be behind a proxy or a gateway. */
  readonly #interstitials: InterstitialPages | undefined;

  constructor(
    ca: string | undefined,
    run: string,
    { budget = NO_BUDGET, paceAddress, isFar = false, userAgent, proxy, ...policy }: TransportOptions = {},
  ) {
    this.#policy = { ...DEFAULT_POLICY, ...policy };
    this.#quotas = new Quotas(this.#policy.maxRetryAfter);
    const own = new Pace(budget);
    this.#pace = paceAddress === undefined ? own : new RemotePace(paceAddress, own);
    this.#interstitials = isFar ? new InterstitialPages() : undefined;
    this.#routes = new Routes({ ca, proxy, idleTimeout: this.#policy.idleTimeout });
    this.#run = run;
    this.#userAgent = userAgent;
  }

  /** Divides the budget among the workers that send requests to the same tenant. */
  sharedBy(workers: number): void {
    this.#pace.sharedBy(workers);
  }

  /** Sends a request and reports every attempt. Throws a transient failure if no response counts. */
  async send(outgoing: Outgoing, onAttempt: (attempt: Attempt) => void): Promise<Incoming> {
    const url = new URL(outgoing.url);
    const breaker = this.#breakerOf(url.host);
    breaker.throwIfOpen();
    const kind = kindOf(outgoing);
    if (this.allowsNoMore(outgoing))
      throw transient(`${kind}: not sent, because the tenant allows no more of these for now (429)`, {
        lastStatus: TOO_MANY,
        isUnsent: true,
      });
    let isNeverSent = true;
    for (let index = 1; ; index += 1) {
      const held = this.#quotas.waitFor(kind);
      if (held > 0) await sleep(held);
      const done = await this.#pace.acquire();
      const { attempt, isUnsent } = await this.#try(outgoing, url);
      done();
      onAttempt(attempt);
      isNeverSent &&= isUnsent;
      const { incoming, failure } = attempt;
      if (incoming && failure === undefined) {
        breaker.succeeded();
        return incoming;
      }
      const isTooMany = incoming?.status === TOO_MANY;
      const isRepeatable = isUnsent || isTooMany || isPutOff(incoming) || SAFE.has(outgoing.method);
      const delay = this.#delayAfter(index, incoming);
      if (isTooMany) {
        this.#pace.slowDown(delay);
        this.#quotas.refused(kind, delay);
      }
      const isTold = isTooMany && Number(incoming.headers['retry-after']) > 0;
      const attempts = isTold ? Math.max(this.#policy.attempts, ATTEMPTS_AT_QUOTA) : this.#policy.attempts;
      // A tenant whose `Retry-After` is longer than a check may wait gets no further request.
      if (!isRepeatable || index >= attempts || delay > this.#policy.maxRetryAfter) {
        // A tenant that answers so is there. What it allows no more of is not asked for again in vain.
        if (!isTooMany) breaker.failed();
        throw transient(`${kind}: ${failure ?? 'no response'}`, {
          lastStatus: incoming?.status,
          isUnsent: isNeverSent,
        });
      }
      await sleep(delay);
    }
  }

  /** Whether a quota for requests of this kind is used up, as the tenant answered to the last one. */
  allowsNoMore(outgoing: Outgoing): boolean {
    return this.#quotas.areUsedUp(kindOf(outgoing));
  }

  /** Discards the failures counted for an address, because another tenant is now served there. */
  resetFailures(url: string): void {
    this.#breakerOf(new URL(url).host).reset();
  }

  async close(): Promise<void> {
    await this.#routes.close();
  }

  async #try(outgoing: Outgoing, url: URL): Promise<{ attempt: Attempt; isUnsent: boolean }> {
    const { origin, pathname, search } = url;
    const startedAt = Date.now();
    const start = performance.now();
    const since = () => ({ startedAt, milliseconds: performance.now() - start });
    try {
      const { status, headers, bytes } = await fullResponse(
        this.#routes.to(origin),
        {
          origin,
          path: pathname + search,
          method: outgoing.method,
          headers: {
            ...(this.#userAgent !== undefined && { 'user-agent': this.#userAgent }),
            ...outgoing.headers,
          },
          ...(outgoing.body !== undefined && { body: outgoing.body }),
          // Otherwise the connection is closed after a DELETE with a body, and the next request waits for another.
          reset: false,
        },
        // An event stream may never pause long enough for the idle timeout.
        this.#policy.idleTimeout * 2,
      );
      const text = bytes.toString('utf8');
      const incoming = { status, headers: flat(headers), bytes, text, json: parsed(text) };
      this.time.note(incoming.headers['date'], startedAt, Date.now());
      const failure = transientFailureIn(incoming) ?? this.#interstitials?.reasonToIgnore(outgoing, incoming);
      return { attempt: { ...since(), incoming, ...(failure !== undefined && { failure }) }, isUnsent: false };
    } catch (error) {
      const { code, message } = innermost(error);
      const isUntrusted = code !== undefined && UNTRUSTED.has(code);
      if (isUntrusted && this.#routes.trustsNode(origin)) return await this.#try(outgoing, url);
      const proxy = this.#routes.proxyTo(origin);
      const through = proxy === undefined ? '' : ` (the proxy ${proxy} of HTTPS_PROXY is in between)`;
      const said = code !== undefined && NO_TLS.has(code) ? NOT_TLS : `${code ?? ''} ${message}`.replace(/\s+/g, ' ');
      const failure = `no complete response: ${said}${through}${isUntrusted ? HOW_TO_TRUST : ''}`;
      return { attempt: { ...since(), failure }, isUnsent: code !== undefined && NEVER_SENT.has(code) };
    }
  }

  /** Each host has its own: if the AI API is unavailable, the others may still be available. */
  #breakerOf(host: string): Breaker {
    const breaker = this.#breakers.get(host) ?? new Breaker(`${this.#run}-${host.replace(/[^\w.-]/g, '_')}`);
    this.#breakers.set(host, breaker);
    return breaker;
  }

  #delayAfter(index: number, incoming: Incoming | undefined): number {
    return requestedDelay(incoming?.headers['retry-after'], this.time.now()) ?? this.#policy.delay * 2 ** (index - 1);
  }
}

/** What Node says of a certificate that no authority has issued which it knows. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** What it says where the other side speaks no TLS, with the places of its own source in the message. */
const NO_TLS: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);
const NOT_TLS = 'the port does not speak TLS, expected the one that serves HTTPS';
const HOW_TO_TRUST = '. Set TLS_CA to the PEM file of the authority that issued this certificate';

function kindOf({ method, url }: Outgoing): string {
  return `${method} ${new URL(url).pathname}`;
}

/** Whether a server that is unavailable says itself when to send the request again: it has not handled this one. */
function isPutOff(incoming: Incoming | undefined): boolean {
  return incoming?.status === UNAVAILABLE && incoming.headers['retry-after'] !== undefined;
}

/** The delay in milliseconds that a `Retry-After` header requests, in seconds or as a date. */
function requestedDelay(header = '', now: number): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const until = Date.parse(header) - now;
  return until > 0 ? until : undefined;
}

/** Why a response is not taken for the tenant's own; undefined if it is. */
function transientFailureIn({ status, headers, text, json }: Incoming): string | undefined {
  if (GATEWAY.has(status)) return `responded with ${status}, as a gateway does`;
  if (status >= 300 && status < 400)
    return `redirects to ${headers['location'] ?? 'no location'}, expected a response without a redirect`;
  const isJson = /json/i.test(headers['content-type'] ?? '');
  if (isJson && json === undefined && isCutOff(text)) return `responded with ${status} and truncated JSON`;
  return undefined;
}

/** A text parsed as JSON; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is truncated JSON. Any other text that does not parse is taken for the tenant's own response. */
function isCutOff(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/gs, '');
  const count = (signs: RegExp) => outside.match(signs)?.length ?? 0;
  return outside.includes('"') || count(/[[{]/g) > count(/[\]}]/g);
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function innermost(error: unknown): { readonly code?: string; readonly message: string } {
  const { cause, code, message } = error as Error & { code?: string | number };
  if (cause instanceof Error) return innermost(cause);
  // A DOMException has a legacy numeric code, which does not identify the cause.
  return { ...(typeof code === 'string' && { code }), message };
}
