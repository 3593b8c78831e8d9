import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import type { Consent, Parts, ProvidedThing } from '../../evidence/provided.ts';
import { makeActor, type Actor } from '../client/actor.ts';
import { Client } from '../client/client.ts';
import { freshOfRun } from '../client/unique.ts';
import { attempt, CheckFailure, setupFailed } from '../failures/failure.ts';
import { isHere } from '../http/routes.ts';
import { problemsOfAddress } from '../tenant/addresses.ts';
import { clashWith, type Configuration, type Settings } from '../tenant/configuration.ts';
import { SECRET_SETTINGS } from '../tenant/secret-settings.ts';
import { Tenants, type TenantUnderTest } from '../tenant/tenant.ts';
import { unrecorded } from '../undo/administrator.ts';
import { Recorder } from '../http/recorder.ts';
import { LedgerFiles } from '../undo/ledger-file.ts';
import { Cleanup, Ledger } from '../undo/ledger.ts';
import { COPY, namedWorkbooks, removeCopies } from './copies.ts';
import { DeclaredThings } from './declared-things.ts';
import { meaningOf, RefusedCreation, remarksOn, type Refused } from './refused-creation.ts';
import { Rights } from './rights.ts';
import { SOURCES } from './sources.ts';
import type { Source, Sourcing, Wanted } from './source.ts';
import { WANTED } from './wanted.ts';

const PLACES = ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] as const;

/** A value and where it came from, or why there is none. */
type Obtained = Pick<ProvidedThing, 'source' | 'how' | 'isEmbedded' | 'consent'> & { readonly value?: string };

/** Why a source cannot be used, and with which consent it could be. */
interface Obstacle {
  readonly why: string;
  readonly consent?: Consent;
}

const summaryOf = (error: unknown) =>
  (error instanceof CheckFailure ? error.failure.summary : undefined) ?? (error as Error).message;

/** A difference that no date header shows by its inexactness alone. */
const NOTABLE = 2_000;

