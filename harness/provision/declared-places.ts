import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { pageParameters, type DeclaredList } from '../client/declared-list.ts';
import { collectionOf, creationOf, OF_DEPLOYMENT, operationOn, type ThingKind } from './kinds.ts';

/** A path with the deployment in the place of its first parameter. */
export function inDeployment(path: string, deploymentId: string | undefined): string {
  return deploymentId === undefined ? path : path.replace(/\{(?!id\})[^}]*\}/, encodeURIComponent(deploymentId));
}

/** The list of a kind that the document declares: where its things are created, or else the one that its words speak for. */
export function listOf(
  document: TenantDocument | undefined,
  kind: ThingKind,
  creation: DeclaredOperation | undefined,
  deploymentId: string | undefined,
): DeclaredList | undefined {
  const beside = creation && document?.find('get', collectionOf(creation.path));
  const listing = beside ?? operationOn(document, 'get', kind);
  if (!listing) return undefined;
  const parameters = document?.parametersOf(listing) ?? [];
  // A list of the account may ask for the deployment in its query.
  const query = parameters.find((one) => one.in === 'query' && OF_DEPLOYMENT.test(one.name));
  const asked = query && deploymentId !== undefined ? `?${query.name}=${encodeURIComponent(deploymentId)}` : '';
  return {
    path: `${inDeployment(listing.path, deploymentId)}${asked}`,
    ...pageParameters(parameters.map(({ name }) => name)),
  };
}

/** The reads of one thing of a kind that the document declares, with `{id}` for its id: its own, and those of a part of it. */
export function readsOf(document: TenantDocument | undefined, kind: ThingKind, part: RegExp): readonly string[] {
  const found = [operationOn(document, 'get', kind), creationOf(document, kind)];
  const collections = new Set(found.flatMap((one) => (one ? [collectionOf(one.path)] : [])));
  const reads = [...collections].flatMap((base) =>
    (document?.operations ?? []).flatMap(({ method, path }) => {
      // A slash at the end of a path is part of it, and no further segment.
      const [, bare = '', slash = ''] = /^(.*?)(\/?)$/.exec(path) ?? [];
      const [element = '', below, ...more] = bare.startsWith(`${base}/`) ? bare.slice(base.length + 1).split('/') : [];
      const isOfOne = method === 'get' && /^\{[^}]*\}$/.test(element) && more.length === 0;
      if (!isOfOne || (below !== undefined && !part.test(below))) return [];
      return [`${base}/{id}${below === undefined ? '' : `/${below}`}${slash}`];
    }),
  );
  return reads.sort((one, other) => one.length - other.length);
}
