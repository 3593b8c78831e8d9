import { readFile } from 'node:fs/promises';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { expect, test } from '../test.ts';

/** How often each page says how many hundreds of requirements or faults there are: a number that nobody finds again goes stale. */
const SAID = {
  'README.md': { requirements: 1, faults: 0 },
  'docs/numbers.md': { requirements: 1, faults: 1 },
  'docs/proof.md': { requirements: 0, faults: 1 },
};

const inHundreds = (count: number) => (Math.round(count / 100) * 100).toLocaleString('en-US');

test('the pages say how many requirements and faults there are', async () => {
  const registry = loadRegistry(await loadContract());
  const testable = [...registry.values()].filter(({ untestable }) => untestable === undefined).length;
  const [requirements, faults] = [testable, loadFaults(registry).length].map(inHundreds);
  const said = Object.keys(SAID).map(async (page) => {
    const text = await readFile(page, 'utf8');
    const times = (number: string | undefined) => text.split(String(number)).length - 1;
    return [page, { requirements: times(requirements), faults: times(faults) }] as const;
  });
  expect(Object.fromEntries(await Promise.all(said))).toEqual(SAID);
});
