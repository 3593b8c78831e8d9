import type { OperationId } from '../operation-id.ts';
import type { Discovery } from './binding.ts';
import { SILENT, type Discovered, type Routes } from './discovery/found.ts';
import { envelope } from './discovery/lists.ts';
import { member } from './discovery/members.ts';
import { operation, segment, sharingBody } from './discovery/operations.ts';
import { choices, example, parameter, values } from './discovery/requests.ts';
import { changeOf, stateBody } from './discovery/states.ts';
import type { DeclaredOperation, TenantDocument } from './tenant-document.ts';

/** Looks for one name in a tenant's document, by its rule. `fallback` wins among several that fit. */
export function discover(document: TenantDocument, rule: Discovery, routes: Routes, fallback: unknown): Discovered {
  switch (rule.rule) {
    case 'segment':
      return segment(document, rule);
    case 'operation':
      return operation(document, rule);
    case 'member':
      return inOperation(document, rule.operation, routes, (declared) => member(document, declared, rule, fallback));
    case 'parameter':
      return inOperation(document, rule.operation, routes, (declared) => parameter(document, declared, rule, fallback));
    case 'values':
      return inOperation(document, rule.operation, routes, (declared) => values(document, declared, rule));
    case 'choices':
      return inOperation(document, rule.operation, routes, (declared) => choices(document, declared, fallback));
    case 'example':
      return inOperation(document, rule.operation, routes, (declared) => example(document, declared));
    case 'envelope':
      return inOperation(document, rule.operation, routes, (declared) => envelope(document, declared));
    case 'envelope at': {
      const declared = rule.at && document.find(rule.at.method, rule.at.path);
      return declared ? envelope(document, declared) : SILENT;
    }
    case 'state':
      return stateBody(document, rule);
    case 'sharing':
      return sharingBody(document, rule);
    case 'change':
      return inOperation(document, rule.operation, routes, (declared) => changeOf(document, declared, fallback));
  }
}

function inOperation(
  document: TenantDocument,
  id: OperationId,
  routes: Routes,
  look: (declared: DeclaredOperation) => Discovered,
): Discovered {
  const route = routes.get(id);
  const declared = route && document.find(route.method, route.path);
  return declared ? look(declared) : SILENT;
}
