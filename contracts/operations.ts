import type { BindingId } from './bindings/index.ts';
import type { Access } from './document.ts';
import type { Family } from './families.ts';
import type { OperationId } from './operation-id.ts';

export type { OperationId };

interface BoundOperation {
  readonly summary: string;
  readonly family: Family;
  /** The binding with the method and path under which a tenant serves it. */
  readonly binding: BindingId;
  readonly lines: string;
  readonly access: Access;
  /** The schema of its success response, where the specification describes it. */
  readonly answer?: string;
}

const TASK: Access = {
  credential: 'platform',
  scopedKeyElsewhereRefused: '281, 297',
  embedSessionRefused: { lines: '213, 283, 297', status: 403 },
};
const IN_DEPLOYMENT: Access = { credential: 'platform', scopedKeyElsewhereRefused: '281, 297' };

/**
 * Operations that the specification names without a path, so that the contract's document cannot contain them. The
 * rules that hold for every operation hold for these as well.
 */
export const BOUND_OPERATIONS = {
  pauseScheduledTask: {
    summary: 'Pause a scheduled task',
    family: 'scheduled-tasks',
    binding: 'scheduled-tasks.pause',
    lines: '215',
    access: TASK,
  },
  resumeScheduledTask: {
    summary: 'Resume a paused scheduled task',
    family: 'scheduled-tasks',
    binding: 'scheduled-tasks.resume',
    lines: '139, 217',
    access: TASK,
  },
  shareScheduledTask: {
    summary: 'Share a scheduled task with others',
    family: 'scheduled-tasks',
    binding: 'scheduled-tasks.share',
    lines: '215',
    access: TASK,
  },
  shareReportDelivery: {
    summary: 'Share a report delivery with others',
    family: 'report-deliveries',
    binding: 'report-deliveries.share',
    lines: '215',
    access: IN_DEPLOYMENT,
  },
  transferReportDelivery: {
    summary: 'Hand a report delivery to another owner',
    family: 'report-deliveries',
    binding: 'report-deliveries.transfer',
    lines: '215',
    access: IN_DEPLOYMENT,
  },
  listFolders: {
    summary: 'List the folders of a deployment',
    family: 'folders',
    binding: 'folders.list',
    lines: '334',
    access: IN_DEPLOYMENT,
    answer: '#/components/schemas/FolderListResponse',
  },
  bulkUserAction: {
    summary: 'Apply an action to several users at once',
    family: 'users',
    binding: 'users.bulk-action',
    lines: '281, 297',
    access: { credential: 'platform', scopedKeyRefused: '281, 297' },
  },
} as const satisfies Record<string, BoundOperation>;

export type BoundOperationId = keyof typeof BOUND_OPERATIONS;

export type AnyOperationId = OperationId | BoundOperationId;
