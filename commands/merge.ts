import { existsSync, readdirSync } from 'node:fs';
import { UsageProblem } from '../contracts/problem.ts';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { faultSentences } from '../proof/sentences.ts';
import { annotationsOf } from '../reports/annotations.ts';
import { removeReport } from '../reports/report-files.ts';
import type { Command } from './flags.ts';
import { readResults } from './judged.ts';
import { main, reportFolder } from './main.ts';
import { endingOf, startMerge, type Ended } from './playwright.ts';
import { leaked, settingsIfAny } from './searched.ts';

const USUAL = 'blob-report';
const COMMAND = {
  name: 'merge',
  what: 'Makes one report of the blobs that shards have written, and ends as one run of all of them would.',
  flags: { annotate: { what: "Write GitHub's annotations for what the run found." } },
  words: { name: 'folder', what: `Folder with the blobs of all shards, ${USUAL} where none is named.`, most: 1 },
  example: 'npm run merge -- all-blobs --annotate',
} satisfies Command;

await main(COMMAND, async (flags) => {
  const [folder = USUAL] = flags.words;
  if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.zip'))) {
    throw new UsageProblem([`${folder}: expected a folder with blobs, as \`--shard=1/2 --reporter=blob\` writes them`]);
  }
  const report = reportFolder('reports/latest');
  removeReport(report);
  // Merging starts no run, and so calls no setup that would write them.
  await faultSentences();
  let merged: Ended | undefined;
  const hasLeak = await leaked({ settings: settingsIfAny(), reportFolder: report, outputs: [] }, async () => {
    merged = await endingOf(startMerge(folder));
  });
  const ending = merged?.ending;
  if (!ending) throw new UsageProblem([`${folder}: what is in it could not be merged`]);
  const results = await readResults(report);
  if (flags.has('annotate') && results) for (const line of annotationsOf(results)) console.log(line);
  return hasLeak ? EXIT_CODES.usage : ending.exitCode;
});
