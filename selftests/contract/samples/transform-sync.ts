import type { Samples } from './sample.ts';

export const transformSync: Samples = {
  StartTransformSyncBody: {
    conforming: [
      { branchName: 'dev', ref: 'main', source: 'git' },
      { branchName: 'dev', source: 'manifest', manifest: { nodes: {} }, output: 'files' },
      { source: 'git', ref: 'v1', output: 'branch' },
    ],
    free: [
      { point: 'U104', value: { source: 'manifest', manifest: '{"nodes":{}}' } },
      { point: 'U089', value: {} },
    ],
    defects: [
      { defect: 'the source is unknown', lines: '262', value: { source: 'svn' } },
      { defect: 'the output is unknown', lines: '262', value: { source: 'git', output: 'archive' } },
    ],
  },
  TransformSyncStarted: {
    conforming: [
      { branchName: 'dev', syncJobId: 'job-1', workflowId: 'wf-1' },
      { branchName: 'dev', syncJobId: 7, workflowId: 8 },
    ],
    free: [{ point: 'U104', value: { branchName: 'dev', syncJobId: 'job-1', workflowId: 'wf-1', status: 'queued' } }],
    defects: [
      {
        defect: 'the name of the branch is missing',
        lines: '262',
        value: { syncJobId: 'job-1', workflowId: 'wf-1' },
        blames: 'transform-sync.start.branch-name',
      },
      {
        defect: 'the name of the branch is a number',
        lines: '262',
        value: { branchName: 5, syncJobId: 'job-1', workflowId: 'wf-1' },
        blames: 'transform-sync.start.branch-name',
      },
      {
        defect: 'the id of the job is missing',
        lines: '262',
        value: { branchName: 'dev', workflowId: 'wf-1' },
        blames: 'transform-sync.start.sync-job-id',
      },
      {
        defect: 'the id of the job is null',
        lines: '262',
        value: { branchName: 'dev', syncJobId: null, workflowId: 'wf-1' },
        blames: 'transform-sync.start.sync-job-id',
      },
      {
        defect: 'the id of the workflow is missing',
        lines: '262',
        value: { branchName: 'dev', syncJobId: 'job-1' },
        blames: 'transform-sync.start.workflow-id',
      },
      {
        defect: 'the id of the workflow is null',
        lines: '262',
        value: { branchName: 'dev', syncJobId: 'job-1', workflowId: null },
        blames: 'transform-sync.start.workflow-id',
      },
    ],
  },
  TransformSyncStatus: {
    conforming: [{ status: 'running' }],
    free: [
      { point: 'U089', value: { phase: 'compile', progress: 0.5 } },
      { point: 'U089', value: { status: null, state: 'DONE' } },
    ],
  },
  TransformSyncListResponse: {
    conforming: [
      {
        items: [{ syncJobId: 'job-1', status: 'completed', trigger: 'api' }],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: 'a', startCursor: 'a' },
      },
    ],
    free: [
      { point: 'U089', value: { syncs: [{ id: 7, state: 'DONE' }], nextCursor: null } },
      { point: 'U089', value: { items: [{ syncJobId: 'job-1', status: 'QUEUED', trigger: null }] } },
    ],
  },
  GeneratedFilesListResponse: {
    conforming: [{ items: [{ path: 'model/orders.yml' }], pageInfo: { hasNextPage: false, endCursor: 'a' } }],
    free: [
      { point: 'U104', value: { items: ['model/orders.yml'] } },
      { point: 'U104', value: { files: [{ name: 'orders.yml', content: '' }] } },
    ],
  },
};
