import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import type { Actor } from '../client/actor.ts';
import type { ChangeLog, Sending } from '../client/client.ts';
import type { Identity } from '../client/identity.ts';
import type { Asked } from '../requests/requests.ts';
import { CheckFailure, setupFailed } from '../failures/failure.ts';
import { isRefusal, isSuccess, type Answer } from '../http/answer.ts';
import type { Entry, LedgerFiles, Line } from './ledger-file.ts';
import { UNDO_RULES } from './rules/index.ts';
import { isRemoved } from './rules/declared.ts';
import { Looks, type ChangeId, type IdIn } from './rules/rule.ts';

/**
 * The delay before each attempt to undo a change. Undoing is retried because the next check would otherwise start from the
 * changed state. After all attempts have failed for one change, this process tries further ones only once.
 */
const DELAYS: readonly number[] = [0, 1_000, 6_000];
const AT_ONCE = [0];

/** The state that all ledgers of one process share. */
export class Cleanup {
  readonly #delays: readonly number[];
  /** The original drafts of dashboards that were changed and not yet restored. */
  readonly drafts = new Map<string, string>();
  /** Dashboards of which this process has seen that their drafts can be restored. */
  readonly restorable = new Set<string>();
  /** What was read before the first change of its kind. */
  readonly before = new Looks();
  /** Whether the last change could be undone; if not, the next ones are tried only once. */
  isResponsive = true;
  #last = 0;

  constructor(delays = DELAYS) {
    this.#delays = delays;
  }

  get delays(): readonly number[] {
    return this.isResponsive ? this.#delays : AT_ONCE;
  }

  /**
   * Entries of an earlier process with the same id may be in the same file, and those of several processes are undone in one
   * order: what one noted may be what another had changed.
   */
  next(): number {
    this.#last = Math.max(this.#last + 0.001, performance.timeOrigin + performance.now());
    return this.#last;
  }
}

/** What a ledger knows of the tenant and of the run. */
interface About {
  readonly document?: TenantDocument | undefined;
  readonly idIn?: IdIn;
  readonly isOwn?: (workbookId: string) => boolean;
}

/**
 * The changes that a check makes on a live tenant. Each is written to a file before its request is sent, so that it can be
 * undone after a crash too; at the end of the check all are undone in reverse order, independent ones at once. A leased tenant is
 * discarded as a whole, so its changes are not written.
 */
