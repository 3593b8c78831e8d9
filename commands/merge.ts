import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { UsageProblem } from '../contracts/problem.ts';
import { faultSentences } from '../proof/sentences.ts';
import { annotationsOf } from '../reports/annotations.ts';
import { readResults } from './judged.ts';
import { main } from './main.ts';
import { ended, startMerge } from './playwright.ts';

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
  // Merging starts no run, and so calls no setup that would write them.
  await faultSentences();
  await ended(startMerge(folder));
  const results = await readResults(report);
  if (!results) throw new UsageProblem([`${folder}: what is in it could not be merged`]);
  if (flags.has('annotate')) for (const line of annotationsOf(results)) console.log(line);
  return results.run.exitCode;
});
