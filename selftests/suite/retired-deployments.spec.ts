import { isDeleted, isRetired } from '../../harness/provision/deployments.ts';
import { expect, test } from '../test.ts';

const RETIRED = [{ lifecycle: 'DELETED' }, { status: 'suspended' }, { isDeleted: true }, { archivedAt: '2024-05-01' }];
const CURRENT = [
  { lifecycle: 'RUNNING' },
  { name: 'deleted orders', status: 'active' },
  { isDeleted: false, archivedAt: null },
  { deletionProtection: true },
  { deleteAfterDays: 30 },
  { isDeletable: true },
];

test('a deployment of the past is told by what its list shows', () => {
  expect(RETIRED.map(isRetired)).toEqual(RETIRED.map(() => true));
  expect(CURRENT.map(isRetired)).toEqual(CURRENT.map(() => false));
  expect([...RETIRED, ...CURRENT].filter(isDeleted)).toEqual([{ lifecycle: 'DELETED' }, { isDeleted: true }]);
});
