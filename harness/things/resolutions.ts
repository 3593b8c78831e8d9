import type { WireFormat } from '../tenant/wire-format.ts';

const RESOLVED = /^(resolved?|closed?|settled?)$/i;
const OPEN = /^((re_?)?open(ed)?|unresolved?)$/i;

/** What a request says that resolves a thread or opens it again: one of two values that the tenant's document lists, or a flag. */
export function resolution(wire: WireFormat, resolved: boolean): Readonly<Record<string, unknown>> {
  const { document } = wire;
  const route = wire.route('resolveDashboardComment');
  const declared = route && document?.find(route.method, route.path);
  const members = (declared && document?.propertiesOf(document.schemaOf(declared, 'request'))) ?? {};
  const stated = Object.entries(members).flatMap(([name, node]) => {
    const listed = document?.valuesOf(node) ?? [];
    const [yes, no] = [RESOLVED, OPEN].map((like) => listed.find((one) => typeof one === 'string' && like.test(one)));
    return yes === undefined || no === undefined ? [] : [[name, resolved ? yes : no] as const];
  });
  return stated.length === 1 ? Object.fromEntries(stated) : { resolved };
}

/** Whether a thread is resolved by what shows it: a flag, a moment, or a state by its name. */
export function isResolved(shown: unknown): boolean {
  return typeof shown === 'string' && OPEN.test(shown) ? false : Boolean(shown);
}
