import type { Configuration } from '../tenant/configuration.ts';
import { Tenants } from '../tenant/tenant.ts';
import { Cleanup } from '../undo/ledger.ts';
import { Lateness } from './lateness.ts';
import { SharedWork } from './shared-work.ts';

/** What the checks of one process share. Created once, by the worker fixture. */
export class Session {
  readonly configuration: Configuration;
  readonly tenants: Tenants;
  readonly cleanup = new Cleanup();
  readonly sharedWork = new SharedWork();
  readonly lateness = new Lateness();
  #areNamesReported = false;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
    this.tenants = new Tenants(configuration);
  }

  /** True for the first check of a process, which reports the names that the tenant uses. */
  claimReportOfNames(): boolean {
    const isFirst = !this.#areNamesReported;
    this.#areNamesReported = true;
    return isFirst;
  }

  close(): Promise<void> {
    return this.tenants.close();
  }
}
