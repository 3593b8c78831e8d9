import type { Registry } from '../contracts/requirements/index.ts';
import type { Fault } from './lib/fault.ts';
import { asSentFaults } from './faults/as-sent.ts';
import { accountRememberedFaults } from './faults/account-remembered.ts';
import { accountComparedFaults } from './faults/account-compared.ts';
import { embedRememberedFaults } from './faults/embed-remembered.ts';
import { accountApartFaults } from './faults/account-apart.ts';
import { accountRarelyFaults } from './faults/account-rarely.ts';
import { contentRarelyFaults } from './faults/content-rarely.ts';
import { workRarelyFaults } from './faults/work-rarely.ts';
import { workApartFaults } from './faults/work-apart.ts';
import { accountCasesFaults } from './faults/account-cases.ts';
import { contentCasesFaults } from './faults/content-cases.ts';
import { workCasesFaults } from './faults/work-cases.ts';
import { shapesForOthersFaults } from './faults/shapes-for-others.ts';
import { accountNarrowFaults } from './faults/account-narrow.ts';
import { contentNarrowFaults } from './faults/content-narrow.ts';
import { accountFurtherFaults } from './faults/account-further.ts';
import { credentialsFurtherFaults } from './faults/credentials-further.ts';
import { rolesTogetherFaults } from './faults/roles-together.ts';
import { inputsFurtherFaults } from './faults/inputs-further.ts';
import { listsResizedFaults } from './faults/lists-resized.ts';
import { holdersFurtherFaults } from './faults/holders-further.ts';
import { rolesFurtherFaults } from './faults/roles-further.ts';
import { accountGivenFaults } from './faults/account-given.ts';
import { accountHistoriesFaults } from './faults/account-histories.ts';
import { accountOnlyFaults } from './faults/account-only.ts';
import { accountDrawnFaults } from './faults/account-drawn.ts';
import { accountValuesFaults } from './faults/account-values.ts';
import { listsAgainFaults } from './faults/lists-again.ts';
import { rightsHeldFaults } from './faults/rights-held.ts';
import { contentLaterFaults } from './faults/content-later.ts';
import { contentConditionFaults } from './faults/content-conditions.ts';
import { reportsConditionFaults } from './faults/reports-conditions.ts';
import { tasksConditionFaults } from './faults/tasks-conditions.ts';
import { meetingAccountFaults } from './faults/meeting-account.ts';
import { meetingReportsFaults } from './faults/meeting-reports.ts';
import { meetingContentFaults } from './faults/meeting-content.ts';
import { meetingTasksFaults } from './faults/meeting-tasks.ts';
import { meetingBuildFaults } from './faults/meeting-build.ts';
import { contentWithFaults } from './faults/content-with.ts';
import { scopedAtHomeFaults } from './faults/scoped-at-home.ts';
import { accountOthersFaults } from './faults/account-others.ts';
import { rolesBeyondFaults } from './faults/roles-beyond.ts';
import { rolesSecondFaults } from './faults/roles-second.ts';
import { tasksWithFaults } from './faults/tasks-with.ts';
import { apiKeysConditionFaults } from './faults/api-keys-conditions.ts';
import { apiKeysFaults } from './faults/api-keys.ts';
import { apisOnlyFaults } from './faults/apis-only.ts';
import { apisFaults } from './faults/apis.ts';
import { appConfigOnlyFaults } from './faults/app-config-only.ts';
import { appConfigFaults } from './faults/app-config.ts';
import { authConditionFaults } from './faults/auth-conditions.ts';
import { authFaults } from './faults/auth.ts';
import { buildOnlyFaults } from './faults/build-only.ts';
import { rolesStatesFaults } from './faults/roles-states.ts';
import { roleHoldersKindsFaults } from './faults/role-holders-kinds.ts';
import { authKindsFaults } from './faults/auth-kinds.ts';
import { accountKindsFaults } from './faults/account-kinds.ts';
import { buildFaults } from './faults/build.ts';
import { dashboardExportsFaults } from './faults/dashboard-exports.ts';
import { deploymentTokensGivenFaults } from './faults/deployment-tokens-given.ts';
import { deploymentTokensFaults } from './faults/deployment-tokens.ts';
import { deploymentsGivenFaults } from './faults/deployments-given.ts';
import { deploymentsFaults } from './faults/deployments.ts';
import { deploymentsDrawnFaults } from './faults/deployments-drawn.ts';
import { deploymentsWhenFaults } from './faults/deployments-when.ts';
import { devModeOnlyFaults } from './faults/dev-mode-only.ts';
import { devModeFaults } from './faults/dev-mode.ts';
import { embedCommentsFaults } from './faults/embed-comments.ts';
import { embedCommentsWhenFaults } from './faults/embed-comments-when.ts';
import { embedRevokeWhenFaults } from './faults/embed-revoke-when.ts';
import { embedSessionsWhenFaults } from './faults/embed-sessions-when.ts';
import { embedOnlyFaults } from './faults/embed-only.ts';
import { environmentsOnlyFaults } from './faults/environments-only.ts';
import { contentOnlyFaults } from './faults/content-only.ts';
import { jobsOnlyFaults } from './faults/jobs-only.ts';
import { embedRevokeFaults } from './faults/embed-revoke.ts';
import { embedTenantsFaults } from './faults/embed-tenants.ts';
import { embedFaults } from './faults/embed.ts';
import { environmentsGivenFaults } from './faults/environments-given.ts';
import { environmentsFaults } from './faults/environments.ts';
import { exportsOnlyFaults } from './faults/exports-only.ts';
import { exportsWhenFaults } from './faults/exports-when.ts';
import { externalDocumentsOnlyFaults } from './faults/external-documents-only.ts';
import { externalDocumentsFaults } from './faults/external-documents.ts';
import { foldersFaults } from './faults/folders.ts';
import { lakehouseGivenFaults } from './faults/lakehouse-given.ts';
import { lakehouseFaults } from './faults/lakehouse.ts';
import { namedOnlyFaults } from './faults/named-only.ts';
import { reportsAcrossFaults } from './faults/reports-across.ts';
import { contentAcrossFaults } from './faults/content-across.ts';
import { tasksAcrossFaults } from './faults/tasks-across.ts';
import { deliveriesAcrossFaults } from './faults/deliveries-across.ts';
import { jobsAcrossFaults } from './faults/jobs-across.ts';
import { contentBeyondFaults } from './faults/content-beyond.ts';
import { jobsBeyondFaults } from './faults/jobs-beyond.ts';
import { statesBeyondFaults } from './faults/states-beyond.ts';
import { namedFaults } from './faults/named.ts';
import { oidcTokenConfigsFaults } from './faults/oidc-token-configs.ts';
import { openapiSpecSchemasFaults } from './faults/openapi-spec-schemas.ts';
import { openapiSpecFaults } from './faults/openapi-spec.ts';
import { perOperationFaults } from './faults/per-operation.ts';
import { promotionsOnlyFaults } from './faults/promotions-only.ts';
import { promotionsFaults } from './faults/promotions.ts';
import { reportDeliveriesOnlyFaults } from './faults/report-deliveries-only.ts';
import { reportDeliveriesFaults } from './faults/report-deliveries.ts';
import { reportsChangeFaults } from './faults/reports-change.ts';
import { reportsCombinedFaults } from './faults/reports-combined.ts';
import { reportsListFaults } from './faults/reports-list.ts';
import { reportsOnlyFaults } from './faults/reports-only.ts';
import { reportsGivenFaults } from './faults/reports-given.ts';
import { reportsDrawnFaults } from './faults/reports-drawn.ts';
import { schedulesDrawnFaults } from './faults/schedules-drawn.ts';
import { reportsWhenFaults } from './faults/reports-when.ts';
import { reportsFaults } from './faults/reports.ts';
import { roleHoldersConditionFaults } from './faults/role-holders-conditions.ts';
import { roleHoldersFaults } from './faults/role-holders.ts';
import { rolesClassesFaults } from './faults/roles-classes.ts';
import { rolesCreateFaults } from './faults/roles-create.ts';
import { rolesHistoriesFaults } from './faults/roles-histories.ts';
import { rolesInteractionFaults } from './faults/roles-interactions.ts';
import { rolesInputFaults } from './faults/roles-inputs.ts';
import { rolesReadFaults } from './faults/roles-read.ts';
import { rolesRefusedFaults } from './faults/roles-refused.ts';
import { rolesUpdateBesideFaults } from './faults/roles-update-beside.ts';
import { rolesUpdateFaults } from './faults/roles-update.ts';
import { rolesFaults } from './faults/roles.ts';
import { scheduledTasksAccessOnlyFaults } from './faults/scheduled-tasks-access-only.ts';
import { scheduledTasksAccessFaults } from './faults/scheduled-tasks-access.ts';
import { scheduledTasksConditionsFaults } from './faults/scheduled-tasks-conditions.ts';
import { scheduledTasksFieldsFaults } from './faults/scheduled-tasks-fields.ts';
import { scheduledTasksNotificationsOnlyFaults } from './faults/scheduled-tasks-notifications-only.ts';
import { scheduledTasksInteractionFaults } from './faults/scheduled-tasks-interactions.ts';
import { scheduledTasksLimitFaults } from './faults/scheduled-tasks-limit.ts';
import { scheduledTasksListsFaults } from './faults/scheduled-tasks-lists.ts';
import { scheduledTasksOnlyFaults } from './faults/scheduled-tasks-only.ts';
import { scheduledTasksScheduleOnlyFaults } from './faults/scheduled-tasks-schedule-only.ts';
import { scheduledTasksScheduleFaults } from './faults/scheduled-tasks-schedule.ts';
import { scheduledTasksFaults } from './faults/scheduled-tasks.ts';
import { scheduledGivenFaults } from './faults/scheduled-given.ts';
import { scheduledHistoriesFaults } from './faults/scheduled-histories.ts';
import { transformSyncListsFaults } from './faults/transform-sync-lists.ts';
import { transformSyncOnlyFaults } from './faults/transform-sync-only.ts';
import { transformSyncFaults } from './faults/transform-sync.ts';
import { usageAnalyticsFaults } from './faults/usage-analytics.ts';
import { usersOnlyFaults } from './faults/users-only.ts';
import { usersFaults } from './faults/users.ts';
import { versioningFaults } from './faults/versioning.ts';
import { workbooksFaults } from './faults/workbooks.ts';

