import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { Host, startControl, type Patch } from '../../mock/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { shuffled } from '../../proof/trials.ts';
import { readResults } from '../judged.ts';
import { commandArgs } from '../node.ts';
import { ended } from '../playwright.ts';
import type { Part } from './part.ts';

const RED = 400;
const TIMES = 3;

interface Ran {
  readonly seconds: number;
  readonly violated: number;
}

/** The conformance command against tenants of this process. */
async function runOn(control: string): Promise<Ran> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-red-'));
  const started = performance.now();
  await ended(
    spawn(process.execPath, commandArgs('conformance', '--seed=1'), {
      stdio: 'ignore',
      env: { ...process.env, CONTROL_URL: control, REPORT_FOLDER: folder },
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  const results = await readResults(folder);
  await rm(folder, { recursive: true });
  return { seconds, violated: results?.counts.violates ?? 0 };
}

/** One fault for each of so many checks, drawn over all families. */
async function somePatches(): Promise<ReadonlyMap<string, Patch>> {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const first = new Map(faults.map((fault) => [fault.requirement as string, fault] as const));
  const drawn = shuffled([...first.values()], 1).slice(0, RED);
  return new Map(drawn.map(({ requirement, patch }) => [requirement, patch]));
}

/** What failing checks cost: the same run on conforming tenants, and on those that break the requirements of 400 checks. */
export async function measureRed(): Promise<Part> {
  const patches = await somePatches();
  let isRed = false;
  const { host } = await Host.start();
  const control = await startControl(host, {
    faultsFor: (requirement) => {
      const patch = isRed ? patches.get(requirement) : undefined;
      return patch && { patches: [patch], isSoughtAfter: true };
    },
  });
  const [green, red]: readonly [Ran[], Ran[]] = [[], []];
  // One after the other, so that both meet the same minutes of the machine.
  for (let time = 0; time < TIMES; time += 1) {
    isRed = false;
    green.push(await runOn(control.url));
    isRed = true;
    red.push(await runOn(control.url));
  }
  await Promise.all([control.close(), host.close()]);
  const median = (runs: readonly Ran[]) => runs.map(({ seconds }) => seconds).sort((a, b) => a - b)[1] ?? 0;
  return {
    title: 'A run in which 400 checks fail',
    figures: [
      { name: 'requirements violated in it', value: Math.min(...red.map(({ violated }) => violated)), unit: '' },
      { name: 'the same run without faults', value: median(green), unit: 's' },
      { name: 'with the faults', value: median(red), unit: 's' },
      { name: 'with faults over without', value: median(red) / median(green), unit: 'times', target: { most: 1.3 } },
    ],
  };
}
