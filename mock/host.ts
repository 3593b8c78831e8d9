import { decodeJwt } from 'jose';
import { loadContract } from '../contracts/bundle.ts';
import type { DialectName } from '../contracts/dialects.ts';
import type { ContractDocument } from '../contracts/document.ts';
import { splitHeader } from './access.ts';
import { Refusal } from './answer.ts';
import { Api } from './api.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { dialectNamed } from './dialects/index.ts';
import { inForm } from './document-forms.ts';
import { sendRefusal } from './responses.ts';
import { providedSettings } from './families/index.ts';
import { listen, type Listener, type Unreadable } from './listener.ts';
import { makeRules } from './make-rules.ts';
import type { Features, ProvidedSettings } from './state.ts';
import { Tenant, type Patch } from './tenant.ts';
import { seedTokens } from './tokens.ts';
import { NO_RESPONSE, type Address, type Incoming, type Outgoing } from './wire.ts';

export interface LeaseOptions {
  readonly seed?: number;
  readonly dialect?: DialectName;
  readonly features?: Partial<Features>;
  readonly patches?: readonly Patch[];
  /** Addresses that nobody else has: by them even a request without any credential finds this tenant. */
  readonly hasOwnAddresses?: boolean;
}

type Listeners = Readonly<Record<Address, Listener>>;

/** Addresses that belong to one tenant at a time: opening them takes longer than most leases last. */
interface OwnAddresses {
  readonly listeners: Listeners;
  /** The tenant that has them now. */
  tenant: Tenant | undefined;
}

/** A tenant of one's own: where it is and what to show there. */
export interface Lease {
  readonly id: string;
  readonly tenant: Tenant;
  /** Addresses, credentials and ids under the names of the settings that carry them to a run. */
  readonly settings: ProvidedSettings;
}

export interface HostOptions {
  readonly port?: number;
  readonly seed?: number;
  readonly dialect?: DialectName;
  readonly patches?: readonly Patch[];
}

/** The process: one set of addresses, many tenants behind them, told apart by the credential. */
export class Host {
  readonly certificates: Certificates;
  readonly #contract: ContractDocument;
  readonly #apis = new Map<DialectName, Promise<Api>>();
  readonly #learned = new Map<DialectName, Api>();
  readonly #tenants = new Map<string, Tenant>();
  /** The documents of tenants that say more than others of their dialect. */
  readonly #documents = new WeakMap<
    Tenant,
    { readonly of: Record<string, unknown>; readonly whole: Record<string, unknown> }
  >();
  readonly #owned = new Map<string, OwnAddresses>();
  /** Addresses that no tenant has at the moment. */
  readonly #idle: OwnAddresses[] = [];
  #listeners: Listeners | undefined;
  #leases = 0;
  #answered = 0;
  #fallback: Tenant | undefined;

  private constructor(certificates: Certificates, contract: ContractDocument) {
    this.certificates = certificates;
    this.#contract = contract;
  }

  /** Starts the listeners with a first tenant, which also serves requests without a credential. */
  static async start({ port = 0, seed = 1, dialect = 'plain', patches = [] }: HostOptions = {}): Promise<{
    host: Host;
    first: Lease;
  }> {
    const [contract, certificates] = await Promise.all([loadContract(), makeCertificates()]);
    const host = new Host(certificates, contract);
    host.#listeners = await host.#listen(port, (authorization) => host.#tenantOf(authorization));
    const first = await host.lease({ seed, dialect, patches });
    host.#fallback = first.tenant;
    return { host, first };
  }

