import config from '../playwright.config.ts';
import { FIRST, LONGEST } from '../harness/schedule/locks.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';

/** The suite as one project: a worker serves one project only, and starting one takes two seconds of a core. */
const whole = [{ name: 'conformance' }];
/**
 * Playwright starts checks in the order of the projects, and ends a worker of one project where another needs its place. The
 * first two get few workers, because their checks wait for one another: the other workers serve the last project from the start.
 */
const inOrder = [
  { name: 'conformance, longest', grep: new RegExp(LONGEST), workers: 2 },
  { name: 'conformance, first', grep: new RegExp(FIRST), workers: 4 },
  { name: 'conformance', grepInvert: new RegExp(`${LONGEST}|${FIRST}`) },
];

export default { ...config, projects: readConfiguration().isLive ? inOrder : whole };
