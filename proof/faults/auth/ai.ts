import { alsoOn, untaken } from '../../lib/access.ts';
import { careless, hasKnownBeginning, NO_TOKEN_TAKEN, wordOfToken } from '../../lib/auth.ts';
import { likened } from '../../lib/credentials.ts';
import { faults } from '../../lib/fault.ts';

/** Faults of the credentials of the AI API. */
export const aiFaults = faults({
  'auth.ai.api-key': [
    {
      name: 'not-once-sent-as-bearer',
      sentence: 'The AI API takes a key no more once the Platform API took it after Bearer.',
      patch: wordOfToken('streamChat', 'Api-Key'),
    },
    {
      name: 'other-prefix',
      sentence: 'The AI API takes no API key after the prefix Api-Key.',
      also: alsoOn('streamChat', NO_TOKEN_TAKEN, [
        'ai.streamChat.is-served',
        'ai.streamChat.answers-as-documented',
        'ai.streamChat.no-credential',
        'ai.streamChat.malformed-credential',
        'ai.streamChat.expired-credential',
      ]).filter(({ id }) => !['auth.ai.api-key', 'auth.https.ai'].includes(id)),
      patch: untaken('streamChat', 'Api-Key'),
    },
  ],
  'auth.ai.altered-key': [
    {
      name: 'known-beginning',
      sentence: 'The AI API takes a key that differs from one that was issued in its last quarter alone.',
      patch: likened('streamChat', 'api-key', hasKnownBeginning),
    },
    {
      name: 'one-character',
      sentence: 'The AI API takes an API key though one of its characters is another.',
      patch: careless('streamChat', 'api-key'),
    },
  ],
});
