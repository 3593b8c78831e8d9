import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transient } from '../failures/failure.ts';

const OPENS_AFTER = 3;
const OPEN_FOR = 5_000;

/**
 * A circuit breaker: stops sending requests to a tenant that does not respond, because hundreds of checks that each wait for
 * their own timeout would take an hour. The state is kept in a file, because Playwright replaces a worker after a failure.
 */
export class Breaker {
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
    throw transient(`the tenant did not respond to the last ${failures} requests, so this one was not sent`, {
      isUnsent: true,
    });
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
