import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { calls, chatRequest } from './calls.ts';

// The specification prints only the path and the credential, so the success of a valid call is the only requirement.
checkEveryOperation('ai', calls, { except: ['ai.chat.answers'] });

test(...verifies('ai.chat.answers'), async ({ check }) => {
  const caller = check.as('AI_API_KEY');
  const asked = chatRequest(check);
  const before = {
    'the first time': () => Promise.resolve(),
    // Agents cost money: the second message is also one after a refusal.
    'once more, after a refusal': () => caller.raw('streamChat', { ...asked, text: '{}' }),
  };
  await inEach<() => Promise<unknown>>(check, before, async (send) => {
    await send();
    expect(await caller.raw('streamChat', asked)).toSucceed();
  });
});
