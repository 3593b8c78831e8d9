import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Exchange } from '../../evidence/evidence.ts';
import type { Results } from '../../evidence/results.ts';
import { writeReport } from '../../reports/report-files.ts';
import { ownFolder } from '../folders.ts';
import { expect, test } from '../test.ts';

test('a file of a report that cannot be made does not keep the others from being written', async () => {
  const folder = ownFolder('report-in-parts');
  const results = { run: { versions: {} }, requirements: [], counts: {} } as unknown as Results;
  const noAddress = { url: 'no address', status: 200, requestHeaders: {}, startedAt: 0 } as unknown as Exchange;
  await expect(writeReport(folder, results, [noAddress], () => '<p>page</p>', undefined)).rejects.toThrow(
    /run\.har cannot be stored/,
  );
  expect(existsSync(path.join(folder, 'results.json'))).toBe(true);
  expect(existsSync(path.join(folder, 'index.html'))).toBe(true);
  expect(existsSync(path.join(folder, 'run.har'))).toBe(false);
});
