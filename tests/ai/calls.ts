import type { Asked } from '../../harness/requests/requests.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';

export function chatRequest(check: Check): Asked {
  return {
    path: { accountName: check.provided('ACCOUNT_NAME'), agentId: check.provided('AGENT_ID') },
    text: check.provided('AI_CHAT_REQUEST'),
  };
}

export const calls: ValidCalls = { streamChat: chatRequest };
