import type { ContractDocument } from '../document.ts';
import { bindRoutes } from './bind.ts';
import { BINDINGS, type BindingId } from './index.ts';
import type { Binding, Bindings } from './binding.ts';
import { discover, type Discovered } from './discover.ts';
import type { Resolution, Resolved } from './resolved.ts';
import type { TenantDocument } from './tenant-document.ts';

export type StatedBindings = Readonly<Partial<Record<BindingId, unknown>>>;

/**
 * What this tenant calls each name that the specification leaves open: as the user states it, else as the tenant's own
 * document shows it, else as the reference tenant has it. Where the document describes the place and no name there
 * fits, the default would be a guess against better knowledge: the name stays unresolved.
 */
export function resolveBindings(
  contract: ContractDocument,
  stated: StatedBindings,
  document: TenantDocument | undefined,
  table: Bindings = BINDINGS,
): Resolved {
  const resolved = new Map<string, Resolution>();
  const pathsFirst = Object.entries(table).sort(([, a], [, b]) => Number(isPath(b)) - Number(isPath(a)));
  for (const [id, binding] of pathsFirst) {
    // Names are looked for inside operations, so the addresses of operations have to stand before.
    const routes = isPath(binding) ? new Map() : bindRoutes(contract, resolved);
    const said = (stated as Record<string, unknown>)[id];
    if (said !== undefined) resolved.set(id, { value: said, source: 'stated' });
    else if (!document || !binding.discover) resolved.set(id, { value: binding.default, source: 'default' });
    else resolved.set(id, resolution(discover(document, binding.discover, routes, binding.default), binding));
  }
  return new Map(Object.keys(table).map((id) => [id, resolved.get(id) as Resolution]));
}

function isPath({ discover: rule, kind }: Binding): boolean {
  return kind === 'route' || rule?.rule === 'segment';
}

function resolution(discovered: Discovered, binding: Binding): Resolution {
  if ('found' in discovered) return { value: discovered.found, source: 'discovered' };
  if ('missing' in discovered) return { unresolved: `${binding.what}: ${discovered.missing}` };
  return { value: binding.default, source: 'default' };
}
