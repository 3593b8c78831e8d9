import { CHANGED_BY, SPARE_DEPLOYMENT } from '../../contracts/requirements/changed-things.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { Configuration } from './configuration.ts';
import type { TenantUnderTest } from './tenant.ts';

type Place = 'DEPLOYMENT_ID' | 'OTHER_DEPLOYMENT_ID';
type Seen = Pick<TenantUnderTest, 'isLive' | 'sources' | 'settings'>;
type Asking = Pick<Requirement, 'needs' | 'operations'>;

/** Credentials that are worth the same in every deployment: two are let in everywhere, and an expired one nowhere. */
const ANYWHERE: readonly string[] = ['ADMIN_TOKEN', 'OAUTH_TOKEN', 'EXPIRED_TOKEN'];

/**
 * The setting whose deployment the spare one stands for in a check that changes the settings of a deployment: where the run only
 * found a deployment, it is not changed. A key that is scoped to DEPLOYMENT_ID is refused in any other, so that there the spare
 * deployment is the other one.
 */
export function placeOfSpare(
  { needs, operations }: Asking,
  { isLive, sources, settings }: Seen,
  { borrows }: Pick<Configuration, 'borrows'>,
): Place | undefined {
  const changes = [...operations, ...(needs.steps ?? [])].some((one) => CHANGED_BY[one]?.named === 'deploymentId');
  const { actors = [], lent = [] } = needs;
  const isScoped = actors.includes('SCOPED_TOKEN');
  const place: Place = isScoped ? 'OTHER_DEPLOYMENT_ID' : 'DEPLOYMENT_ID';
  if (!changes || !isLive || borrows || !lent.includes(place)) return undefined;
  if (settings[SPARE_DEPLOYMENT] === undefined || sources[place] !== 'found') return undefined;
  const others = [...actors.filter((one) => !ANYWHERE.includes(one)), ...lent];
  const known = ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID', ...(isScoped ? ['SCOPED_TOKEN'] : [])];
  return others.every((one) => known.includes(one)) ? place : undefined;
}

/** The tenant as a check sees it that works in the spare deployment: without what belongs to the one whose place it takes. */
export function withSpare<Tenant extends Seen>(
  tenant: Tenant,
  asking: Asking,
  configuration: Pick<Configuration, 'borrows'>,
): Tenant {
  const place = placeOfSpare(asking, tenant, configuration);
  if (place === undefined) return tenant;
  const { sources, settings } = tenant;
  const { actors = [], lent = [], mayUse = [] } = asking.needs;
  const bound = mayUse.filter((one) => !ANYWHERE.includes(one) && ![...actors, ...lent].some((other) => other === one));
  const left = Object.entries(settings).filter(([name]) => !bound.some((one) => one === name));
  return {
    ...tenant,
    settings: { ...Object.fromEntries(left), [place]: settings[SPARE_DEPLOYMENT] },
    sources: { ...sources, [place]: sources[SPARE_DEPLOYMENT] },
  };
}
