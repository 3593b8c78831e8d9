import { EVERY_CALL } from '../calls.ts';
import { DeclaredAnswers } from '../../harness/tenant/declared-answers.ts';
import { read } from '../../harness/rules/declared-reads.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { declaredRead, NAMED } from './named.ts';

for (const { id, binding } of NAMED.filter((requirement) => requirement.id.endsWith('.self-consistent'))) {
  test(...verifies(id), async ({ check, admin }) => {
    const { document, declared } = await declaredRead(check, admin, binding);
    const answers = new DeclaredAnswers(document);
    const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
    await inEach(check, { 'the first time': admin, 'once more': admin, [BY_OAUTH]: oauth }, async (reader, name) => {
      const { answer, why } = await read(check, reader, document, declared, EVERY_CALL);
      leaveOutIf(!answer && name === BY_OAUTH);
      if (!answer) untested(`GET ${declared.path}: ${why ?? ''}`);
      const parts = ['status', 'media type', 'body'] as const;
      const departures = parts.map((part) => answers.departure(declared, answer, part));
      expect(
        departures.filter((departure) => departure !== undefined),
        "departures from the tenant's own document",
      ).toEqual([]);
    });
  });
}
