import { policiesAsSet } from '../../harness/things/roles.ts';
import { expect, test } from '../test.ts';

const one = { resourceType: 'Deployment', actions: ['SchemaRead', 'APMRead'], resources: ['1', '2'] } as const;
const written = policiesAsSet([{ ...one, actions: [...one.actions], resources: [...one.resources] }]);

test('policies that are split or in another order grant the same', () => {
  const split = one.resources.map((id) => ({
    resourceType: one.resourceType,
    actions: [...one.actions].reverse(),
    resources: [id],
  }));
  expect(policiesAsSet(split.reverse())).toEqual(written);
});

test('a missing or additional grant makes a difference', () => {
  const lost = [{ resourceType: one.resourceType, actions: [...one.actions], resources: ['1'] }];
  const added = [...lost, { resourceType: one.resourceType, actions: ['All' as const], resources: ['2'] }];
  const empty = [{ resourceType: one.resourceType, actions: [], resources: ['1'] }];
  for (const other of [lost, added, empty]) expect(policiesAsSet(other)).not.toEqual(written);
  expect(policiesAsSet(empty)).not.toEqual([]);
});
