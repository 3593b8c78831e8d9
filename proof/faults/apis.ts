import { refuse } from '../../mock/answer.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Patch } from '../../mock/index.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { replace, changeOutgoing } from '../lib/patches.ts';
import { alsoOn, untaken } from '../lib/access.ts';

/** A success of one operation goes out as a page, as from a gateway that stands before it. */
function paged(operation: string): Patch {
  return changeOutgoing(operation, () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Sign in</title>',
  }));
}

function unserved(operation: string, what: string, ...credentials: readonly RequirementId[]): readonly Deviation[] {
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

function prefixWanted(operation: string, what: string): Deviation {
  return {
    name: 'prefix-wanted',
    sentence: `${what} is refused with 401 to a token that comes without a prefix.`,
    // The general requirement, which the family auth checks.
    also: operation === 'coreDataMeta' ? alsoOn(operation, 'no token is taken') : [],
    patch: untaken(operation, 'none'),
  };
}

/** Faults of the APIs beside the Platform API, of which only paths and credentials are printed. */
export const apisFaults = faults({
  'core-data.load.runs-query': [...unserved('coreDataLoad', 'A query'), prefixWanted('coreDataLoad', 'A query')],
  'core-data.sql.runs-query': [...unserved('coreDataSql', 'An SQL query'), prefixWanted('coreDataSql', 'An SQL query')],
  'core-data.meta.readable': [
    ...unserved(
      'coreDataMeta',
      'A read of the metadata',
      'auth.core-data.plain-token',
      'core-data.coreDataMeta.is-served',
    ),
    prefixWanted('coreDataMeta', 'A read of the metadata'),
  ],
  'ai.chat.answers': unserved('streamChat', 'A message to an agent', 'auth.ai.api-key'),
  'scim.credential.api-key-accepted': {
    name: 'bearer-only',
    sentence: 'SCIM takes its token after the prefix Bearer alone.',
    patch: untaken('probeScim', 'Api-Key'),
  },
});
