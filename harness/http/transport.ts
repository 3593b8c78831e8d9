import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { InterstitialPages } from './interstitial.ts';
import type { Incoming, Outgoing } from './message.ts';
import { NO_BUDGET, Pace, type Budget } from './pace.ts';
import { transient } from '../failures/failure.ts';
import { fullResponse } from './full-response.ts';

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
  /** The longest `Retry-After` that is waited for. */
  readonly maxRetryAfter: number;
  /** The delay before the second attempt; it doubles with each further one. */
  readonly delay: number;
}

const DEFAULT_POLICY: RetryPolicy = { idleTimeout: 10_000, attempts: 3, maxRetryAfter: 15_000, delay: 250 };
const SAFE = new Set(['GET', 'HEAD']);
/** Statuses that a gateway in front of the tenant responds with. */
const GATEWAY = new Set([429, 502, 503, 504]);
/** Errors that occur before any byte of the request was sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);
const OPENS_AFTER = 3;
const OPEN_FOR = 5_000;

/** Sends requests within the budget. Requests that are safe to repeat are retried; then a transient failure is thrown. */
export class Transport {
  readonly #agent: Agent;
  readonly #policy: RetryPolicy;
  readonly #run: string;
  readonly #breakers = new Map<string, Breaker>();
  readonly #pace: Pace;
  /** Only for a live tenant, which may be behind a proxy or a gateway. */
  readonly #interstitials: InterstitialPages | undefined;

  constructor(
    ca: string | undefined,
    run: string,
    {
      budget = NO_BUDGET,
      isFar = false,
      ...policy
    }: Partial<RetryPolicy> & { readonly budget?: Budget; readonly isFar?: boolean } = {},
  ) {
    this.#policy = { ...DEFAULT_POLICY, ...policy };
    this.#pace = new Pace(budget);
    this.#interstitials = isFar ? new InterstitialPages() : undefined;
    const { idleTimeout } = this.#policy;
    this.#agent = new Agent({
      connect: { ...(ca !== undefined && { ca }), timeout: Math.min(idleTimeout, 5_000) },
      headersTimeout: idleTimeout,
      bodyTimeout: idleTimeout,
      connections: 8,
    });
    this.#run = run;
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
    for (let index = 1; ; index += 1) {
      const done = await this.#pace.acquire();
      const { attempt, isUnsent } = await this.#try(outgoing, url);
      done();
      onAttempt(attempt);
      const { incoming, failure } = attempt;
      if (incoming && failure === undefined) {
        breaker.succeeded();
        return incoming;
      }
      const isRepeatable = isUnsent || incoming?.status === 429 || SAFE.has(outgoing.method);
      const delay = this.#delayAfter(index, incoming);
      // A tenant whose `Retry-After` is longer than a check may wait gets no further request.
      if (!isRepeatable || index >= this.#policy.attempts || delay > this.#policy.maxRetryAfter) {
        breaker.failed();
        throw transient(`${outgoing.method} ${url.pathname}: ${failure ?? 'no response'}`, {
          lastStatus: incoming?.status,
        });
      }
      await sleep(delay);
    }
  }

  /** Discards the failures counted for an address, because another tenant is now served there. */
  resetFailures(url: string): void {
    this.#breakerOf(new URL(url).host).reset();
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #try(outgoing: Outgoing, { origin, pathname, search }: URL): Promise<{ attempt: Attempt; isUnsent: boolean }> {
    const startedAt = Date.now();
    const start = performance.now();
    const since = () => ({ startedAt, milliseconds: performance.now() - start });
    try {
      const { status, headers, bytes } = await fullResponse(
        this.#agent,
        {
          origin,
          path: pathname + search,
          method: outgoing.method,
          headers: outgoing.headers,
          ...(outgoing.body !== undefined && { body: outgoing.body }),
        },
        // An event stream may never pause long enough for the idle timeout.
        this.#policy.idleTimeout * 2,
      );
      const text = bytes.toString('utf8');
      const incoming = { status, headers: flat(headers), bytes, text, json: parsed(text) };
      const failure = transientFailureIn(incoming) ?? this.#interstitials?.reasonToIgnore(outgoing, incoming);
      return { attempt: { ...since(), incoming, ...(failure !== undefined && { failure }) }, isUnsent: false };
    } catch (error) {
      const { code, message } = innermost(error);
      const failure = `no complete response: ${code ?? ''} ${message}`.replace(/\s+/g, ' ');
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
    return requestedDelay(incoming?.headers['retry-after']) ?? this.#policy.delay * 2 ** (index - 1);
  }
}

/** The delay in milliseconds that a `Retry-After` header requests, in seconds or as a date. */
function requestedDelay(header = ''): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const until = Date.parse(header) - Date.now();
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
    return JSON.parse(text) as unknown;
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

/**
 * A circuit breaker: stops sending requests to a tenant that does not respond, because hundreds of checks that each wait for
 * their own timeout would take an hour. The state is kept in a file, because Playwright replaces a worker after a failure.
 */
class Breaker {
  readonly #file: string;
  /** Whether the file with failures existed when the last request began. */
  #hasFailures = false;

  constructor(run: string) {
    this.#file = path.join(tmpdir(), `management-api-conformance-${run}.json`);
  }

  throwIfOpen(): void {
    this.#hasFailures = existsSync(this.#file);
    if (!this.#hasFailures) return;
    const { failures, at } = this.#read();
    if (failures < OPENS_AFTER || Date.now() - at > OPEN_FOR) return;
    throw transient(`the tenant did not respond to the last ${failures} requests, so this one was not sent`);
  }

  failed(): void {
    const { failures } = this.#read();
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ failures: failures + 1, at: Date.now() }));
  }

  succeeded(): void {
    if (this.#hasFailures) this.reset();
  }

  reset(): void {
    rmSync(this.#file, { force: true });
  }

  #read(): { readonly failures: number; readonly at: number } {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as { failures: number; at: number };
    } catch {
      return { failures: 0, at: 0 };
    }
  }
}
