import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../client/actor.ts';
import { walkLarge } from '../client/paging.ts';
import { attempt } from '../failures/failure.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import type { LedgerFiles } from '../undo/ledger-file.ts';
import { isRunning } from '../undo/processes.ts';

type Role = components['schemas']['Role'];

/** Names of custom roles are unique, so that of several runs on any machines only one creates this role. */
export const CLAIM_NAME = 'conformance-claim';
/** A role needs a policy; nobody is granted this one. */
const GRANTS_NOTHING: components['schemas']['PolicyInput'] = {
  resourceType: 'Deployment',
  actions: ['DeploymentRead'],
  resources: ['1'],
};
const CONFLICT = 409;
const GONE = 404;
const BEAT = 60_000;
/** A run without a sign of life for so long has ended. */
const DEAD_AFTER = 5 * BEAT;
const POLL = 5_000;
const WAIT_AT_MOST = 60 * 60_000;
/** How often a role that is refused as there already is looked for; a list may show it later. */
const LOOKS = 4;
const BETWEEN_LOOKS = 1_000;

/** Who has a tenant to itself, as the description of the role says. */
interface Holder {
  readonly host: string;
  /** Where the process can be looked for: containers may have the name of their host in common, and no processes. */
  readonly machine: string;
  readonly process: number;
  /** Shards of one run have a name in common, and the tenant together. */
  readonly run?: string;
  /** The last sign of life, by the tenant's own clock. */
  readonly seen: string;
}

export interface Claim {
  readonly release: () => Promise<void>;
}

/** Why a run has no claim of its own. */
export type Unclaimed = 'refused' | 'joined' | 'still in use';

interface Claiming {
  readonly admin: Actor;
  readonly files: LedgerFiles;
  /** The name that shards of one run have in common. */
  readonly run: string | undefined;
  /** Told once if another run has the tenant. */
  readonly onWait: (holder: string) => void;
}

/** Waits until no other run changes the tenant, and keeps others waiting until it is released. */
export async function claimTenant({ admin, files, run, onWait }: Claiming): Promise<Claim | Unclaimed> {
  const end = Date.now() + WAIT_AT_MOST;
  const own = { host: hostname(), machine: thisMachine(), process: process.pid, ...(run !== undefined && { run }) };
  let isTold = false;
  for (let missed = 0; Date.now() < end;) {
    const created = await claimed(admin, own);
    if (created === undefined) return 'refused';
    if (created !== 'taken') return held(admin, created, own, noted(files, created));
    const found = await holderIn(admin);
    if (!found) {
      missed += 1;
      if (missed > LOOKS) return 'refused';
      await sleep(BETWEEN_LOOKS);
      continue;
    }
    const { role, holder, now } = found;
    // A tenant need not show descriptions, and then nobody can tell whether that run goes on.
    if (!holder) return 'refused';
    if (run !== undefined && holder.run === run) return 'joined';
    if (hasEnded(holder, now)) {
      // Of several runs that find it, one creates the next claim: it has another id.
      await admin.ask('deleteRole', role.id);
      continue;
    }
    if (!isTold) onWait(`process ${holder.process} of ${holder.host}, last seen ${holder.seen}`);
    isTold = true;
    await sleep(POLL);
  }
  return 'still in use';
}

/** The claim of a run that has ended without releasing it: when it was last seen, and how it is removed. */
export async function endedClaim(
  admin: Actor,
): Promise<{ readonly seen: number; readonly remove: () => Promise<Answer> } | undefined> {
  const found = await holderIn(admin);
  if (!found?.holder || !hasEnded(found.holder, found.now)) return undefined;
  return { seen: Date.parse(found.holder.seen), remove: () => admin.ask('deleteRole', found.role.id) };
}

type Own = Omit<Holder, 'seen'>;

