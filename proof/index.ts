import type { Registry } from '../contracts/requirements/index.ts';
import type { Fault } from './fault.ts';
import { authFaults } from './faults/auth.ts';
import { devModeFaults } from './faults/dev-mode.ts';
import { oidcTokenConfigsFaults } from './faults/oidc-token-configs.ts';
import { perOperationFaults } from './faults/per-operation.ts';
import { reportsChangeFaults } from './faults/reports-change.ts';
import { reportsListFaults } from './faults/reports-list.ts';
import { reportsFaults } from './faults/reports.ts';
import { roleHoldersFaults } from './faults/role-holders.ts';
import { rolesFaults } from './faults/roles.ts';
import { versioningFaults } from './faults/versioning.ts';

export type { Fault } from './fault.ts';

/** Every fault: those that are written down, family by family, and those that are made for each operation. */
export function loadFaults(registry: Registry): readonly Fault[] {
  const faults = [
    ...authFaults,
    ...versioningFaults,
    ...rolesFaults,
    ...roleHoldersFaults,
    ...reportsFaults,
    ...reportsListFaults,
    ...reportsChangeFaults,
    ...oidcTokenConfigsFaults,
    ...devModeFaults,
    ...perOperationFaults(registry),
  ];
  refuseTwins(faults);
  return faults;
}

/** A fault is asked for by its id, so two of one id would be one that nobody can ask for. */
function refuseTwins(faults: readonly Fault[]): void {
  const seen = new Set<string>();
  const twins = faults.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : []));
  if (twins.length > 0)
    throw new Error(`proof/faults: the ids of faults are unique, and these are not: ${twins.join(', ')}`);
}
