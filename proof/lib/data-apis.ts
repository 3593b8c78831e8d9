import type { RequirementId } from '../../contracts/requirements/index.ts';
import { refuse } from '../../mock/answer.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoOn, untaken } from './access.ts';
import type { Deviation } from './fault.ts';
import { byCaller, given } from './earlier-calls.ts';
import { changeOutgoing, refusing, replace } from './patches.ts';

/** How faults of the Core Data API and the AI API are written. */

/** A success of one operation goes out as a page, as from a gateway that stands before it. */
function paged(operation: string): Patch {
  return changeOutgoing(operation, () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Sign in</title>',
  }));
}

export function unserved(
  operation: string,
  what: string,
  ...credentials: readonly RequirementId[]
): readonly Deviation[] {
  return [
    {
      name: 'refused',
      sentence: `${what} is refused as invalid.`,
      ...(credentials.length > 0 && {
        also: credentials.map((id) => ({
          id,
          because: 'it is refused with this credential and to this request as well',
        })),
      }),
      patch: replace(operation, () => refuse('invalid', 'this is not accepted')),
    },
    { name: 'page', sentence: `${what} is answered with a page and status 200.`, patch: paged(operation) },
  ];
}

export function prefixWanted(operation: string, what: string): Deviation {
  return {
    name: 'prefix-wanted',
    sentence: `${what} is refused with 401 to a token that comes without a prefix.`,
    // The general requirement, which the family auth checks.
    also: operation === 'coreDataMeta' ? alsoOn(operation, 'no token is taken') : [],
    patch: untaken(operation, 'none'),
  };
}

/** What a credential did before it is refused, on one operation or another. */
function refusedAfterDone(operation: string, past: string, why: 401 | 403 | 409 = 403): Patch {
  return given(
    operation,
    (_call, { done }) => done > 0,
    refusing(operation, () => true, why),
    { past, of: byCaller },
  );
}

export const onceForEach = (operation: string, what: string): Deviation => ({
  name: 'once',
  sentence: `${what} succeeds once with each credential.`,
  patch: refusedAfterDone(operation, operation),
});

export const afterOther = (
  operation: string,
  what: string,
  past: string,
  other: string,
  ...also: RequirementId[]
): Deviation => ({
  name: `not-after-${past === 'coreDataMeta' ? 'metadata' : 'a-query'}`,
  sentence: `${what} is refused to a token that was used for ${other}.`,
  also: also.map((id) => ({ id, because: 'the request is refused' })),
  patch: refusedAfterDone(operation, past, 401),
});
