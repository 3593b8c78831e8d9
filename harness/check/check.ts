import type { LedgerEntry } from '../../evidence/evidence.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { makeActor, type Actor } from '../client/actor.ts';
import { Client } from '../client/client.ts';
import { untested } from '../failures/trouble.ts';
import { Recorder } from '../http/recorder.ts';
import { disturb, DISTURBS, takeTurn, type Release } from '../locks/locks.ts';
import { Clock } from '../tenant/clock.ts';
import { configuration, type Account, type TenantUnderTest } from '../tenant/tenant.ts';
import { Ledger, ledgerFile } from '../undo/ledger.ts';

/** One check: its promise, its tenant, and everything that it will be judged by. */
export class Check {
  readonly requirement: Requirement;
  readonly tenant: TenantUnderTest;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** The requests for the embed sessions of this check, by the ids of the sessions. */
  readonly sessionRequests = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #client: Client;
  readonly #ledger: Ledger;
  /** What this check has to itself, or has said that it disturbs. */
  readonly #turns = new Map<string, Release>();
  readonly #disturbed = new Set<string>();

  constructor(requirement: Requirement, tenant: TenantUnderTest) {
    this.requirement = requirement;
    this.tenant = tenant;
    this.recorder = new Recorder(tenant.secrets);
    this.clock = new Clock(configuration, tenant.advance, () => {
      this.#letOthersGo();
    });
    const shared = {
      ...tenant,
      isReadOnly: configuration.isReadOnly,
      disturbing: (operation: AnyOperationId) => this.#disturbing(operation),
    };
    const keeper = () =>
      this.#actorOf(
        new Client({
          ...shared,
          recorder: new Recorder(tenant.secrets),
          ledger: new Ledger(undefined, keeper),
          subject: undefined,
        }),
        'ADMIN_TOKEN',
        'admin',
      );
    const file = tenant.isLive ? ledgerFile(tenant.settings.BASE_URL ?? '') : undefined;
    this.#ledger = new Ledger(file, keeper);
    this.#client = new Client({
      ...shared,
      recorder: this.recorder,
      ledger: this.#ledger,
      subject: requirement.operations[0],
    });
  }

  /** An actor by the setting with its credential. */
  as(setting: SettingName, name: string = setting): Actor {
    return this.#actorOf(this.#client, setting, name);
  }

  /** Somebody with a token that the check came by itself, where it was by an embed session with the request for that. */
  holding(token: string, name: string, sessionRequest?: Readonly<Record<string, unknown>>): Actor {
    return makeActor(this.#client, { name, token, ...(sessionRequest && { sessionRequest }) });
  }

  /** Somebody whose whole `Authorization` header is given, or who has none. */
  showing(header: string | undefined, name: string): Actor {
    return makeActor(this.#client, { name, ...(header !== undefined && { header }) });
  }

  /** A thing that the run was lent. */
  lent(setting: SettingName): string {
    const value = this.tenant.settings[setting];
    if (value === undefined) untested(`set ${setting}`);
    return value;
  }

  /** The account from outside the API; a row that needs it says so, and is untested on a live tenant. */
  get account(): Account {
    return this.tenant.account ?? untested('only a tenant of its own can be put into this state');
  }

  /** Has what all checks of a live tenant share to itself from here on, before anything is made. */
  async turn(what: string): Promise<void> {
    const { isLive, settings } = this.tenant;
    if (isLive && !this.#turns.has(what)) this.#turns.set(what, await takeTurn(settings.BASE_URL ?? '', what));
  }

  async #disturbing(operation: AnyOperationId): Promise<void> {
    const { isLive, settings } = this.tenant;
    const what = DISTURBS[operation];
    if (!isLive || what === undefined || this.#turns.has(what)) return;
    this.#turns.set(what, await disturb(settings.BASE_URL ?? '', what));
    this.#disturbed.add(what);
  }

  /** While a check waits it disturbs nobody: what it made stays as it is. */
  #letOthersGo(): void {
    for (const what of this.#disturbed) {
      this.#turns.get(what)?.();
      this.#turns.delete(what);
    }
    this.#disturbed.clear();
  }

  async close(): Promise<readonly LedgerEntry[]> {
    const made = await this.#ledger.settle();
    for (const release of this.#turns.values()) release();
    this.tenant.release();
    return made;
  }

  #actorOf(client: Client, setting: SettingName, name: string): Actor {
    const token = this.tenant.settings[setting];
    if (token === undefined) untested(`set ${setting}`);
    return makeActor(client, { name, token });
  }
}
