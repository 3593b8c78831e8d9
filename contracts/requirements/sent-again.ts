import { BINDINGS } from '../bindings/index.ts';
import { operationsOf, type ContractDocument } from '../document.ts';
import { BOUND_OPERATIONS, type AnyOperationId } from '../operations.ts';
import { ownersIn } from '../owners.ts';
import type { Needs, Row } from './row.ts';

/** An answer has its shape whoever gets it: checks of shapes send valid calls once more with this credential. */
export const SENT_AGAIN_WITH = 'OAUTH_TOKEN';

/** What changes nothing that has to be undone, beside operations that read. */
const REPEATABLE: readonly AnyOperationId[] = [
  'createDeploymentToken',
  'createEnvironmentToken',
  'createUsageAnalyticsToken',
  'enterDevMode',
];

/** The document is compared as a whole, by checks of its own. */
const COMPARED: readonly AnyOperationId[] = ['getSpec'];

/** The operations whose valid calls are sent again. */
export function sentAgain(contract: ContractDocument): ReadonlySet<AnyOperationId> {
  const documented = operationsOf(contract).filter(
    ({ operation, method }) => method === 'get' && operation['x-access'].credential === 'platform',
  );
  const bound = Object.entries(BOUND_OPERATIONS).filter(([, { binding }]) => {
    const { method } = BINDINGS[binding].default as { readonly method?: string };
    return method?.toLowerCase() === 'get';
  });
  const reading = [...documented.map(({ operation }) => operation.operationId), ...bound.map(([id]) => id)];
  const all = [...reading, ...REPEATABLE] as readonly AnyOperationId[];
  return new Set(all.filter((id) => !COMPARED.includes(id)));
}

/** What the rows may use because of that whose checks send them. */
export function neededAgain(contract: ContractDocument): (row: Row) => Needs | undefined {
  const [again, owners] = [sentAgain(contract), ownersIn(contract)];
  return ({ id, operations = [] }) =>
    owners.has(id) && operations.some((one) => again.has(one)) ? { mayUse: [SENT_AGAIN_WITH] } : undefined;
}