/** Creates the role; `taken` if it is there, undefined if the tenant does not let it be created for another reason. */
async function claimed(admin: Actor, own: Own): Promise<Role['id'] | 'taken' | undefined> {
  const { value: asked } = await attempt(() => admin.ask('listRoles', { first: 1 }));
  if (!asked) return undefined;
  const seen = dateOf(asked);
  const body = { name: CLAIM_NAME, description: JSON.stringify({ ...own, seen }), policies: [GRANTS_NOTHING] };
  const { value: answer } = await attempt(() => admin.ask('createRole', body));
  if (answer?.status === CONFLICT) return 'taken';
  return answer && isSuccess(answer) ? (answer.body as Partial<Role>).id : undefined;
}

/** Notes the role in the ledger, so that a sweep removes it if this process is killed. The result notes that it is removed. */
function noted(files: LedgerFiles, id: Role['id']): () => void {
  const n = performance.timeOrigin + performance.now();
  files.write(files.own, { n, operation: 'createRole', data: { id, name: CLAIM_NAME, description: null } });
  return () => {
    files.write(files.own, { n, isSettled: true });
    files.end();
  };
}

function held(admin: Actor, id: Role['id'], own: Own, onRemoved: () => void): Claim {
  let isReleased = false;
  let beating: Promise<unknown> = Promise.resolve();
  let seen = '';
  const beat = async () => {
    const { value: answer } = await attempt(() => admin.ask('getRole', id));
    if (answer) seen = dateOf(answer);
    if (isReleased) return;
    await attempt(() => admin.ask('updateRole', id, { description: JSON.stringify({ ...own, seen }) }));
  };
  const timer = setInterval(() => {
    beating = beat();
  }, BEAT);
  timer.unref();
  return {
    async release() {
      isReleased = true;
      clearInterval(timer);
      await beating;
      const { value: answer } = await attempt(() => admin.ask('deleteRole', id));
      if (answer && (isSuccess(answer) || answer.status === GONE)) onRemoved();
    },
  };
}

interface Found {
  readonly role: Role;
  /** Undefined if the description is not one of a run. */
  readonly holder: Holder | undefined;
  /** The time by the tenant's clock. */
  readonly now: string;
}

async function holderIn(admin: Actor): Promise<Found | undefined> {
  let now = '';
  const { value: roles = [] } = await attempt(() =>
    walkLarge(async (page) => {
      const answer = await admin.ask('listRoles', page);
      now = dateOf(answer);
      return answer.body;
    }),
  );
  const role = roles.find(({ name }) => name === CLAIM_NAME);
  if (!role) return undefined;
  // A list may show less of a role than a read.
  const { value: read } = await attempt(() => admin.ask('getRole', role.id));
  const { description } = (read?.body ?? role) as Partial<Role>;
  return { role, holder: holderOf(description), now };
}

function holderOf(description: unknown): Holder | undefined {
  try {
    const { host, machine, process: id, run, seen } = JSON.parse(String(description)) as Partial<Holder>;
    if (typeof host !== 'string' || typeof id !== 'number' || typeof seen !== 'string') return undefined;
    return { host, machine: machine ?? '', process: id, seen, ...(typeof run === 'string' && { run }) };
  } catch {
    return undefined;
  }
}

/** Whether the run that a claim names is over: its process is gone, or it gave no sign of life. */
function hasEnded(holder: Holder, now: string): boolean {
  if (holder.machine === thisMachine()) return !isRunning(holder.process);
  return Date.parse(now) - Date.parse(holder.seen) > DEAD_AFTER;
}

/** The processes that this one can see, by the boot of the machine and the container; elsewhere than on Linux by its name. */
export function thisMachine(): string {
  let name = hostname();
  try {
    name += readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid');
  } catch {
    // There is no such file.
  }
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

/** The tenant's clock: that of this machine is another one. */
function dateOf({ headers }: Pick<Answer, 'headers'>): string {
  return headers['date'] ?? new Date().toUTCString();
}
