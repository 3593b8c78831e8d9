import { readFileSync } from 'node:fs';
import {
  CONSENTS,
  EMBEDDED,
  PARTS,
  PROVIDED,
  type Consent,
  type Parts,
  type SourceKind,
} from '../../evidence/provided.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { readStatedBindings } from '../../contracts/bindings/stated.ts';
import { DELAYED } from '../../contracts/dialects.ts';
import { adminLimitIn, type AdminLimit } from './admin-limit.ts';
import type { Configuration, Settings } from './configuration.ts';
import { contract } from './contract.ts';
import { Leases, type Purpose } from './leases.ts';
import { inOwnAccount } from './own-account.ts';
import { proxyOf } from '../http/routes.ts';
import { Secrets } from '../http/secrets.ts';
import { PACE_ADDRESS } from '../http/pace-server.ts';
import { Transport } from '../http/transport.ts';
import { statedSecrets } from './stated-secrets.ts';
import { WireFormat } from './wire-format.ts';
import { transient } from '../failures/failure.ts';
import { userAgent } from './run-id.ts';

/** The source of each setting that names a thing or holds a credential. */
export type Sources = Readonly<Partial<Record<SettingName, SourceKind>>>;

/** The tenant under test: its settings, its wire format and the transport to it. */
export interface TenantUnderTest {
  readonly settings: Settings;
  /** Where the run came by the settings that name things and credentials, if it is known. */
  readonly sources: Sources;
  /** The parts that one user plays in turn, if there is such a user. */
  readonly parts?: Parts;
  /** The credentials for which the run opened embed sessions. */
  readonly embedded?: readonly string[];
  /** The settings that a consent would have the run make, each with that consent. */
  readonly consents?: Readonly<Partial<Record<string, Consent>>>;
  readonly isLive: boolean;
  /** Whether every other check of the run has a tenant that behaves like this one, if it is not this one. */
  readonly areAlike: boolean;
  /** What ADMIN_TOKEN lacks to be an unscoped key of an administrator. */
  readonly limit?: AdminLimit;
  /** Whether new things show at once: those of a leased tenant in a dialect that delays nothing. */
  readonly isPrompt: boolean;
  /** Whether its names are those of the fixed dialects of the reference tenant, so that none is a guess. */
  readonly namesAreKnown: boolean;
  readonly wire: WireFormat;
  readonly transport: Transport;
  readonly secrets: Secrets;
  /** Moves the clock; only of a leased tenant. */
  readonly advance?: (time: string) => Promise<void>;
  readonly account?: Account;
  readonly release: () => void;
}

/** Changes to an account that only the operator of a tenant can make, not the API. */
export interface Account {
  readonly deleteDeployment: (deploymentId: string) => Promise<void>;
  /** Switches a feature of the account on or off. */
  readonly switchFeature: (
    name: 'scheduledTasks' | 'failingAgents' | 'rbac' | 'previews',
    isOn: boolean,
  ) => Promise<void>;
  /** Sets the value of a measure of the data. */
  readonly moveMeasure: (name: string, to: { readonly value: number; readonly isAnomaly: boolean }) => Promise<void>;
}

/** Dialects in which a new thing shows at once. */
const PROMPT_DIALECTS = ['plain', 'contrary'];
/** Dialects whose names are the defaults of the bindings, or are found by them in the document. */
const KNOWN_DIALECTS: readonly string[] = [...PROMPT_DIALECTS, ...DELAYED];

/** The process id of Playwright's runner identifies a run on this machine. */
const RUN = String(process.ppid);

/** The certificate authority that is trusted in addition. Its file was there when the configuration was read. */
export function authorityOf({ TLS_CA }: Settings): string | undefined {
  if (TLS_CA === undefined) return undefined;
  try {
    return readFileSync(TLS_CA, 'utf8');
  } catch (error) {
    throw transient(`TLS_CA=${TLS_CA} can no longer be read: ${(error as Error).message}`);
  }
}

/** The tenants of one process: the live one of its configuration, or those that it leases from the reference tenant. */
export class Tenants {
  readonly #configuration: Configuration;
  #transport: Transport | undefined;
  #leases: Leases | undefined;
  #secrets: Secrets | undefined;
  readonly #wires = new Map<string, Promise<WireFormat>>();

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** The live tenant, or any leased one. */
  open(): Promise<TenantUnderTest> {
    return this.#configuration.isLive ? this.#openLive() : this.#openLease({});
  }

  /**
   * A tenant for one check. A proof run may assign a faulty tenant to a requirement, another one for each trial; the check
   * does not know which.
   */
  openFor(requirement: string, trial: number): Promise<TenantUnderTest> {
    return this.#configuration.isLive ? this.#openLive() : this.#openLease({ for: requirement, trial });
  }

  async close(): Promise<void> {
    await this.#leases?.close();
    await this.#transport?.close();
  }

