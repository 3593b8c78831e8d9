import { apiKey, role } from './access.ts';
import { comment, embedSession } from './embed.ts';
import { dashboardExport, metricViewPreview, promotion, transformSync } from './jobs.ts';
import type { Lifecycle } from './lifecycle.ts';
import { scheduledTask } from './schedules.ts';

/** The lifecycles that the specification describes. */
export const LIFECYCLES: readonly Lifecycle[] = [
  role,
  apiKey,
  embedSession,
  comment,
  scheduledTask,
  dashboardExport,
  transformSync,
  metricViewPreview,
  promotion,
];
