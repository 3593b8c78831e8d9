import { Agent } from 'undici';
import { fullResponse } from '../http/full-response.ts';
import type { Settings } from './configuration.ts';

/** A tenant of the reference process that is somebody's for a while. */
export interface Leased {
  readonly id: string;
  readonly settings: Settings;
  readonly ca: string;
  /** Made to be wrong, for somebody who waits for checks to say so. */
  readonly isFaulty: boolean;
}

/** What a check may want to be told apart by: the process may have something in mind for it. */
export interface Purpose {
  readonly for?: string;
  readonly turn?: number;
}

/** So many come with one request, and those that are done with go back with the next: two for each check were a twentieth of a run. */
const AT_ONCE = 8;
/** The first of them may have to wait until the tenant is loaded. */
const PATIENCE = 60_000;

/** The tenants that one process has of the reference tenant's. */
export class Leases {
  readonly control: string;
  // Node's own, which stands behind `request`, would be loaded and compiled beside the one that the checks use.
  readonly #agent = new Agent();
  #spares: readonly Leased[] = [];
  #done: string[] = [];

  constructor(control: string) {
    this.control = control;
  }

  async take(purpose: Purpose): Promise<Leased> {
    const [spare, ...others] = this.#spares;
    this.#spares = others;
    if (spare) return spare;
    const returned = this.#done.splice(0);
    const { spares, ...leased } = (await this.manage('POST', '/tenants', {
      ...purpose,
      spares: AT_ONCE - 1,
      returned,
    })) as Leased & { readonly spares: readonly Pick<Leased, 'id' | 'settings'>[] };
    this.#spares = spares.map((one) => ({ ...leased, ...one }));
    return leased;
  }

  giveBack(id: string): void {
    this.#done.push(id);
  }

  /** Nobody takes another one: all go back. A process that is gone by now has taken its tenants along. */
  async close(): Promise<void> {
    const all = [...this.#done, ...this.#spares.map(({ id }) => id)];
    this.#done = [];
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
      PATIENCE,
    );
    const text = bytes.toString('utf8');
    if (status >= 400) throw new Error(`${method} ${path} of the reference tenant answered ${status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }
}
