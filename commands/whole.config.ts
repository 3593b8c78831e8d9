import config from '../playwright.config.ts';
import { ALONE } from '../harness/schedule/locks.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';

const { isLive, budget } = readConfiguration();

/** The suite as one project: a worker serves one project only, and starting one takes half a second. */
const whole = [{ name: 'conformance' }];
/**
 * Behind a distant network a run takes as long as the longest sequence of checks that exclude one another. Playwright starts
 * checks in the order of the projects, so that these begin at once, and the others fill the gaps. It costs each worker another
 * start, which is more than it is worth where requests take a millisecond.
 */
const sequencesFirst = [
  { name: 'conformance, one at a time', grep: new RegExp(ALONE) },
  { name: 'conformance', grepInvert: new RegExp(ALONE) },
];

export default { ...config, projects: isLive && Number.isFinite(budget.inFlight) ? sequencesFirst : whole };
