import type { ContractDocument } from '../document.ts';
import { bindRoutes } from './bind.ts';
import { BINDINGS, type BindingId } from './index.ts';
import type { Binding, Bindings, Discovery, Route } from './binding.ts';
import { discover } from './discover.ts';
import type { Discovered } from './discovery/found.ts';
import { memberNames } from './discovery/members.ts';
import { namesWithDotsIn, stepsAmong, valueOf, type Resolution, type Resolved } from './resolved.ts';
import type { TenantDocument } from './tenant-document.ts';
import { matchedByWords } from './words.ts';

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
    else {
      const rule = withNames(binding.discover, resolved);
      resolved.set(id, resolution(discover(document, rule, routes, binding.default), binding));
    }
  }
  if (document) resolveByWords(contract, resolved, table, document);
  const withDots = namesWithDotsIn(document?.root);
  return new Map(Object.keys(table).map((id) => [id, withSteps(resolved.get(id) as Resolution, withDots)]));
}

/** A place with its steps, if a name in it has a dot of its own. */
function withSteps(resolution: Resolution, withDots: ReadonlySet<string>): Resolution {
  if (withDots.size === 0 || !('value' in resolution) || typeof resolution.value !== 'string') return resolution;
  return { ...resolution, steps: stepsAmong(resolution.value, withDots) };
}

/** A rule whose place has an open name in it, with the name that this tenant has for it. */
function withNames(rule: Discovery, resolved: Resolved): Discovery {
  const named = (text: string) => text.replace(/\{([^}]+)\}/g, (_, id: string) => String(valueOf(resolved, id)));
  if (rule.rule === 'state' || rule.rule === 'sharing' || rule.rule === 'envelope at')
    return { ...rule, at: valueOf(resolved, rule.route) as Route | undefined };
  if (rule.rule === 'values') return { ...rule, member: named(rule.member) };
  if (rule.rule !== 'member') return rule;
  // A request may call what it repeats as the answer did that it has it from.
  const like = rule.like.map((pattern) =>
    pattern.replace(/\{([a-z-]+\.[a-z-]+)\}/, (_, id: string) => lastName(valueOf(resolved, id))),
  );
  return { ...rule, like, ...(rule.under !== undefined && { under: named(rule.under) }) };
}

/** The name at the end of a place such as `preview.id`. */
function lastName(place: unknown): string {
  return (typeof place === 'string' ? place : '').split('.').at(-1) ?? '';
}

/** The names in one place of a document, which of them are known, and the bindings that are not, by their usual names. */
interface Place {
  readonly names: string[];
  /** Shared by what is looked for as an object there and what is not. */
  readonly inUse: Set<unknown>;
  readonly isOfObjects: boolean;
  readonly wanted: Map<string, string>;
}

/** Names that no pattern found are found by their words, among the names of the same place that nothing else is called. */
function resolveByWords(
  contract: ContractDocument,
  resolved: Map<string, Resolution>,
  table: Bindings,
  document: TenantDocument,
): void {
  const routes = bindRoutes(contract, resolved);
  const printed = printedNames(contract);
  const places = new Map<string, Place>();
  const inUseAt = new Map<string, Set<unknown>>();
  for (const [id, binding] of Object.entries(table)) {
    const rule = binding.discover && withNames(binding.discover, resolved);
    const { default: standing } = binding;
    if (rule?.rule !== 'member' || typeof standing !== 'string') continue;
    // What is looked for as an object is none of the members that are not, and the other way round.
    const [where, isOfObjects] = [JSON.stringify([rule.operation, rule.in, rule.under]), rule.type === 'object'];
    const inUse = inUseAt.get(where) ?? new Set<unknown>();
    inUseAt.set(where, inUse);
    const key = JSON.stringify([where, isOfObjects]);
    const place = places.get(key) ?? { names: [], inUse, isOfObjects, wanted: new Map<string, string>() };
    places.set(key, place);
    place.names.push(...memberNames(document, rule, routes));
    const found = valueOf(resolved, id);
    if (found === undefined) place.wanted.set(standing, id);
    else place.inUse.add(found);
  }
  // Objects are the fewer: what is one of them is no rival of what is none.
  const ordered = [...places.values()].sort((a, b) => Number(b.isOfObjects) - Number(a.isOfObjects));
  for (const { names, wanted, inUse } of ordered) {
    const free = [...new Set(names)].filter((name) => !inUse.has(name) && !printed.has(name));
    for (const [standing, name] of matchedByWords([...wanted.keys()], free)) {
      resolved.set(wanted.get(standing) ?? '', { value: name, source: 'discovered' });
      inUse.add(name);
    }
  }
}

/** All names of members that the contract has without a binding: those mean what is printed, and nothing else. */
function printedNames(contract: ContractDocument): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as {
      readonly properties?: Readonly<Record<string, { readonly 'x-binding'?: string }>>;
    };
    for (const [name, schema] of Object.entries(properties ?? {}))
      if (schema['x-binding'] === undefined) names.add(name);
    for (const member of Object.values(node)) visit(member);
  };
  visit(contract.paths);
  visit(contract.components);
  return names;
}

function isPath({ discover: rule, kind }: Binding): boolean {
  return kind === 'route' || rule?.rule === 'segment';
}

function resolution(discovered: Discovered, binding: Binding): Resolution {
  if ('found' in discovered)
    return { value: discovered.found, source: 'discovered', ...(discovered.path && { path: discovered.path }) };
  if ('adapted' in discovered) return { value: discovered.adapted, source: 'default' };
  if ('missing' in discovered) return { unresolved: `${binding.what}: ${discovered.missing}` };
  return { value: binding.default, source: 'default' };
}
