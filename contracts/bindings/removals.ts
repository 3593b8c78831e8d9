import type { DeclaredOperation, TenantDocument } from './tenant-document.ts';

/** What may remove a thing, with the path of the thing that it removes. */
export interface Removal {
  readonly element: string;
  /** With `{id}` for the id, and the method before it where that is not DELETE. */
  readonly removal: string;
}

const DELETES = /^(delete|remove|destroy|purge)$/;
/** Words of actions after which a thing may be there all the same, unless the document says that they remove it. */
const MAY_DELETE = /^(archive|trash|discard|retire|offboard|decommission)$/;
const SAYS_REMOVES = /\b(remov|delet)(e|es|ing)\b/i;
const NEGATES = /\b(not|never|no|without|instead|restor\w*|reactivat\w*)\b/i;

/** What may remove things: DELETE of an element first, then an action on it, then DELETE of a collection with ids in its query. */
export function removalsIn(document: TenantDocument | undefined): readonly Removal[] {
  // SCIM may have ids of its own.
  const operations = (document?.operations ?? []).filter(({ path }) => !/\/scim\//.test(path));
  const ofElements = operations.flatMap(({ method, path }): Removal[] => {
    if (method !== 'delete' || !/\{[^}]*\}\/?$/.test(path)) return [];
    return [{ element: path, removal: withId(path) }];
  });
  const byAction = operations.flatMap((one): Removal[] => {
    const [, element, action = ''] = /^(.*\{[^}]*\})[/:]([a-z]+)\/?$/i.exec(one.path) ?? [];
    if (one.method !== 'post' || element === undefined || !removes(document, one, action)) return [];
    return [{ element, removal: `POST ${withId(element)}${one.path.slice(element.length)}` }];
  });
  const byQuery = operations.flatMap((one): Removal[] => {
    if (one.method !== 'delete' || /\{[^}]*\}\/?$/.test(one.path)) return [];
    const required = document?.parametersOf(one).filter(({ in: place, isRequired }) => place === 'query' && isRequired);
    const [ids, ...others] = required ?? [];
    if (ids === undefined || others.length > 0 || !/(^|_)ids?$|[a-z]Ids?$/.test(ids.name)) return [];
    return [{ element: `${one.path.replace(/\/$/, '')}/{id}`, removal: `${one.path}?${ids.name}={id}` }];
  });
  return [...ofElements, ...byAction, ...byQuery];
}

/** With `{id}` for the id; a slash at the end of a path is part of it. */
const withId = (path: string) => path.replace(/\{[^}]*\}(\/?)$/, '{id}$1');

/** Whether an action on a thing removes it for all that one sees, and asks for nothing more. */
function removes(document: TenantDocument | undefined, one: DeclaredOperation, action: string): boolean {
  if (document?.schemaOf(one, 'request') !== undefined) return false;
  if (DELETES.test(action)) return true;
  const { summary = '', description = '' } = one.operation as {
    readonly summary?: string;
    readonly description?: string;
  };
  return MAY_DELETE.test(action) && SAYS_REMOVES.test(`${summary} ${description}`) && !NEGATES.test(summary);
}

/** No place below something else: what is removed there may be a bookmark of a deployment. */
const OF_ONE = /^(\/build)?\/api\/v\d+\/deployments\/\{[^}]*\}\/?$/;

/** What removes a deployment, with `{id}` for its id: no operation is printed, and a tenant may declare one. */
export function deploymentRemoval(document: TenantDocument | undefined): string | undefined {
  return removalsIn(document).find(({ element }) => OF_ONE.test(element))?.removal;
}
