import { refuse } from '../answer.ts';
import type { Body, Call } from '../call.ts';
import { addBranch } from '../families/build.ts';
import type { Branch, Deployment } from '../world/deployments.ts';
import { FLAG, NAME, type Thing, type VendorOperations } from './operation.ts';

function deploymentIn({ tenant, path }: Call): Deployment {
  return (
    tenant.deployments.deployments.get(Number(path['deploymentId'])) ?? refuse('unknown', 'there is no such deployment')
  );
}

function branchView({ name, running }: Branch): Thing {
  return { branchName: name, isRunning: running };
}

function createBranch(call: Call, body: Body): Thing {
  const deployment = deploymentIn(call);
  const {
    branchName,
    parentBranch,
    isRunning = true,
  } = body as {
    branchName: string;
    parentBranch?: string;
    isRunning?: boolean;
  };
  if (deployment.branches.has(branchName)) refuse('conflict', 'the deployment has a branch of this name');
  const parent = deployment.branches.get(parentBranch ?? deployment.mainBranch);
  if (!parent) refuse('unknown', 'parentBranch names no branch of this deployment');
  const branch: Branch = { ...parent, name: branchName, parent: parent.name, running: isRunning, staging: false };
  addBranch(call.tenant, deployment, branch);
  return branchView(branch);
}

const BRANCH = { branchName: NAME, isRunning: FLAG };

/** Branches are removed by a printed operation. */
export const branches: VendorOperations = {
  createBranch: {
    kind: 'branches',
    family: 'build',
    does: 'create',
    summary: 'Make a branch of a deployment',
    body: { branchName: { ...NAME, pattern: '^[A-Za-z0-9._/-]+$' }, parentBranch: NAME, isRunning: FLAG },
    needed: ['branchName'],
    refers: { parentBranch: { kind: 'branch', by: 'name', isNeeded: true } },
    shows: BRANCH,
    listedBy: 'listBranches',
    run: createBranch,
  },
  listBranches: {
    kind: 'branches',
    family: 'build',
    does: 'list',
    summary: 'List the branches of a deployment',
    shows: BRANCH,
    by: 'branchName',
    run: (call) => [...deploymentIn(call).branches.values()].map(branchView),
  },
};
