import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';

/** The contract, read from its files once per process and never modified. */
export const contract = await loadContract();
export const registry = loadRegistry(contract);
