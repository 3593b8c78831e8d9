import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  streamChat: (check) => ({
    path: { accountName: check.lent('ACCOUNT_NAME'), agentId: check.lent('AGENT_ID') },
    text: check.lent('AI_CHAT_REQUEST'),
  }),
};
