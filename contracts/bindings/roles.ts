import { ENVELOPE, type Bindings } from './binding.ts';

export const roles = {
  'roles.list': {
    kind: 'envelope',
    what: 'where the list of roles keeps its elements and its cursor',
    point: 'U029',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listRoles' },
  },
  'roles.resources': {
    kind: 'body',
    what: 'for each resource type other than Deployment, resources that a policy of that type may name',
    point: 'U024',
    default: {
      Global: ['All'],
      Report: ['All'],
      ReportFolder: ['All'],
      Agent: ['All'],
      AgentSpace: ['All'],
      Workbook: ['All'],
      Dashboard: ['All'],
      Folder: ['All'],
      ChatThread: ['All'],
      ScheduledTask: ['All'],
    },
  },
} as const satisfies Bindings;
