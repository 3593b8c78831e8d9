import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { SELECTED, VERIFIED } from '../evidence/provided.ts';
import type { Claim } from '../harness/schedule/claim.ts';
import { ADMIN_LIMIT, meaningOf } from '../harness/tenant/admin-limit.ts';
import type { Configuration } from '../harness/tenant/configuration.ts';
import { selectedIds } from './listed.ts';
import { onSignal } from './stopping.ts';

/** What a run is to check. */
interface Chosen {
  /** The arguments that select checks. */
  readonly selecting: readonly string[];
  readonly config: string;
  readonly isSharded: boolean;
  readonly isList: boolean;
}

/** The claim of a run that may begin, unless it needs none, or the exit code of one that may not. */
interface Admitted {
  readonly claim?: Claim | undefined;
  readonly refused?: number;
}

/** Asks a live tenant whether the run may begin: who its administrator is, what the settings name, and whether another run is on it. */
export async function admitted(configuration: Configuration, chosen: Chosen): Promise<Admitted> {
  const held: { claim?: Claim | undefined } = {};
  // A run that is stopped before it begins has only its claim to give up.
  onSignal(() => void Promise.resolve(held.claim?.release()).finally(() => process.exit(EXIT_CODES.incomplete)));
  const [{ administratorOf, admissionOf }, { verifyStated }, { CLAIMED, claimFor }] = await Promise.all([
    import('../harness/undo/administrator.ts'),
    import('../harness/provision/verify.ts'),
    import('../harness/schedule/claim-of-run.ts'),
  ]);
  // Beside the first requests: it takes longer than these.
  const selected = chosen.selecting.length === 0 ? undefined : selectedIds(chosen.selecting, chosen.config);
  const { obstacle, limit } = await admissionOf(configuration);
  if (obstacle) {
    console.error(obstacle.message);
    return { refused: obstacle.kind === 'configuration' ? EXIT_CODES.usage : EXIT_CODES.incomplete };
  }
  if (limit) {
    console.error(meaningOf(limit));
    process.env[ADMIN_LIMIT] = limit;
  }
  process.env[VERIFIED] = JSON.stringify(await verifyStated(configuration));
  const ids = await selected;
  if (ids) process.env[SELECTED] = JSON.stringify(ids);
  if (limit || chosen.isList) return {};
  const { isSharded } = chosen;
  held.claim = await claimFor(configuration, { selected: ids, isSharded }, () => administratorOf(configuration));
  if (!held.claim) return { refused: EXIT_CODES.incomplete };
  process.env[CLAIMED] = '1';
  return held;
}
