import { readFileSync } from 'node:fs';
import { readStatedBindings } from '../../contracts/bindings/stated.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { SETTING_GROUPS, type SettingName } from '../../contracts/settings.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { readConfiguration, type Settings } from './configuration.ts';
import { Leases, type Purpose } from './leases.ts';
import { Secrets } from '../http/secrets.ts';
import { Transport } from '../http/transport.ts';
import { Wire } from './wire.ts';

export const configuration = readConfiguration();
export const contract = await loadContract();
export const registry = loadRegistry(contract);

/** The tenant under check: where it is, what it lends, and how to talk to it. */
export interface TenantUnderTest {
  readonly settings: Settings;
  readonly isLive: boolean;
  /** Made to be wrong, for somebody who waits for checks to say so. */
  readonly isFaulty: boolean;
  readonly wire: Wire;
  readonly transport: Transport;
  readonly secrets: Secrets;
  /** Only of a leased tenant. */
  readonly advance?: (time: string) => Promise<void>;
  readonly account?: Account;
  readonly release: () => void;
}

/** What no operation of the API can do to an account, and whoever runs the tenant can. */
export interface Account {
  readonly deleteDeployment: (deploymentId: string) => Promise<void>;
  /** Switches a feature of the account on or off. */
  readonly switchFeature: (
    name: 'scheduledTasks' | 'failingAgents' | 'rbac' | 'previews',
    isOn: boolean,
  ) => Promise<void>;
  /** Sets what a measure of the data shows from now on. */
  readonly moveMeasure: (name: string, to: { readonly value: number; readonly isAnomaly: boolean }) => Promise<void>;
}

/** The runner's process tells the runs of one machine apart. */
const RUN = String(process.ppid);
const CREDENTIALS = SETTING_GROUPS.flatMap(({ title, settings }) =>
  title === 'Credentials' ? (Object.keys(settings) as SettingName[]) : [],
);

let transport: Transport | undefined;
let leases: Leases | undefined;
const wires = new Map<string, Promise<Wire>>();

/** The live tenant that the configuration names, or a tenant of the reference process. */
export async function openTenant(): Promise<TenantUnderTest> {
  return configuration.isLive ? openLive(configuration.settings) : openLease({});
}

/**
 * The same for one check alone. The process may hand out a tenant that is made for the check of one promise, another at
 * each of its turns: that is not for the check to know.
 */
export async function tenantFor(requirement: string, turn: number): Promise<TenantUnderTest> {
  return configuration.isLive ? openLive(configuration.settings) : openLease({ for: requirement, turn });
}

async function openLive(settings: Settings): Promise<TenantUnderTest> {
  const ca = settings.TLS_CA === undefined ? undefined : readFileSync(settings.TLS_CA, 'utf8');
  transport ??= new Transport(ca, RUN, { budget: configuration.budget, isFar: true });
  return {
    settings,
    isLive: true,
    isFaulty: false,
    transport,
    secrets: secretsIn(settings),
    wire: await wireOf(settings, transport),
    release: () => undefined,
  };
}

async function openLease(purpose: Purpose): Promise<TenantUnderTest> {
  const leased = leasesOf(configuration.settings);
  const { id, settings, ca, isFaulty } = await leased.take(purpose);
  transport ??= new Transport(ca, RUN);
  for (const url of [settings.BASE_URL, settings.DATA_API_URL, settings.AI_URL])
    if (isFaulty && url !== undefined) transport.forgive(url);
  return {
    settings,
    isLive: false,
    isFaulty,
    transport,
    secrets: secretsIn(settings),
    wire: await wireOf(settings, transport, documentOfAnother(leased)),
    advance: async (time) => {
      await leased.manage('POST', `/tenants/${id}/clock`, { advance: time });
    },
    account: {
      deleteDeployment: async (deploymentId) => {
        await leased.manage('DELETE', `/tenants/${id}/deployments/${deploymentId}`);
      },
      switchFeature: async (name, isOn) => {
        await leased.manage('PATCH', `/tenants/${id}/features`, { [name]: isOn });
      },
      moveMeasure: async (name, to) => {
        await leased.manage('PATCH', `/tenants/${id}/measures`, { [name]: to });
      },
    },
    release: () => {
      leased.giveBack(id);
    },
  };
}

function leasesOf({ CONTROL_URL }: Settings): Leases {
  if (CONTROL_URL === undefined) {
    throw new Error('no tenant is configured and none was started: `npx playwright test` starts one by its config');
  }
  leases ??= new Leases(CONTROL_URL);
  return leases;
}

/** Gives back all that this process has of the reference tenant's. */
export async function giveAllBack(): Promise<void> {
  await leases?.close();
}

/**
 * The names of a tenant are read from its own document once for each worker. Of leased tenants any one has the names of
 * all, so that it is never one whose document was made to be wrong.
 */
function wireOf(settings: Settings, through: Transport, read: typeof documentOf = documentOf): Promise<Wire> {
  const key = configuration.settings.CONTROL_URL ?? settings.BASE_URL ?? '';
  let wire = wires.get(key);
  if (!wire) {
    wire = read(settings, through).then((text) => new Wire(contract, statedBindings(settings), text));
    // Where the document could not be had for the weather, the next check tries again.
    wire.catch(() => wires.delete(key));
    wires.set(key, wire);
  }
  return wire;
}

function documentOfAnother(leased: Leases): typeof documentOf {
  return async (_settings, through) => {
    const { id, settings } = await leased.take({});
    const text = await documentOf(settings, through);
    leased.giveBack(id);
    return text;
  };
}

async function documentOf(settings: Settings, through: Transport): Promise<string | undefined> {
  const outgoing = {
    method: 'GET',
    url: `${settings.BASE_URL ?? ''}/api/v1/spec`,
    headers: { authorization: `Bearer ${settings.ADMIN_TOKEN ?? ''}` },
  };
  const { status, text } = await through.send(outgoing, () => undefined);
  return status === 200 ? text : undefined;
}

function statedBindings({ BINDINGS }: Settings) {
  return BINDINGS === undefined ? {} : readStatedBindings(BINDINGS);
}

function secretsIn(settings: Settings): Secrets {
  const secrets = new Secrets();
  for (const name of CREDENTIALS) {
    const value = settings[name];
    if (value !== undefined) secrets.add(value, name);
  }
  return secrets;
}
