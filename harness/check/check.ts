import type { LedgerEntry } from '../../evidence/evidence.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import { makeActor, type Actor } from '../client/actor.ts';
import { Client } from '../client/client.ts';
import { untested } from '../failures/untested.ts';
import { Recorder } from '../http/recorder.ts';
import { Secret } from '../http/secrets.ts';
import { CHANGES, type Locks, type Release } from '../locks/locks.ts';
import { Clock } from '../tenant/clock.ts';
import type { PlainSetting, SecretSetting } from '../tenant/secret-settings.ts';
import type { Configuration } from '../tenant/configuration.ts';
import type { Account, TenantUnderTest } from '../tenant/tenant.ts';
import { unrecorded } from '../undo/administrator.ts';
import { LedgerFiles } from '../undo/ledger-file.ts';
import { Ledger } from '../undo/ledger.ts';
import type { Session } from './session.ts';

/** One check: its requirement, its tenant, and everything that its verdict follows from. */
export class Check {
  readonly requirement: Requirement;
  readonly tenant: TenantUnderTest;
  readonly configuration: Configuration;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** The requests for the embed sessions of this check, by the ids of the sessions. */
  readonly sessionRequests = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #client: Client;
  readonly #ledger: Ledger;
  readonly #locks: Locks;
  /** The locks that this check has, and those of them that end as soon as it waits. */
  readonly #held = new Map<string, Release>();
  readonly #shared = new Set<string>();

  constructor(requirement: Requirement, tenant: TenantUnderTest, session: Session) {
    const { configuration, cleanup, locks } = session;
    this.requirement = requirement;
    this.tenant = tenant;
    this.configuration = configuration;
    this.#locks = locks;
    this.recorder = new Recorder(tenant.secrets);
    this.clock = new Clock(configuration, tenant.advance, () => {
      this.#releaseShared();
    });
    const shared = {
      ...tenant,
      isReadOnly: configuration.isReadOnly,
      beforeChange: (operation: AnyOperationId) => this.#lockShared(operation),
    };
    const administrator = () => this.#actorOf(new Client(unrecorded(shared)), 'ADMIN_TOKEN', 'admin');
    const { BASE_URL = '', ADMIN_TOKEN = '' } = tenant.settings;
    const files = tenant.isLive ? new LedgerFiles(BASE_URL, ADMIN_TOKEN, tenant.secrets) : undefined;
    this.#ledger = new Ledger(files, administrator, cleanup);
    this.#client = new Client({
      ...shared,
      recorder: this.recorder,
      ledger: this.#ledger,
      subject: requirement.operations[0],
    });
  }

  /** An actor by the setting with its credential. */
  as(setting: SecretSetting, name: string = setting): Actor {
    return this.#actorOf(this.#client, setting, name);
  }

  /** Somebody with a token that the check came by itself, where it was by an embed session with the request for that. */
  holding(token: Secret, name: string, sessionRequest?: Readonly<Record<string, unknown>>): Actor {
    return makeActor(this.#client, { name, token, ...(sessionRequest && { sessionRequest }) });
  }

  /** Somebody whose whole `Authorization` header is given, or who has none. */
  showing(header: Secret | undefined, name: string): Actor {
    return makeActor(this.#client, { name, ...(header !== undefined && { header }) });
  }

  /** A credential of the configuration, or another secret of it. */
  secretOf(setting: SecretSetting): Secret {
    const value = this.tenant.settings[setting];
    if (value === undefined) untested(`set ${setting}`);
    return this.tenant.secrets.add(value, setting);
  }

  /** What a response shows as a token, if it is one: a text that is not empty. */
  tokenIn(value: unknown): Secret | undefined {
    if (value instanceof Secret) return value;
    return typeof value === 'string' && value !== '' ? this.secret(value, 'token') : undefined;
  }

  /** A secret that the check itself makes from another. */
  secret(value: string, name: string): Secret {
    return this.tenant.secrets.add(value, name);
  }

  /** A thing that a setting provides. */
  provided(setting: PlainSetting): string {
    const value = this.tenant.settings[setting];
    if (value === undefined) untested(`set ${setting}`);
    return value;
  }

  /** The account from outside the API; a row that needs it says so, and is untested on a live tenant. */
  get account(): Account {
    return this.tenant.account ?? untested('only a leased tenant can be put into this state');
  }

  /** Locks what checks share on a live tenant until this one ends; to be asked for before anything is made. */
  async lock(what: string): Promise<void> {
    if (this.tenant.isLive && !this.#held.has(what)) this.#held.set(what, await this.#locks.exclusive(what));
  }

  async #lockShared(operation: AnyOperationId): Promise<void> {
    const what = CHANGES[operation];
    if (!this.tenant.isLive || what === undefined || this.#held.has(what)) return;
    this.#held.set(what, await this.#locks.shared(what));
    this.#shared.add(what);
  }

  /** While a check waits for time to pass it changes nothing. */
  #releaseShared(): void {
    for (const what of this.#shared) {
      this.#held.get(what)?.();
      this.#held.delete(what);
    }
    this.#shared.clear();
  }

  async close(): Promise<readonly LedgerEntry[]> {
    const made = await this.#ledger.settle();
    for (const release of this.#held.values()) release();
    this.tenant.release();
    return made;
  }

  #actorOf(client: Client, setting: SecretSetting, name: string): Actor {
    return makeActor(client, { name, token: this.secretOf(setting) });
  }
}
