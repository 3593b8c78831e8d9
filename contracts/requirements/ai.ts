import { requirements } from './row.ts';

export const ai = requirements('ai', [
  {
    id: 'ai.chat.answers',
    kind: 'status',
    lines: '12, 22, 280',
    operations: ['streamChat'],
    needs: { actors: ['AI_API_KEY'], lent: ['ACCOUNT_NAME', 'AGENT_ID', 'AI_CHAT_REQUEST'] },
    sentence: 'A message to an agent that carries an API key after the prefix Api-Key succeeds.',
    classes: ['the first time', 'once more, after a refusal'],
  },
  {
    id: 'ai.chat.streams',
    kind: 'shape',
    lines: '12',
    operations: ['streamChat'],
    sentence: 'The answer of an agent comes as a stream.',
    untestable: 'The format of the stream is not specified, and a short response may arrive in one piece.',
  },
]);