  /** What a tenant says of itself: what all of its dialect say, and where its own other APIs are. */
  #documentOf(tenant: Tenant): Record<string, unknown> {
    const { dialect, rules, addresses, account } = tenant;
    const api = this.apiOf(tenant);
    const document = inForm(rules.openapiSpec.document(api.document, dialect), dialect.document);
    if (!dialect.otherApis.declared) return document;
    const known = this.#documents.get(tenant);
    if (known?.of === document) return known.whole;
    const others = api.otherPaths({ ...addresses, dataApiBase: dialect.dataApiBase, account: account.name });
    const whole = { ...document, paths: { ...(document['paths'] as Record<string, unknown>), ...others } };
    this.#documents.set(tenant, { of: document, whole });
    return whole;
  }

  get baseUrl(): string {
    return this.#url('platform');
  }

  /** How many requests all its tenants were asked, which is more than a client that was stopped can tell. */
  get answered(): number {
    return this.#answered;
  }

  async lease({ seed = 1, dialect = 'plain', features, patches, hasOwnAddresses }: LeaseOptions = {}): Promise<Lease> {
    await this.#learn(dialect);
    this.#leases += 1;
    const id = `t${this.#leases.toString(36)}x`;
    const tenant = new Tenant({
      id,
      seed,
      dialect: dialectNamed(dialect),
      ...(features && { features }),
      rules: makeRules(patches),
    });
    this.#tenants.set(id, tenant);
    if (hasOwnAddresses) this.#owned.set(id, await this.#ownAddressesFor(tenant));
    const urls = this.#owned.get(id)?.listeners ?? this.#listeners;
    if (!urls) throw new Error('the host does not listen yet');
    tenant.addresses = { coreData: urls['core-data'].url + tenant.dialect.dataApiBase, ai: urls.ai.url };
    tenant.document = () => this.#documentOf(tenant);
    const settings: ProvidedSettings = {
      BASE_URL: urls.platform.url,
      DATA_API_URL: tenant.addresses.coreData,
      AI_URL: tenant.addresses.ai,
      ...seedTokens(tenant),
      ...this.apiOf(tenant).wire.settings(providedSettings(tenant)),
    };
    return { id, tenant, settings };
  }

  release(id: string): boolean {
    const own = this.#owned.get(id);
    if (own) {
      own.tenant = undefined;
      this.#owned.delete(id);
      this.#idle.push(own);
    }
    return this.#tenants.delete(id);
  }

  tenant(id: string): Tenant | undefined {
    return this.#tenants.get(id);
  }

  async close(): Promise<void> {
    const owned = [...this.#owned.values(), ...this.#idle];
    await Promise.all([this.#listeners, ...owned.map(({ listeners }) => listeners)].map(closed));
  }

  async #ownAddressesFor(tenant: Tenant): Promise<OwnAddresses> {
    const idle = this.#idle.pop();
    if (idle) return Object.assign(idle, { tenant });
    const own: { tenant: Tenant | undefined } = { tenant };
    const listeners = await this.#listen(0, () => own.tenant ?? (this.#fallback as Tenant));
    return Object.assign(own, { listeners });
  }

  async #listen(port: number, tenantOf: (authorization: string | undefined) => Tenant): Promise<Listeners> {
    const at = (address: Address, wanted: number) =>
      listen(
        address,
        this.certificates,
        wanted,
        (incoming) => this.#answer(incoming, tenantOf(incoming.headers.authorization)),
        (why, headers) => unreadable(why, tenantOf(headers.authorization)),
      );
    const starting = [
      at('platform', port),
      at('core-data', port === 0 ? 0 : port + 1),
      at('ai', port === 0 ? 0 : port + 2),
    ] as const;
    try {
      const [platform, coreData, ai] = await Promise.all(starting);
      return { platform, 'core-data': coreData, ai };
    } catch (error) {
      // One of the ports is taken: those that are not would keep the process.
      for (const one of await Promise.allSettled(starting)) if (one.status === 'fulfilled') await one.value.close();
      throw error;
    }
  }

  async #answer(incoming: Incoming, tenant: Tenant): Promise<Outgoing> {
    this.#answered += 1;
    const base = incoming.address === 'core-data' ? tenant.dialect.dataApiBase : '';
    if (!incoming.path.startsWith(base)) {
      return sendRefusal(tenant, 'none', new Refusal('no-route', ['nothing is served at this path']));
    }
    const asked = { ...incoming, path: incoming.path.slice(base.length) };
    return dated(await this.apiOf(tenant).handle(asked, tenant), tenant);
  }

  /** A token names its tenant, even one that is damaged or expired. */
  #tenantOf(authorization: string | undefined): Tenant {
    const token = splitHeader(authorization)?.token;
    const id = token === undefined ? undefined : (/_(t[a-z0-9]+x)_/.exec(token)?.[1] ?? issuerOf(token));
    return (id === undefined ? undefined : this.#tenants.get(id)) ?? (this.#fallback as Tenant);
  }

  /** A run speaks one dialect: the others are created when a lease asks for them. */
  async #learn(dialect: DialectName): Promise<void> {
    const known = this.#apis.get(dialect) ?? Api.create(this.#contract, dialectNamed(dialect));
    this.#apis.set(dialect, known);
    this.#learned.set(dialect, await known);
  }

  /** The operations of a tenant's dialect. */
  apiOf(tenant: Tenant): Api {
    return this.#learned.get(tenant.dialect.name) as Api;
  }

  #url(address: Address): string {
    return this.#listeners?.[address].url ?? '';
  }
}

/** A response tells the time of the tenant's clock, where that is not the clock of this machine. */
function dated(outgoing: Outgoing, { clock }: Tenant): Outgoing {
  if (outgoing === NO_RESPONSE || clock.ahead === 0) return outgoing;
  return { ...outgoing, headers: { ...outgoing.headers, date: new Date(clock.now()).toUTCString() } };
}

function unreadable(why: Unreadable, tenant: Tenant): Outgoing {
  if (why === 'bad-url') return sendRefusal(tenant, 'none', new Refusal('invalid', ['the path is not well encoded']));
  const what = why === 'too-large' ? 'the body is too large' : 'the path is too long';
  return sendRefusal(tenant, 'none', new Refusal('too-large', [what]));
}

async function closed(listeners: Listeners | undefined): Promise<void> {
  await Promise.all(Object.values(listeners ?? {}).map((listener) => listener.close()));
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
