import type { Route } from '../../contracts/bindings/binding.ts';
import type { BindingId } from '../../contracts/bindings/index.ts';
import { deploymentRemoval } from '../../contracts/bindings/removals.ts';
import { TABLE, valueOf } from '../../contracts/bindings/resolved.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import {
  CHANGE_CALLER,
  CHANGED_BY,
  LEAVES_COPIES,
  STAND_IN,
  WORKBOOKS,
} from '../../contracts/requirements/changed-things.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { IfChangeable, Needs } from '../../contracts/requirements/row.ts';
import { notAllowed, notLeased, tooLong, unset, unstated, type Cause } from '../../evidence/causes.ts';
import { isHere } from '../http/routes.ts';
import { duration, type Configuration } from './configuration.ts';
import { administratorNeeded, isBeyond } from './admin-limit.ts';
import { placeOfSpare, withSpare } from './spare-deployment.ts';
import type { Sources, TenantUnderTest } from './tenant.ts';
import type { WireFormat } from './wire-format.ts';

/** The parts of a tenant that the needs of a requirement refer to. */
export type Provided = Pick<TenantUnderTest, 'settings' | 'isLive' | 'sources' | 'embedded' | 'consents' | 'limit'> & {
  readonly wire: Pick<WireFormat, 'resolved' | 'document' | 'access' | 'route'>;
};

/** Everything that is missing to check a requirement. */
export function unmetNeeds(
  requirement: { readonly id: string } & Pick<Requirement, 'needs' | 'operations'>,
  provided: Provided,
  { maxWait, borrows, allowsAccountChanges }: Pick<Configuration, 'maxWait' | 'borrows' | 'allowsAccountChanges'>,
): Cause[] {
  const { needs, operations } = requirement;
  const isInSpare = placeOfSpare(requirement, provided, { borrows }) !== undefined;
  const seen = withSpare(provided, requirement, { borrows });
  const { settings, sources, embedded = [], consents = {}, isLive, wire, limit } = seen;
  if (limit && isBeyond(limit, requirement, wire)) return [administratorNeeded(limit)];
  // The deployment whose place the spare one takes is not changed; a request that would is not sent.
  const changing = isLive && !borrows ? changesOf(operations, needs) : [];
  const changed = changing.filter((one) => !isInSpare || CHANGED_BY[one]?.named !== 'deploymentId');
  const isOthers = standsIn({ needs }, { settings, sources, embedded, isLive }, { borrows });
  const changes = changed.filter((one) => !isOthers || !CHANGE_CALLER.includes(one));
  const found = foundAmong(changes, needs, sources);
  const left = leftOut(needs, found);
  const stillFound = left
    ? foundAmong(
        changes.filter((one) => !left.operations.includes(one)),
        needs,
        sources,
      )
    : found;
  const missing = [...(needs.actors ?? []), ...(needs.lent ?? [])].filter(
    (name) =>
      isNamed(name, operations, wire) &&
      (settings[name] === undefined || isOtherKind(needs, embedded, name)) &&
      !(left?.lent ?? []).some((one) => one === name),
  );
  const isOpen = (id: BindingId) => {
    const resolution = wire.resolved.get(id);
    const isDefault = resolution !== undefined && 'source' in resolution && resolution.source === 'default';
    return valueOf(wire.resolved, id) === undefined || (isLive && isDefault && TABLE[id]?.isNeverGuessed === true);
  };
  const open = (needs.bindings ?? []).filter(isOpen);
  const isTooLong = isLive && needs.wait !== undefined && (duration(needs.wait) ?? 0) > maxWait;
  return [
    ...lacking(missing, consents),
    ...open.map((id) => unstated(id)),
    ...(isLive ? undeclaredReads(needs, wire) : []),
    ...(isTooLong ? [tooLong(needs.wait ?? '')] : []),
    ...(stillFound.length > 0 ? [borrowing(stillFound)] : []),
    ...(isLive && needs.accountChange !== undefined && !allowsAccountChanges
      ? [notAllowed('ALLOW_ACCOUNT_CHANGES=1', `a broken tenant would let it ${needs.accountChange}`)]
      : []),
    ...(isLive && needs.makes !== undefined && !allowsAccountChanges && !isRemovedHere(settings, wire)
      ? [notAllowed('ALLOW_ACCOUNT_CHANGES=1', `it makes ${needs.makes}`)]
      : []),
    ...(isLive && !allowsAccountChanges ? copiesLeft(operations, needs, sources) : []),
    ...(isLive && needs.account !== undefined ? [notLeased(needs.account)] : []),
  ];
}

/** Whether a deployment costs nothing and stays nowhere: a tenant of this machine declares how it is removed. */
function isRemovedHere({ BASE_URL = '' }: Provided['settings'], { document }: Provided['wire']): boolean {
  return isHere(BASE_URL) && deploymentRemoval(document) !== undefined;
}

/** Things that a request names in its body, by the binding of the member; others name them in their paths. */
const NAMED_BY: Readonly<Record<string, BindingId>> = {
  DATA_SOURCE_NAME: 'lakehouse.preview-data-source',
  OTHER_DATA_SOURCE_NAME: 'lakehouse.preview-data-source',
};

