import type { Schema } from '../../contracts/document.ts';
import { resourceNameIn, resourceNameOf } from '../../contracts/bindings/resource-names.ts';
import type { DeclaredOperation } from '../../contracts/bindings/tenant-document.ts';
import { ACTIVATES, activatesByPath, activationsOf } from '../../contracts/bindings/bulk-actions.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import type { Check } from '../../harness/test.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

/** The body of a bulk action that activates users; it does not change users that are already active. */
export function bulkBody(check: Check, userId: string): Record<string, unknown> {
  const id = /^\d+$/.test(userId) ? numberOf(userId) : userId;
  const declared = declaredIn(check);
  const { document } = check.tenant.wire;
  const listed = isGuess(check, 'users.bulk-body') && isGuess(check, 'users.bulk-ids');
  const activations = listed && document && declared && activationsOf(document, declared, id);
  if (activations) return activations;
  const ids = idsIn(check);
  return { ...actionOf(check), [ids]: [elementOf(check, ids, id)] };
}

/** A user as the list has them: by the id, a path that ends with it, or an object with it, of which the document says what else it has. */
function elementOf(check: Check, list: string, id: string | number): unknown {
  const { document } = check.tenant.wire;
  const element = document?.elementsOf(declaredMembers(check)?.[list]);
  const path = element && document && resourceNameIn(document.schema(element));
  if (path) return resourceNameOf(path, id, () => undefined) ?? id;
  const member = Object.keys(document?.propertiesOf(element) ?? {}).find((name) => /^(user_?)?id$/i.test(name));
  return member === undefined ? id : { [member]: id };
}

function declaredIn({ tenant: { wire } }: Check): DeclaredOperation | undefined {
  const route = wire.route('bulkUserAction');
  return route && wire.document?.find(route.method, route.path);
}

function declaredMembers(check: Check): Readonly<Record<string, Schema>> | undefined {
  const { wire } = check.tenant;
  const declared = declaredIn(check);
  return declared ? wire.document?.propertiesOf(wire.document.schemaOf(declared, 'request')) : undefined;
}

/** The member with the ids of the users: as stated, or the only list of the document that is called after users or ids. */
function idsIn(check: Check): string {
  const { wire } = check.tenant;
  const standing = String(wire.value('users.bulk-ids'));
  const properties = declaredMembers(check) ?? {};
  if (!isGuess(check, 'users.bulk-ids') || standing in properties) return standing;
  const lists = Object.entries(properties).flatMap(([name, node]) => {
    const element = wire.document?.elementsOf(node);
    const isOfUsers = element && resourceNameIn(wire.document?.schema(element) ?? {})?.at(-1) === 'users';
    return element && (isOfUsers || /user|member|^ids$/i.test(name)) ? [name] : [];
  });
  const [only = standing] = lists;
  return lists.length === 1 ? only : standing;
}

function actionOf(check: Check): Readonly<Record<string, unknown>> {
  const { wire } = check.tenant;
  const standing = wire.value('users.bulk-body') as Readonly<Record<string, unknown>>;
  const properties = declaredMembers(check);
  if (!properties || !isGuess(check, 'users.bulk-body')) return standing;
  // Any other action of the document might do something to the user.
  const actions = Object.entries(properties).flatMap(([name, node]) =>
    (wire.document?.schema(node).enum ?? []).flatMap((value) =>
      typeof value === 'string' && ACTIVATES.test(value) ? [[name, value] as const] : [],
    ),
  );
  // An action may be an object that says its kind: `operation: { kind: 'reactivate' }`.
  const kinds = Object.entries(properties).flatMap(([name, node]) =>
    Object.entries(wire.document?.propertiesOf(node) ?? {}).flatMap(([kind, inner]) =>
      (wire.document?.valuesOf(inner) ?? []).flatMap((value) =>
        typeof value === 'string' && ACTIVATES.test(value) ? [[name, { [kind]: value }] as const] : [],
      ),
    ),
  );
  const declared = declaredIn(check);
  if (wire.document && declared && activatesByPath(wire.document, declared)) return {};
  const lists = Object.values(properties).some((node) => wire.document?.schema(node).enum !== undefined);
  const [action] = [...actions, ...kinds];
  if (action) return { [action[0]]: action[1] };
  if (lists) untested(unstated('users.bulk-body', 'no bulk action of the document plainly activates users'));
  return standing;
}
