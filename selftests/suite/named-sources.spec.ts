import { namedSource } from '../../harness/provision/data-sources.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
import { expect, test } from '../test.ts';

/** What a run takes for a data source of the other deployment, whose settings are these. */
function sourceIn(settings: unknown): Promise<string | undefined> {
  const admin = {
    in: (deploymentId: string) => ({
      preparing: { raw: () => Promise.resolve({ wire: deploymentId === '8' ? settings : {} }) },
    }),
  };
  const sourcing = { admin, settings: { OTHER_DEPLOYMENT_ID: '8' } } as unknown as Sourcing;
  return Promise.resolve(namedSource('OTHER_DEPLOYMENT_ID').obtain(sourcing, 'OTHER_DATA_SOURCE_NAME'));
}

test('a data source of a deployment is one that its settings name', async () => {
  expect(await sourceIn({ general: { name: 'Sales' }, dataSources: ['warehouse', 'lake'] })).toBe('warehouse');
  expect(await sourceIn({ model: { dataSource: 'lake' } })).toBe('lake');
  expect(await sourceIn({ name: 'Sales', region: 'eu' })).toBeUndefined();
});