  async #openLive(): Promise<TenantUnderTest> {
    const { settings, budget } = this.#configuration;
    const paceAddress = process.env[PACE_ADDRESS];
    this.#transport ??= new Transport(authorityOf(settings), RUN, {
      budget,
      ...(paceAddress !== undefined && { paceAddress }),
      isFar: true,
      userAgent: userAgent(),
      proxy: proxyOf(settings),
    });
    // Shared by the checks of this process: a tenant may show the token of one check to another.
    this.#secrets ??= secretsIn(settings);
    this.#secrets.addOthers();
    const parts = process.env[PARTS];
    const limit = adminLimitIn(process.env);
    return {
      settings,
      sources: JSON.parse(process.env[PROVIDED] ?? '{}') as Sources,
      ...(parts !== undefined && { parts: JSON.parse(parts) as Parts }),
      embedded: JSON.parse(process.env[EMBEDDED] ?? '[]') as string[],
      consents: JSON.parse(process.env[CONSENTS] ?? '{}') as Record<string, Consent>,
      isLive: true,
      areAlike: true,
      ...(limit && { limit }),
      isPrompt: false,
      namesAreKnown: false,
      transport: this.#transport,
      secrets: this.#secrets,
      wire: await this.#wireOf(settings, this.#transport),
      release: () => undefined,
    };
  }

  async #openLease(purpose: Purpose): Promise<TenantUnderTest> {
    const leases = this.#leasesOf();
    const { id, settings, ca, isFaulty, areAlike, dialect } = await leases.take(purpose);
    this.#transport ??= new Transport(ca, RUN);
    for (const url of [settings.BASE_URL, settings.DATA_API_URL, settings.AI_URL])
      if (isFaulty && url !== undefined) this.#transport.resetFailures(url);
    return {
      settings,
      sources: {},
      isLive: false,
      areAlike,
      isPrompt: PROMPT_DIALECTS.includes(dialect),
      namesAreKnown: KNOWN_DIALECTS.includes(dialect),
      transport: this.#transport,
      secrets: secretsIn(settings),
      wire: await this.#wireOf(settings, this.#transport, documentOfOwnLease(leases)),
      advance: async (time) => {
        await leases.manage('POST', `/tenants/${id}/clock`, { advance: time });
      },
      account: accountOf(leases, id),
      release: () => {
        leases.release(id);
      },
    };
  }

  #leasesOf(): Leases {
    const { CONTROL_URL } = this.#configuration.settings;
    if (CONTROL_URL === undefined) {
      throw new Error(
        'no tenant is configured and no reference tenant is running: `npx playwright test` starts one by its config',
      );
    }
    this.#leases ??= new Leases(CONTROL_URL);
    return this.#leases;
  }

  /**
   * The wire format of a tenant is read from its own document once for each process. All leased tenants share one, so it is
   * read from a lease of its own, which never has a fault in its document.
   */
  #wireOf(settings: Settings, transport: Transport, read: typeof documentOf = documentOf): Promise<WireFormat> {
    const key = this.#configuration.settings.CONTROL_URL ?? settings.BASE_URL ?? '';
    let wire = this.#wires.get(key);
    if (!wire) {
      wire = read(settings, transport).then((text) => new WireFormat(contract, statedBindings(settings), text));
      // If the document could not be read, the next check tries again.
      wire.catch(() => this.#wires.delete(key));
      this.#wires.set(key, wire);
    }
    return wire;
  }
}

function accountOf(leases: Leases, id: string): Account {
  return {
    deleteDeployment: async (deploymentId) => {
      await leases.manage('DELETE', `/tenants/${id}/deployments/${deploymentId}`);
    },
    switchFeature: async (name, isOn) => {
      await leases.manage('PATCH', `/tenants/${id}/features`, { [name]: isOn });
    },
    moveMeasure: async (name, to) => {
      await leases.manage('PATCH', `/tenants/${id}/measures`, { [name]: to });
    },
  };
}

function documentOfOwnLease(leases: Leases): typeof documentOf {
  return async (_settings, transport) => {
    const { id, settings } = await leases.take({});
    const text = await documentOf(settings, transport);
    leases.release(id);
    return text;
  };
}

async function documentOf(settings: Settings, transport: Transport): Promise<string | undefined> {
  const read = async (path: string): Promise<string | undefined> => {
    const outgoing = {
      method: 'GET',
      url: `${settings.BASE_URL ?? ''}${path}`,
      headers: { authorization: `Bearer ${settings.ADMIN_TOKEN ?? ''}` },
    };
    const { status, text } = await transport.send(outgoing, () => undefined);
    return status === 200 ? text : undefined;
  };
  const document = await read('/api/v1/spec');
  return document && inOwnAccount(document, read);
}

function statedBindings({ BINDINGS }: Settings) {
  return BINDINGS === undefined ? {} : readStatedBindings(BINDINGS);
}

function secretsIn(settings: Settings): Secrets {
  const secrets = new Secrets();
  for (const { name, value } of statedSecrets(settings)) secrets.add(value, name);
  return secrets;
}
