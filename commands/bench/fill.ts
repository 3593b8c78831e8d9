import { taskState } from '../../mock/families/task-state.ts';
import type { Collection } from '../../mock/collection.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import type { Tenant } from '../../mock/tenant.ts';

/** What a tenant has more of with the years. */
export const GROWING = ['roles', 'reports', 'tasks'] as const;
export type Growing = (typeof GROWING)[number];

/** How many of these the tenant has. */
export function countOf(tenant: Tenant, what: Growing): number {
  if (what === 'roles') return tenant.account.roles.size;
  return what === 'reports' ? tenant.content.reports.size : taskState(tenant).tasks.size;
}

/** Adds so many, as other people would have made them: nothing of a run hangs on one. */
export function fill(tenant: Tenant, what: Growing, count: number): void {
  const { admin } = tenant.account.cast;
  const add = <One extends { readonly id: number }>(all: Collection<One>, one: (id: number, index: number) => One) => {
    for (let index = 0; index < count; index += 1) all.add(one(all.nextId(), index));
  };
  switch (what) {
    case 'roles':
      add(tenant.account.roles, (id, index) => ({ id, name: `Role ${index}`, description: null, policies: [] }));
      return;
    case 'reports': {
      const { reports } = tenant.content;
      const [first] = reports.all();
      if (!first) throw new Error('the tenant has no report that others could be like');
      add(reports, (id, index) => ({ ...structuredClone(first), id, name: `Report ${index}` }));
      return;
    }
    case 'tasks':
      add(taskState(tenant).tasks, (id, index) =>
        onDemand({ id, name: `Task ${index}`, creatorId: admin, deploymentId: tenant.deployments.home }, tenant),
      );
  }
}

/** Without a schedule, a task takes none of the places that its creator has for active ones, and never runs by itself. */
function onDemand(own: Pick<Task, 'id' | 'name' | 'creatorId' | 'deploymentId'>, { clock }: Tenant): Task {
  const now = clock.now();
  return {
    ...own,
    prompt: 'What changed?',
    cron: null,
    timezone: 'UTC',
    isEnabled: true,
    isShared: false,
    notificationEnabled: false,
    condition: null,
    lastCheck: null,
    createdAt: now,
    version: 0,
    doneUntil: now,
    reading: { value: 0, isAnomaly: false },
  };
}