function skewRemark(ahead: number): string[] {
  if (Math.abs(ahead) < NOTABLE) return [];
  const seconds = `${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;
  return [`The tenant's clock is ${seconds} that of this machine. Deadlines are counted by the tenant's.`];
}

const CONSENT: Consent = 'ALLOW_ACCOUNT_CHANGES=1';
const WITH_CONSENT: Obstacle = { why: `set ${CONSENT}`, consent: CONSENT };

/**
 * Comes by the things and credentials of one run: as they are stated, else found, made or derived. Each is obtained once, after
 * those that it needs and beside all others.
 */
export class Provision {
  readonly #configuration: Configuration;
  readonly #tenants: Tenants;
  readonly #tenant: TenantUnderTest;
  readonly #files: LedgerFiles;
  readonly #ledger: Ledger;
  readonly #settings: Record<string, string | undefined>;
  readonly #obtained = new Map<Wanted, Promise<Obtained>>();
  readonly #sources = new Map<Wanted, Obtained>();
  readonly #sourcing: Sourcing;
  readonly #recorder: Recorder;
  readonly #refused: Refused[] = [];
  readonly #parts: Parts = { roles: {} };
  /** Whether the tenant let anything be made. */
  #made = false;
  /** Whether sources are only looked for: nothing is made. */
  readonly #isLook: boolean;

  private constructor(configuration: Configuration, tenants: Tenants, tenant: TenantUnderTest, isLook: boolean) {
    this.#configuration = configuration;
    this.#tenants = tenants;
    this.#tenant = tenant;
    this.#isLook = isLook;
    this.#settings = { ...tenant.settings };
    const { BASE_URL = '', ADMIN_TOKEN = '' } = tenant.settings;
    const token = tenant.secrets.add(ADMIN_TOKEN, 'ADMIN_TOKEN');
    const actorWith = (client: Client): Actor => makeActor(client, { name: 'admin', token });
    const known = tenant.secrets;
    this.#recorder = new Recorder(tenant.secrets);
    const options = { ...unrecorded(tenant), settings: this.#settings as Settings, recorder: this.#recorder };
    this.#files = new LedgerFiles(BASE_URL, ADMIN_TOKEN, tenant.secrets);
    this.#ledger = new Ledger(this.#files, () => actorWith(new Client(unrecorded(tenant))), new Cleanup(), tenant.wire);
    const { isReadOnly } = configuration;
    const client = new Client({ ...options, ledger: this.#ledger, isReadOnly, isCleanup: false });
    const admin = actorWith(client);
    this.#sourcing = {
      admin,
      as: (obtained) => makeActor(client, { name: 'obtained', token: known.add(obtained, 'obtained token') }),
      now: () => tenant.transport.time.now(),
      at: (setting, address) => {
        const there = new Client({
          ...options,
          settings: { ...(this.#settings as Settings), [setting]: address },
          ledger: this.#ledger,
          isReadOnly,
          isCleanup: false,
        });
        return (credential) =>
          makeActor(
            there,
            credential === undefined
              ? { name: 'no credential' }
              : { name: 'obtained', token: known.add(credential, 'obtained token') },
          );
      },
      permits: (setting, address) => problemsOfAddress(setting, address, configuration.settings).length === 0,
      document: tenant.wire.document,
      wire: tenant.wire,
      rights: new Rights(admin, freshOfRun),
      things: new DeclaredThings(tenant.wire.document, this.#ledger, () => this.#settings, freshOfRun),
      settings: this.#settings,
      fresh: freshOfRun,
      also: (setting, value) => {
        const clash = clashWith(setting, value, this.#settings);
        if (clash !== undefined) throw setupFailed(`what it shows as ${setting} is ${clash} already`);
        this.#settings[setting] ??= value;
      },
      parts: this.#parts,
      isOwn: (setting) => ['made', 'derived'].includes(this.#sources.get(setting)?.source ?? ''),
    };
  }

  static async begin(configuration: Configuration, isLook = false): Promise<Provision> {
    const tenants = new Tenants(configuration);
    return new Provision(configuration, tenants, await tenants.open(), isLook);
  }

  get tenant(): TenantUnderTest {
    return this.#tenant;
  }

  /** Obtains all of the wanted settings, as far as there are sources for them. */
  async obtain(wanted: readonly Wanted[] = WANTED): Promise<readonly ProvidedThing[]> {
    const secret: readonly string[] = SECRET_SETTINGS;
    return Promise.all(
      wanted.map(async (setting) => {
        const { value, ...from } = await this.#get(setting);
        return { setting, ...from, ...(value !== undefined && !secret.includes(setting) && { value }) };
      }),
    );
  }

  /** How many requests were sent. */
  get requests(): number {
    return this.#recorder.length;
  }

  /** Whether the tenant refused to create something. */
  get wasRefused(): boolean {
    return this.#refused.length > 0;
  }

  /** By how many milliseconds the tenant's clock is ahead of that of this machine. */
  get clockAhead(): number {
    return this.#tenant.transport.time.ahead;
  }

  /** The parts that one user plays in turn; undefined if there are none. */
  get parts(): Parts | undefined {
    return this.#parts.userId === undefined ? undefined : this.#parts;
  }

  /** What the tenant refused to create and nothing else stands for, each with what that means for the run. */
  get remarks(): readonly string[] {
    const lacking = this.#refused.filter(({ setting }) => this.#settings[setting] === undefined);
    return [...remarksOn(lacking, !this.#made), ...skewRemark(this.clockAhead)];
  }

  /**
   * Whether ADMIN_TOKEN can only read: nothing could be made, and the tenant refuses with 403 what every administrator may do.
   * One refused operation alone would be a violation of the tenant.
   */
  async canOnlyRead(): Promise<boolean> {
    const { isReadOnly } = this.#configuration;
    if (isReadOnly || this.#made || this.#tenant.limit) return false;
    const { admin, fresh } = this.#sourcing;
    const probes = [
      () => admin.preparing.createRole({ name: fresh('role'), policies: [] }),
      () => admin.preparing.raw('createApiKey', { body: { name: fresh('key') } }),
    ];
    for (const probe of probes) {
      const { value, failure } = await attempt<unknown>(probe);
      const status = failure ? failure.status : (value as { readonly status?: number }).status;
      if (status !== 403) return false;
    }
    return true;
  }

  /** What was obtained, by setting; without what was stated. */
  get values(): Settings {
    const stated = this.#configuration.settings;
    return Object.fromEntries(
      [...this.#sources].flatMap(([setting, { value }]) =>
        value === undefined || stated[setting] !== undefined ? [] : [[setting, value] as const],
      ),
    );
  }

  /** Removes what was made, the latest first, and then what the tenant copied of it: duplicates and promotions. */
  async end(): Promise<{ readonly entries: readonly LedgerEntry[]; readonly withoutCopies: readonly string[] }> {
    const own = this.#ownWorkbooks();
    // A copy is told by the name of its workbook: of one that does not show that it is of this run, none can be found.
    const { value: named = [] } = await attempt(() => this.#namedAmong(own));
    const entries = [...(await this.#ledger.settle())];
    const { failure } = await attempt(async () => {
      if (own.length > 0)
        for (const place of PLACES) entries.push(...(await removeCopies(this.#sourcing, this.#settings[place])));
    });
    this.#files.end();
    await this.#tenants.close();
    const areGone = !failure && entries.every(({ operation, became }) => operation !== COPY || became === 'undone');
    return { entries, withoutCopies: areGone ? named : [] };
  }

  /** Those of the workbooks that show a name of this run. */
  async #namedAmong(own: readonly string[]): Promise<string[]> {
    if (own.length === 0) return [];
    const shown = await Promise.all(PLACES.map((place) => namedWorkbooks(this.#sourcing, this.#settings[place])));
    const ids = new Set(shown.flat().map(({ id }) => id));
    return own.filter((id) => ids.has(id));
  }

  /** The workbooks that were made before the checks. */
  #ownWorkbooks(): string[] {
    const isWorkbook = (setting: string) => setting.endsWith('WORKBOOK_ID') && !setting.includes('EXTERNAL');
    return [...this.#sources].flatMap(([setting, { source, value }]) =>
      !this.#isLook && source === 'made' && value !== undefined && isWorkbook(setting) ? [value] : [],
    );
  }

  #get(setting: Wanted): Promise<Obtained> {
    let obtained = this.#obtained.get(setting);
    if (!obtained) {
      obtained = this.#obtainedBy(setting).then((found) => {
        if (found.value !== undefined) this.#settings[setting] = found.value;
        this.#sources.set(setting, found);
        return found;
      });
      this.#obtained.set(setting, obtained);
    }
    return obtained;
  }

  async #obtainedBy(setting: Wanted): Promise<Obtained> {
    const stated = this.#configuration.settings[setting];
    if (stated !== undefined) return { source: 'stated', how: 'as it is set', value: stated };
    const why: string[] = [];
    let consent: Consent | undefined;
    for (const source of SOURCES[setting] ?? []) {
      const obstacle = await this.#obstacleTo(source);
      if (obstacle) {
        why.push(`${source.how}: ${obstacle.why}`);
        consent ??= obstacle.consent;
        continue;
      }
      const from = {
        source: source.kind,
        how: source.how,
        ...(source.isEmbedded && { isEmbedded: source.isEmbedded }),
      };
      const known = this.#settings[setting];
      if (known !== undefined) return { source: 'made', how: source.how, value: known };
      if (this.#isLook && !this.#canLook(source)) {
        const { value: isThere } = await attempt(async () => source.look?.(this.#sourcing));
        if (isThere !== false) return { ...from, value: `<${setting}>` };
        why.push(`${source.how}: there is none`);
        continue;
      }
      try {
        const value = await source.obtain(this.#sourcing, setting);
        const clash = value === undefined ? undefined : clashWith(setting, value, this.#settings);
        if (value !== undefined && clash === undefined) {
          this.#made ||= source.kind === 'made';
          return { ...from, value };
        }
        why.push(`${source.how}: ${clash === undefined ? 'there is none' : `it is ${clash} already`}`);
      } catch (error) {
        const status = error instanceof CheckFailure ? (error.status ?? error.lastStatus) : undefined;
        if (source.kind !== 'found' && status !== undefined) {
          const meaning = error instanceof RefusedCreation ? error.meaning : meaningOf(status);
          this.#refused.push({ setting, status, meaning });
        }
        why.push(`${source.how}: ${this.#tenant.secrets.redacted(summaryOf(error))}`);
      }
    }
    return { how: why.length > 0 ? why.join('; ') : 'only the user can state it', ...(consent && { consent }) };
  }

  /** Whether a source only reads, and nothing that it needs would have to be made before. */
  #canLook({ kind, onlyReads = kind === 'found', needs = [] }: Source): boolean {
    return onlyReads && needs.every((need) => ['stated', 'found'].includes(this.#sources.get(need)?.source ?? ''));
  }

  /** Why a source cannot be used here; undefined if it can. */
  async #obstacleTo({
    kind,
    onlyReads,
    needs = [],
    after = [],
    isOfAccount = false,
    staysForGood = false,
    isPossible,
  }: Source): Promise<Obstacle | undefined> {
    const { isReadOnly, allowsAccountChanges, settings } = this.#configuration;
    const changes = kind !== 'found' || onlyReads === false;
    if (changes && isReadOnly) return { why: 'READ_ONLY=1' };
    if (changes && this.#tenant.limit)
      return { why: 'ADMIN_TOKEN is no unscoped key of an administrator who may change things' };
    for (const before of after) await this.#get(before);
    const missing: (readonly [Wanted, Obtained])[] = [];
    for (const need of needs) {
      const obtained = await this.#get(need);
      if (obtained.value === undefined) missing.push([need, obtained]);
    }
    const [first] = missing;
    if (first) {
      const consent = missing.every(([, { consent: own }]) => own !== undefined) ? first[1].consent : undefined;
      return { why: `there is no ${missing.map(([need]) => need).join(' and no ')}`, ...(consent && { consent }) };
    }
    if (isPossible?.(this.#sourcing) === false) return { why: "the tenant's document declares no such operation" };
    if (allowsAccountChanges) return undefined;
    return staysForGood || (isOfAccount && !isHere(settings.BASE_URL ?? '')) ? WITH_CONSENT : undefined;
  }
}
