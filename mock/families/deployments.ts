import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { isAdmin, may, reads } from '../authority.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import { dateOf } from '../clock.ts';
import { withAddress } from '../other-members.ts';
import { isEarly } from '../late.ts';
import { pageOf, pageOfCollection, shown } from '../pages.ts';
import type { Page } from '../rules/pages.ts';
import type { Configuration } from '../rules/deployments.ts';
import type { Tenant } from '../tenant.ts';
import { signDataToken } from '../tokens.ts';
import type { Deployment } from '../world/deployments.ts';
import { agentsOf, AUDIT_AGENT, SALES_AGENT, type Agent } from './agents.ts';
import type { FamilyBehaviour } from './family.ts';

/** Below and above the ids of all deployments that exist, so that those that were deleted come first in either order. */
const FIRST_RETIRED = { ascending: 1, descending: 900_001 };
const DELETED_AT = Date.UTC(2025, 2, 14);

function deploymentIn(call: Call, name = 'deploymentId'): Deployment {
  return (
    call.tenant.deployments.deployments.get(Number(call.path[name])) ?? refuse('unknown', 'there is no such deployment')
  );
}

function show({ id, name, slug, configuration }: Deployment): Record<string, unknown> {
  return { id, name, slug, region: configuration['region'], cloudProvider: configuration['cloudProvider'] };
}

function listDeployments(call: Call): Answer {
  const { tenant, principal } = call;
  const { deployments } = tenant.deployments;
  const isShown = ({ id }: Deployment) =>
    reads(tenant, principal, id) && (principal.scope === 'all' || principal.scope.includes(id));
  const list = listsRetired(call)
    ? pageWithRetired(call, isShown)
    : pageOfCollection(call, deployments, (one) => isShown(one));
  return ok(shown(list, (one) => withAddress(call, 'coreData', { ...show(one), ...retirementOf(call, one) })));
}

/** What is there no longer is listed for those alone who see all. */
function listsRetired({ tenant, principal }: Call): boolean {
  const { retiredDeployments } = tenant.dialect.outcomes;
  return retiredDeployments !== 'left out' && isAdmin(tenant, principal) && principal.scope === 'all';
}

const RETIRED_NAMES = ['Pilot', 'Trial of the spring', 'Migration'];

/** Deployments that were deleted: nothing is served of them. */
function retiredIn({ tenant }: Call): readonly Deployment[] {
  const first = FIRST_RETIRED[tenant.dialect.order];
  return RETIRED_NAMES.map((name, index) => ({
    id: first + index,
    name,
    slug: `retired-${index + 1}`,
    mainBranch: 'main',
    branches: new Map(),
    configuration: { region: 'us-east-1', cloudProvider: 'aws' },
    secrets: {},
  }));
}

/** Those that were deleted, and those that exist. */
function pageWithRetired(call: Call, isShown: (one: Deployment) => boolean): Page<Deployment> {
  const descending = call.tenant.dialect.order === 'descending';
  const existing = [...call.tenant.deployments.deployments.all()].filter(
    (one) => isShown(one) && !isEarly(call, one.id),
  );
  const ascending = [...retiredIn(call), ...existing].sort((one, other) => one.id - other.id);
  return pageOf(call, descending ? ascending.reverse() : ascending, ({ id }) => [id], { descending });
}

