import { isAdmin } from '../../mock/authority.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import type { Tenant } from '../../mock/tenant.ts';

/** Callers who are let in once they were refused. */

/** Whoever was refused an operation as no administrator is let in from then on. */
export function administratorAskedOnce(operation: string): Patch {
  return ({ access }) => {
    const refused = new Set<string>();
    const { needsAdministrator } = access;
    access.needsAdministrator = (rule, id, caller) => {
      const { tenant, principal } = caller;
      const needs = needsAdministrator(rule, id, caller);
      if (id !== operation || !needs || principal.embed !== undefined) return needs;
      if (isAdmin(tenant as Tenant, principal)) return needs;
      const isKnown = refused.has(principal.token);
      refused.add(principal.token);
      return !isKnown;
    };
  };
}

/** A key that was refused an operation on a deployment outside its scope is let in from then on. */
export function keyAskedOnce(operation: string): Patch {
  return ({ access }) => {
    const refused = new Set<unknown>();
    let asking: TokenRecord | undefined;
    const { recordOf, refusesScopedKeysElsewhere } = access;
    access.recordOf = (tenant, token, id) => {
      const record = recordOf(tenant, token, id);
      if (id !== operation || record?.kind !== 'api-key') return record;
      asking = record;
      return refused.has(record) ? { ...record, scope: 'all' } : record;
    };
    access.refusesScopedKeysElsewhere = (rule, id) => {
      if (id === operation) refused.add(asking);
      return refusesScopedKeysElsewhere(rule, id);
    };
  };
}
