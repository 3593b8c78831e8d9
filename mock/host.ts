import { decodeJwt } from 'jose';
import { loadContract } from '../contracts/bundle.ts';
import { splitHeader } from './access.ts';
import { Refusal } from './answer.ts';
import { Api, type Address, type Incoming } from './api.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { contrary } from './dialects/contrary.ts';
import type { Dialect } from './dialects/dialect.ts';
import { plain } from './dialects/plain.ts';
import { sendRefusal, type Outgoing } from './door.ts';
import { lend } from './families/index.ts';
import { listen, type Listener, type Unreadable } from './listener.ts';
import { seedTokens } from './tokens.ts';
import { Tenant, type Features, type Lent, type Patch } from './tenant.ts';

export const DIALECTS = { plain, contrary } as const satisfies Record<string, Dialect>;
export type DialectName = keyof typeof DIALECTS;

export interface LeaseOptions {
  readonly seed?: number;
  readonly dialect?: DialectName;
  readonly features?: Partial<Features>;
  readonly patches?: readonly Patch[];
}

/** A tenant of one's own: where it is and what to show there. */
export interface Lease {
  readonly id: string;
  readonly tenant: Tenant;
  /** Addresses, credentials and ids under the names of the settings that carry them to a run. */
  readonly settings: Lent;
}

export interface HostOptions {
  readonly port?: number;
  readonly seed?: number;
  readonly dialect?: DialectName;
}

/** The process: one set of addresses, many tenants behind them, told apart by the credential. */
export class Host {
  readonly certificates: Certificates;
  readonly #apis: ReadonlyMap<DialectName, Api>;
  readonly #tenants = new Map<string, Tenant>();
  #listeners: Readonly<Record<Address, Listener>> | undefined;
  #leases = 0;
  #fallback: Tenant | undefined;

  private constructor(certificates: Certificates, apis: ReadonlyMap<DialectName, Api>) {
    this.certificates = certificates;
    this.#apis = apis;
  }

  /** Starts the listeners with a first tenant, which also answers for whoever shows no credential. */
  static async start({ port = 0, seed = 1, dialect = 'plain' }: HostOptions = {}): Promise<{
    host: Host;
    first: Lease;
  }> {
    const [contract, certificates] = await Promise.all([loadContract(), makeCertificates()]);
    const names = Object.keys(DIALECTS) as DialectName[];
    const apis = new Map(
      await Promise.all(names.map(async (name) => [name, await Api.create(contract, DIALECTS[name])] as const)),
    );
    const host = new Host(certificates, apis);
    const at = (address: Address, wanted: number) =>
      listen(
        address,
        certificates,
        wanted,
        (incoming) => host.#answer(incoming),
        (why, headers) => host.#unreadable(why, headers.authorization),
      );
    const [platform, coreData, ai] = await Promise.all([
      at('platform', port),
      at('core-data', port === 0 ? 0 : port + 1),
      at('ai', port === 0 ? 0 : port + 2),
    ]);
    host.#listeners = { platform, 'core-data': coreData, ai };
    const first = await host.lease({ seed, dialect });
    host.#fallback = first.tenant;
    return { host, first };
  }

  get baseUrl(): string {
    return this.#url('platform');
  }

  async lease({ seed = 1, dialect = 'plain', features, patches }: LeaseOptions = {}): Promise<Lease> {
    this.#leases += 1;
    const id = `t${this.#leases.toString(36)}x`;
    const tenant = new Tenant({
      id,
      seed,
      dialect: DIALECTS[dialect],
      ...(features && { features }),
      ...(patches && { patches }),
    });
    tenant.document = () => this.#api(tenant).document(this.baseUrl);
    this.#tenants.set(id, tenant);
    const settings: Lent = {
      BASE_URL: this.baseUrl,
      DATA_API_URL: this.#url('core-data') + tenant.dialect.dataApiBase,
      AI_URL: this.#url('ai'),
      ...(await seedTokens(tenant)),
      ...lend(tenant),
    };
    return { id, tenant, settings };
  }

  release(id: string): boolean {
    return this.#tenants.delete(id);
  }

  tenant(id: string): Tenant | undefined {
    return this.#tenants.get(id);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#listeners ?? {}).map((listener) => listener.close()));
  }

  async #answer(incoming: Incoming): Promise<Outgoing> {
    const tenant = this.#tenantOf(incoming.headers.authorization);
    const base = incoming.address === 'core-data' ? tenant.dialect.dataApiBase : '';
    if (!incoming.path.startsWith(base)) {
      return sendRefusal(tenant, 'none', new Refusal('no-route', ['nothing is served at this path']));
    }
    return this.#api(tenant).handle({ ...incoming, path: incoming.path.slice(base.length) }, tenant);
  }

  #unreadable(why: Unreadable, authorization: string | undefined): Outgoing {
    const tenant = this.#tenantOf(authorization);
    if (why === 'bad-url') return sendRefusal(tenant, 'none', new Refusal('invalid', ['the path is not well encoded']));
    const what = why === 'too-large' ? 'the body is too large' : 'the path is too long';
    return sendRefusal(tenant, 'none', new Refusal('too-large', [what]));
  }

  /** A token names its tenant, even one that is damaged or expired. */
  #tenantOf(authorization: string | undefined): Tenant {
    const token = splitHeader(authorization)?.token;
    const id = token === undefined ? undefined : (/_(t[a-z0-9]+x)_/.exec(token)?.[1] ?? issuerOf(token));
    return (id === undefined ? undefined : this.#tenants.get(id)) ?? (this.#fallback as Tenant);
  }

  #api(tenant: Tenant): Api {
    return this.#apis.get(tenant.dialect.name) as Api;
  }

  #url(address: Address): string {
    return this.#listeners?.[address].url ?? '';
  }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
