import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { UsageProblem } from '../contracts/problem.ts';
import { annotationsOf } from '../reports/annotations.ts';
import { readResults } from './judged.ts';
import { LEAKED } from '../reports/written.ts';
import { main } from './main.ts';
import { ended, startMerge } from './playwright.ts';
import { leaked, settingsIfAny } from './searched.ts';

const USUAL = 'blob-report';

/** Makes one report of the blobs that shards have left, and ends as one run of all of them would. */
await main(async (flags) => {
  flags.only('annotate');
  const [folder = USUAL, ...others] = flags.words;
  if (others.length > 0) throw new UsageProblem(['expected one folder with the blobs of all shards']);
  if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.zip'))) {
    throw new UsageProblem([`${folder}: expected a folder with blobs, as \`--shard=1/2 --reporter=blob\` writes them`]);
  }
  const report = process.env['REPORT_FOLDER'] || 'reports/latest';
  await rm(path.join(report, 'results.json'), { force: true });
  const hasLeak = await leaked({ settings: settingsIfAny(), reportFolder: report }, async () => {
    await ended(startMerge(folder));
  });
  const results = await readResults(report);
  if (hasLeak) return LEAKED;
  if (!results) throw new UsageProblem([`${folder}: what is in it could not be merged`]);
  if (flags.has('annotate')) for (const line of annotationsOf(results)) console.log(line);
  return results.run.exitCode;
});
