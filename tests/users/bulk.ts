import { isGuess } from '../../harness/check/guesses.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import type { Check } from '../../harness/test.ts';

/** The value of an action that does nothing to an active user. */
const ACTIVATE = /^(re)?_?-?(activate|enable)([_-]?users?)?$/i;

/** The body of a bulk action that activates users; it does not change users that are already active. */
export function bulkBody(check: Check, userId: string): Record<string, unknown> {
  const id = /^\d{1,15}$/.test(userId) ? Number(userId) : userId;
  return { ...actionOf(check), [String(check.tenant.wire.value('users.bulk-ids'))]: [id] };
}

function actionOf(check: Check): Readonly<Record<string, unknown>> {
  const { wire } = check.tenant;
  const standing = wire.value('users.bulk-body') as Readonly<Record<string, unknown>>;
  const route = wire.route('bulkUserAction');
  const declared = route && wire.document?.find(route.method, route.path);
  const properties = declared ? wire.document?.propertiesOf(wire.document.schemaOf(declared, 'request')) : undefined;
  if (!properties || !isGuess(check, 'users.bulk-body')) return standing;
  // Any other action of the document might do something to the user.
  const actions = Object.entries(properties).flatMap(([name, node]) =>
    (wire.document?.schema(node).enum ?? []).flatMap((value) =>
      typeof value === 'string' && ACTIVATE.test(value) ? [[name, value] as const] : [],
    ),
  );
  const lists = Object.values(properties).some((node) => wire.document?.schema(node).enum !== undefined);
  const [action] = actions;
  if (action) return Object.fromEntries([action]);
  if (lists) untested(unstated('users.bulk-body', 'no bulk action of the document plainly activates users'));
  return standing;
}
