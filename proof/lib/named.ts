/** The operations of the reference tenant that show the families that are only named and stand in a deployment. */
export const IN_DEPLOYMENT = {
  'environment-variables': 'listEnvironmentVariables',
  'data-model': 'getDataModel',
  'data-model-uploads': 'listDataModelUploads',
  'source-control-connection': 'getSourceControl',
  notifications: 'listNotifications',
  workspace: 'listWorkspace',
  agents: 'listAgents',
  'dashboard-embed-access': 'listDashboardEmbedAccess',
  'chat-history': 'listChatHistory',
  'semantic-model-conversion': 'listSemanticModelConversions',
} as const;

/** The same for those of the account. */
export const IN_ACCOUNT = {
  regions: 'listRegions',
  'users-admin': 'listUsersForAdministration',
  'user-attributes': 'listUserAttributes',
  'user-attribute-values': 'listUserAttributeValues',
  'tenant-settings': 'getTenantSettings',
  'oauth-integrations': 'listOAuthIntegrations',
  'user-oauth-tokens': 'listUserOAuthTokens',
} as const;
