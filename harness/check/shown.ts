import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import type { Check } from './check.ts';
import { answerOf, documentOf, membersWithin } from './document.ts';
import { expect } from './expect.ts';
import { untested } from '../failures/untested.ts';

/**
 * Asserts that a member of which no response is said to have it always is there at all: a response shows it, or the tenant's
 * document declares it for one of these operations.
 */
export async function expectKnownMember(
  check: Check,
  admin: Actor,
  member: string,
  { shown, in: operations }: { readonly shown: Iterable<string>; readonly in: readonly AnyOperationId[] },
): Promise<void> {
  const members = new Set(shown);
  if (!members.has(member)) {
    const document = await documentOf(admin);
    const declared = operations.flatMap((operation) => [
      ...membersWithin(document, answerOf(check, document, operation)),
    ]);
    if (declared.length === 0)
      untested(
        `no response shows ${member}, and the tenant's document declares no members of ${operations.join(', ')}`,
      );
    for (const one of declared) members.add(one);
  }
  expect([...members], 'members that a response shows or the document declares').toContain(member);
}
