import type { Kind, Kinds } from './kind.ts';

const chat: Kind = {
  note: ({ path = {} }) => ({ agentId: path['agentId'] ?? null }),
  says: ({ agentId }) => `conversation with agent ${String(agentId)}`,
};

export const aiKinds: Kinds = { streamChat: chat };
