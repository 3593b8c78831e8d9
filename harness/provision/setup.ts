import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { remainingOf } from '../../evidence/ledger-entry.ts';
import { EXIT_CODES } from '../../evidence/exit-codes.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import {
  CONSENTS,
  EMBEDDED,
  PARTS,
  PROVIDED,
  PROVIDED_FILE,
  SELECTED,
  VERIFIED,
  handedOver,
  type ProvidedThings,
} from '../../evidence/provided.ts';
import { readConfiguration, type Configuration } from '../tenant/configuration.ts';
import { ADMIN_LIMIT, meaningOf, type AdminLimit } from '../tenant/admin-limit.ts';
import { CheckFailure } from '../failures/failure.ts';
import { Pace } from '../http/pace.ts';
import { PACE_ADDRESS, servePace } from '../http/pace-server.ts';
import { administratorOf, admissionOf, type Admission } from '../undo/administrator.ts';
import { claimFor } from '../schedule/claim-of-run.ts';
import { registry } from '../tenant/contract.ts';
import { Provision } from './provision.ts';
import type { Wanted } from './source.ts';
import { asVerified, verifyStated, type Verified } from './verify.ts';
import { wantedFor, wantedForAll } from './wanted.ts';

/** Playwright's exit code for a failed setup is that of a failed test, and its message has a stack trace. */
function refuse(messages: readonly string[], code: 2 | 3): never {
  for (const message of messages) console.error(message);
  process.exit(code);
}

/** What `npm run conformance` found before it started Playwright. */
function verifiedBefore(): Verified | undefined {
  const text = process.env[VERIFIED];
  return text === undefined ? undefined : (JSON.parse(text) as Verified);
}

/** Says what ADMIN_TOKEN lacks, to the user and to the workers. */
function limited(limit: AdminLimit): void {
  console.error(meaningOf(limit));
  process.env[ADMIN_LIMIT] = limit;
}

/** Ends the run before anything is made, if the tenant cannot be checked or a setting is wrong. */
async function begun(configuration: Configuration): Promise<readonly [Provision, Verified]> {
  const { obstacle, limit }: Admission = verifiedBefore() ? {} : await admissionOf(configuration);
  if (limit) limited(limit);
  if (obstacle) refuse([obstacle.message], obstacle.kind === 'configuration' ? 2 : 3);
  const provision = await Provision.begin(configuration).catch((error: unknown) => {
    // The tenant answered a moment ago.
    if (error instanceof CheckFailure) refuse([`The tenant could not be checked: ${error.failure.summary}`], 3);
    throw error;
  });
  try {
    return [provision, verifiedBefore() ?? (await verifyStated(configuration, provision.tenant))];
  } catch (error) {
    await provision.end();
    if (error instanceof UsageProblem) refuse(error.problems, 2);
    throw error;
  }
}

/** The settings that the selected checks need. */
function wantedIn(environment: NodeJS.ProcessEnv, { tenant }: Provision): readonly Wanted[] {
  const text = environment[SELECTED];
  if (text === undefined) return wantedForAll(registry.values(), tenant.wire);
  const selected = (JSON.parse(text) as readonly string[]).flatMap((id) => registry.get(id) ?? []);
  return wantedFor(selected, registry.values(), tenant.wire);
}

/**
 * Has all workers share the budget of the run, and the lower rate once the tenant asks for fewer requests. Each shard is a run of its
 * own, and the budget is that of all.
 */
async function sharedPace(
  { budget }: Configuration,
  { shard }: FullConfig,
  folder: string,
): Promise<{ readonly close: () => void }> {
  const pace = new Pace(budget);
  pace.sharedBy(shard?.total ?? 1);
  const server = await servePace(pace, folder);
  process.env[PACE_ADDRESS] = server.address;
  return server;
}

/** Playwright's global setup of a live run: comes by what its checks need, and removes afterwards what was made for them. */
export default async function provide(config: FullConfig): Promise<(() => Promise<void>) | undefined> {
  const configuration = readConfiguration();
  if (!configuration.isLive) return undefined;
  const [provision, verified] = await begun(configuration);
  // A run that `npm run conformance` starts is claimed there, where its end is seen even if this process is killed.
  const selected = process.env[SELECTED];
  const ofRun = {
    selected: selected === undefined ? undefined : (JSON.parse(selected) as string[]),
    isSharded: config.shard !== null,
  };
  const claim = await claimFor(configuration, ofRun, () => administratorOf(configuration));
  if (!claim) {
    await provision.end();
    process.exit(EXIT_CODES.incomplete);
  }
  const start = Date.now();
  const things = asVerified(await provision.obtain(wantedIn(process.env, provision)), verified);
  // A selection may need nothing that has to be made.
  const isInDoubt = process.env[SELECTED] === undefined || provision.wasRefused;
  if (isInDoubt && (await provision.canOnlyRead())) limited('read-only');
  const milliseconds = Date.now() - start;
  for (const remark of provision.remarks) console.error(remark);
  const { sources, embedded, consents } = handedOver(things);
  Object.assign(process.env, provision.values, {
    [PROVIDED]: JSON.stringify(sources),
    [EMBEDDED]: JSON.stringify(embedded),
    [CONSENTS]: JSON.stringify(consents),
  });
  if (provision.parts) process.env[PARTS] = JSON.stringify(provision.parts);

  const file = path.join(mkdtempSync(path.join(tmpdir(), 'conformance-provided-')), 'provided.json');
  process.env[PROVIDED_FILE] = file;
  process.once('exit', () => {
    rmSync(path.dirname(file), { recursive: true, force: true });
  });
  const id = randomUUID();
  const write = (ends: Pick<ProvidedThings, 'removed' | 'left' | 'withoutCopies'> = {}) => {
    const provided: ProvidedThings = {
      id,
      things,
      requests: provision.requests,
      milliseconds,
      clockAhead: provision.clockAhead,
      ...ends,
    };
    writeFileSync(file, JSON.stringify(provided));
  };
  write();
  const pace = await sharedPace(configuration, config, path.dirname(file));
  return async () => {
    pace.close();
    const { entries, withoutCopies } = await provision.end();
    await claim.release();
    const left = entries.flatMap((entry) => remainingOf(entry) ?? []);
    write({
      removed: entries.filter(({ became }) => became === 'undone').map(({ what }) => what),
      left,
      withoutCopies,
    });
  };
}
