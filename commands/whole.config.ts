import config from '../playwright.config.ts';
import { FIRST, LONGEST, longestSequences } from '../harness/schedule/locks.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';

const configuration = readConfiguration();

/** The suite as one project: a worker serves one project only, and starting one takes two seconds of a core. */
const whole = [{ name: 'conformance' }];

/**
 * Playwright starts checks in the order of the projects, and ends a worker of one project where another needs its place. That does
 * not happen as long as each project has workers of its own, as many as its part of a run takes: a worker for each of the longest
 * sequences, and the others as 4 to 5.
 */
function inOrder(workers: number) {
  const longest = longestSequences(configuration).length;
  const first = Math.max(1, Math.round(((workers - longest) * 4) / 9));
  return [
    { name: 'conformance, longest', grep: new RegExp(LONGEST), workers: longest },
    { name: 'conformance, first', grep: new RegExp(FIRST), workers: first },
    {
      name: 'conformance',
      grepInvert: new RegExp(`${LONGEST}|${FIRST}`),
      workers: Math.max(1, workers - longest - first),
    },
  ];
}

export default {
  ...config,
  projects: configuration.isLive && typeof config.workers === 'number' ? inOrder(config.workers) : whole,
};
