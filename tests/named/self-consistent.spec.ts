import type { Route } from '../../contracts/bindings/binding.ts';
import { EVERY_CALL } from '../every-call.ts';
import { DeclaredAnswers } from '../support/declared.ts';
import { documentOf } from '../support/document.ts';
import { read } from '../support/reads.ts';
import { expect, test, verifies } from '../support/test.ts';
import { untested } from '../support/trouble.ts';
import { NAMED } from './named.ts';

for (const { id, binding } of NAMED) {
  test(...verifies(id), async ({ check, admin }) => {
    const document = await documentOf(admin);
    const route = check.tenant.wire.value(binding) as Route | undefined;
    const declared = route && document.find(route.method, route.path);
    if (!declared) untested(`the tenant's document declares no read of it: state ${binding} if there is one`);
    const { answer, why } = await read(check, admin, document, declared, EVERY_CALL);
    if (!answer) untested(`GET ${declared.path}: ${why ?? ''}`);
    const answers = new DeclaredAnswers(document);
    const departures = (['status', 'media type', 'body'] as const).map((part) =>
      answers.departure(declared, answer, part),
    );
    expect(
      departures.filter((one) => one !== undefined),
      "what departs from the tenant's own document",
    ).toEqual([]);
  });
}
