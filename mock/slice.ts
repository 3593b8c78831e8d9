import type { Tenant } from './tenant.ts';

/** Declares a family's own part of the state, made when it is first asked for. */
export function slice<State>(name: string, create: (tenant: Tenant) => State): (tenant: Tenant) => State {
  const key = Symbol(name);
  return (tenant) => tenant.slice(key, () => create(tenant));
}
