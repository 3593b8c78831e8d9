import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import type { Check } from './check.ts';
import { answerOf, documentOf, membersWithin } from './document.ts';
import { expect } from './expect.ts';

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
    for (const operation of operations) {
      for (const declared of membersWithin(document, answerOf(check, document, operation))) members.add(declared);
    }
  }
  expect([...members], 'members that a response shows or the document declares').toContain(member);
}
