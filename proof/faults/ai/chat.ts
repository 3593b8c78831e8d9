import { onceForEach, unserved } from '../../lib/data-apis.ts';
import { faults } from '../../lib/fault.ts';
import { afterRefusal, byCaller, given } from '../../lib/earlier-calls.ts';
import { refusing } from '../../lib/patches.ts';

/** Faults of the chat of the AI API. */
export const chatFaults = faults({
  'ai.chat.answers': [
    ...unserved('streamChat', 'A message to an agent', 'auth.ai.api-key'),
    onceForEach('streamChat', 'A message to an agent'),
    {
      name: 'not-after-a-refusal',
      sentence: 'A message to an agent is refused to a key after one that could not be taken.',
      patch: given(
        'streamChat',
        afterRefusal,
        refusing('streamChat', () => true, 409),
        { of: byCaller },
      ),
    },
  ],
});
