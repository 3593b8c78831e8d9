import { refuse } from '../answer.ts';
import { idIn, type Body, type Call } from '../call.ts';
import { keyOf, lakehouseState, sourcesOf } from '../families/lakehouse.ts';
import { FLAG, ID, NAME, TEXT, type Thing, type VendorOperations } from './operation.ts';

function deploymentIn({ path }: Call): number {
  return Number(path['deploymentId']);
}

function createEnvironment(call: Call, { name }: Body): Thing {
  const { environments } = call.tenant.deployments;
  const deploymentId = deploymentIn(call);
  if (environments.find((one) => one.deploymentId === deploymentId && one.name === name)) {
    refuse('conflict', 'the deployment has an environment of this name');
  }
  const environment = environments.add({ id: environments.nextId(), deploymentId, name: String(name) });
  return { id: environment.id, name: environment.name };
}

function deleteEnvironment(call: Call): void {
  const { environments } = call.tenant.deployments;
  const id = idIn(call, 'environmentId');
  const environment = id === undefined ? undefined : environments.get(id);
  if (environment?.deploymentId !== deploymentIn(call)) refuse('unknown', 'there is no such environment');
  environments.remove(environment.id);
}

export const environments: VendorOperations = {
  createEnvironment: {
    kind: 'environments',
    family: 'environments',
    does: 'create',
    summary: 'Make an environment of a deployment',
    body: { name: NAME },
    needed: ['name'],
    shows: { id: { ...ID, 'x-wire': 'environment' }, name: NAME },
    listedBy: 'listEnvironments',
    run: createEnvironment,
  },
  deleteEnvironment: {
    kind: 'environments',
    family: 'environments',
    does: 'remove',
    summary: 'Remove an environment',
    run: deleteEnvironment,
  },
};

function deleteDeployment(call: Call): void {
  const { deployments, environments } = call.tenant.deployments;
  const id = deploymentIn(call);
  if (!deployments.remove(id)) refuse('unknown', 'there is no such deployment');
  for (const environment of environments.all())
    if (environment.deploymentId === id) environments.remove(environment.id);
}

/** Deployments are created by a printed operation. */
export const deployments: VendorOperations = {
  deleteDeployment: {
    kind: 'deployments',
    family: 'deployments',
    does: 'remove',
    summary: 'Remove a deployment with all that is in it',
    run: deleteDeployment,
  },
};

/** A data source as its list shows it: the lakehouse feeds those with an integration. */
function sourceView(call: Call, name: string): Thing {
  const key = keyOf(deploymentIn(call), name);
  return { name, type: 'postgres', hasLakehouse: lakehouseState(call.tenant).integrations.has(key) };
}

function createDataSource(call: Call, { name }: Body): Thing {
  const sources = sourcesOf(call.tenant, deploymentIn(call));
  if (sources.has(String(name))) refuse('conflict', 'the deployment has a data source of this name');
  sources.add(String(name));
  return sourceView(call, String(name));
}

function deleteDataSource(call: Call): void {
  const deploymentId = deploymentIn(call);
  const name = call.path['dataSourceName'] ?? '';
  if (!sourcesOf(call.tenant, deploymentId).delete(name)) refuse('unknown', 'there is no such data source');
  lakehouseState(call.tenant).integrations.delete(keyOf(deploymentId, name));
}

const SOURCE = { name: NAME, type: TEXT, hasLakehouse: FLAG };

export const dataSources: VendorOperations = {
  createDataSource: {
    kind: 'data-sources',
    family: 'lakehouse',
    does: 'create',
    summary: 'Connect a data source, without an integration of the lakehouse at first',
    body: { name: { ...NAME, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }, type: TEXT },
    needed: ['name'],
    shows: SOURCE,
    listedBy: 'listDataSources',
    run: createDataSource,
  },
  listDataSources: {
    kind: 'data-sources',
    family: 'lakehouse',
    does: 'list',
    summary: 'List the data sources of a deployment',
    shows: SOURCE,
    by: 'name',
    run: (call) => [...sourcesOf(call.tenant, deploymentIn(call))].map((name) => sourceView(call, name)),
  },
  deleteDataSource: {
    kind: 'data-sources',
    family: 'lakehouse',
    does: 'remove',
    summary: 'Remove a data source with its integration',
    run: deleteDataSource,
  },
};
