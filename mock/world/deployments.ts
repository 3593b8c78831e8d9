import { Collection } from '../collection.ts';
import type { Random } from '../random.ts';

export interface Branch {
  readonly name: string;
  readonly parent: string;
  /** Whether a session can be opened on the branch. */
  readonly running: boolean;
  readonly compiles: boolean;
  readonly staging: boolean;
}

export interface Deployment {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly mainBranch: string;
  readonly branches: ReadonlyMap<string, Branch>;
  /** What an update may change. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Never part of any answer. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface Environment {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
}

export interface Deployments {
  readonly deployments: Collection<Deployment>;
  readonly environments: Collection<Environment>;
  /** The deployment that most of the seed lives in, and one beside it. */
  readonly home: number;
  readonly other: number;
  /** A deployment that nobody works in, for what there has to be a lot of. */
  readonly archive: number;
  /** The environment of the home deployment with more live tokens than a list covers. */
  readonly crowded: number;
}

export const VERSIONS = ['1.4.0', '1.4.1', '1.5.0'] as const;

function branch(name: string, state: Partial<Branch> = {}): [string, Branch] {
  return [name, { name, parent: 'main', running: true, compiles: true, staging: false, ...state }];
}

/** What a deployment starts with. */
interface Start {
  readonly name: string;
  readonly configuration?: Deployment['configuration'];
  readonly branches?: Deployment['branches'];
}

/** A further deployment with its environments; one that somebody creates has nothing but its main branch. */
export function addDeployment(
  { deployments, environments }: Pick<Deployments, 'deployments' | 'environments'>,
  random: Random,
  { name, configuration, branches = new Map([branch('main')]) }: Start,
): Deployment {
  const id = deployments.nextId();
  for (const environment of ['production', 'staging', 'archive']) {
    environments.add({ id: environments.nextId(), deploymentId: id, name: environment });
  }
  return deployments.add({
    id,
    name,
    slug: `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${random.word(4)}`,
    mainBranch: 'main',
    branches,
    configuration: {
      cloudProvider: 'aws',
      region: 'eu-central-1',
      releaseChannel: 'stable',
      releaseChannelVersion: VERSIONS[1],
      releaseChannelVersionHold: false,
      template: 'warehouse',
      templateVariables: { schema: 'public', threads: '4' },
      defaultLaunchpadViewGroup: 'all',
      launchpadTabs: ['reports', 'workbooks'],
      ...configuration,
    },
    secrets: { databasePassword: `pw-${random.word(24)}`, signingKey: `sk-${random.word(32)}` },
  });
}

export function seedDeployments(random: Random): Deployments {
  const deployments = new Collection<Deployment>(11);
  const environments = new Collection<Environment>(501);
  const add = (name: string, ...more: readonly string[]) => {
    const branches = new Map([
      branch('main'),
      branch('feature/orders'),
      branch('feature-running'),
      branch('feature-stopped', { running: false }),
      branch('feature-broken', { compiles: false }),
      branch('feature/spare', { running: false }),
      branch('feature/spare-later', { running: false }),
      branch('feature/spare-last', { running: false }),
      ...more.map((one) => branch(one)),
    ]);
    return addDeployment({ deployments, environments }, random, { name, branches }).id;
  };
  const home = add('Sales');
  // Between the two that keys are scoped to, by its id.
  const archive = add('Support');
  const other = add('Finance', 'feature-budget');
  // Nobody works in this one but a machine that mints a token for each of its runs.
  const crowded = environments.add({
    id: environments.nextId(),
    deploymentId: home,
    name: 'continuous integration',
  }).id;
  return { deployments, environments, home, other, archive, crowded };
}
