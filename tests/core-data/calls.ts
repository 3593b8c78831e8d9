import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  coreDataLoad: (check) => ({ text: check.provided('DATA_QUERY') }),
  coreDataSql: (check) => ({ text: check.provided('DATA_SQL_QUERY') }),
  coreDataMeta: () => ({}),
};
