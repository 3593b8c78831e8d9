import { afterOther, onceForEach, prefixWanted, unserved } from '../../lib/data-apis.ts';
import { faults } from '../../lib/fault.ts';

/** Faults of SQL queries of the Core Data API. */
export const sqlFaults = faults({
  'core-data.sql.runs-query': [
    ...unserved('coreDataSql', 'An SQL query'),
    prefixWanted('coreDataSql', 'An SQL query'),
    onceForEach('coreDataSql', 'An SQL query'),
    afterOther('coreDataSql', 'An SQL query', 'coreDataMeta', 'the metadata'),
    afterOther('coreDataSql', 'An SQL query', 'coreDataLoad', 'a query'),
  ],
});
