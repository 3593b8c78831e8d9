import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';
import type { Results } from '../../evidence/results.ts';
import { ownFile } from '../../contracts/installation.ts';
import { readResults } from '../judged.ts';
import { checksById } from '../listed.ts';
import { commandArgs, playwrightArgs } from '../node.ts';
import { ended } from '../playwright.ts';
import { watchMemory } from './memory.ts';
import type { Part } from './part.ts';
import type { Recorded, Replaying } from './replayed.ts';

const WORKERS = 2;
/** It compiles TypeScript and runs it slower than those after it. */
const IS_NODE_20 = process.versions.node.startsWith('20.');

/** What the checks are declared with as well. */
const BASE_TEST = pathToFileURL(ownFile('harness/check/base-test.ts')).href;

interface Ran {
  readonly seconds: number;
  /** From the start of the command to the first verdict on the terminal. */
  readonly firstVerdict: number;
  readonly megabytes: number;
  readonly results: Results;
  readonly exchanges: readonly Recorded[];
}

async function defaultRun(folder: string): Promise<Ran> {
  const started = performance.now();
  const child = spawn(process.execPath, commandArgs('conformance', '--seed=1'), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, REPORT_FOLDER: folder },
  });
  const memory = watchMemory(child.pid ?? 0);
  let firstVerdict = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    // The first line of progress is that of the first check.
    if (firstVerdict === 0 && /^\d+ of \d+ checks/m.test(chunk.toString('utf8')))
      firstVerdict = performance.now() - started;
  });
  await ended(child);
  const seconds = (performance.now() - started) / 1_000;
  const results = await readResults(folder);
  if (!results) throw new Error('the default run judged nothing');
  return {
    seconds,
    firstVerdict: firstVerdict / 1_000,
    megabytes: memory(),
    results,
    exchanges: await recordedIn(path.join(folder, 'run.har')),
  };
}

async function recordedIn(file: string): Promise<Recorded[]> {
  const { log } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly log: {
      readonly entries: readonly {
        readonly request: {
          readonly method: string;
          readonly url: string;
          readonly postData?: { readonly text: string };
        };
        readonly response: {
          readonly status: number;
          readonly content: { readonly mimeType: string; readonly text: string };
        };
      }[];
    };
  };
  return log.entries.map(({ request, response }) => {
    const { pathname, search } = new URL(request.url);
    return {
      method: request.method,
      path: pathname + search,
      ...(request.postData && { body: request.postData.text }),
      status: response.status,
      type: response.content.mimeType,
      answer: response.content.text,
    };
  });
}

/** As many tests as there are checks, in files of the same sizes, that do nothing. */
async function emptyRun(): Promise<number> {
  const perFile = new Map<string, number>();
  for (const places of (await checksById()).values()) {
    for (const { file } of places) perFile.set(file, (perFile.get(file) ?? 0) + 1);
  }
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp(path.resolve('.cache', 'bench-'));
  const tests = [...perFile.values()].map((count, index) => {
    const lines = Array.from({ length: count }, (_, test) => `test('test ${test}', async () => {});`);
    return writeFile(
      path.join(folder, `${index}.spec.ts`),
      `import { baseTest as test } from '${BASE_TEST}';\n${lines.join('\n')}\n`,
    );
  });
  await Promise.all(tests);
  const config = path.join(folder, 'playwright.config.ts');
  await writeFile(
    config,
    `export default { testDir: '.', fullyParallel: true, workers: ${WORKERS}, reporter: 'dot' };\n`,
  );
  const started = performance.now();
  await ended(
    spawn(process.execPath, playwrightArgs('test', `--config=${config}`), {
      stdio: 'ignore',
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  await rm(folder, { recursive: true });
  return seconds;
}

async function startReplaying(exchanges: readonly Recorded[]): Promise<{ child: ChildProcess; served: Replaying }> {
  const child = fork(new URL('./replayed.ts', import.meta.url), { serialization: 'advanced' });
  child.send(exchanges);
  const [served] = (await once(child, 'message')) as [Replaying];
  return { child, served };
}

/** The same requests, as many as the run sent, to a server that answers what was answered, and looks at nothing. */
async function bareReplay(exchanges: readonly Recorded[], count: number): Promise<number> {
  const { child, served } = await startReplaying(exchanges);
  // No Agent: where answers to HEAD close connections, it takes its own count of them for none and connects for every request.
  const pool = new Pool(served.url, { connect: { ca: served.ca }, connections: WORKERS });
  const started = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next % exchanges.length;
      next += 1;
      const { method, path: at, body } = exchanges[index] as Recorded;
      const answer = await pool.request({
        path: at,
        method: method,
        headers: { 'x-index': String(index), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
      });
      await answer.body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const seconds = (performance.now() - started) / 1_000;
  await pool.close();
  child.disconnect();
  return seconds;
}

/** The default run, beside as many empty tests and a bare replay of its traffic. */
export async function measureRun(folder: string): Promise<Part> {
  const { seconds, firstVerdict, megabytes, results, exchanges } = await defaultRun(folder);
  const empty = await emptyRun();
  const replay = await bareReplay(exchanges, results.run.exchanges);
  const floor = empty + replay;
  return {
    title: `The default run: ${results.counts.total} requirements, ${results.run.exchanges} exchanges`,
    figures: [
      { name: 'the whole command', value: seconds, unit: 's', target: { most: IS_NODE_20 ? 30 : 20 } },
      { name: 'first verdict', value: firstVerdict, unit: 's' },
      { name: 'as many empty tests', value: empty, unit: 's' },
      { name: 'bare replay of the traffic', value: replay, unit: 's' },
      { name: 'the command over both', value: seconds / floor, unit: 'times' },
      { name: 'peak memory of all processes', value: megabytes, unit: 'MB', target: { most: 1_000 } },
    ],
  };
}
