import {
  CHANGED_BY,
  DATA_SOURCES,
  SPARE_DEPLOYMENT,
  SPARE_KEY,
  SPARE_SOURCE,
} from '../../contracts/requirements/changed-things.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { Configuration } from './configuration.ts';
import type { TenantUnderTest } from './tenant.ts';

type Place = keyof typeof DATA_SOURCES;
type Seen = Pick<TenantUnderTest, 'isLive' | 'sources' | 'settings'>;
type Asking = { readonly id: string } & Pick<Requirement, 'needs' | 'operations'>;

/** Credentials that are worth the same in every deployment: two are let in everywhere, and an expired one nowhere. */
const ANYWHERE: readonly string[] = ['ADMIN_TOKEN', 'OAUTH_TOKEN', 'EXPIRED_TOKEN'];

/**
 * The setting whose deployment the spare one stands for in a check that changes the settings of a deployment: where the run only
 * found a deployment, it is not changed. So it is in a check that needs a data source which is not there, or not to be changed.
 * A key that is scoped to DEPLOYMENT_ID is refused in any other, so that there the spare deployment is the other one, or the key
 * is one that is scoped to the spare deployment.
 */
export function placeOfSpare(
  asking: Asking,
  tenant: Seen,
  { borrows }: Pick<Configuration, 'borrows'>,
): Place | undefined {
  const { isLive, sources, settings } = tenant;
  const { actors = [], lent = [] } = asking.needs;
  const isScoped = actors.includes('SCOPED_TOKEN');
  const place: Place = isScoped && !hasOwnKey(asking, tenant) ? 'OTHER_DEPLOYMENT_ID' : 'DEPLOYMENT_ID';
  if (!isLive || !lent.includes(place) || settings[SPARE_DEPLOYMENT] === undefined) return undefined;
  const isFound = sources[place] === 'found' && changes(asking, 'deploymentId') && !borrows;
  const standIns = standInsFor(place, asking, tenant, borrows);
  if (!isFound && Object.keys(standIns).length === 0) return undefined;
  const others = [...actors.filter((one) => !ANYWHERE.includes(one)), ...lent];
  const known = [
    'DEPLOYMENT_ID',
    'OTHER_DEPLOYMENT_ID',
    ...Object.keys(standIns),
    ...(isScoped ? ['SCOPED_TOKEN'] : []),
  ];
  return others.every((one) => known.includes(one)) ? place : undefined;
}

/** Whether a check needs a key that is scoped to its only deployment, and there is one for the spare deployment. */
const hasOwnKey = ({ needs: { actors = [], lent = [] } }: Asking, { settings }: Seen) =>
  actors.includes('SCOPED_TOKEN') && !lent.includes('OTHER_DEPLOYMENT_ID') && settings[SPARE_KEY] !== undefined;

/** The data sources that a check needs and that are not there or not to be changed, each with the one of the spare deployment. */
function standInsFor(
  place: Place,
  asking: Asking,
  { sources, settings }: Seen,
  borrows: boolean,
): Record<string, string> {
  const name = settings[SPARE_SOURCE];
  if (name === undefined) return {};
  const isLacking = (one: Place | (typeof DATA_SOURCES)[Place][number]) =>
    settings[one] === undefined || (sources[one] === 'found' && changes(asking, 'dataSourceName') && !borrows);
  const lacking = DATA_SOURCES[place].filter((one) => asking.needs.lent?.includes(one) === true && isLacking(one));
  // Where a tenant takes an integration of any name, another name has none yet: each requirement has one of its own.
  const free = sources[SPARE_SOURCE] === 'made' ? `${name}-${asking.id.split('.').at(-1)}` : undefined;
  const standIns = lacking.map((one) => [one, one === 'SPARE_DATA_SOURCE_NAME' ? free : name] as const);
  return Object.fromEntries(standIns.flatMap(([one, value]) => (value === undefined ? [] : [[one, value]])));
}

const changes = ({ operations, needs }: Asking, named: string) =>
  [...operations, ...(needs.steps ?? [])].some((one) => CHANGED_BY[one]?.named === named);

/** The tenant as a check sees it that works in the spare deployment: without what belongs to the one whose place it takes. */
export function withSpare<Tenant extends Seen>(
  tenant: Tenant,
  asking: Asking,
  { borrows }: Pick<Configuration, 'borrows'>,
): Tenant {
  const place = placeOfSpare(asking, tenant, { borrows });
  if (place === undefined) return tenant;
  const { sources, settings } = tenant;
  const { actors = [], lent = [], mayUse = [] } = asking.needs;
  const bound = mayUse.filter((one) => !ANYWHERE.includes(one) && ![...actors, ...lent].some((other) => other === one));
  const left = Object.entries(settings).filter(([name]) => !bound.some((one) => one === name));
  const standIns = standInsFor(place, asking, tenant, borrows);
  const source = sources[SPARE_DEPLOYMENT];
  const standing = Object.fromEntries(Object.keys(standIns).map((one) => [one, source]));
  return {
    ...tenant,
    settings: {
      ...Object.fromEntries(left),
      ...standIns,
      ...(hasOwnKey(asking, tenant) && { SCOPED_TOKEN: settings[SPARE_KEY] }),
      [place]: settings[SPARE_DEPLOYMENT],
    },
    sources: { ...sources, ...standing, [place]: source },
  };
}
