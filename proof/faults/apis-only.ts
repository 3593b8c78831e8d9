import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { afterRefusal, given } from '../lib/given.ts';
import { refusing } from '../lib/patches.ts';

/** Faults of the APIs beside the Platform API that show only after some history. */

const byToken = ({ principal }: Call): unknown => principal.token;

/** What a credential did before it is refused, on one operation or another. */
function spent(operation: string, past: string, why: 401 | 403 | 409 = 403): Patch {
  return given(
    operation,
    (_call, { done }) => done > 0,
    refusing(operation, () => true, why),
    { past, of: byToken },
  );
}

const once = (operation: string, what: string): Deviation => ({
  name: 'once',
  sentence: `${what} succeeds once with each credential.`,
  patch: spent(operation, operation),
});

const afterOther = (
  operation: string,
  what: string,
  past: string,
  other: string,
  ...also: RequirementId[]
): Deviation => ({
  name: `not-after-${past === 'coreDataMeta' ? 'metadata' : 'a-query'}`,
  sentence: `${what} is refused to a token that was used for ${other}.`,
  also: also.map((id) => ({ id, because: 'the request is refused' })),
  patch: spent(operation, past, 401),
});

export const apisOnlyFaults = faults({
  'core-data.load.runs-query': [
    once('coreDataLoad', 'A query'),
    afterOther('coreDataLoad', 'A query', 'coreDataMeta', 'the metadata'),
    afterOther('coreDataLoad', 'A query', 'coreDataSql', 'an SQL query'),
  ],
  'core-data.sql.runs-query': [
    once('coreDataSql', 'An SQL query'),
    afterOther('coreDataSql', 'An SQL query', 'coreDataMeta', 'the metadata'),
    afterOther('coreDataSql', 'An SQL query', 'coreDataLoad', 'a query'),
  ],
  'core-data.meta.readable': [
    once('coreDataMeta', 'A read of the metadata'),
    afterOther('coreDataMeta', 'A read of the metadata', 'coreDataLoad', 'a query'),
    {
      name: 'not-after-a-refusal',
      sentence: 'The metadata is refused to a token after a query of it was refused.',
      patch: given(
        'coreDataMeta',
        afterRefusal,
        refusing('coreDataMeta', () => true, 403),
        {
          past: 'coreDataLoad',
          of: byToken,
        },
      ),
    },
  ],
  'ai.chat.answers': [
    once('streamChat', 'A message to an agent'),
    {
      name: 'not-after-a-refusal',
      sentence: 'A message to an agent is refused to a key after one that could not be taken.',
      patch: given(
        'streamChat',
        afterRefusal,
        refusing('streamChat', () => true, 409),
        { of: byToken },
      ),
    },
  ],
});
