import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { Intercepted } from './interstitial.ts';
import type { Incoming, Outgoing } from './message.ts';
import { NO_BUDGET, Pace, type Budget } from './pace.ts';
import { transient } from '../failures/failure.ts';
import { wholeAnswer } from './full-response.ts';

/** One attempt: its answer, or what kept it from coming. */
export interface Attempt {
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly incoming?: Incoming;
  readonly failure?: string;
}

/** How long a tenant may be silent, how often a request is repeated, and how long it is waited for where it asks to. */
export interface Patience {
  readonly silence: number;
  readonly attempts: number;
  readonly retryAfter: number;
  readonly pause: number;
}

const USUAL: Patience = { silence: 10_000, attempts: 3, retryAfter: 15_000, pause: 250 };
const SAFE = new Set(['GET', 'HEAD']);
/** Answers of whatever stands before the tenant. */
const GATEWAY = new Set([429, 502, 503, 504]);
/** Failures before a single byte of the request was sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);
const CLOSED_AFTER = 3;
const CLOSED_FOR = 5_000;

/** Sends requests, politely: what is safe to repeat is repeated a few times, and then the weather is told. */
export class Transport {
  readonly #agent: Agent;
  readonly #patience: Patience;
  readonly #run: string;
  readonly #breakers = new Map<string, Breaker>();
  readonly #pace: Pace;
  /** Only where something may stand between the tenant and us. */
  readonly #intercepted: Intercepted | undefined;

  constructor(
    ca: string | undefined,
    run: string,
    {
      budget = NO_BUDGET,
      isFar = false,
      ...patience
    }: Partial<Patience> & { readonly budget?: Budget; readonly isFar?: boolean } = {},
  ) {
    this.#patience = { ...USUAL, ...patience };
    this.#pace = new Pace(budget);
    this.#intercepted = isFar ? new Intercepted() : undefined;
    const { silence } = this.#patience;
    this.#agent = new Agent({
      connect: { ...(ca !== undefined && { ca }), timeout: Math.min(silence, 5_000) },
      headersTimeout: silence,
      bodyTimeout: silence,
      connections: 8,
    });
    this.#run = run;
  }

  /** So many workers ask the same tenant, and share what may be asked of it. */
  sharedBy(workers: number): void {
    this.#pace.sharedBy(workers);
  }

  /** Every attempt is handed over, also those that are repeated. Throws the weather where no answer counts. */
  async send(outgoing: Outgoing, onAttempt: (attempt: Attempt) => void): Promise<Incoming> {
    const url = new URL(outgoing.url);
    const breaker = this.#breakerOf(url.host);
    breaker.refuseWhileClosed();
    for (let round = 1; ; round += 1) {
      const done = await this.#pace.turn();
      const { attempt, isUnsent } = await this.#try(outgoing, url);
      done();
      onAttempt(attempt);
      const { incoming, failure } = attempt;
      if (incoming && failure === undefined) {
        breaker.opened();
        return incoming;
      }
      const isRepeatable = isUnsent || incoming?.status === 429 || SAFE.has(outgoing.method);
      const pause = this.#pauseBefore(round, incoming);
      // Who asks for more quiet than a check can give is not asked again before the time.
      if (!isRepeatable || round >= this.#patience.attempts || pause > this.#patience.retryAfter) {
        breaker.failed();
        throw transient(`${outgoing.method} ${url.pathname}: ${failure ?? 'no answer'}`);
      }
      await sleep(pause);
    }
  }

  /** Another tenant stands behind an address now: that the one before gave no answer is not its fault. */
  forgive(url: string): void {
    this.#breakerOf(new URL(url).host).forget();
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #try(outgoing: Outgoing, { origin, pathname, search }: URL): Promise<{ attempt: Attempt; isUnsent: boolean }> {
    const startedAt = Date.now();
    const start = performance.now();
    const since = () => ({ startedAt, milliseconds: performance.now() - start });
    try {
      const { status, headers, bytes } = await wholeAnswer(
        this.#agent,
        {
          origin,
          path: pathname + search,
          method: outgoing.method,
          headers: outgoing.headers,
          ...(outgoing.body !== undefined && { body: outgoing.body }),
        },
        // A stream of events may go on for as long as it likes; a check wants an end.
        this.#patience.silence * 2,
      );
      const text = bytes.toString('utf8');
      const incoming = { status, headers: flat(headers), bytes, text, json: parsed(text) };
      const failure = weatherOf(incoming) ?? this.#intercepted?.by(outgoing, incoming);
      return { attempt: { ...since(), incoming, ...(failure !== undefined && { failure }) }, isUnsent: false };
    } catch (error) {
      const { code, message } = innermost(error);
      const failure = `no whole answer: ${code ?? ''} ${message}`.replace(/\s+/g, ' ');
      return { attempt: { ...since(), failure }, isUnsent: code !== undefined && NEVER_SENT.has(code) };
    }
  }

  /** One for each host: that the AI API is away says nothing of the others. */
  #breakerOf(host: string): Breaker {
    const breaker = this.#breakers.get(host) ?? new Breaker(`${this.#run}-${host.replace(/[^\w.-]/g, '_')}`);
    this.#breakers.set(host, breaker);
    return breaker;
  }

  #pauseBefore(round: number, incoming: Incoming | undefined): number {
    return quietAsked(incoming?.headers['retry-after']) ?? this.#patience.pause * 2 ** (round - 1);
  }
}

/** The milliseconds that `Retry-After` asks for, in seconds or as a date. */
function quietAsked(header = ''): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const until = Date.parse(header) - Date.now();
  return until > 0 ? until : undefined;
}

/** What keeps an answer from being the tenant's own. */
function weatherOf({ status, headers, text, json }: Incoming): string | undefined {
  if (GATEWAY.has(status)) return `answered ${status}, as a gateway does`;
  if (status >= 300 && status < 400) return `redirects to ${headers['location'] ?? 'nowhere'}, expected an answer here`;
  const isJson = /json/i.test(headers['content-type'] ?? '');
  if (isJson && json === undefined && isCutOff(text)) return `answered ${status} with half a JSON text`;
  return undefined;
}

/** What a text says as JSON; nothing where it is none. */
export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a text that is no JSON starts like some and does not end. What else does not parse is the tenant's own doing. */
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
  // What the platform itself aborts carries a number of no meaning.
  return { ...(typeof code === 'string' && { code }), message };
}

/**
 * Stops asking a tenant that does not answer: hundreds of checks that each wait for their own silence would take an
 * hour to say one thing. The state lies in a file, because a worker ends with the first check that fails.
 */
class Breaker {
  readonly #file: string;
  /** Whether somebody had failed when this was last asked. */
  #isMarked = false;

  constructor(run: string) {
    this.#file = path.join(tmpdir(), `management-api-conformance-${run}.json`);
  }

  refuseWhileClosed(): void {
    this.#isMarked = existsSync(this.#file);
    if (!this.#isMarked) return;
    const { failures, at } = this.#read();
    if (failures < CLOSED_AFTER || Date.now() - at > CLOSED_FOR) return;
    throw transient(`the tenant gave no answer to the last ${failures} requests, so this one was not sent`);
  }

  failed(): void {
    const { failures } = this.#read();
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ failures: failures + 1, at: Date.now() }));
  }

  opened(): void {
    if (this.#isMarked) this.forget();
  }

  forget(): void {
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
