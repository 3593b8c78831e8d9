import { EVERY_CALL } from '../every-call.ts';
import { DeclaredAnswers } from '../support/declared.ts';
import { documentOf } from '../support/document.ts';
import { read } from '../support/reads.ts';
import { expect, test, verifies } from '../support/test.ts';
import { untested } from '../support/trouble.ts';
import { declaredRead, NAMED } from './named.ts';

for (const { id, binding } of NAMED.filter((one) => one.id.endsWith('.self-consistent'))) {
  test(...verifies(id), async ({ check, admin }) => {
    const document = await documentOf(admin);
    const declared = declaredRead(check, document, binding);
    const { answer, why } = await read(check, admin, document, declared, EVERY_CALL);
    if (!answer) untested(`GET ${declared.path}: ${why ?? ''}`);
    const answers = new DeclaredAnswers(document);
    const parts = ['status', 'media type', 'body'] as const;
    const departures = parts.map((part) => answers.departure(declared, answer, part));
    expect(
      departures.filter((one) => one !== undefined),
      "what departs from the tenant's own document",
    ).toEqual([]);
  });
}
