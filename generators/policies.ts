import fc from 'fast-check';
import type { components } from '../contracts/generated/openapi.ts';
import { deploymentId } from './deployments.ts';
import { atLeast, favouring, type Bounds } from './numbers.ts';

export type Policy = components['schemas']['PolicyInput'];
type Action = components['schemas']['Action'];

/**
 * Actions that fit deployments. Which action fits which other type is open, and so is what those types may name: only a
 * Deployment policy can be called valid from what is printed. The first one is where shrinking ends.
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

/** Those of them that a tenant may keep for the account as a whole. */
const OF_THE_ACCOUNT: readonly Action[] = ['DeploymentsManage', 'DeploymentCreate', 'PlatformNetworkConnect'];
const LIKELIEST = DEPLOYMENT_ACTIONS.filter((action) => !OF_THE_ACCOUNT.includes(action));

/**
 * One or more actions, no two alike. All stands alone: a tenant may tidy what All includes, and the two would read back
 * as one.
 */
const actions: fc.Arbitrary<Action[]> = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 4,
    arbitrary: atLeast(1, fc.uniqueArray(fc.constantFrom<Action>(...LIKELIEST), { maxLength: 8 })),
  },
  { weight: 1, arbitrary: fc.constant<Action[]>(['All']) },
);

/** Ids, no two alike, or the single entry All; what the two mean side by side is open. */
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
 * Lists of valid policies, mostly short, and where `max` allows it one in eight long, often as long as can be. No two of
 * a list name the same deployments: a tenant may fold such policies into one when it shows them.
 */
export function policies({ min = 0, max }: Partial<Bounds> & Pick<Bounds, 'max'>): fc.Arbitrary<Policy[]> {
  const many = favouring([max - 1, max], { min, max }).map(crowd);
  if (min > FEW) return many;
  const deployments = (one: Policy) => [...one.resources].sort().join(' ');
  const few = atLeast(min, fc.uniqueArray(policy(), { maxLength: Math.min(max, FEW), selector: deployments }));
  if (max <= FEW) return few;
  return fc.oneof({ withCrossShrink: true }, { weight: 7, arbitrary: few }, { weight: 1, arbitrary: many });
}

/** So many policies, each as small as a policy can be: in a crowd it is the number that matters. */
function crowd(count: number): Policy[] {
  return Array.from({ length: count }, (_, index) => ({
    resourceType: 'Deployment',
    actions: ['DeploymentRead'],
    resources: [String(index + 1)],
  }));
}