export class Ledger implements ChangeLog {
  readonly #files: LedgerFiles | undefined;
  /** An administrator whose requests are neither evidence nor noted here. */
  readonly #admin: () => Actor;
  readonly #cleanup: Cleanup;
  readonly #document: TenantDocument | undefined;
  readonly #idIn: IdIn;
  readonly #isOwn: (workbookId: string) => boolean;
  readonly #entries: Entry[] = [];
  readonly #inFlight = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(
    files: LedgerFiles | undefined,
    admin: () => Actor,
    cleanup: Cleanup,
    { document, idIn = () => undefined, isOwn = () => false }: About = {},
  ) {
    this.#files = files;
    this.#idIn = idIn;
    this.#isOwn = isOwn;
    this.#admin = admin;
    this.#cleanup = cleanup;
    this.#document = document;
  }

  /** Sends a request: notes the change before it, and the data from the response after it. */
  async around(operation: ChangeId, asked: Asked, identity: Identity, send: Sending): Promise<Answer> {
    // An interrupted check is closed while its body still runs.
    if (this.#isClosed) throw setupFailed('the check has ended');
    const sending = this.#noted(operation, asked, identity, send);
    this.#inFlight.add(sending);
    try {
      return await sending;
    } finally {
      this.#inFlight.delete(sending);
    }
  }

  async #noted(operation: ChangeId, asked: Asked, identity: Identity, send: Sending): Promise<Answer> {
    const entry = await this.before(operation, asked, identity);
    const answer = await send(() => {
      if (entry) this.#withdraw(entry);
    });
    if (entry) this.after(entry, answer, isSuccess(answer));
    if (isSuccess(answer)) this.#noteUndone(operation, asked);
    return answer;
  }

  /** Without a request there is no change, and nothing to undo. */
  #withdraw(entry: Entry): void {
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    this.#write({ n: entry.n, isSettled: true });
  }

  /** What the check has undone itself is settled: the answer to its request says as much as that to another one would. */
  #noteUndone(operation: ChangeId, asked: Asked): void {
    for (const entry of this.#entries) {
      const { undoneBy } = UNDO_RULES[entry.operation] ?? {};
      if (entry.isSettled || undoneBy?.operation !== operation || !undoneBy.isIt(entry.data, asked)) continue;
      entry.isSettled = true;
      this.#write({ n: entry.n, isSettled: true });
    }
  }

  async before(operation: ChangeId, asked: Asked, identity: Identity): Promise<Entry | undefined> {
    const rule = UNDO_RULES[operation];
    if (!rule || !this.#files) return undefined;
    const notedOf = (id: ChangeId) => this.#entries.filter((entry) => entry.operation === id).map(({ data }) => data);
    const [known, newRoles] = [notedOf(operation), notedOf('createRole')];
    const { drafts, restorable } = this.#cleanup;
    const admin = this.#admin();
    const data = await rule.note(asked, {
      admin,
      known,
      newRoles,
      identity,
      drafts,
      restorable,
      document: this.#document,
      goesWith: (kind, id) => notedOf('declaredCreation').some((made) => isRemoved(made, kind, id)),
      isOwn: this.#isOwn,
      once: (name, read) => this.#cleanup.before.once(name, read),
    });
    if (!data) return undefined;
    const entry: Entry = { n: this.#cleanup.next(), operation, data, isSettled: false };
    this.#entries.push(entry);
    this.#write({ n: entry.n, operation, data });
    return entry;
  }

  after(entry: Entry, answer: Answer, isDone: boolean): void {
    const rule = UNDO_RULES[entry.operation];
    // What nothing removes is told as left behind, unless the tenant says that it did not make it.
    if (!isDone && rule && !rule.undo && isRefusal(answer)) this.#withdraw(entry);
    // A refused request may have taken effect, so its entry stays: undoing it does nothing if there was no effect.
    if (!isDone || !rule?.complete) return;
    entry.data = { ...entry.data, ...rule.complete(answer, this.#idIn) };
    this.#write({ n: entry.n, data: entry.data });
  }

  /** Undoes all changes in reverse order. Returns each change and whether it was undone. */
  async settle(): Promise<LedgerEntry[]> {
    this.#isClosed = true;
    await Promise.allSettled(this.#inFlight);
    const ends = new Map<Entry, LedgerEntry>();
    for (const entry of this.#entries) if (entry.isSettled) ends.set(entry, undoneAlready(entry));
    const open = this.#entries.filter(({ isSettled }) => !isSettled).reverse();
    const undoEach = async (entries: readonly Entry[], delays?: readonly number[]) => {
      const looks = new Looks();
      const undoOne = async (entry: Entry) => {
        const end = await undo(entry, this.#admin(), this.#cleanup, looks, delays);
        ends.set(entry, end);
        if (end.became !== 'left') this.#write({ n: entry.n, isSettled: true });
      };
      for (const batch of atOnce(entries)) await Promise.all(batch.map(undoOne));
    };
    await undoEach(open, AT_ONCE);
    // A tenant may refuse to remove what something older still holds, such as a role that a group has: that is gone by now.
    await undoEach(open.filter((entry) => ends.get(entry)?.became === 'left'));
    return this.#entries.flatMap((entry) => ends.get(entry) ?? []);
  }

  #write(line: Line): void {
    this.#files?.write(this.#files.own, line);
  }
}

function undoneAlready({ operation, data }: Entry): LedgerEntry {
  return { operation, what: UNDO_RULES[operation]?.describe(data) ?? operation, became: 'undone' };
}

/** The same entries in the same order, by which of them may be undone at once. */
function atOnce(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  for (const entry of entries) {
    const last = batches.at(-1);
    if (UNDO_RULES[entry.operation]?.isIndependent && last?.[0]?.operation === entry.operation) last.push(entry);
    else batches.push([entry]);
  }
  return batches;
}

export async function undo(
  { operation, data }: Entry,
  admin: Actor,
  cleanup: Cleanup,
  looks = new Looks(),
  delays = cleanup.delays,
): Promise<LedgerEntry> {
  const rule = UNDO_RULES[operation];
  if (!rule) return { operation, what: operation, became: 'left', why: 'there is no undo rule for it' };
  const what = rule.describe(data);
  if (!rule.undo) return { operation, what, became: 'expires' };
  let why = '';
  // Undoing is idempotent, so unlike other changes it may be repeated.
  for (const delay of delays) {
    await sleep(delay);
    try {
      const stays = await rule.undo(data, { admin, drafts: cleanup.drafts, looks });
      cleanup.isResponsive = true;
      return {
        operation,
        what,
        ...(typeof stays === 'string'
          ? { became: 'expires', why: stays, ...(rule.copyOf && { copyOf: rule.copyOf(data) }) }
          : { became: 'undone' }),
      };
    } catch (error) {
      why = (error instanceof CheckFailure ? error.failure.summary : undefined) ?? (error as Error).message;
    }
  }
  if (delays.length > 1) cleanup.isResponsive = false;
  return { operation, what, became: 'left', why: `could not be undone: ${why}` };
}
