import { promises } from './row.ts';

export const ai = promises('ai', [
  {
    id: 'ai.chat.answers',
    kind: 'status',
    lines: '12, 22, 280',
    operations: ['streamChat'],
    needs: { actors: ['AI_API_KEY'], lent: ['ACCOUNT_NAME', 'AGENT_ID', 'AI_CHAT_REQUEST'] },
    sentence: 'A message to an agent that carries an API key after the prefix Api-Key succeeds.',
  },
  {
    id: 'ai.chat.streams',
    kind: 'shape',
    lines: '12',
    operations: ['streamChat'],
    sentence: 'The answer of an agent comes as a stream.',
    untestable: 'the format of the stream is not printed, and a short answer may well come in one piece',
  },
]);
