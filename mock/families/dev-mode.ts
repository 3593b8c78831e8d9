import { ok, refuse, type Answer } from '../answer.ts';
import { may } from '../authority.ts';
import { bodyOf, type Call } from '../call.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { Branch, Deployment } from '../world/deployments.ts';
import type { FamilyBehaviour } from './family.ts';

/** Who is on which branch, by deployment and user. */
const states = slice('dev-mode', () => new Map<string, string>());

function keyOf(deployment: Deployment, userId: number): string {
  return `${deployment.id}/${userId}`;
}

/** The branch that a user works on in dev mode; nobody stays on a branch that is gone. */
export function branchInDevMode(
  tenant: Tenant,
  deployment: Deployment,
  userId: number | undefined,
): Branch | undefined {
  const name = userId === undefined ? undefined : states(tenant).get(keyOf(deployment, userId));
  return name === undefined ? undefined : deployment.branches.get(name);
}

/** Refuses who may not work on the branches of a deployment. */
export function requireBranchWork({ tenant, principal }: Call, deployment: Deployment): void {
  const { actions } = tenant.rules.devMode;
  if (!actions.some((action) => may(tenant, principal, action, deployment.id))) {
    refuse('forbidden', 'the caller may not work on the branches of this deployment');
  }
}

function enterDevMode(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.devMode;
  const { branchName } = bodyOf(call);
  if (typeof branchName !== 'string' || branchName === '') refuse('invalid', 'branchName is no text');
  const deployment = tenant.deployments.deployments.get(Number(call.path['deploymentId']));
  if (!deployment) refuse('unknown', 'there is no such deployment');
  requireBranchWork(call, deployment);
  if (!principal.user) refuse('forbidden', 'dev mode is for users');
  if (!deployment.branches.has(branchName)) refuse('unknown', 'the deployment has no such branch');
  const { id } = principal.user;
  const standing = branchInDevMode(tenant, deployment, id)?.name;
  states(tenant).set(keyOf(deployment, id), rules.switched(standing, branchName));
  const branch = branchInDevMode(tenant, deployment, id);
  return branch ? ok(rules.state(branch)) : refuse('unknown', 'the deployment has no such branch');
}

export const devMode: FamilyBehaviour = { handlers: { enterDevMode } };
