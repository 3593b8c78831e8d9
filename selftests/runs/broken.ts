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
