import { Agent } from 'undici';
import { fullResponse } from '../http/full-response.ts';
import type { Settings } from './configuration.ts';

/** A reference tenant that is leased to one check. */
export interface Leased {
  readonly id: string;
  readonly settings: Settings;
  readonly ca: string;
  /** How the tenant uses what the specification leaves open. */
  readonly dialect: string;
  /** Whether the tenant has a fault that a proof run expects a check to find. */
  readonly isFaulty: boolean;
  /** Whether every lease of the run behaves like this one. */
  readonly areAlike: boolean;
}

/** What a lease is for: a proof run assigns a faulty tenant by requirement and trial index. */
export interface Purpose {
  readonly for?: string;
  readonly trial?: number;
}

/**
 * Tenants leased per request; returned ones are sent along with the next. Two requests for each check would take a twentieth
 * of a run.
 */
const BATCH_SIZE = 8;
/** Long enough for the first request, which may have to wait until the reference tenant has loaded. */
const TIMEOUT = 60_000;

/** The tenants that this process leases from the reference tenant. */
export class Leases {
  readonly control: string;
  // The HTTP client of the checks: a second one, such as `fetch` of Node, would have to be loaded as well.
  readonly #agent = new Agent();
  #spares: readonly Leased[] = [];
  #returned: string[] = [];

  constructor(control: string) {
    this.control = control;
  }

  async take(purpose: Purpose): Promise<Leased> {
    const [spare, ...others] = this.#spares;
    this.#spares = others;
    if (spare) return spare;
    const returned = this.#returned.splice(0);
    const { spares, ...leased } = (await this.manage('POST', '/tenants', {
      ...purpose,
      spares: BATCH_SIZE - 1,
      returned,
    })) as Leased & { readonly spares: readonly Pick<Leased, 'id' | 'settings'>[] };
    this.#spares = spares.map((one) => ({ ...leased, ...one }));
    return leased;
  }

  release(id: string): void {
    this.#returned.push(id);
  }

  /** Returns all tenants. Errors are ignored: if the reference process has ended, its tenants have ended too. */
  async close(): Promise<void> {
    const all = [...this.#returned, ...this.#spares.map(({ id }) => id)];
    this.#returned = [];
    this.#spares = [];
    await Promise.allSettled(all.map((id) => this.manage('DELETE', `/tenants/${id}`)));
    await this.#agent.close();
  }

  async manage(method: 'DELETE' | 'PATCH' | 'POST', path: string, body?: object): Promise<unknown> {
    const { status, bytes } = await fullResponse(
      this.#agent,
      {
        origin: this.control,
        path,
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      },
      TIMEOUT,
    );
    const text = bytes.toString('utf8');
    if (status >= 400) throw new Error(`${method} ${path} of the reference tenant responded with ${status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }
}
