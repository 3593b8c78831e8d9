import { emptyTaken, trusting } from '../../lib/credentials.ts';
import { faults } from '../../lib/fault.ts';

/** Faults of the access rules of single operations of the AI API. */
export const perOperationFaults = faults({
  'ai.streamChat.malformed-credential': emptyTaken('streamChat', 'Api-Key'),
  'ai.streamChat.expired-credential': {
    name: 'after-a-good-one',
    sentence: 'An agent takes an expired key of a user whose key in force it took before.',
    patch: trusting('streamChat'),
  },
});
