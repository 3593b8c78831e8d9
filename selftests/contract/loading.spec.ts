import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../test.ts';
import { READS_TYPESCRIPT } from '../../commands/node.ts';
import { loadContract } from '../../contracts/bundle.ts';

const run = promisify(execFile);

test('the contract loads from its cached bundle in under 50 ms', async () => {
  await loadContract();
  // In a separate process, because modules and the YAML parser may already be loaded in this one.
  const script = `
    import { loadContract } from './contracts/bundle.ts';
    const times = [];
    for (let i = 0; i < 5; i += 1) { const start = performance.now(); await loadContract(); times.push(performance.now() - start); }
    const yaml = process.moduleLoadList?.some((name) => name.includes('yaml')) ?? false;
    console.log(JSON.stringify({ first: times[0], median: times.sort((a, b) => a - b)[2], yaml }));`;
  const { stdout } = await run(process.execPath, [...READS_TYPESCRIPT, '--input-type=module', '-e', script]);
  const { first, median } = JSON.parse(stdout) as { first: number; median: number };
  test
    .info()
    .annotations.push({ type: 'milliseconds', description: `first ${first.toFixed(1)}, median ${median.toFixed(1)}` });
  expect(median).toBeLessThan(50);
  expect(first).toBeLessThan(50);
});
