import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { Host, startControl, type DialectName } from '../../mock/index.ts';
import { loadFaults } from '../../proof/index.ts';

export interface BrokenTenants {
  /** Control address, at which the tenants of some checks violate their requirement and no check expects them to. */
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

export async function startBroken(ids: readonly string[], dialect: DialectName = 'plain'): Promise<BrokenTenants> {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const { host } = await Host.start({ dialect });
  const control = await startControl(host, {
    faultsFor: (requirement) => {
      const fault = ids.includes(requirement) ? faults.find((one) => one.requirement === requirement) : undefined;
      return { patches: fault ? [fault.patch] : [], isSoughtAfter: false };
    },
    defaults: { dialect },
  });
  return { url: control.url, close: () => Promise.all([control.close(), host.close()]) };
}

let sound: Promise<string> | undefined;

/**
 * Has runs lease their tenants from this process, without any faults: to start a tenant of its own takes a run more than a second of
 * a core. It ends with the process.
 */
export async function soundTenants(): Promise<Readonly<Record<'CONTROL_URL', string>>> {
  sound ??= Host.start().then(async ({ host }) => (await startControl(host, { defaults: { dialect: 'plain' } })).url);
  return { CONTROL_URL: await sound };
}
