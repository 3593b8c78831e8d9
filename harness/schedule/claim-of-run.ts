import type { Actor } from '../client/actor.ts';
import { registry } from '../tenant/contract.ts';
import type { Configuration } from '../tenant/configuration.ts';
import type { LedgerFiles } from '../undo/ledger-file.ts';
import { claimTenant, type Claim } from './claim.ts';
import { claimsOf } from './locks.ts';

/** The environment variable that says that the process which started this run has claimed the tenant for it. */
export const CLAIMED = 'TENANT_CLAIMED';
/** By these variables CI systems name what all jobs of one pipeline have in common. */
const PIPELINES = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILD_BUILDID', 'BUILD_TAG', 'CIRCLE_WORKFLOW_ID'] as const;

interface Run {
  /** The requirements that are selected; undefined where all are. */
  readonly selected: readonly string[] | undefined;
  readonly isSharded: boolean;
}

/** Whether a run changes what another run could rely on: one that only reads, or uses nothing exclusively, does not. */
function needsClaim(configuration: Configuration, { selected }: Run): boolean {
  if (!configuration.isLive || configuration.isReadOnly) return false;
  const requirements = selected ? selected.flatMap((id) => registry.get(id) ?? []) : [...registry.values()];
  return requirements.some((one) => claimsOf(one).alone.length > 0);
}

const NONE: Claim = { release: () => Promise.resolve() };

/** Claims the tenant for a run, as far as it needs that, and waits for another one that has it; undefined if that one does not end. */
export async function claimFor(
  configuration: Configuration,
  run: Run,
  open: () => Promise<{ readonly admin: Actor; readonly files: LedgerFiles; readonly close: () => Promise<void> }>,
): Promise<Claim | undefined> {
  if (process.env[CLAIMED] === '1' || !needsClaim(configuration, run)) return NONE;
  const pipeline = PIPELINES.map((name) => process.env[name]).find(Boolean);
  // Shards of one run that cannot tell it from others would wait for each other.
  if (run.isSharded && pipeline === undefined) return NONE;
  const { admin, files, close } = await open();
  const claim = await claimTenant({
    admin,
    files,
    run: run.isSharded ? pipeline : undefined,
    onWait: (holder) => {
      console.error(`Another run uses this tenant (${holder}). This one begins when that one has ended.`);
    },
  });
  if (typeof claim === 'object') {
    return {
      async release() {
        await claim.release();
        await close();
      },
    };
  }
  await close();
  if (claim === 'still in use') {
    console.error('Another run has used this tenant for an hour. Nothing was tested.');
    return undefined;
  }
  if (claim === 'refused') {
    console.error(
      'The tenant was not claimed, because the role for it cannot be created or read: runs at the same time may disturb each other.',
    );
  }
  return NONE;
}
