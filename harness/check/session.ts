import type { Configuration } from '../tenant/configuration.ts';
import { Tenants } from '../tenant/tenant.ts';
import { ledgerOf } from '../undo/administrator.ts';
import type { LedgerFiles } from '../undo/ledger-file.ts';
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
  readonly #ledgerFiles: LedgerFiles | undefined;
  #areNamesReported = false;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
    this.tenants = new Tenants(configuration);
    // A run that is stopped waits for the end of whoever may still change the tenant.
    this.#ledgerFiles = configuration.isLive ? ledgerOf(configuration) : undefined;
    this.#ledgerFiles?.begin();
  }

  /** True for the first check of a process, which reports the names that the tenant uses. */
  claimReportOfNames(): boolean {
    const isFirst = !this.#areNamesReported;
    this.#areNamesReported = true;
    return isFirst;
  }

  close(): Promise<void> {
    this.#ledgerFiles?.end();
    return this.tenants.close();
  }
}