function retirementOf(call: Call, { id }: Deployment): Record<string, unknown> {
  const isRetired = retiredIn(call).some((one) => one.id === id);
  if (call.tenant.dialect.outcomes.retiredDeployments === 'by a state') {
    return { lifecycle: isRetired ? 'DELETED' : 'RUNNING' };
  }
  return isRetired ? { deletedAt: dateOf(DELETED_AT) } : {};
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** The members of an update that are present and accepted. */
function changeIn(call: Call, deployment: Deployment, body: Body): Configuration {
  const rules = call.tenant.rules.deployments;
  const given = Object.entries(body).filter(([name]) => Object.hasOwn(rules.accepted, name));
  const problems = given.flatMap(([name, value]) =>
    isOf(rules.accepted[name] ?? '', value) ? [] : [`${name} is no ${rules.accepted[name] ?? ''}`],
  );
  const releaseChannelVersion =
    call.tenant.dialect.versionSpelling === 'prefixed'
      ? withoutPrefix(body['releaseChannelVersion'])
      : body['releaseChannelVersion'];
  if (
    releaseChannelVersion !== undefined &&
    !rules.isListedVersion(releaseChannelVersion, rules.versions(deployment))
  ) {
    problems.push('releaseChannelVersion is none of the versions that the deployment can switch to');
  }
  if (problems.length > 0) refuse('invalid', ...problems);
  return { ...Object.fromEntries(given), ...(releaseChannelVersion !== undefined && { releaseChannelVersion }) };
}

function withoutPrefix(version: unknown): unknown {
  return typeof version === 'string' ? version.replace(/^v/, '') : version;
}

/** The settings, with the version in the spelling of the dialect. */
function getDeploymentSettings(call: Call): Answer {
  const { rules, dialect } = call.tenant;
  const settings = rules.deployments.settings(deploymentIn(call));
  const { releaseChannelVersion: version } = settings;
  if (dialect.versionSpelling === 'plain' || typeof version !== 'string') return ok(settings);
  return ok({ ...settings, releaseChannelVersion: `v${version}` });
}

function updateDeployment(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.deployments;
  const deployment = deploymentIn(call);
  const { id } = deployment;
  const mayUpdate = ['DeploymentUpdate', 'DeploymentsManage'].some((action) => may(tenant, principal, action, id));
  if (!mayUpdate) refuse('forbidden', 'the caller may not change this deployment');
  const change = changeIn(call, deployment, bodyOf(call));
  const { configuration } = deployment;
  const variables = rules.mergedVariables(
    configuration['templateVariables'] as Configuration,
    (change['templateVariables'] ?? {}) as Configuration,
  );
  // How a key is removed is open; here null does it, so that whoever added one can take it back.
  const templateVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null));
  const merged = rules.merged(configuration, {
    ...change,
    ...(change['templateVariables'] !== undefined && { templateVariables }),
  });
  tenant.deployments.deployments.replace({ ...deployment, configuration: merged });
  return done();
}

function listDeploymentVersions(call: Call): Answer {
  const versions = call.tenant.rules.deployments.versions(deploymentIn(call)).map((version) => ({
    version,
    ...(call.tenant.dialect.versionSpelling === 'prefixed' && { label: `v${version}` }),
  }));
  return ok({ items: versions });
}

function createDeploymentToken(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.deployments;
  const { min, max, default: otherwise } = rules.tokenSeconds;
  const deployment = deploymentIn(call, 'id');
  const { expiresIn } = bodyOf(call, { optional: true });
  const seconds = expiresIn === undefined ? otherwise : rules.secondsIn(expiresIn);
  if (seconds === undefined || seconds < min || seconds > max) {
    refuse('invalid', `expiresIn is no whole number from ${min} to ${max}`);
  }
  if (!principal.user) refuse('forbidden', 'a token needs a user whom it belongs to');
  const expiresAt = rules.expiresAt(tenant.clock.now(), seconds);
  const token = signDataToken(tenant, { userId: principal.user.id, deploymentId: deployment.id, expiresAt });
  return created(rules.tokenShown(token, expiresAt));
}

function getAgentDefaults(call: Call): Answer {
  const { id } = deploymentIn(call);
  return ok(call.tenant.rules.deployments.agentDefaults(agentsOf(call.tenant, id)));
}

function listAgentSuggestions(call: Call): Answer {
  const { tenant, principal } = call;
  const { id } = deploymentIn(call);
  const rules = tenant.rules.deployments;
  const mayUse = ({ action }: Agent) =>
    action === 'DeploymentRead' ? reads(tenant, principal, id) : may(tenant, principal, action, id);
  const items = agentsOf(tenant, id)
    .filter((agent) => rules.isSuggested(agent, mayUse(agent)))
    .flatMap((agent) =>
      agent.prompts.map((prompt, index) => ({ id: `${agent.id}-${index + 1}`, agentId: agent.id, prompt })),
    );
  return ok({ items });
}

function settings({ deployments }: Tenant) {
  const secret = Object.values(deployments.deployments.get(deployments.home)?.secrets ?? {})[0];
  return {
    PROMPTED_AGENT_ID: SALES_AGENT,
    HIDDEN_AGENT_ID: AUDIT_AGENT,
    ...(secret !== undefined && { DEPLOYMENT_SECRET: secret }),
  };
}

export const deployments: FamilyBehaviour = {
  handlers: {
    listDeployments,
    updateDeployment,
    getDeploymentSettings,
    listDeploymentVersions,
    createDeploymentToken,
    getAgentDefaults,
    listAgentSuggestions,
  },
  settings,
};
