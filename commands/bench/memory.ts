import { readdirSync, readFileSync } from 'node:fs';

/** A glance at a run takes 35 ms from it; what grows until the end is not missed by looking seldom. */
const GLANCE = 2_000;

/** Looks at the memory of a process and all that it started, until it is told to stop, and answers the most it saw. */
export function watchMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid));
  }, GLANCE);
  return () => {
    clearInterval(timer);
    return most / 1e6;
  };
}

/** What is resident of a tree of processes; nothing where the machine has no `/proc`. */
function residentOf(root: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirOrNothing('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(/^\d+ \(.*\) \S (\d+)/s.exec(readOrNothing(`/proc/${name}/stat`))?.[1]);
    if (Number.isFinite(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const sum = (pid: number): number => {
    // Pages that several processes share count once, a part with each.
    const own = Number(/^Pss: +(\d+) kB/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
    return own * 1_024 + (children.get(pid) ?? []).reduce((all, child) => all + sum(child), 0);
  };
  return sum(root);
}

function readdirOrNothing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
