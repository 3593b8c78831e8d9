import { setTimeout as sleep } from 'node:timers/promises';
import { UNTIL_SHOWN } from '../client/declared-list.ts';
import type { Configuration } from '../tenant/configuration.ts';
import { administratorOf } from '../undo/administrator.ts';
import { sweep } from '../undo/sweep.ts';
import { deploymentIdsOf, namedThings, removeNamed } from './named-things.ts';

/**
 * Undoes by the ledger what earlier runs left, and removes what else has the names of these runs: copies that the tenant made
 * of their things, and things whose creation got no response before the run ended.
 */
export async function sweepUp(
  configuration: Configuration,
): Promise<{ readonly undone: number; readonly left: readonly string[] }> {
  const { admin, files, document, close } = await administratorOf(configuration);
  try {
    const processes = files.namingProcesses(false);
    const latest = Math.max(0, ...files.pending().flatMap(({ entries }) => entries.map(({ n }) => n)));
    const { undone, left } = await sweep(files, admin);
    // A tenant on which nothing could be undone does not answer, and each list would be waited for.
    const isSilent = undone === 0 && left.length > 0;
    if (processes.size === 0 || isSilent) return { undone, left };
    await sleep(Math.max(0, Math.min(UNTIL_SHOWN, latest + UNTIL_SHOWN - Date.now())));
    const deploymentIds = await deploymentIdsOf(admin, configuration.settings);
    const { things } = await namedThings(admin, document, deploymentIds);
    const own = things.filter(({ process, remove }) => remove && processes.has(process));
    const leftByName = await removeNamed(own);
    const further = leftByName.filter(([{ name }]) => !left.some((line) => line.includes(name)));
    return {
      undone: undone + own.length - leftByName.length,
      left: [...left, ...further.map(([{ kind, name }, why]) => `${kind} ${name}: could not be removed: ${why}`)],
    };
  } finally {
    await close();
  }
}
