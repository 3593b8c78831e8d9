import { accountRules } from './account.ts';
import { aiRules } from './ai.ts';
import { buildRules } from './build.ts';
import { deploymentRules } from './deployments.ts';
import { embedRules } from './embed.ts';
import { DECLARED_CREATION, declaredCreation } from './declared.ts';
import { DECLARED_UPDATE, declaredUpdate } from './declared-update.ts';
import type { ChangeId, UndoRule } from './rule.ts';
import { lakehouseRules } from './lakehouse.ts';
import { reportRules } from './reports.ts';
import { roleRules } from './roles.ts';
import { scheduleRules } from './schedules.ts';
import { syncRules } from './sync.ts';
import { workbookRules } from './workbooks.ts';

/** The rules of all changes that leave something behind. */
export const UNDO_RULES: Readonly<Partial<Record<ChangeId, UndoRule>>> = {
  [DECLARED_CREATION]: declaredCreation,
  [DECLARED_UPDATE]: declaredUpdate,
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
