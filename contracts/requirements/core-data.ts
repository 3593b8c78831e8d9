import { requirements } from './row.ts';

export const coreData = requirements('core-data', [
  // Operations, called with the API token without a prefix in the Authorization header.
  {
    id: 'core-data.load.runs-query',
    kind: 'status',
    lines: '11, 21, 280',
    operations: ['coreDataLoad'],
    needs: { mayUse: ['DATA_SQL_QUERY'], actors: ['DATA_API_TOKEN'], lent: ['DATA_QUERY'] },
    sentence: 'A query that is sent to load with the API token, and no prefix before it, succeeds.',
    classes: [
      'the first time',
      'once more',
      'after the metadata',
      'after a query',
      'after an SQL query',
      'after a refusal',
    ],
  },
  {
    id: 'core-data.sql.runs-query',
    kind: 'status',
    lines: '11, 21, 280',
    operations: ['coreDataSql'],
    needs: { mayUse: ['DATA_QUERY'], actors: ['DATA_API_TOKEN'], lent: ['DATA_SQL_QUERY'] },
    sentence: 'A query that is sent to cubesql with the API token, and no prefix before it, succeeds.',
    classes: [
      'the first time',
      'once more',
      'after the metadata',
      'after a query',
      'after an SQL query',
      'after a refusal',
    ],
  },
  {
    id: 'core-data.meta.readable',
    kind: 'status',
    lines: '11, 21, 280',
    operations: ['coreDataMeta'],
    needs: { mayUse: ['DATA_QUERY', 'DATA_SQL_QUERY'], actors: ['DATA_API_TOKEN'] },
    sentence: 'The metadata can be read with the API token, and no prefix before it.',
    classes: [
      'the first time',
      'once more',
      'after the metadata',
      'after a query',
      'after an SQL query',
      'after a refusal',
    ],
  },

  // The address.
  {
    id: 'core-data.address.per-deployment',
    kind: 'shape',
    lines: '21',
    sentence: 'Each deployment has an address of its own for the Core Data API.',
    untestable:
      'The specification does not say where a deployment shows this address; the run takes it from a setting.',
  },
  {
    id: 'core-data.address.base-path-configurable',
    kind: 'shape',
    lines: '21',
    sentence: 'The base path of the Core Data API can be configured.',
    untestable:
      'The specification has no operation that configures it; the run takes the complete address from a setting.',
  },
]);
