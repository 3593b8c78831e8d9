import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { readStatedBindings } from '../../contracts/bindings/stated.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { SETTING_GROUPS, type SettingName } from '../../contracts/settings.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { readConfiguration, type Settings } from './configuration.ts';
import { Secrets } from './secrets.ts';
import { Transport } from './transport.ts';
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
  readonly release: () => Promise<void>;
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

interface Leased {
  readonly id: string;
  readonly settings: Settings;
  readonly ca: string;
  readonly isFaulty: boolean;
}

/** The runner's process tells the runs of one machine apart. */
const RUN = String(process.ppid);
const CREDENTIALS = SETTING_GROUPS.flatMap(({ title, settings }) =>
  title === 'Credentials' ? (Object.keys(settings) as SettingName[]) : [],
);

let transport: Transport | undefined;
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
    release: () => Promise.resolve(),
  };
}

async function openLease(purpose: object): Promise<TenantUnderTest> {
  const control = configuration.settings.CONTROL_URL;
  if (control === undefined) {
    throw new Error('no tenant is configured and none was started: `npx playwright test` starts one by its config');
  }
  const { id, settings, ca, isFaulty } = (await manage(control, 'POST', '/tenants', purpose)) as Leased;
  transport ??= new Transport(ca, RUN);
  for (const url of [settings.BASE_URL, settings.DATA_API_URL, settings.AI_URL])
    if (isFaulty && url !== undefined) transport.forgive(url);
  return {
    settings,
    isLive: false,
    isFaulty,
    transport,
    secrets: secretsIn(settings),
    wire: await wireOf(settings, transport, documentOfAnother(control)),
    advance: async (time) => {
      await manage(control, 'POST', `/tenants/${id}/clock`, { advance: time });
    },
    account: {
      deleteDeployment: async (deploymentId) => {
        await manage(control, 'DELETE', `/tenants/${id}/deployments/${deploymentId}`);
      },
      switchFeature: async (name, isOn) => {
        await manage(control, 'PATCH', `/tenants/${id}/features`, { [name]: isOn });
      },
      moveMeasure: async (name, to) => {
        await manage(control, 'PATCH', `/tenants/${id}/measures`, { [name]: to });
      },
    },
    release: async () => {
      await manage(control, 'DELETE', `/tenants/${id}`);
    },
  };
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

function documentOfAnother(control: string): typeof documentOf {
  return async (_settings, through) => {
    const { id, settings } = (await manage(control, 'POST', '/tenants', {})) as Leased;
    const text = await documentOf(settings, through);
    await manage(control, 'DELETE', `/tenants/${id}`);
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

/** Not through `fetch`, which takes several times as long for something this small, twice for each check. */
async function manage(control: string, method: 'DELETE' | 'PATCH' | 'POST', path: string, body?: object) {
  const { statusCode, body: answer } = await request(control + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await answer.text();
  if (statusCode >= 400) throw new Error(`${method} ${path} of the reference tenant answered ${statusCode}: ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
