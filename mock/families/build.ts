import { created, done, refuse, type Answer } from '../answer.ts';
import { mayGlobally } from '../authority.ts';
import { bodyOf, type Call } from '../call.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import { addDeployment, type Branch, type Deployment } from '../world/deployments.ts';
import { branchInDevMode, requireBranchWork } from './dev-mode.ts';
import type { FamilyBehaviour } from './family.ts';

/** The branches of the repositories that deployments are built from; a deployment on its own has none. */
const upstream = slice('build', ({ deployments: { deployments } }) => ({
  branches: new Map(deployments.all().map(({ id, branches }) => [id, new Set(branches.keys())])),
}));

function deploymentIn({ tenant, path }: Call): Deployment {
  return (
    tenant.deployments.deployments.get(Number(path['deploymentId'])) ?? refuse('unknown', 'there is no such deployment')
  );
}

function branchOf(deployment: Deployment, name: unknown): Branch {
  if (typeof name !== 'string' || name === '') refuse('invalid', 'branchName is missing');
  return deployment.branches.get(name) ?? refuse('unknown', 'the deployment has no such branch');
}

function withBranches({ deployments }: Tenant, deployment: Deployment, branches: readonly Branch[]): void {
  const byName = new Map(branches.map((branch) => [branch.name, branch]));
  deployments.deployments.replace({ ...deployment, branches: byName });
}

/** A further branch of a deployment; a repository is what a deployment had when the tenant was new. */
export function addBranch(tenant: Tenant, deployment: Deployment, branch: Branch): void {
  upstream(tenant);
  withBranches(tenant, deployment, [...deployment.branches.values(), branch]);
}

function deleteBranch(call: Call): Answer {
  const { tenant, query } = call;
  const rules = tenant.rules.build;
  const deployment = deploymentIn(call);
  requireBranchWork(call, deployment);
  const removesUpstream = rules.removesUpstream(query.oneOf('removeOnUpstream', ['true', 'false']));
  const { name } = branchOf(deployment, query.text('branchName'));
  if (name === deployment.mainBranch) refuse('conflict', 'the main branch stays');
  // Read before anything is taken away: what the repository had first is what the deployments had.
  const repository = upstream(tenant).branches.get(deployment.id);
  const left = [...deployment.branches.values()].filter((branch) => !rules.isRemoved(branch, name));
  withBranches(tenant, deployment, left);
  if (removesUpstream) repository?.delete(name);
  return done();
}

function setStagingEnvironment(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.build;
  const deployment = deploymentIn(call);
  requireBranchWork(call, deployment);
  const { branchName, enabled } = bodyOf(call);
  if (typeof enabled !== 'boolean') refuse('invalid', 'enabled is neither true nor false');
  const { name } = branchOf(deployment, branchName);
  const branches = [...deployment.branches.values()];
  withBranches(
    tenant,
    deployment,
    branches.map((branch) => (branch.name === name ? rules.withStaging(branch, enabled) : branch)),
  );
  return done();
}

/** Validates the branch that was named, else the one that the caller works on, else the main one. */
function validateDataModel(call: Call): Answer {
  const { tenant, principal, query } = call;
  const deployment = deploymentIn(call);
  const working = branchInDevMode(tenant, deployment, principal.user?.id)?.name;
  const branch = branchOf(deployment, query.text('branchName') ?? working ?? deployment.mainBranch);
  return tenant.rules.build.validated(tenant.rules.build.compiled(branch));
}

function createDeployment(call: Call): Answer {
  const { tenant, principal } = call;
  if (!mayGlobally(tenant, principal, 'DeploymentCreate')) {
    refuse('forbidden', 'the caller may not create deployments');
  }
  const { name, cloudProvider, region } = bodyOf(call);
  const problems: string[] = [];
  if (typeof name !== 'string' || name === '') problems.push('name is no text');
  if (cloudProvider !== undefined && typeof cloudProvider !== 'string') problems.push('cloudProvider is no text');
  if (region !== undefined && typeof region !== 'string') problems.push('region is no text');
  if (problems.length > 0) refuse('invalid', ...problems);
  // Asked for first, so that a repository is only what a deployment had when the tenant was new.
  upstream(tenant);
  const configuration = {
    templateVariables: {},
    ...(cloudProvider !== undefined && { cloudProvider }),
    ...(region !== undefined && { region }),
  };
  const deployment = addDeployment(tenant.deployments, tenant.random, { name: name as string, configuration });
  return created(tenant.rules.build.createdAnswer(deployment));
}

export const build: FamilyBehaviour = {
  handlers: { deleteBranch, setStagingEnvironment, validateDataModel, createDeployment },
};
