import { performance } from 'node:perf_hooks';

/**
 * Measures how long something takes in this process: what it waits, and its time on a processor. What other processes of the machine take
 * in the meantime does not count.
 */
export function startOwnTime(): () => number {
  const [loop, processor] = [performance.eventLoopUtilization(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return performance.eventLoopUtilization(loop).idle + (user + system) / 1_000;
  };
}
