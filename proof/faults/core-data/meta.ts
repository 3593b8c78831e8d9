import { afterOther, onceForEach, prefixWanted, unserved } from '../../lib/data-apis.ts';
import { faults } from '../../lib/fault.ts';
import { afterRefusal, byCaller, given } from '../../lib/earlier-calls.ts';
import { refusing } from '../../lib/patches.ts';

/** Faults of the metadata of the Core Data API. */
export const metaFaults = faults({
  'core-data.meta.readable': [
    ...unserved(
      'coreDataMeta',
      'A read of the metadata',
      'auth.core-data.plain-token',
      'core-data.coreDataMeta.is-served',
    ),
    prefixWanted('coreDataMeta', 'A read of the metadata'),
    onceForEach('coreDataMeta', 'A read of the metadata'),
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
          of: byCaller,
        },
      ),
    },
  ],
});
