import type { Call } from '../../mock/call.ts';
import { lakehouseState, statusOf } from '../../mock/families/lakehouse.ts';
import { responseOf } from './patches.ts';

/** How far the preview in the path is, where its status can be read: a dialect may show a flag in place of the status. */
export function statusIn(call: Call): ReturnType<typeof statusOf> | undefined {
  const answer = responseOf(call, 'getMetricViewPreview');
  const preview = lakehouseState(call.tenant).previews.get(call.path['previewId'] ?? '');
  return 'body' in answer && preview ? statusOf(call.tenant, preview) : undefined;
}

export const isRunning = (call: Call): boolean => ['queued', 'running'].includes(statusIn(call) ?? '');
export const hasCompleted = (call: Call): boolean => statusIn(call) === 'completed';
export const hasFailed = (call: Call): boolean => statusIn(call) === 'failed';
