import { done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, idIn, type Call } from '../call.ts';
import { dateOf } from '../clock.ts';
import { Collection } from '../collection.ts';
import { pageOf, pageOfCollection, shown } from '../pages.ts';
import type { Sync } from '../rules/transform-sync.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { FamilyBehaviour } from './family.ts';

type Status = 'queued' | 'running' | 'completed' | 'cancelled';

const syncs = slice('transform-sync', (tenant) => {
  const all = new Collection<Sync>(6001);
  const seed = (deploymentId: number, trigger: string, minutesAgo: number) =>
    all.add({
      id: all.nextId(),
      deploymentId,
      branchName: `sync-${tenant.random.word(6)}`,
      ref: 'main',
      source: 'git',
      output: 'branch',
      trigger,
      models: ['orders'],
      startedAt: tenant.clock.now() - minutesAgo * 60_000,
      cancelledAt: undefined,
    });
  const { home, other } = tenant.deployments;
  for (const [index, trigger] of ['schedule', 'webhook', 'schedule'].entries()) seed(home, trigger, 300 - index * 60);
  seed(other, 'schedule', 200);
  return all;
});

function statusOf(tenant: Tenant, sync: Sync): Status {
  const { queued, work, isCancelled } = tenant.rules.transformSync;
  const now = tenant.clock.now();
  if (isCancelled(sync, now)) return 'cancelled';
  const age = now - sync.startedAt;
  if (age < queued) return 'queued';
  return age < work ? 'running' : 'completed';
}

function deploymentIn(call: Call): number {
  return Number(call.path['deploymentId']);
}

function syncIn(call: Call): Sync {
  const id = idIn(call, 'syncJobId');
  const sync = id === undefined ? undefined : syncs(call.tenant).get(id);
  return sync?.deploymentId === deploymentIn(call) ? sync : refuse(404, 'there is no such sync job');
}

/** The models that a manifest names; a sync from git finds those of the deployment's repository. */
function modelsOf(manifest: unknown): string[] {
  const nodes = typeof manifest === 'object' && manifest !== null ? (manifest as { nodes?: unknown }).nodes : undefined;
  if (typeof nodes !== 'object' || nodes === null) return [];
  return Object.keys(nodes).map((name) => name.replace(/^model\./, ''));
}

function startTransformSync(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.transformSync;
  const { branchName, ref, source = 'git', manifest, output = rules.defaultOutput } = bodyOf(call);
  const problems: string[] = [];
  if (branchName !== undefined && (typeof branchName !== 'string' || branchName === ''))
    problems.push('branchName is no text');
  if (ref !== undefined && typeof ref !== 'string') problems.push('ref is no text');
  if (typeof source !== 'string' || !rules.sources.includes(source))
    problems.push('source is neither git nor manifest');
  if (typeof output !== 'string' || !rules.outputs.includes(output))
    problems.push('output is neither branch nor files');
  if (source === 'manifest' && modelsOf(manifest).length === 0) problems.push('manifest names no model');
  if (problems.length > 0) refuse('invalid', ...problems);

  const all = syncs(tenant);
  const id = all.nextId();
  const sync = all.add({
    id,
    deploymentId: deploymentIn(call),
    branchName: (branchName as string | undefined) ?? `transform-${id}`,
    ref: typeof ref === 'string' ? ref : null,
    source: source as string,
    output: output as string,
    trigger: 'manual',
    models: source === 'manifest' ? modelsOf(manifest) : ['orders', 'customers', 'payments'],
    startedAt: tenant.clock.now(),
    cancelledAt: undefined,
  });
  return ok({ branchName: sync.branchName, syncJobId: id, workflowId: `workflow-${id}` });
}

function show(tenant: Tenant, sync: Sync): Record<string, unknown> {
  const { id, branchName, ref, source, output, trigger, startedAt } = sync;
  const status = statusOf(tenant, sync);
  return { syncJobId: id, status, branchName, ref, source, output, trigger, startedAt: dateOf(startedAt) };
}

function listTransformSyncs(call: Call): Answer {
  const { tenant, query } = call;
  const rules = tenant.rules.transformSync;
  const [status, trigger] = [query.text('status'), query.text('trigger')];
  const deploymentId = deploymentIn(call);
  const isShown = (sync: Sync) =>
    rules.isListed(sync, deploymentId) &&
    rules.fits(statusOf(tenant, sync), status) &&
    rules.fits(sync.trigger, trigger);
  // The latest first, as in any history.
  const list = pageOfCollection(call, syncs(tenant), (sync) => isShown(sync), { order: 'descending' });
  return ok(shown(list, (sync) => show(tenant, sync)));
}

function getTransformSyncResult(call: Call): Answer {
  const sync = syncIn(call);
  const status = statusOf(call.tenant, sync);
  if (status !== 'completed') refuse('conflict', `the sync is ${status}`);
  return ok({ syncJobId: sync.id, output: sync.output, models: sync.models, files: filesOf(sync).length });
}

function getTransformSyncLogs(call: Call): Answer {
  const sync = syncIn(call);
  const lines = [`sync ${sync.id} of ${sync.source} queued`, ...sync.models.map((model) => `read ${model}`)];
  const status = statusOf(call.tenant, sync);
  return ok({ syncJobId: sync.id, lines: status === 'queued' ? lines.slice(0, 1) : [...lines, `sync ${status}`] });
}

function cancelTransformSync(call: Call): Answer {
  const { tenant } = call;
  const sync = syncIn(call);
  const status = statusOf(tenant, sync);
  if (status === 'completed') refuse('conflict', 'the sync has completed');
  if (status !== 'cancelled') syncs(tenant).replace({ ...sync, cancelledAt: tenant.clock.now() });
  return done();
}

function filesOf({ models }: Sync): { readonly path: string; readonly content: string }[] {
  return models
    .map((model) => ({
      path: `model/cubes/${model}.yml`,
      content: `cubes:\n  - name: ${model}\n    sql_table: ${model}\n`,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function listGeneratedFiles(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.transformSync;
  const sync = syncIn(call);
  if (statusOf(tenant, sync) !== 'completed') refuse('conflict', 'the sync has not completed');
  if (!rules.keepsFiles(sync)) refuse(404, 'the sync committed what it made and kept no files');
  const now = tenant.clock.now();
  if (now - rules.filesLiveFrom(sync.startedAt + rules.work, now) >= rules.filesLifetime) {
    refuse(404, 'the files are gone');
  }
  return ok(pageOf(call, filesOf(sync), ({ path }) => [path]));
}

export const transformSync: FamilyBehaviour = {
  handlers: {
    startTransformSync,
    listTransformSyncs,
    getTransformSync: (call) => ok(show(call.tenant, syncIn(call))),
    getTransformSyncResult,
    getTransformSyncLogs,
    cancelTransformSync,
    listGeneratedFiles,
  },
};
