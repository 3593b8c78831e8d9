import config from '../playwright.config.ts';
import { FIRST } from '../harness/schedule/locks.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';

/** The suite as one project: a worker serves one project only, and starting one takes half a second. */
const whole = [{ name: 'conformance' }];
/** Playwright starts checks in the order of the projects. */
const inOrder = [
  { name: 'conformance, first', grep: new RegExp(FIRST) },
  { name: 'conformance', grepInvert: new RegExp(FIRST) },
];

export default { ...config, projects: readConfiguration().isLive ? inOrder : whole };
