import { refuse } from '../../../mock/answer.ts';
import { afterOther, onceForEach, prefixWanted, unserved } from '../../lib/data-apis.ts';
import { faults } from '../../lib/fault.ts';
import { all, remembering, replaceSync } from '../../lib/patches.ts';

/** Faults of queries of the Core Data API. */
export const loadFaults = faults({
  'core-data.load.runs-query': [
    {
      name: 'after-both-others',
      sentence: 'A query is refused once the metadata was read and an SQL query was run.',
      patch: remembering(
        () => new Set<string>(),
        (done) =>
          all(
            ...['coreDataMeta', 'coreDataSql'].map((operation) =>
              replaceSync(operation, (call, original) => {
                const answer = original(call);
                done.add(operation);
                return answer;
              }),
            ),
            replaceSync('coreDataLoad', (call, original) =>
              done.size === 2 ? refuse('forbidden', 'enough was asked') : original(call),
            ),
          ),
      ),
    },
    ...unserved('coreDataLoad', 'A query'),
    prefixWanted('coreDataLoad', 'A query'),
    onceForEach('coreDataLoad', 'A query'),
    afterOther('coreDataLoad', 'A query', 'coreDataMeta', 'the metadata'),
    afterOther('coreDataLoad', 'A query', 'coreDataSql', 'an SQL query'),
  ],
});
