import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import type { SharedWith } from './grants.ts';
import type { Sharing, ThingKind } from './kinds.ts';

/** A path of one thing of a deployment, with what stands below it: its collection, and the rest behind its id. */
const BELOW_THING =
  /^(?:\/[\w-]+)*\/deployments\/\{[^}]*\}\/([\w-]+)\/\{[^}]*\}\/(?:dashboard\/)?([^{}]+)\/\{[^}]*\}\/?$/;
/** What says that somebody gets access to a thing, where the collection of those who get it does not say so itself. */
const ACCESS =
  /^([\w-]+[-_])?(embed(ding)?|share[ds]?|sharing|access|permissions?|grants?|audiences?|visibility|acl)([-_][\w-]+)?$/i;

/** The operation that shares a thing with the one whom its path names last: `PUT /workbooks/{id}/embed-access/tenants/{name}`. */
export function sharingByPath(
  document: TenantDocument | undefined,
  { words, alike = [] }: ThingKind,
  { kind, isOneValue = false }: SharedWith,
): Sharing | undefined {
  if (!document || isOneValue) return undefined;
  const fitting = document.operations.filter((one) => {
    const [, collection = '', below = ''] = BELOW_THING.exec(one.path) ?? [];
    const [whom = '', access = '', ...more] = below.split('/').reverse();
    if (!['put', 'post'].includes(one.method) || more.length > 0) return false;
    const isOfKind = [...words, ...alike].includes(wordsOf(collection).join(' '));
    const isWithWhom = kind.test(wordsOf(whom).join(' ')) && ACCESS.test(access === '' ? whom : access);
    return isOfKind && isWithWhom && document.requiredOf(document.schemaOf(one, 'request')).length === 0;
  });
  const [one, ...others] = fitting;
  if (!one || others.length > 0) return undefined;
  return { path: one.path, method: one.method.toUpperCase(), at: [], isNamedInPath: true };
}
