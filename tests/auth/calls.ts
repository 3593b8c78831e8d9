import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Asked } from '../support/client.ts';
import type { Check } from '../support/test.ts';

/** One call of each API, which its own credential is enough for. */
export const APIS = {
  platform: { operation: 'listRoles', asked: (): Asked => ({}), setting: 'ADMIN_TOKEN', prefix: 'Bearer ' },
  build: { operation: 'validateDataModel', asked: (): Asked => ({}), setting: 'ADMIN_TOKEN', prefix: 'Bearer ' },
  scim: {
    operation: 'probeScim',
    asked: ({ tenant }: Check): Asked => ({ path: { resource: String(tenant.wire.value('scim.resource')) } }),
    setting: 'SCIM_TOKEN',
    prefix: 'Bearer ',
  },
  'core-data': { operation: 'coreDataMeta', asked: (): Asked => ({}), setting: 'DATA_API_TOKEN', prefix: '' },
  ai: {
    operation: 'streamChat',
    asked: (check: Check): Asked => ({
      path: { accountName: check.lent('ACCOUNT_NAME'), agentId: check.lent('AGENT_ID') },
      text: check.lent('AI_CHAT_REQUEST'),
    }),
    setting: 'AI_API_KEY',
    prefix: 'Api-Key ',
  },
} as const satisfies Record<
  string,
  { operation: AnyOperationId; asked: (check: Check) => Asked; setting: string; prefix: string }
>;
export type Api = keyof typeof APIS;
