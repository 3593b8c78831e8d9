import type { Patch } from '../../mock/index.ts';

/** More than a tenant may take until it shows what it has just begun: what shows by then has shown in time. */
const LONG = 10_000;

/** Syncs and previews wait so long for their turn that it can be told whether they are shown before they run. */
export const queuedForLong: Patch = ({ transformSync, lakehouse }) => {
  transformSync.queued = LONG;
  lakehouse.queued = LONG;
};
