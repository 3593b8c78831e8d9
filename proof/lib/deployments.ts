import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Deployment } from '../../mock/world/deployments.ts';
import { given, type Condition } from './earlier-calls.ts';
import { all, replaceSync } from './patches.ts';
import { changeRequest } from './reports.ts';

/** Ways in which the update of a deployment goes wrong. */

const UPDATE = 'updateDeployment';

export type Configuration = Readonly<Record<string, unknown>>;

/** The deployment in the path as it is stored. */
export function storedIn({ tenant, path }: Call): Deployment | undefined {
  return tenant.deployments.deployments.get(Number(path['deploymentId']));
}

export function configure(call: Call, change: Configuration): void {
  const deployment = storedIn(call);
  if (!deployment) return;
  const configuration = { ...deployment.configuration, ...change };
  call.tenant.deployments.deployments.replace({ ...deployment, configuration });
}

/** The same settings for every deployment. */
export function configureAll({ tenant }: Call, change: Configuration): void {
  const { deployments } = tenant.deployments;
  for (const one of deployments.all()) {
    deployments.replace({ ...one, configuration: { ...one.configuration, ...change } });
  }
}

/** An update that changes something more once it is done. */
export function withSequel(sequel: (body: Body, before: Configuration, call: Call) => Configuration): Patch {
  return replaceSync(UPDATE, (call, original) => {
    const before = storedIn(call)?.configuration ?? {};
    const answer = original(call);
    configure(call, sequel(bodyOf(call), before, call));
    return answer;
  });
}

/** Values of settings besides those that faults set them to; each dialect has a word for them. */
const OTHER_VALUES: Configuration = {
  cloudProvider: 'gcp',
  releaseChannel: 'latest',
  template: 'blank',
  defaultLaunchpadViewGroup: 'everyone',
};

/** What a setting is set to: another value where it has that one already, as it may where a dialect has a list of them. */
export function unlike(before: Configuration, name: string, value: unknown): unknown {
  return before[name] === value ? (OTHER_VALUES[name] ?? value) : value;
}

/** An update that carries one member and leaves out another sets that one as well. */
export function dragging(carried: string, left: string, value: unknown): Patch {
  return withSequel((body, before) =>
    carried in body && !(left in body) ? { [left]: unlike(before, left, value) } : {},
  );
}

/** A member that is acknowledged and not stored. */
export function dropping(member: string, when: (body: Body) => boolean = () => true): Patch {
  return changeRequest(UPDATE, (body) => {
    const { [member]: _, ...rest } = body;
    return when(body) ? rest : body;
  });
}

export function versionIn(call: Call): unknown {
  return bodyOf(call)['releaseChannelVersion'];
}

export function newestFor(call: Call): string | undefined {
  const deployment = storedIn(call);
  return deployment && call.tenant.rules.deployments.versions(deployment).at(-1);
}

export function merging(merged: (stored: Configuration, change: Configuration) => Configuration): Patch {
  return ({ deployments }) => {
    deployments.mergedVariables = merged;
  };
}

export const variablesIn = ({ templateVariables }: Configuration): Configuration =>
  (templateVariables ?? {}) as Configuration;

export const NOT_BESIDE = 'what is not stored alone is not stored beside others';
export const memberCount = (body: Body): number => Object.keys(body).length;

export const sendsBeside =
  (name: string): Condition =>
  (call) =>
    name in bodyOf(call) && memberCount(bodyOf(call)) > 1;

export const homeOf = ({ tenant }: Call): number => tenant.deployments.home;

/** A member that an update leaves out is set all the same, under a condition. */
export function setting(
  isMeant: Condition,
  name: string,
  value: (before: Configuration, call: Call) => unknown,
): Patch {
  const sequel = withSequel((body, before, call) =>
    name in body ? {} : { [name]: unlike(before, name, value(before, call)) },
  );
  return given('updateDeployment', isMeant, sequel);
}

/** Whether an update sends a member with the value that it has already. */
export function repeats(name: string): Condition {
  return (call) => {
    const sent = bodyOf(call)[name];
    return sent !== undefined && JSON.stringify(sent) === JSON.stringify(storedIn(call)?.configuration[name]);
  };
}

/** Members that an update acknowledges and does not store, under a condition. */
export function losing(isMeant: Condition, ...names: readonly string[]): Patch {
  return given('updateDeployment', isMeant, all(...names.map((name) => dropping(name))));
}
