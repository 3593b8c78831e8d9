import type { Principal } from '../principal.ts';

export interface Agent {
  readonly id: string;
  readonly deploymentId: number;
}

export interface Chat {
  readonly id: string;
  readonly agentId: string;
  readonly userId: number | undefined;
  readonly messages: { readonly role: 'user' | 'assistant'; readonly content: string }[];
}

/** Rules of the AI API, as data. */
export const aiRules = () => ({
  /** Other tokens are no API keys, whatever stands before them. */
  takes: (kind: Principal['kind']): boolean => kind === 'api-key',
  isInScope: (scope: Principal['scope'], deploymentId: number): boolean =>
    scope === 'all' || scope.includes(deploymentId),
  input: { min: 1, max: 20_000 },
  isAccount: (name: string | undefined, own: string): boolean => name === own,
  isOwn: (chat: Chat, agent: Agent, userId: number | undefined): boolean =>
    chat.agentId === agent.id && chat.userId === userId,
  chunks: (answer: string): readonly string[] => answer.match(/\S+\s*/g) ?? [],
});
