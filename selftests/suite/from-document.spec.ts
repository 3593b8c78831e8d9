import { unlessGuessed, type Answer, type FromDocument } from '../../harness/http/answer.ts';
import { openLog } from '../../harness/failures/log.ts';
import { expect, test } from '../test.ts';

const listed = { places: ['grantType'], areListed: true };
const madeUp = { places: ['reference'], areListed: false };

/** What a check makes of a refusal; a check that would end as untested fails here. */
function judged(check: object, status: number, fromDocument: FromDocument): Promise<Answer> {
  const log = openLog(check, { redacted: (text) => text, exchanges: () => 0 });
  const answer = { operation: 'exchangeEmbedSession', status, headers: {}, text: '{}', body: {}, fromDocument };
  return log.tentatively(() => Promise.resolve().then(() => unlessGuessed(answer as unknown as Answer)));
}

test.describe('a refusal of a body with members that only the document asks for', () => {
  for (const status of [400, 404, 409, 415, 422]) {
    test(`says nothing with ${status} where a value was made up`, async ({}, testInfo) => {
      await expect(judged(testInfo, status, madeUp)).rejects.toThrow('with all that the tenant');
    });
  }

  for (const status of [400, 415, 422]) {
    test(`says nothing with ${status} where the values are listed`, async ({}, testInfo) => {
      await expect(judged(testInfo, status, listed)).rejects.toThrow('with all that the tenant');
    });
  }

  for (const status of [403, 404, 409]) {
    test(`counts with ${status} where the values are listed: they name nothing and are not taken`, async ({}, testInfo) => {
      expect(await judged(testInfo, status, listed)).toMatchObject({ status });
    });
  }
});
