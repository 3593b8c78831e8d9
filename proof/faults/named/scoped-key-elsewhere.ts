import { widened } from '../../lib/access.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { remembering, replace, replaceSync } from '../../lib/patches.ts';

function scopeIgnored(operation: string): Deviation {
  return {
    name: 'scope-ignored',
    sentence: `On ${operation} nobody looks at the deployments that a key is scoped to.`,
    patch: widened(operation),
  };
}

function afterAReadElsewhere(operation: string): Deviation {
  return {
    name: 'scope-ignored-after-a-read',
    sentence: `On ${operation} nobody looks at the scope of a key once it has been read.`,
    patch: (rules) => {
      let hasRead = false;
      const { recordOf } = rules.access;
      replace(operation, async (call, original) => {
        const answer = await original(call);
        hasRead = true;
        return answer;
      })(rules);
      widened(operation)(rules);
      const wide = rules.access.recordOf;
      rules.access.recordOf = (tenant, token, id) => (hasRead ? wide : recordOf)(tenant, token, id);
    },
  };
}

/** Faults of the families that are only named: the scope of keys is not looked at. */
export const scopedKeyElsewhereFaults = faults({
  'named.environment-variables.scoped-key-elsewhere': [
    {
      name: 'after-its-own',
      sentence: 'A scoped key reads the environment variables of any deployment once it has read those of its own.',
      patch: remembering(
        () => new Set<string>(),
        (known) => (rules) => {
          const { recordOf } = rules.access;
          rules.access.recordOf = (tenant, token, id) => {
            const record = recordOf(tenant, token, id);
            return record && id === 'listEnvironmentVariables' && known.has(token)
              ? { ...record, scope: 'all' }
              : record;
          };
          replaceSync('listEnvironmentVariables', (call, original) => {
            const answer = original(call);
            known.add(call.principal.token);
            return answer;
          })(rules);
        },
      ),
    },
    scopeIgnored('listEnvironmentVariables'),
    afterAReadElsewhere('listEnvironmentVariables'),
  ],
  'named.data-model.scoped-key-elsewhere': [scopeIgnored('getDataModel'), afterAReadElsewhere('getDataModel')],
  'named.data-model-uploads.scoped-key-elsewhere': [
    scopeIgnored('listDataModelUploads'),
    afterAReadElsewhere('listDataModelUploads'),
  ],
  'named.source-control-connection.scoped-key-elsewhere': [
    scopeIgnored('getSourceControl'),
    afterAReadElsewhere('getSourceControl'),
  ],
  'named.notifications.scoped-key-elsewhere': [
    scopeIgnored('listNotifications'),
    afterAReadElsewhere('listNotifications'),
  ],
  'named.workspace.scoped-key-elsewhere': [scopeIgnored('listWorkspace'), afterAReadElsewhere('listWorkspace')],
  'named.agents.scoped-key-elsewhere': [scopeIgnored('listAgents'), afterAReadElsewhere('listAgents')],
  'named.dashboard-embed-access.scoped-key-elsewhere': [
    scopeIgnored('listDashboardEmbedAccess'),
    afterAReadElsewhere('listDashboardEmbedAccess'),
  ],
  'named.chat-history.scoped-key-elsewhere': [scopeIgnored('listChatHistory'), afterAReadElsewhere('listChatHistory')],
  'named.semantic-model-conversion.scoped-key-elsewhere': [
    scopeIgnored('listSemanticModelConversions'),
    afterAReadElsewhere('listSemanticModelConversions'),
  ],
});
