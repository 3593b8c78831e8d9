import fc from 'fast-check';
import type { components } from '../contracts/generated/openapi.ts';
import { deploymentId } from './deployments.ts';
import { atLeast, favouring, type Bounds } from './numbers.ts';

export type Policy = components['schemas']['PolicyInput'];
type Action = components['schemas']['Action'];

/**
 * Actions on deployments. The specification leaves open which actions other resource types accept and what their policies
 * may name, so that only Deployment policies are known to be valid. Shrinking ends at the first action.
 */
export const DEPLOYMENT_ACTIONS = [
  'DeploymentRead',
  'DeploymentsManage',
  'DeploymentCreate',
  'DeploymentUpdate',
  'DeploymentDelete',
  'SecretsManage',
  'DownloadData',
  'PlaygroundRead',
  'SchemaRead',
  'SchemaUpdate',
  'SchemaUpdateDevBranches',
  'APMRead',
  'ChatHistoryRead',
  'PreAggregationRead',
  'PreAggregationBuild',
  'AlertsCreate',
  'AlertsRead',
  'AlertsUpdate',
  'AlertsDelete',
  'SqlRunnerRead',
  'DataAssetsRead',
  'DataAssetsManage',
  'PlatformNetworkConnect',
  'ScheduledTasksRead',
  'ScheduledTasksManage',
] as const satisfies readonly Action[];

/** Actions that a tenant may restrict to policies on the whole account. */
const ACCOUNT_ACTIONS: readonly Action[] = ['DeploymentsManage', 'DeploymentCreate', 'PlatformNetworkConnect'];
const LIKELIEST = DEPLOYMENT_ACTIONS.filter((action) => !ACCOUNT_ACTIONS.includes(action));

/**
 * One or more different actions, or All on its own: a tenant may drop actions that All includes, and the policy would
 * then read back differently.
 */
const actions: fc.Arbitrary<Action[]> = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 4,
    arbitrary: atLeast(1, fc.uniqueArray(fc.constantFrom<Action>(...LIKELIEST), { maxLength: 8 })),
  },
  { weight: 1, arbitrary: fc.constant<Action[]>(['All']) },
);

/** Different ids, or the single entry All; what All means next to ids is left open. */
const resources: fc.Arbitrary<string[]> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: atLeast(1, fc.uniqueArray(deploymentId(), { maxLength: 5 })) },
  { weight: 1, arbitrary: fc.constant<string[]>(['All']) },
);

/** A valid Deployment policy. */
export function policy(): fc.Arbitrary<Policy> {
  return fc.record({ resourceType: fc.constant('Deployment' as const), actions, resources }, { noNullPrototype: true });
}

const FEW = 6;

/**
 * Lists of valid policies. Most are short; where `max` allows it, one in eight is long, often of the maximum length. No two
 * policies of a list name the same deployments, because a tenant may merge such policies when it shows them.
 */
export function policies({ min = 0, max }: Partial<Bounds> & Pick<Bounds, 'max'>): fc.Arbitrary<Policy[]> {
  const many = favouring([max - 1, max], { min, max }).map(minimalPolicies);
  if (min > FEW) return many;
  const deployments = (one: Policy) => [...one.resources].sort().join(' ');
  const few = atLeast(min, fc.uniqueArray(policy(), { maxLength: Math.min(max, FEW), selector: deployments }));
  if (max <= FEW) return few;
  return fc.oneof({ withCrossShrink: true }, { weight: 7, arbitrary: few }, { weight: 1, arbitrary: many });
}

/** Minimal policies, for lists in which only the number matters. */
function minimalPolicies(count: number): Policy[] {
  return Array.from({ length: count }, (_, index) => ({
    resourceType: 'Deployment',
    actions: ['DeploymentRead'],
    resources: [String(index + 1)],
  }));
}
