import config from '../playwright.config.ts';
import { FIRST, longestSequences, tagOf } from '../harness/schedule/locks.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';

const configuration = readConfiguration();

/** The suite as one project: a worker serves one project only, and starting one takes two seconds of a core. */
const whole = [{ name: 'conformance' }];

const anyOf = (tags: readonly string[]) => new RegExp(tags.map((tag) => `${tag}(?!\\S)`).join('|'));

/**
 * Playwright starts checks in the order of the projects, and ends a worker of one project where another needs its place. That does
 * not happen as long as each project has workers of its own, as many as its part of a run takes: one for each of the longest
 * sequences, and the others as 2 to 5. Of few workers none is left to a sequence.
 */
function inOrder(workers: number) {
  const sequences = longestSequences(configuration);
  const tags = sequences.map(tagOf);
  const own = sequences.slice(0, Math.floor((workers * 2) / 5));
  const soon = [...tags.slice(own.length), FIRST];
  const first = Math.max(1, Math.round(((workers - own.length) * 2) / 7));
  return [
    // Playwright looks for tags in the name of the project, too: it has none.
    ...own.map((name) => ({ name: `conformance, ${name}`, grep: anyOf([tagOf(name)]), workers: 1 })),
    { name: 'conformance, first', grep: anyOf(soon), workers: first },
    { name: 'conformance', grepInvert: anyOf([...tags, FIRST]), workers: Math.max(1, workers - own.length - first) },
  ];
}

export default {
  ...config,
  projects: configuration.isLive && typeof config.workers === 'number' ? inOrder(config.workers) : whole,
};
