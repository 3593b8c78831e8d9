import type { ChildProcess } from 'node:child_process';
import { isBegun, isEnding } from '../reports/ending.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** How long a run that is stopped before its checks are known may take to end. */
const GRACE_PERIOD = 800;
/** How long one may take that has checks, at the very most: its reporter writes after a second, and tells when it has written. */
const REPORTED_WITHIN = 10_000;
/** How long Playwright may take to end when the report is written. */
const CLOSED_WITHIN = 200;

let handler: (() => void) | undefined;

/** Sets what a signal does to this process, in place of what it did before. */
export function onSignal(act: () => void): void {
  for (const signal of SIGNALS) {
    if (handler) process.off(signal, handler);
    process.on(signal, act);
  }
  handler = act;
}

/** Has a signal stop the runner of the checks, within a bounded time. The result tells whether one came. */
export function stoppedBySignal(child: ChildProcess): AbortSignal {
  const stopping = new AbortController();
  let hasBegun = false;
  child.on('message', (message) => {
    hasBegun ||= isBegun(message);
  });
  onSignal(() => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    child.kill('SIGINT');
    const kill = () => child.kill('SIGKILL');
    setTimeout(kill, hasBegun ? REPORTED_WITHIN : GRACE_PERIOD).unref();
    child.on('message', (message) => {
      if (isEnding(message)) setTimeout(kill, CLOSED_WITHIN).unref();
    });
  });
  return stopping.signal;
}