export type { Fault } from './lib/fault.ts';

/** The tables of faults, each under the file that declares it, so that a changed file leads to its faults. */
export function loadFaultTables(registry: Registry): Readonly<Record<string, readonly Fault[]>> {
  return {
    'proof/faults/as-sent.ts': asSentFaults,
    'proof/faults/account-remembered.ts': accountRememberedFaults,
    'proof/faults/account-compared.ts': accountComparedFaults,
    'proof/faults/embed-remembered.ts': embedRememberedFaults,
    'proof/faults/account-apart.ts': accountApartFaults,
    'proof/faults/work-apart.ts': workApartFaults,
    'proof/faults/reports-across.ts': reportsAcrossFaults,
    'proof/faults/content-across.ts': contentAcrossFaults,
    'proof/faults/tasks-across.ts': tasksAcrossFaults,
    'proof/faults/deliveries-across.ts': deliveriesAcrossFaults,
    'proof/faults/jobs-across.ts': jobsAcrossFaults,
    'proof/faults/account-rarely.ts': accountRarelyFaults,
    'proof/faults/content-rarely.ts': contentRarelyFaults,
    'proof/faults/work-rarely.ts': workRarelyFaults,
    'proof/faults/account-cases.ts': accountCasesFaults,
    'proof/faults/content-cases.ts': contentCasesFaults,
    'proof/faults/work-cases.ts': workCasesFaults,
    'proof/faults/shapes-for-others.ts': shapesForOthersFaults,
    'proof/faults/account-narrow.ts': accountNarrowFaults,
    'proof/faults/content-narrow.ts': contentNarrowFaults,
    'proof/faults/content-beyond.ts': contentBeyondFaults,
    'proof/faults/jobs-beyond.ts': jobsBeyondFaults,
    'proof/faults/states-beyond.ts': statesBeyondFaults,
    'proof/faults/account-given.ts': accountGivenFaults,
    'proof/faults/scheduled-given.ts': scheduledGivenFaults,
    'proof/faults/account-histories.ts': accountHistoriesFaults,
    'proof/faults/scheduled-histories.ts': scheduledHistoriesFaults,
    'proof/faults/account-values.ts': accountValuesFaults,
    'proof/faults/lists-again.ts': listsAgainFaults,
    'proof/faults/rights-held.ts': rightsHeldFaults,
    'proof/faults/content-later.ts': contentLaterFaults,
    'proof/faults/content-conditions.ts': contentConditionFaults,
    'proof/faults/reports-conditions.ts': reportsConditionFaults,
    'proof/faults/tasks-conditions.ts': tasksConditionFaults,
    'proof/faults/meeting-account.ts': meetingAccountFaults,
    'proof/faults/meeting-reports.ts': meetingReportsFaults,
    'proof/faults/meeting-content.ts': meetingContentFaults,
    'proof/faults/meeting-tasks.ts': meetingTasksFaults,
    'proof/faults/meeting-build.ts': meetingBuildFaults,
    'proof/faults/content-with.ts': contentWithFaults,
    'proof/faults/scoped-at-home.ts': scopedAtHomeFaults,
    'proof/faults/account-others.ts': accountOthersFaults,
    'proof/faults/roles-beyond.ts': rolesBeyondFaults,
    'proof/faults/roles-second.ts': rolesSecondFaults,
    'proof/faults/tasks-with.ts': tasksWithFaults,
    'proof/faults/auth-kinds.ts': authKindsFaults,
    'proof/faults/account-further.ts': accountFurtherFaults,
    'proof/faults/credentials-further.ts': credentialsFurtherFaults,
    'proof/faults/roles-together.ts': rolesTogetherFaults,
    'proof/faults/inputs-further.ts': inputsFurtherFaults,
    'proof/faults/lists-resized.ts': listsResizedFaults,
    'proof/faults/holders-further.ts': holdersFurtherFaults,
    'proof/faults/roles-further.ts': rolesFurtherFaults,
    'proof/faults/account-kinds.ts': accountKindsFaults,
    'proof/faults/auth.ts': authFaults,
    'proof/faults/auth-conditions.ts': authConditionFaults,
    'proof/faults/versioning.ts': versioningFaults,
    'proof/faults/openapi-spec.ts': openapiSpecFaults,
    'proof/faults/openapi-spec-schemas.ts': openapiSpecSchemasFaults,
    'proof/faults/roles-inputs.ts': rolesInputFaults,
    'proof/faults/roles-refused.ts': rolesRefusedFaults,
    'proof/faults/roles-states.ts': rolesStatesFaults,
    'proof/faults/roles.ts': rolesFaults,
    'proof/faults/roles-classes.ts': rolesClassesFaults,
    'proof/faults/roles-interactions.ts': rolesInteractionFaults,
    'proof/faults/roles-histories.ts': rolesHistoriesFaults,
    'proof/faults/roles-create.ts': rolesCreateFaults,
    'proof/faults/roles-update.ts': rolesUpdateFaults,
    'proof/faults/roles-update-beside.ts': rolesUpdateBesideFaults,
    'proof/faults/roles-read.ts': rolesReadFaults,
    'proof/faults/role-holders.ts': roleHoldersFaults,
    'proof/faults/role-holders-kinds.ts': roleHoldersKindsFaults,
    'proof/faults/role-holders-conditions.ts': roleHoldersConditionFaults,
    'proof/faults/reports.ts': reportsFaults,
    'proof/faults/reports-list.ts': reportsListFaults,
    'proof/faults/reports-only.ts': reportsOnlyFaults,
    'proof/faults/reports-combined.ts': reportsCombinedFaults,
    'proof/faults/reports-change.ts': reportsChangeFaults,
    'proof/faults/reports-when.ts': reportsWhenFaults,
    'proof/faults/reports-given.ts': reportsGivenFaults,
    'proof/faults/oidc-token-configs.ts': oidcTokenConfigsFaults,
    'proof/faults/dev-mode.ts': devModeFaults,
    'proof/faults/dev-mode-only.ts': devModeOnlyFaults,
    'proof/faults/dashboard-exports.ts': dashboardExportsFaults,
    'proof/faults/workbooks.ts': workbooksFaults,
    'proof/faults/promotions.ts': promotionsFaults,
    'proof/faults/promotions-only.ts': promotionsOnlyFaults,
    'proof/faults/exports-only.ts': exportsOnlyFaults,
    'proof/faults/exports-when.ts': exportsWhenFaults,
    'proof/faults/external-documents.ts': externalDocumentsFaults,
    'proof/faults/reports-drawn.ts': reportsDrawnFaults,
    'proof/faults/schedules-drawn.ts': schedulesDrawnFaults,
    'proof/faults/external-documents-only.ts': externalDocumentsOnlyFaults,
    'proof/faults/deployment-tokens.ts': deploymentTokensFaults,
    'proof/faults/deployment-tokens-given.ts': deploymentTokensGivenFaults,
    'proof/faults/embed-only.ts': embedOnlyFaults,
    'proof/faults/environments-only.ts': environmentsOnlyFaults,
    'proof/faults/content-only.ts': contentOnlyFaults,
    'proof/faults/jobs-only.ts': jobsOnlyFaults,
    'proof/faults/environments-given.ts': environmentsGivenFaults,
    'proof/faults/lakehouse-given.ts': lakehouseGivenFaults,
    'proof/faults/deployments-given.ts': deploymentsGivenFaults,
    'proof/faults/deployments.ts': deploymentsFaults,
    'proof/faults/deployments-when.ts': deploymentsWhenFaults,
    'proof/faults/deployments-drawn.ts': deploymentsDrawnFaults,
    'proof/faults/environments.ts': environmentsFaults,
    'proof/faults/embed.ts': embedFaults,
    'proof/faults/embed-revoke.ts': embedRevokeFaults,
    'proof/faults/embed-comments.ts': embedCommentsFaults,
    'proof/faults/embed-sessions-when.ts': embedSessionsWhenFaults,
    'proof/faults/embed-revoke-when.ts': embedRevokeWhenFaults,
    'proof/faults/embed-comments-when.ts': embedCommentsWhenFaults,
    'proof/faults/embed-tenants.ts': embedTenantsFaults,
    'proof/faults/account-only.ts': accountOnlyFaults,
    'proof/faults/account-drawn.ts': accountDrawnFaults,
    'proof/faults/app-config.ts': appConfigFaults,
    'proof/faults/app-config-only.ts': appConfigOnlyFaults,
    'proof/faults/usage-analytics.ts': usageAnalyticsFaults,
    'proof/faults/api-keys.ts': apiKeysFaults,
    'proof/faults/api-keys-conditions.ts': apiKeysConditionFaults,
    'proof/faults/scheduled-tasks.ts': scheduledTasksFaults,
    'proof/faults/scheduled-tasks-only.ts': scheduledTasksOnlyFaults,
    'proof/faults/scheduled-tasks-interactions.ts': scheduledTasksInteractionFaults,
    'proof/faults/scheduled-tasks-lists.ts': scheduledTasksListsFaults,
    'proof/faults/scheduled-tasks-fields.ts': scheduledTasksFieldsFaults,
    'proof/faults/scheduled-tasks-schedule.ts': scheduledTasksScheduleFaults,
    'proof/faults/scheduled-tasks-schedule-only.ts': scheduledTasksScheduleOnlyFaults,
    'proof/faults/scheduled-tasks-conditions.ts': scheduledTasksConditionsFaults,
    'proof/faults/scheduled-tasks-limit.ts': scheduledTasksLimitFaults,
    'proof/faults/scheduled-tasks-notifications-only.ts': scheduledTasksNotificationsOnlyFaults,
    'proof/faults/scheduled-tasks-access.ts': scheduledTasksAccessFaults,
    'proof/faults/scheduled-tasks-access-only.ts': scheduledTasksAccessOnlyFaults,
    'proof/faults/report-deliveries.ts': reportDeliveriesFaults,
    'proof/faults/report-deliveries-only.ts': reportDeliveriesOnlyFaults,
    'proof/faults/folders.ts': foldersFaults,
    'proof/faults/users.ts': usersFaults,
    'proof/faults/users-only.ts': usersOnlyFaults,
    'proof/faults/transform-sync.ts': transformSyncFaults,
    'proof/faults/transform-sync-only.ts': transformSyncOnlyFaults,
    'proof/faults/transform-sync-lists.ts': transformSyncListsFaults,
    'proof/faults/lakehouse.ts': lakehouseFaults,
    'proof/faults/build.ts': buildFaults,
    'proof/faults/build-only.ts': buildOnlyFaults,
    'proof/faults/apis.ts': apisFaults,
    'proof/faults/apis-only.ts': apisOnlyFaults,
    'proof/faults/named.ts': namedFaults,
    'proof/faults/named-only.ts': namedOnlyFaults,
    'proof/faults/per-operation.ts': perOperationFaults(registry),
  };
}

/** Every fault: the declared ones, and those that are derived for each operation. */
export function loadFaults(registry: Registry): readonly Fault[] {
  const faults = Object.values(loadFaultTables(registry)).flat();
  refuseTwins(faults);
  return faults;
}

/** A fault is selected by its id, so that of two faults with one id none could be selected alone. */
function refuseTwins(faults: readonly Fault[]): void {
  const seen = new Set<string>();
  const twins = faults.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : []));
  if (twins.length > 0)
    throw new Error(`proof/faults: the ids of faults are unique, and these are not: ${twins.join(', ')}`);
}
