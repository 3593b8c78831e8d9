import type { BindingId } from '../../contracts/bindings/index.ts';
import { TABLE, valueOf } from '../../contracts/bindings/resolved.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import { duration, type Configuration, type Settings } from './configuration.ts';
import type { WireFormat } from './wire-format.ts';

/** The parts of a tenant that the needs of a requirement refer to. */
export interface Provided {
  readonly settings: Settings;
  readonly isLive: boolean;
  readonly wire: Pick<WireFormat, 'resolved'>;
}

/** What is missing to check a requirement, each as an instruction. */
export function unmetNeeds(
  { needs }: Pick<Requirement, 'needs'>,
  { settings, isLive, wire }: Provided,
  { maxWait, allowsAccountChanges }: Pick<Configuration, 'maxWait' | 'allowsAccountChanges'>,
): string[] {
  const missing = [...(needs.actors ?? []), ...(needs.lent ?? [])].filter((name) => settings[name] === undefined);
  const isOpen = (id: BindingId) => {
    const resolution = wire.resolved.get(id);
    const isDefault = resolution !== undefined && 'source' in resolution && resolution.source === 'default';
    return valueOf(wire.resolved, id) === undefined || (isLive && isDefault && TABLE[id]?.isNeverGuessed === true);
  };
  const open = (needs.bindings ?? []).filter(isOpen);
  const isTooLong = isLive && needs.wait !== undefined && (duration(needs.wait) ?? 0) > maxWait;
  return [
    ...(missing.length > 0 ? [`set ${missing.join(', ')}`] : []),
    ...(open.length > 0 ? [`state ${open.join(', ')} in BINDINGS`] : []),
    ...(isTooLong ? [`set MAX_WAIT=${needs.wait ?? ''}`] : []),
    ...(isLive && needs.accountChange !== undefined && !allowsAccountChanges
      ? [`set ALLOW_ACCOUNT_CHANGES=1: a broken tenant would let it ${needs.accountChange}`]
      : []),
    ...(isLive && needs.account !== undefined ? [`only a leased tenant allows it: ${needs.account}`] : []),
  ];
}
