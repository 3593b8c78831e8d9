import { request } from 'undici';
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

/** So many come with one request, and those that are done with go back with the next: two for each check were a tenth of a run. */
const AT_ONCE = 8;

/** The tenants that one process has of the reference tenant's. */
export class Leases {
  readonly control: string;
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
  }

  /** Not through `fetch`, which takes several times as long for something this small. */
  async manage(method: 'DELETE' | 'PATCH' | 'POST', path: string, body?: object): Promise<unknown> {
    const { statusCode, body: answer } = await request(this.control + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (statusCode >= 400) throw new Error(`${method} ${path} of the reference tenant answered ${statusCode}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }
}
