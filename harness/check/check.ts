import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import {
  CHANGE_CALLER,
  CHANGED_BY,
  LEAVES_COPIES,
  STAND_IN,
  WORKBOOKS,
} from '../../contracts/requirements/changed-things.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import { makeActor, type Actor } from '../client/actor.ts';
import { Client } from '../client/client.ts';
import type { Identity } from '../client/identity.ts';
import type { Asked } from '../requests/requests.ts';
import { embedTokenEnded, notLeased, untested } from '../failures/untested.ts';
import { Recorder } from '../http/recorder.ts';
import { Secret } from '../http/secrets.ts';
import { requireClaim } from '../schedule/locks.ts';
import { administratorNeeded } from '../tenant/admin-limit.ts';
import { borrowing, isOtherKind, lacking, leaving, standsIn } from '../tenant/needs.ts';
import { Clock } from '../tenant/clock.ts';
import type { PlainSetting, SecretSetting } from '../tenant/secret-settings.ts';
import type { Configuration } from '../tenant/configuration.ts';
import type { Account, TenantUnderTest } from '../tenant/tenant.ts';
import { unrecorded } from '../undo/administrator.ts';
import { LedgerFiles } from '../undo/ledger-file.ts';
import { Ledger } from '../undo/ledger.ts';
import { isPlayedElsewhere, partOf, play } from './playing.ts';
import type { Session } from './session.ts';
import type { Lateness } from './lateness.ts';
import type { SharedWork, Sharing } from './shared-work.ts';

/** One check: its requirement, its tenant, and the evidence for its verdict. */
export class Check {
  readonly requirement: Requirement;
  readonly tenant: TenantUnderTest;
  readonly configuration: Configuration;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly lateness: Lateness;
  /** The requests for the embed sessions of this check, by the ids of the sessions. */
  readonly sessionRequests = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #shared: SharedWork;
  readonly #client: Client;
  readonly #ledger: Ledger;

