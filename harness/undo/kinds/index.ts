import { accountKinds } from './account.ts';
import { aiKinds } from './ai.ts';
import { buildKinds } from './build.ts';
import { deploymentKinds } from './deployments.ts';
import { embedKinds } from './embed.ts';
import type { Kinds } from './kind.ts';
import { lakehouseKinds } from './lakehouse.ts';
import { reportKinds } from './reports.ts';
import { roleKinds } from './roles.ts';
import { scheduleKinds } from './schedules.ts';
import { syncKinds } from './sync.ts';
import { workbookKinds } from './workbooks.ts';

/** Every operation of the suite that leaves something behind. */
export const KINDS: Kinds = {
  ...roleKinds,
  ...reportKinds,
  ...scheduleKinds,
  ...deploymentKinds,
  ...workbookKinds,
  ...syncKinds,
  ...buildKinds,
  ...lakehouseKinds,
  ...embedKinds,
  ...accountKinds,
  ...aiKinds,
};
