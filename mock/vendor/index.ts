import type { Operation } from '../../contracts/document.ts';
import type { Route } from '../../contracts/bindings/binding.ts';
import type { Handlers } from '../call.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { embedTenants, oidc } from './account.ts';
import { agents } from './agents.ts';
import { branches } from './branches.ts';
import { folders, reports, workbooks } from './content.ts';
import { dataSources, deployments, environments } from './deployments.ts';
import type { VendorOperations } from './operation.ts';
import { groups } from './groups.ts';
import { organizations } from './organizations.ts';
import { scim } from './scim.ts';
import { sharing } from './sharing.ts';
import { declarationOf, handlerOf } from './served.ts';
import { threads } from './threads.ts';
import { users } from './users.ts';

/** What vendors let administrators make and remove, beyond what the specification prints. */
export const VENDOR: VendorOperations = {
  ...users,
  ...folders,
  ...reports,
  ...workbooks,
  ...deployments,
  ...environments,
  ...dataSources,
  ...branches,
  ...embedTenants,
  ...oidc,
  ...groups,
  ...scim,
  ...sharing,
  ...agents,
  ...threads,
  ...organizations,
};

export const VENDOR_HANDLERS: Handlers = Object.fromEntries(
  Object.entries(VENDOR).map(([id, operation]) => [id, handlerOf(operation)]),
);

/** The operations that a dialect serves, each at its route. */
export function vendorOperations(dialect: Dialect): { readonly route: Route; readonly operation: Operation }[] {
  return Object.entries(VENDOR).flatMap(([id, operation]) => {
    const route = dialect.vendor.routes[id];
    return route ? [{ route, operation: declarationOf(id, operation, dialect, route) }] : [];
  });
}
