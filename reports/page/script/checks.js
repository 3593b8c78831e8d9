import { formatDuration, formatNumber, icon, make } from './dom.js';
import { part } from './facts.js';
import { uncoloured } from './visible.js';

/**
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 * @typedef {import('../data.ts').PageEvidence} PageEvidence
 */

/**
 * The source location and status of each check, with every attempt of a check that was retried.
 * @param {PageRequirement} requirement
 * @param {PageEvidence | undefined} evidence
 */
export function checksPart({ checks, isFlaky }, evidence) {
  if (checks.length === 0) return undefined;
  const tries = evidence?.tries ?? [];
  return part(
    checks.length === 1 ? 'Check' : 'Checks',
    make(
      'ul',
      { class: 'checks' },
      checks.map(({ file, line, status, milliseconds, attempts = 1 }, index) => {
        const own = tries.filter(({ check }) => check === index);
        return make(
          'li',
          {},
          make('code', {}, `${file}:${line}`),
          status !== undefined && ` ${status}`,
          milliseconds !== undefined && status !== 'skipped' && ` in ${formatDuration(milliseconds)}`,
          attempts > 1 && ` on attempt ${attempts}`,
          isFlaky === true && attempts > 1 && make('span', { class: 'tag flaky' }, icon('flaky'), 'flaky'),
          own.map((one) => attempt(one, own.length > 1, isFlaky === true)),
        );
      }),
    ),
  );
}

/**
 * @param {PageEvidence['tries'][number]} attempt
 * @param {boolean} isOneOfMany
 * @param {boolean} isOpen
 */
function attempt({ attempt: number, status, milliseconds, error }, isOneOfMany, isOpen) {
  const words = isOneOfMany ? `Attempt ${number}: ${status} in ${formatDuration(milliseconds)}` : 'Error message';
  if (error === undefined) return isOneOfMany && make('p', { class: 'attempt' }, words);
  return make(
    'details',
    { class: 'script', ...(isOpen && { open: '' }) },
    make('summary', {}, words),
    make('pre', { class: 'body', tabindex: '0' }, uncoloured(error.text)),
    error.text.length < error.length &&
      make(
        'p',
        { class: 'cut' },
        `First ${formatNumber(error.text.length)} of ${formatNumber(error.length)} characters`,
      ),
  );
}
