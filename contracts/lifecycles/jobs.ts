import type { Lifecycle } from './lifecycle.ts';

/** Lifecycles of asynchronous jobs whose results are dropped after some time. */

const NOTHING_LEFT = { open: 'there is nothing to wait for' } as const;

export const dashboardExport: Lifecycle<
  'submitted' | 'finished' | 'dropped',
  'read its status' | 'download' | 'wait until it has finished' | 'wait for five minutes'
> = {
  name: 'dashboard export',
  walkedBy: 'dashboard-exports.start.answers-job',
  starts: ['submitted'],
  waits: ['wait for five minutes'],
  cells: {
    submitted: {
      'read its status': { to: 'submitted', row: 'dashboard-exports.start.answers-job' },
      download: { open: 'the response to a download before the job has finished' },
      'wait until it has finished': { to: 'finished', row: 'dashboard-exports.download.png-file' },
      'wait for five minutes': { to: 'dropped', status: 'any', row: 'dashboard-exports.job.dropped' },
    },
    finished: {
      'read its status': { to: 'finished', row: 'dashboard-exports.job.kept' },
      download: { to: 'finished', row: 'dashboard-exports.file.kept' },
      'wait until it has finished': NOTHING_LEFT,
      'wait for five minutes': { to: 'dropped', status: 'any', row: 'dashboard-exports.job.dropped' },
    },
    dropped: {
      'read its status': { refused: '4xx', row: 'dashboard-exports.job.dropped' },
      download: { refused: '4xx', row: 'dashboard-exports.file.dropped' },
      'wait until it has finished': NOTHING_LEFT,
      'wait for five minutes': NOTHING_LEFT,
    },
  },
};

const WHILE_IT_RUNS = { open: 'the response while a sync runs' } as const;

type SyncAction =
  | 'read its status'
  | 'read its result'
  | 'read its logs'
  | 'list its files'
  | 'wait until it has completed'
  | 'wait for an hour';

export const transformSync: Lifecycle<'running' | 'completed' | 'dropped' | 'unknown', SyncAction> = {
  name: 'transform sync without a commit',
  walkedBy: 'transform-sync.files.uncommitted-listed',
  starts: ['running', 'unknown'],
  waits: ['wait for an hour'],
  cells: {
    running: {
      'read its status': { to: 'running', row: 'transform-sync.status.readable' },
      'read its result': WHILE_IT_RUNS,
      'read its logs': WHILE_IT_RUNS,
      'list its files': WHILE_IT_RUNS,
      'wait until it has completed': { to: 'completed', status: 'any', row: 'transform-sync.result.readable' },
      'wait for an hour': { open: 'when it completes' },
    },
    completed: {
      'read its status': { to: 'completed', row: 'transform-sync.status.readable' },
      'read its result': { to: 'completed', row: 'transform-sync.result.readable' },
      'read its logs': { to: 'completed', row: 'transform-sync.logs.readable' },
      'list its files': { to: 'completed', row: 'transform-sync.files.uncommitted-listed' },
      'wait until it has completed': NOTHING_LEFT,
      'wait for an hour': { to: 'dropped', status: 'any', row: 'transform-sync.files.dropped' },
    },
    dropped: {
      'read its status': { open: 'how long a sync is kept' },
      'read its result': { open: 'how long a sync is kept' },
      'read its logs': { open: 'how long a sync is kept' },
      'list its files': { refused: 404, row: 'transform-sync.files.dropped' },
      'wait until it has completed': NOTHING_LEFT,
      'wait for an hour': NOTHING_LEFT,
    },
    unknown: {
      'read its status': { refused: 404, row: 'transform-sync.status.unknown-job' },
      'read its result': { refused: 404, row: 'transform-sync.result.unknown-job' },
      'read its logs': { refused: 404, row: 'transform-sync.logs.unknown-job' },
      'list its files': { refused: 404, row: 'transform-sync.files.unknown-job' },
      'wait until it has completed': NOTHING_LEFT,
      'wait for an hour': NOTHING_LEFT,
    },
  },
};

/** Deleting is not part of it: its effect depends on whether the preview has ended, so it has separate checks. */
export const metricViewPreview: Lifecycle<
  'running' | 'ended' | 'gone',
  'read its status' | 'read its result' | 'wait until it has ended' | 'wait for seven days'
> = {
  name: 'metric-view preview',
  walkedBy: 'lakehouse.result.ready',
  starts: ['running'],
  waits: ['wait for seven days'],
  cells: {
    running: {
      'read its status': { to: 'running', row: 'lakehouse.preview.status' },
      'read its result': { open: 'whether the result is available yet' },
      'wait until it has ended': { to: 'ended', status: 'any', row: 'lakehouse.result.ready' },
      'wait for seven days': { open: 'when it ends' },
    },
    ended: {
      'read its status': { open: 'how long the status of a preview is kept' },
      'read its result': { to: 'ended', row: 'lakehouse.result.ready' },
      'wait until it has ended': NOTHING_LEFT,
      'wait for seven days': { to: 'gone', status: 'any', row: 'lakehouse.result.retention' },
    },
    gone: {
      'read its status': { open: 'how long the status of a preview is kept' },
      'read its result': { refused: '4xx', row: 'lakehouse.result.retention' },
      'wait until it has ended': NOTHING_LEFT,
      'wait for seven days': NOTHING_LEFT,
    },
  },
};

export const promotion: Lifecycle<'previewed' | 'applied' | 'stale', 'apply' | 'change and publish the source'> = {
  name: 'promotion',
  walkedBy: 'promotions.apply.stale-hash',
  starts: ['previewed'],
  cells: {
    previewed: {
      apply: { to: 'applied', row: 'promotions.apply.matching-hash' },
      'change and publish the source': { to: 'stale', row: 'promotions.apply.stale-hash' },
    },
    applied: {
      // The response to a second apply with the same key is open, but it must not promote anything.
      apply: { to: 'applied', status: 'any', row: 'promotions.apply.idempotency-key-repeated' },
      'change and publish the source': { open: 'what a repeated apply does after the source has changed' },
    },
    stale: {
      apply: { refused: '4xx', row: 'promotions.apply.stale-hash' },
      'change and publish the source': { to: 'stale', row: 'promotions.apply.stale-hash' },
    },
  },
};
