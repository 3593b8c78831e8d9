import { LIFETIMES } from '../../contracts/limits.ts';

export interface Sync {
  readonly id: number;
  readonly deploymentId: number;
  readonly branchName: string;
  readonly ref: string | null;
  readonly source: string;
  readonly output: string;
  readonly trigger: string;
  readonly models: readonly string[];
  readonly startedAt: number;
  readonly cancelledAt: number | undefined;
}

/** Rules of transform syncs, as data. */
export const transformSyncRules = () => ({
  sources: ['git', 'manifest'] as readonly string[],
  outputs: ['branch', 'files'] as readonly string[],
  defaultOutput: 'branch',
  /** When a sync starts to run and when it completes, after it was asked for. */
  queued: 300,
  work: 2_000,
  filesLifetime: LIFETIMES.generatedFiles,
  /** From when the files count their time. */
  filesLiveFrom: (completedAt: number, _now: number): number => completedAt,
  keepsFiles: ({ output }: Sync): boolean => output === 'files',
  isListed: (sync: Sync, deploymentId: number): boolean => sync.deploymentId === deploymentId,
  fits: (value: string, wanted: string | undefined): boolean => wanted === undefined || value === wanted,
  isCancelled: (sync: Sync, _now: number): boolean => sync.cancelledAt !== undefined,
});
