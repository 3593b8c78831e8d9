import { Locks } from '../locks/locks.ts';
import type { Configuration } from '../tenant/configuration.ts';
import { Tenants } from '../tenant/tenant.ts';
import { Cleanup } from '../undo/ledger.ts';

/** What the checks of one process share. It is made once, by the fixture of the worker, and passed on. */
export class Session {
  readonly configuration: Configuration;
  readonly tenants: Tenants;
  readonly locks: Locks;
  readonly cleanup = new Cleanup();
  #areNamesReported = false;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
    this.tenants = new Tenants(configuration);
    this.locks = new Locks(configuration.settings.BASE_URL ?? '');
  }

  /** Each process resolves the tenant's names once, and its first check reports them. */
  takeReportOfNames(): boolean {
    const isFirst = !this.#areNamesReported;
    this.#areNamesReported = true;
    return isFirst;
  }

  close(): Promise<void> {
    return this.tenants.close();
  }
}
