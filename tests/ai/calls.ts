import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  streamChat: (check) => ({
    path: { accountName: check.provided('ACCOUNT_NAME'), agentId: check.provided('AGENT_ID') },
    text: check.provided('AI_CHAT_REQUEST'),
  }),
};
