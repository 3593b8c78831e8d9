import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';

/** The contract as it was read from its files; nothing changes it. */
export const contract = await loadContract();
export const registry = loadRegistry(contract);
