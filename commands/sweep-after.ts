import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { neededBeside, sweepCommand } from '../reports/again.ts';
import { counted, eachOnce } from '../reports/terminal-lines.ts';
import type { Configuration } from '../harness/tenant/configuration.ts';

/** How long a worker may take to notice that its runner is gone: on a busy machine more than a second. What it has not undone is swept then. */
const WORKER_TIMEOUT = 3_000;
const POLL_INTERVAL = 20;

/** Undoes what checks could not undo, because they were stopped or their worker died. */
export async function sweepAfter(configuration: Configuration): Promise<number> {
  const { BASE_URL = '' } = configuration.settings;
  const beside = neededBeside(configuration);
  const again = `Run \`${sweepCommand(configuration)}\`${beside === undefined ? '' : ` with ${beside}`}`;
  const [{ ledgerOf }, { sweepUp }] = await Promise.all([
    import('../harness/undo/administrator.ts'),
    import('../harness/provision/sweep-up.ts'),
  ]);
  const ledger = ledgerOf(configuration);
  // A worker that still runs undoes what it did itself; one whose runner was killed is about to end.
  for (let waited = 0; ledger.hasWriters && waited < WORKER_TIMEOUT; waited += POLL_INTERVAL) {
    await sleep(POLL_INTERVAL);
  }
  const pending = ledger.pending();
  if (pending.length === 0) return EXIT_CODES.passed;
  try {
    const { undone, left } = await sweepUp(configuration);
    if (undone > 0) console.log(`Swept ${counted(undone, 'thing')} that stopped checks left behind`);
    for (const what of eachOnce(left)) console.log(`Still there: ${what}. ${again}`);
    return left.length === 0 ? EXIT_CODES.passed : EXIT_CODES.incomplete;
  } catch (error) {
    // The tenant is gone, or does not answer any more: what is left stays in the ledger.
    const changes = pending.flatMap(({ entries }) => entries);
    if (changes.length === 0) return EXIT_CODES.passed;
    console.error(`Left on ${BASE_URL}: ${counted(changes.length, 'change')}: ${(error as Error).message}. ${again}`);
    return EXIT_CODES.incomplete;
  }
}
