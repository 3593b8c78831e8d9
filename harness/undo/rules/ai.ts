import type { UndoRule, UndoRules } from './rule.ts';

const chat: UndoRule = {
  note: ({ path = {} }) => ({ agentId: path['agentId'] ?? null }),
  describe: ({ agentId }) => `conversation with agent ${String(agentId)}`,
};

export const aiRules: UndoRules = { streamChat: chat };