/** Whether requests have to name a thing: none is needed where the tenant's document has no place for it or lets it be left out. */
function isNamed(setting: string, operations: readonly AnyOperationId[], wire: Provided['wire']): boolean {
  const id = NAMED_BY[setting];
  if (id === undefined || operations.some((one) => wire.route(one)?.path.includes(PATH_OF_DATA_SOURCE) === true))
    return true;
  const { document } = wire;
  const member = valueOf(wire.resolved, id) as string | undefined;
  const route = wire.route('startMetricViewPreview');
  const declared = route && document?.find(route.method, route.path);
  const schema = declared && document?.schemaOf(declared, 'request');
  if (member === undefined || !document || !schema) return member !== undefined;
  const isDeclared = Object.hasOwn(document.propertiesOf(schema), member);
  return !isDeclared || document.requiredOf(schema).includes(member);
}

const PATH_OF_DATA_SOURCE = '{dataSourceName}';

/** Credentials of the administrator: what is sent with one of them changes the administrator. */
const OF_ADMINISTRATOR: readonly string[] = [
  'SCOPED_TOKEN',
  'SPARE_SCOPED_TOKEN',
  'TWO_SCOPE_TOKEN',
  'EXPIRED_TOKEN',
  'OAUTH_TOKEN',
];

/** Whether a user that the run made sends what changes its caller, because the administrator was only found. */
export function standsIn(
  { needs: { anyCaller, actors = [] } }: Pick<Requirement, 'needs'>,
  { isLive, sources, settings, embedded = [] }: Pick<Provided, 'isLive' | 'sources' | 'settings' | 'embedded'>,
  { borrows }: Pick<Configuration, 'borrows'>,
): boolean {
  if (!isLive || borrows || anyCaller !== true || actors.some((one) => OF_ADMINISTRATOR.includes(one))) return false;
  return settings[STAND_IN] !== undefined && sources[STAND_IN] === 'made' && !embedded.includes(STAND_IN);
}

/** What would bring the missing settings: a consent, with which the run makes them, or to set them. */
export function lacking(missing: readonly string[], consents: Provided['consents'] = {}): Cause[] {
  const made = missing.filter((name) => consents[name] !== undefined);
  const ways = new Set(made.flatMap((name) => consents[name] ?? []));
  return [
    ...missing.filter((name) => !made.includes(name)).map((name) => unset(name)),
    ...[...ways].map((consent) => {
      const names = made.filter((name) => consents[name] === consent).join(', ');
      return notAllowed(consent, `the run then makes ${names}, which can be set instead`);
    }),
  ];
}

/** Where an embed token may stand for any credential of its user, by what the setting itself asks for. */
const OF_EMBED_SESSIONS: readonly string[] = ['ADMIN_EMBED_TOKEN'];

/** Whether all that there is for a credential is an embed token, and the requirement is about another kind of credential. */
export function isOtherKind({ mayBeEmbedded = [] }: Needs, embedded: readonly string[], setting: string): boolean {
  const fits: readonly string[] = [...OF_EMBED_SESSIONS, ...mayBeEmbedded];
  return embedded.includes(setting) && !fits.includes(setting);
}

/** Reads of families that the specification only names, which are checked as the tenant's own document declares them. */
function undeclaredReads({ bindings = [] }: Needs, { resolved, document }: Provided['wire']): Cause[] {
  return bindings
    .filter((id) => id.startsWith('named.'))
    .filter((id) => {
      const route = valueOf(resolved, id) as Route | undefined;
      return route !== undefined && document?.find(route.method, route.path) === undefined;
    })
    .map((id) => unstated(id, "the tenant's document declares no read of it"));
}

/** Operations that the check of a requirement sends and that change something. */
function changesOf(operations: readonly AnyOperationId[], { steps = [] }: Needs): readonly AnyOperationId[] {
  // A check that sends one of these in the way that does change something says so by its steps.
  const sent = operations.filter((one) => CHANGED_BY[one]?.unless === undefined);
  return [...sent, ...steps].filter((one) => CHANGED_BY[one] !== undefined || CHANGE_CALLER.includes(one));
}

/** What a check does without, because a thing was only found. */
function leftOut({ ifChangeable }: Needs, found: readonly string[]): IfChangeable | undefined {
  return found.length > 0 ? ifChangeable : undefined;
}

/** What operations would change although the run only found it. */
function foundAmong(
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

/** What stays of workbooks that the run did not make takes consent. */
function copiesLeft(
  operations: readonly AnyOperationId[],
  { lent = [], steps = [] }: Needs,
  sources: Sources,
): readonly Cause[] {
  if (![...operations, ...steps].some((one) => LEAVES_COPIES.includes(one))) return [];
  const named = WORKBOOKS.filter((name) => lent.some((one) => one === name) && sources[name] !== 'made');
  return named.length > 0 ? [leaving(named)] : [];
}

/** The consent for a check that leaves copies of a workbook which the run did not make. */
export function leaving(workbooks: readonly string[]): Cause {
  return notAllowed(
    'ALLOW_ACCOUNT_CHANGES=1',
    `it leaves a copy of ${workbooks.join(', ')}, which the run did not make`,
  );
}

/** The consent for a check that would change what was only found. */
export function borrowing(found: readonly string[]): Cause {
  return notAllowed('BORROW=1', `it changes ${[...new Set(found)].join(', ')}, which the run only found`);
}
