import type { Schema } from '../document.ts';
import type { DeclaredOperation, TenantDocument } from './tenant-document.ts';

type Members = Readonly<Record<string, unknown>>;

/** The value of an action that does nothing to an active user. */
export const ACTIVATES = /^(re)?_?-?(activate|enable)([_-]?users?)?$/i;
const USER_ID = /^(user_?)?id$/i;
const ACTION = /action|operation|command|verb|kind|type|state|status|^op$/i;

/** Whether the path of a bulk action says that it activates users and the body has no place to say so. */
export function activatesByPath(document: TenantDocument, declared: DeclaredOperation): boolean {
  const last = declared.path.replace(/\/$/, '').split(/[/:]/).at(-1) ?? '';
  const names = Object.keys(document.propertiesOf(document.schemaOf(declared, 'request')));
  return ACTIVATES.test(last.replace(/^(bulk|batch)[-_]?/i, '')) && !names.some((name) => ACTION.test(name));
}

/**
 * The body of a bulk action that lists what is to be done, each with an action and its user, as `[{ action, userId }]` or as pairs.
 * Undefined where the document declares another one.
 */
export function activationsOf(document: TenantDocument, declared: DeclaredOperation, id: unknown): Members | undefined {
  const request = document.schemaOf(declared, 'request');
  const lists = Object.entries(document.propertiesOf(request)).flatMap(([name, node]) => {
    const element = document.elementsOf(node);
    const one = element && (pairOf(document, element, id) ?? objectOf(document, element, id));
    return one ? [[name, [one]] as const] : [];
  });
  const [list] = lists;
  const isAll = list && document.requiredOf(request).every((name) => name === list[0]);
  return lists.length === 1 && isAll ? Object.fromEntries(lists) : undefined;
}

const activationIn = (document: TenantDocument, node: Schema): unknown =>
  document.valuesOf(node).find((value) => typeof value === 'string' && ACTIVATES.test(value));

function pairOf(document: TenantDocument, element: Schema, id: unknown): readonly unknown[] | undefined {
  const parts = document.schema(element)['prefixItems'];
  if (!Array.isArray(parts) || parts.length !== 2) return undefined;
  const said = (parts as readonly Schema[]).map((part) => activationIn(document, part));
  const isFree = (part: Schema) => document.valuesOf(part).length === 0;
  const free = (parts as readonly Schema[]).filter(isFree).length;
  return free === 1 && said.some((one) => one !== undefined) ? said.map((one) => one ?? id) : undefined;
}

function objectOf(document: TenantDocument, element: Schema, id: unknown): Members | undefined {
  const members = Object.entries(document.propertiesOf(element));
  const actions = members.flatMap(([name, node]) => {
    const action = activationIn(document, node);
    return action === undefined ? [] : [[name, action] as const];
  });
  const ids = members.filter(([name]) => USER_ID.test(name)).map(([name]) => [name, id] as const);
  const said = Object.fromEntries([...actions, ...ids]);
  const isAll = document.requiredOf(element).every((name) => name in said);
  return actions.length === 1 && ids.length === 1 && isAll ? said : undefined;
}
