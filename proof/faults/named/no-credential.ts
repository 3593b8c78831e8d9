import { asAdministrator, isAnonymous, open } from '../../lib/access.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { all, replace } from '../../lib/patches.ts';

function notAskedFor(operation: string): Deviation {
  return {
    name: 'not-asked-for',
    sentence: `No credential is asked for on ${operation}.`,
    patch: all(
      open(operation),
      replace(operation, (call, original) => original(isAnonymous(call) ? asAdministrator(call) : call)),
    ),
  };
}

/** Asks for no credential once somebody has read. */
function afterARead(operation: string): Deviation {
  return {
    name: 'not-asked-for-after-a-read',
    sentence: `No credential is asked for on ${operation} once somebody has read.`,
    patch: (rules) => {
      let hasRead = false;
      const { needsCredential } = rules.access;
      rules.access.needsCredential = (id) => (id === operation && hasRead ? false : needsCredential(id));
      replace(operation, async (call, original) => {
        const answer = await original(isAnonymous(call) ? asAdministrator(call) : call);
        hasRead = true;
        return answer;
      })(rules);
    },
  };
}

/** Faults of the families that are only named: no credential is asked for. */
export const noCredentialFaults = faults({
  'named.environment-variables.no-credential': [
    notAskedFor('listEnvironmentVariables'),
    afterARead('listEnvironmentVariables'),
  ],
  'named.data-model.no-credential': [notAskedFor('getDataModel'), afterARead('getDataModel')],
  'named.data-model-uploads.no-credential': [notAskedFor('listDataModelUploads'), afterARead('listDataModelUploads')],
  'named.source-control-connection.no-credential': [notAskedFor('getSourceControl'), afterARead('getSourceControl')],
  'named.notifications.no-credential': [notAskedFor('listNotifications'), afterARead('listNotifications')],
  'named.workspace.no-credential': [notAskedFor('listWorkspace'), afterARead('listWorkspace')],
  'named.agents.no-credential': [notAskedFor('listAgents'), afterARead('listAgents')],
  'named.dashboard-embed-access.no-credential': [
    notAskedFor('listDashboardEmbedAccess'),
    afterARead('listDashboardEmbedAccess'),
  ],
  'named.chat-history.no-credential': [notAskedFor('listChatHistory'), afterARead('listChatHistory')],
  'named.semantic-model-conversion.no-credential': [
    notAskedFor('listSemanticModelConversions'),
    afterARead('listSemanticModelConversions'),
  ],
  'named.regions.no-credential': [notAskedFor('listRegions'), afterARead('listRegions')],
  'named.users-admin.no-credential': [
    notAskedFor('listUsersForAdministration'),
    afterARead('listUsersForAdministration'),
  ],
  'named.user-attributes.no-credential': [notAskedFor('listUserAttributes'), afterARead('listUserAttributes')],
  'named.user-attribute-values.no-credential': [
    notAskedFor('listUserAttributeValues'),
    afterARead('listUserAttributeValues'),
  ],
  'named.tenant-settings.no-credential': [notAskedFor('getTenantSettings'), afterARead('getTenantSettings')],
  'named.oauth-integrations.no-credential': [notAskedFor('listOAuthIntegrations'), afterARead('listOAuthIntegrations')],
  'named.user-oauth-tokens.no-credential': [notAskedFor('listUserOAuthTokens'), afterARead('listUserOAuthTokens')],
});
