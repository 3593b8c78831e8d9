import type { ContractDocument } from './document.ts';

/** The requirements that own a part of a response schema of the contract. */
export function ownersIn(contract: ContractDocument): ReadonlySet<string> {
  return ownersWithin(contract, new Set());
}

function ownersWithin(node: unknown, found: Set<string>): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'x-requirement' && typeof value === 'string') found.add(value);
    else ownersWithin(value, found);
  }
  return found;
}
