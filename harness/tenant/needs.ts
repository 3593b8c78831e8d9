import type { BindingId } from '../../contracts/bindings/index.ts';
import { TABLE, valueOf } from '../../contracts/bindings/resolved.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { CHANGE_CALLER, CHANGED_BY } from '../../contracts/requirements/changed-things.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { Needs } from '../../contracts/requirements/row.ts';
import { notAllowed, notLeased, tooLong, unset, unstated, type Cause } from '../../evidence/causes.ts';
import { duration, type Configuration, type Settings } from './configuration.ts';
import { administratorNeeded, isBeyond, type AdminLimit } from './admin-limit.ts';
import type { Sources } from './tenant.ts';
import type { WireFormat } from './wire-format.ts';

/** The parts of a tenant that the needs of a requirement refer to. */
export interface Provided {
  readonly settings: Settings;
  readonly isLive: boolean;
  readonly sources: Sources;
  readonly wire: Pick<WireFormat, 'resolved' | 'access' | 'route'>;
  /** What ADMIN_TOKEN lacks. */
  readonly limit?: AdminLimit;
}

/** Everything that is missing to check a requirement. */
export function unmetNeeds(
  { id: requirement, needs, operations }: { readonly id: string } & Pick<Requirement, 'needs' | 'operations'>,
  { settings, sources, isLive, wire, limit }: Provided,
  { maxWait, borrows, allowsAccountChanges }: Pick<Configuration, 'maxWait' | 'borrows' | 'allowsAccountChanges'>,
): Cause[] {
  if (limit && isBeyond(limit, { id: requirement, operations }, wire)) return [administratorNeeded(limit)];
  const missing = [...(needs.actors ?? []), ...(needs.lent ?? [])].filter((name) => settings[name] === undefined);
  const isOpen = (id: BindingId) => {
    const resolution = wire.resolved.get(id);
    const isDefault = resolution !== undefined && 'source' in resolution && resolution.source === 'default';
    return valueOf(wire.resolved, id) === undefined || (isLive && isDefault && TABLE[id]?.isNeverGuessed === true);
  };
  const open = (needs.bindings ?? []).filter(isOpen);
  const found = isLive && !borrows ? foundThings(operations, needs, sources) : [];
  const isTooLong = isLive && needs.wait !== undefined && (duration(needs.wait) ?? 0) > maxWait;
  return [
    ...missing.map((name) => unset(name)),
    ...open.map((id) => unstated(id)),
    ...(isTooLong ? [tooLong(needs.wait ?? '')] : []),
    ...(found.length > 0 ? [borrowing(found)] : []),
    ...(isLive && needs.accountChange !== undefined && !allowsAccountChanges
      ? [notAllowed('ALLOW_ACCOUNT_CHANGES=1', `a broken tenant would let it ${needs.accountChange}`)]
      : []),
    ...(isLive && needs.account !== undefined ? [notLeased(needs.account)] : []),
  ];
}

/** What the operations of a requirement would change although the run only found it. */
function foundThings(
  operations: readonly AnyOperationId[],
  { actors = [], lent = [] }: Needs,
  sources: Sources,
): string[] {
  const named: readonly string[] = [...actors, ...lent];
  const found = operations.flatMap((operation) =>
    (CHANGED_BY[operation]?.settings ?? []).filter((name) => named.includes(name) && sources[name] === 'found'),
  );
  return [...found, ...(operations.some((one) => CHANGE_CALLER.includes(one)) ? ['the administrator'] : [])];
}

/** The consent for a check that would change what was only found. */
export function borrowing(found: readonly string[]): Cause {
  return notAllowed('BORROW=1', `it changes ${[...new Set(found)].join(', ')}, which the run only found`);
}
