import type { Requirement } from '../../contracts/requirements/index.ts';
import { SETTING_NAMES } from '../../contracts/settings.ts';
import { unset, type Cause } from '../../evidence/causes.ts';
import type { WireFormat } from './wire-format.ts';

/** Why ADMIN_TOKEN is less than an unscoped key of an administrator. */
const WHY = {
  scoped: 'the one that is set is scoped to some deployments',
  'other user': 'the one that is set does not belong to an administrator',
  'read-only': 'the one that is set can only read',
} as const;
export type AdminLimit = keyof typeof WHY;

/** The environment variable that tells the workers of a run what ADMIN_TOKEN lacks. */
export const ADMIN_LIMIT = 'PROVIDED_ADMIN_LIMIT';

export function adminLimitIn(environment: Readonly<Record<string, string | undefined>>): AdminLimit | undefined {
  const limit = environment[ADMIN_LIMIT];
  return limit !== undefined && Object.hasOwn(WHY, limit) ? (limit as AdminLimit) : undefined;
}

/** The one thing to do about all that such a token leaves untested. */
export function administratorNeeded(limit: AdminLimit): Cause {
  return unset('ADMIN_TOKEN', `an unscoped key of an administrator who may change things; ${WHY[limit]}`);
}

/** What such a token means for a run, in one line. */
export function meaningOf(limit: AdminLimit): string {
  return `ADMIN_TOKEN is not enough: ${WHY[limit]} (403). What needs an administrator is untested: set an unscoped key of an administrator`;
}

/** Requirements for which the credential of any user will do; who may call what the specification only names is open. */
const ANY_USER = /^(?!named\.).*\.(no|malformed)-credential$|^auth\.https\./;

/** Whether a parameter of a path names what checks make, because no setting provides such a thing. */
function isOfMade(parameter: string): boolean {
  const setting = parameter.replace(/([A-Z])/g, '_$1').toUpperCase();
  return parameter !== 'id' && !(SETTING_NAMES as readonly string[]).includes(setting);
}

/** Whether a requirement is beyond what such a token can do. What a key lacks that can only read shows when it is used. */
export function isBeyond(
  limit: AdminLimit,
  { id, operations }: { readonly id: string } & Pick<Requirement, 'operations'>,
  wire: Pick<WireFormat, 'access' | 'route'>,
): boolean {
  if (limit === 'read-only') return false;
  if (!ANY_USER.test(id)) return true;
  return operations.some((operation) => {
    const access = wire.access(operation);
    const { method, path = '' } = wire.route(operation) ?? {};
    // What such a key changes it may not be allowed to undo, so that it makes nothing to be read either.
    if (method !== 'get' || [...path.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => isOfMade(name))) return true;
    return limit === 'scoped' ? access.scopedKeyRefused !== undefined : access.administrator !== undefined;
  });
}
