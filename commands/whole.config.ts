import config from '../playwright.config.ts';
import { FIRST, longestSequences, tagOf, WAITING } from '../harness/schedule/locks.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';

const configuration = readConfiguration();

/** The suite as one project: a worker serves one project only, and starting one takes two seconds of a core. */
const whole = [{ name: 'conformance' }];

const anyOf = (tags: readonly string[]) => new RegExp(tags.map((tag) => `${tag}(?!\\S)`).join('|'));

/**
 * Playwright starts checks in the order of the projects. It ends a worker that has no check to play where one of a later project needs
 * its place. Each of the longest sequences has one worker, and so have the checks that wait for jobs; those that begin next have two.
 * The rest may use every place that these leave, also once one of them has ended. Of few workers none is left to a sequence.
 */
function inOrder(workers: number) {
  const sequences = longestSequences(configuration);
  const tags = sequences.map(tagOf);
  const own = sequences.slice(0, Math.floor((workers * 2) / 5));
  const soon = [...tags.slice(own.length), FIRST];
  return [
    // Playwright looks for tags in the name of the project, too: it has none.
    ...own.map((name) => ({ name: `conformance, ${name}`, grep: anyOf([tagOf(name)]), workers: 1 })),
    { name: 'conformance, waiting', grep: anyOf([WAITING]), workers: 1 },
    { name: 'conformance, first', grep: anyOf(soon), workers: Math.min(2, Math.max(1, workers - own.length - 1)) },
    {
      name: 'conformance',
      grepInvert: anyOf([...tags, WAITING, FIRST]),
      workers: Math.max(1, workers - own.length),
    },
  ];
}

export default {
  ...config,
  projects: configuration.isLive && typeof config.workers === 'number' ? inOrder(config.workers) : whole,
};
