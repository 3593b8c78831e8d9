import type { OperationId } from '../operation-id.ts';
import type { Bindings } from './binding.ts';

// Lists that have pages by the specification, which does not print the names of their query parameters.

export const FIRST = [
  '^first$',
  '^(page_?)?limit$',
  '^(page_?)?size$',
  '^per_?page$',
  '^(max_?(results|items)|(max_?)?page_?size|count|take|top|rows)$',
];
export const AFTER = [
  '^after$',
  '^((page|start|next)_?)?cursor$',
  '^(next_?)?(page_?)?token$',
  '^(skip|contin(ue|uation))_?token$|^continuation$',
  '^(page|starting)_?after$',
];

/** What a list is asked for that goes on at a position: behind so many elements, or with a page of that number. */
export const POSITION = ['^(offset|skip|start(_?at)?)$', '^page(_?(number|no|index))?$'];

const first = (operation: OperationId, list: string, point: `U${number}`) => ({
  kind: 'name' as const,
  what: `the query parameter with the page size of the list of ${list}`,
  point,
  default: 'first',
  isNeverGuessed: true,
  discover: { rule: 'parameter' as const, operation, in: 'query' as const, like: FIRST },
});

const after = (operation: OperationId, list: string, point: `U${number}`) => ({
  kind: 'name' as const,
  what: `the query parameter with the cursor of the list of ${list}`,
  point,
  default: 'after',
  isNeverGuessed: true,
  discover: { rule: 'parameter' as const, operation, in: 'query' as const, like: AFTER },
});

export const paging = {
  'deployments.list-after': after('listDeployments', 'deployments', 'U063'),
  'environments.list-first': first('listEnvironments', 'environments', 'U067'),
  'environments.list-after': after('listEnvironments', 'environments', 'U067'),
  'scheduled-tasks.list-after': after('listScheduledTasks', 'scheduled tasks', 'U053'),
  'scheduled-tasks.runs-first': first('listScheduledTaskRuns', 'runs of a task', 'U053'),
  'scheduled-tasks.runs-after': after('listScheduledTaskRuns', 'runs of a task', 'U053'),
  'role-holders.list-first': first('listRoleHolders', 'holders of a role', 'U035'),
  'role-holders.list-after': after('listRoleHolders', 'holders of a role', 'U035'),
  'embed-tenants.workbooks-first': first('listEmbedTenantWorkbooks', 'workbooks of an embed tenant', 'U104'),
  'embed-tenants.workbooks-after': after('listEmbedTenantWorkbooks', 'workbooks of an embed tenant', 'U104'),
  'transform-sync.list-first': first('listTransformSyncs', 'syncs', 'U089'),
  'transform-sync.list-after': after('listTransformSyncs', 'syncs', 'U089'),
  'transform-sync.files-first': first('listGeneratedFiles', 'generated files', 'U089'),
  'transform-sync.files-after': after('listGeneratedFiles', 'generated files', 'U089'),
} satisfies Bindings;