  constructor(requirement: Requirement, tenant: TenantUnderTest, session: Session) {
    const { configuration, cleanup, sharedWork } = session;
    this.requirement = requirement;
    this.tenant = tenant;
    this.configuration = configuration;
    this.recorder = new Recorder(tenant.secrets);
    this.#shared = sharedWork;
    this.lateness = session.lateness;
    this.clock = new Clock(configuration, tenant.advance);
    const shared = {
      ...tenant,
      isReadOnly: this.onlyReads,
      ...(tenant.limit && !configuration.isReadOnly && { onlyReads: administratorNeeded(tenant.limit) }),
      beforeChange: (operation: AnyOperationId, asked: Asked, identity: Identity) => {
        if (tenant.isLive) requireClaim(requirement, operation);
        this.#requireOwn(operation, asked, identity);
      },
    };
    const administrator = () => this.#actorOf(new Client(unrecorded(shared)), 'ADMIN_TOKEN', 'admin');
    const { BASE_URL = '', ADMIN_TOKEN = '' } = tenant.settings;
    const files = tenant.isLive ? new LedgerFiles(BASE_URL, ADMIN_TOKEN, tenant.secrets) : undefined;
    this.#ledger = new Ledger(files, administrator, cleanup, {
      document: tenant.wire.document,
      idIn: tenant.wire.idIn,
      isOwn: (id) => WORKBOOKS.some((name) => tenant.settings[name] === id && tenant.sources[name] === 'made'),
    });
    this.#client = new Client({
      ...shared,
      recorder: this.recorder,
      ledger: this.#ledger,
      subject: requirement.operations[0],
    });
  }

  /** The actor with the credential of a setting. */
  as(setting: SecretSetting, name: string = setting): Actor {
    return this.#actorOf(this.#client, setting, name);
  }

  /**
   * The user whom the requests of the check change: the administrator, or one that the run made, where any user will do and the
   * administrator was only found.
   */
  get caller(): Actor {
    if (!this.standsIn) return this.as('ADMIN_TOKEN', 'admin');
    const user = this.as(STAND_IN, 'user of the run');
    // Who may enter dev mode is open.
    if (!this.requirement.operations.includes('enterDevMode')) return user;
    return makeActor(this.#client, { ...user.identity, lacking: borrowing(['the administrator']) });
  }

  /** Another credential of the caller that the check can do without: all that may be lent are the administrator's. */
  ofCaller(setting: SecretSetting, name: string): Actor | undefined {
    return this.standsIn ? undefined : this.asOptional(setting, name);
  }

  /** Whether the caller is not the administrator. */
  get standsIn(): boolean {
    return standsIn(this.requirement, this.tenant, this.configuration);
  }

  /** The same for a credential that the check can do without; undefined where it is not there. Its row has to say so. */
  asOptional(setting: SecretSetting, name: string = setting): Actor | undefined {
    return this.optional(setting) === undefined ? undefined : this.as(setting, name);
  }

  /** An actor with a token from a response; for an embed session, with the request that created the session. */
  holding(token: Secret, name: string, sessionRequest?: Readonly<Record<string, unknown>>): Actor {
    return makeActor(this.#client, { name, token, ...(sessionRequest && { sessionRequest }) });
  }

  /** An actor with the given `Authorization` header, or without one. */
  showing(header: Secret | undefined, name: string): Actor {
    return makeActor(this.#client, { name, ...(header !== undefined && { header }) });
  }

  /** A credential or another secret of the configuration. */
  secretOf(setting: SecretSetting): Secret {
    const value = this.tenant.settings[setting];
    if (value === undefined) untested(...lacking([setting], this.tenant.consents));
    return this.tenant.secrets.add(value, setting);
  }

  /** The token in a response; undefined unless it is a non-empty text. */
  tokenIn(value: unknown): Secret | undefined {
    if (value instanceof Secret) return value;
    return typeof value === 'string' && value !== '' ? this.secret(value, 'token') : undefined;
  }

  /** Registers a secret that the check derives from another one. */
  secret(value: string, name: string): Secret {
    return this.tenant.secrets.add(value, name);
  }

  /** The value of a setting that provides a resource. */
  provided(setting: PlainSetting): string {
    const value = this.tenant.settings[setting];
    if (value === undefined) untested(...lacking([setting], this.tenant.consents));
    return value;
  }

  /** The value of a setting that the check can do without, but judges more with; its row has to say so. */
  optional(setting: PlainSetting | SecretSetting, { id, needs } = this.requirement): string | undefined {
    const { actors = [], lent = [], mayUse = [] } = needs;
    const known: readonly string[] = [...actors, ...lent, ...mayUse];
    if (!known.includes(setting)) throw new Error(`${id}: mayUse lacks ${setting}`);
    const { settings, embedded = [], parts } = this.tenant;
    // A player holds what one part needs: in this check it is another user than the one that it stands for elsewhere.
    if (parts && isPlayedElsewhere(setting, needs, parts)) return undefined;
    return isOtherKind(needs, embedded, setting) ? undefined : settings[setting];
  }

  /** Whether the run may only read, so that a check leaves out what it judges by other requests. */
  get onlyReads(): boolean {
    return this.configuration.isReadOnly || this.tenant.limit !== undefined;
  }

  /** Changes to the account outside the API; a requirement with this need is untested on a live tenant. */
  get account(): Account {
    return this.tenant.account ?? untested(notLeased());
  }

  /** What an earlier check of this process got with that key from the same tenant or one like it, or else what `send` brings. */
  shared<Result>(key: object, send: () => Promise<Result>, sharing?: Sharing<Result>): Promise<Result> {
    return this.#shared.resultOf(key, this, send, sharing);
  }

  /** Has a player of a live tenant hold what its part in this check needs. */
  async playPart(): Promise<void> {
    const { parts, settings } = this.tenant;
    const part = parts && partOf(this.requirement.needs, parts);
    if (!parts || part === undefined) return;
    const client = new Client(unrecorded(this.tenant));
    const [admin, player] = [this.#actorOf(client, 'ADMIN_TOKEN', 'admin'), this.#actorOf(client, part, 'player')];
    await play(part, { parts, admin, player: player.in(settings.DEPLOYMENT_ID ?? '') });
  }

  /** Whether a check may change a thing: one that the run only found is read, unless the user lends it. */
  mayChange(setting: PlainSetting | SecretSetting): boolean {
    const { isLive, sources } = this.tenant;
    return !isLive || this.configuration.borrows || sources[setting] !== 'found';
  }

  /** Whether the settings and the dev mode of the administrator may be changed, which nobody lends. */
  get mayChangeCaller(): boolean {
    return !this.tenant.isLive || this.configuration.borrows;
  }

  /** Ends the check as untested if a request would change a thing that the run found and nobody lent. */
  #requireOwn(operation: AnyOperationId, { path, query, body }: Asked, identity: Identity): void {
    const { isLive, sources, settings } = this.tenant;
    const changed = CHANGED_BY[operation];
    if (!isLive) return;
    if (LEAVES_COPIES.includes(operation) && !this.configuration.allowsAccountChanges) {
      const lent = WORKBOOKS.filter(
        (name) => sources[name] !== 'made' && settings[name] === String(path?.['workbookId']),
      );
      if (lent.length > 0) untested(leaving(lent));
    }
    if (this.configuration.borrows) return;
    if (CHANGE_CALLER.includes(operation) && !this.#isOwn(identity)) untested(borrowing(['the administrator']));
    if (changed?.named === undefined) return;
    const { unless } = changed;
    if (unless && ((body ?? {}) as Readonly<Record<string, unknown>>)[unless.member] === unless.is) return;
    const asked: Readonly<Record<string, unknown>> = {
      deploymentId: settings.DEPLOYMENT_ID,
      ...(body ?? {}),
      ...query,
      ...path,
    };
    const named = String(asked[changed.named]);
    const found = changed.settings.filter((name) => sources[name] === 'found' && settings[name] === named);
    if (found.length > 0) untested(borrowing(found));
  }

  /** Whether whoever sends a request may be changed: what carries no credential of anybody is sent to be refused. */
  #isOwn({ isOwn, token }: Identity): boolean {
    return isOwn === true || (this.standsIn && token === undefined);
  }

  async close(): Promise<readonly LedgerEntry[]> {
    const entries = await this.#ledger.settle();
    this.tenant.release();
    return entries;
  }

  #actorOf(client: Client, setting: SecretSetting, name: string): Actor {
    const { limit } = this.tenant;
    // A key that can only read is refused nothing that it is asked for.
    const isLacking = setting === 'ADMIN_TOKEN' && limit !== undefined && limit !== 'read-only';
    const lacking = isLacking && { lacking: administratorNeeded(limit) };
    const isOwn = this.tenant.isLive && this.tenant.sources[setting] === 'made';
    const ends = this.tenant.embedded?.includes(setting) === true && { ends: embedTokenEnded(setting) };
    return makeActor(client, { name, token: this.secretOf(setting), ...(isOwn && { isOwn }), ...lacking, ...ends });
  }
}
