/**
 * Numbers of the specification that JSON Schema cannot express, and those that checks and the reference tenant need by
 * name. The bounds in `openapi/` repeat some of them; a self-test compares both with numbers written by hand.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const LIMITS = {
  roleName: { min: 1, max: 255 },
  roleDescription: { max: 255 },
  policiesPerRole: { max: 200 },
  reportName: { max: 255 },
  reportTitle: { max: 255 },
  resultChecksumPayload: { min: 1, max: 128 },
  firstOnReports: { min: 1 },
  activeTasksPerUser: { max: 20 },
  taskRunsListed: { max: 50 },
  environmentTokensListed: { max: 1000 },
  placedExplorations: { max: 500 },
  placements: { max: 2000 },
  deploymentTokenSeconds: { min: 60, max: 86_400, default: 86_400 },
} as const;

/** Lifetimes in milliseconds. */
export const LIFETIMES = {
  usageAnalyticsToken: HOUR,
  embedToken: 24 * HOUR,
  dashboardExport: 5 * MINUTE,
  generatedFiles: HOUR,
  metricViewPreview: 7 * 24 * HOUR,
} as const;
