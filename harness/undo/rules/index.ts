import { accountRules } from './account.ts';
import { aiRules } from './ai.ts';
import { buildRules } from './build.ts';
import { deploymentRules } from './deployments.ts';
import { embedRules } from './embed.ts';
import type { UndoRules } from './rule.ts';
import { lakehouseRules } from './lakehouse.ts';
import { reportRules } from './reports.ts';
import { roleRules } from './roles.ts';
import { scheduleRules } from './schedules.ts';
import { syncRules } from './sync.ts';
import { workbookRules } from './workbooks.ts';

/** The rules of all operations that leave something behind. */
export const UNDO_RULES: UndoRules = {
  ...roleRules,
  ...reportRules,
  ...scheduleRules,
  ...deploymentRules,
  ...workbookRules,
  ...syncRules,
  ...buildRules,
  ...lakehouseRules,
  ...embedRules,
  ...accountRules,
  ...aiRules,
};
