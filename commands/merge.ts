import { readdirSync, statSync } from 'node:fs';
import { UsageProblem } from '../contracts/problem.ts';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { faultSentences } from '../proof/sentences.ts';
import { removeReport } from '../reports/report-files.ts';
import { notify } from './after-run.ts';
import { exitCodeFor, FAIL_ON } from './fail-on.ts';
import type { Command } from './flags.ts';
import { ANNOTATE, tellGitHub } from './github.ts';
import { main, reportFolder } from './main.ts';
import { haveAlone } from './one-run.ts';
import { endingOf, startMerge, type Ended } from './playwright.ts';
import { leaked, settingsIfAny } from './searched.ts';

const USUAL = 'blob-report';
const COMMAND = {
  name: 'merge',
  what: 'Makes one report of the blobs that shards have written, and ends as one run of all of them would.',
  flags: { annotate: ANNOTATE, 'fail-on': FAIL_ON },
  words: { name: 'folder', what: `Folder with the blobs of all shards, ${USUAL} where none is named.`, most: 1 },
  example: 'all-blobs --annotate',
} satisfies Command;

function hasBlobs(folder: string): boolean {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && readdirSync(folder).some((name) => name.endsWith('.zip'));
}

await main(COMMAND, async (flags) => {
  const [folder = USUAL] = flags.words;
  if (!hasBlobs(folder)) {
    throw new UsageProblem([`${folder}: expected a folder with blobs, as \`--shard=1/2 --reporter=blob\` writes them`]);
  }
  const report = reportFolder('reports/latest');
  haveAlone(report, 'a merge of blobs');
  removeReport(report);
  // Merging starts no run, and so calls no setup that would write them.
  await faultSentences();
  let merged: Ended | undefined;
  const settings = settingsIfAny();
  const hasLeak = await leaked({ settings, reportFolder: report, outputs: [] }, async () => {
    merged = await endingOf(startMerge(folder));
  });
  const ending = merged?.ending;
  if (!ending) throw new UsageProblem([`${folder}: what is in it could not be merged`]);
  if (flags.has('annotate')) await tellGitHub(report);
  if (!hasLeak) await notify(settings, report);
  return hasLeak ? EXIT_CODES.usage : exitCodeFor(ending.exitCode, flags.get('fail-on'));
});
