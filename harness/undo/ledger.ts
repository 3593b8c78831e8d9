import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { LedgerEntry } from '../../evidence/evidence.ts';
import type { Actor } from '../client/actor.ts';
import type { Asked, ChangeLog, Identity } from '../client/client.ts';
import { CheckFailure, setupFailed } from '../failures/failure.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import type { Entry, LedgerFiles, Line } from './ledger-file.ts';
import { UNDO_RULES } from './rules/index.ts';

/** What the ledgers of one process share. */
export class Cleanup {
  /** The drafts of dashboards that were changed and not yet put back, as they were before. */
  readonly drafts = new Map<string, string>();
  /** Whether the last thing could be undone: if not, the next ones are not waited for again. */
  isResponsive = true;
  #last = 0;

  /**
   * Entries of an earlier process with the same id may be in the same file, and those of several processes are undone in one
   * order: what one noted may be what another had changed.
   */
  next(): number {
    this.#last = Math.max(this.#last + 0.001, performance.timeOrigin + performance.now());
    return this.#last;
  }
}

/**
 * What a check makes or changes on a shared tenant. It is written down before the request goes out, so that even a
 * crash leaves the way back; afterwards everything is undone in reverse. A leased tenant is thrown away as a whole, and of
 * what is done to it nothing is written down.
 */
export class Ledger implements ChangeLog {
  readonly #files: LedgerFiles | undefined;
  /** An administrator whose requests are no evidence and are not written down here. */
  readonly #admin: () => Actor;
  readonly #cleanup: Cleanup;
  readonly #entries: Entry[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(files: LedgerFiles | undefined, admin: () => Actor, cleanup: Cleanup) {
    this.#files = files;
    this.#admin = admin;
    this.#cleanup = cleanup;
  }

  /** Sends a request between the two lines that it takes. */
  async around(
    operation: AnyOperationId,
    asked: Asked,
    identity: Identity,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    // A check that is interrupted is closed while its body still goes on.
    if (this.#isClosed) throw setupFailed('the check has ended');
    const going = this.#between(operation, asked, identity, send);
    this.#underWay.add(going);
    try {
      return await going;
    } finally {
      this.#underWay.delete(going);
    }
  }

  async #between(
    operation: AnyOperationId,
    asked: Asked,
    identity: Identity,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const entry = await this.before(operation, asked, identity);
    const answer = await send();
    if (entry) this.after(entry, answer, isSuccess(answer));
    return answer;
  }

  async before(operation: AnyOperationId, asked: Asked, identity: Identity): Promise<Entry | undefined> {
    const rule = UNDO_RULES[operation];
    if (!rule || !this.#files) return undefined;
    const known = this.#entries.filter((entry) => entry.operation === operation).map(({ data }) => data);
    const { drafts } = this.#cleanup;
    const data = await rule.note(asked, { admin: this.#admin(), known, identity, drafts });
    if (!data) return undefined;
    const entry: Entry = { n: this.#cleanup.next(), operation, data, isSettled: false };
    this.#entries.push(entry);
    this.#write({ n: entry.n, operation, data });
    return entry;
  }

  after(entry: Entry, answer: Answer, isDone: boolean): void {
    const rule = UNDO_RULES[entry.operation];
    // What was refused may have been done all the same: the way back is tried, and finds nothing to undo.
    if (!isDone || !rule?.complete) return;
    entry.data = { ...entry.data, ...rule.complete(answer) };
    this.#write({ n: entry.n, data: entry.data });
  }

  /** Undoes everything in reverse. Answers what was made or changed, and what became of it. */
  async settle(): Promise<LedgerEntry[]> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
    const settled: LedgerEntry[] = [];
    for (const entry of [...this.#entries].reverse()) {
      const end = await undo(entry, this.#admin(), this.#cleanup);
      settled.push(end);
      if (end.became !== 'left') this.#write({ n: entry.n, isSettled: true });
    }
    if (this.#files && this.#entries.length > 0) this.#files.removeIfSettled(this.#files.own);
    return settled.reverse();
  }

  #write(line: Line): void {
    this.#files?.write(this.#files.own, line);
  }
}

/**
 * Transient failures pass, and what a check could not put back would be what the next one starts from: so long is waited
 * before each try. Once that was in vain, this process does not wait again for each further thing.
 */
const PAUSES = [0, 1_000, 6_000];

export async function undo({ operation, data }: Entry, admin: Actor, cleanup: Cleanup): Promise<LedgerEntry> {
  const rule = UNDO_RULES[operation];
  if (!rule) return { operation, what: operation, became: 'left', why: 'no rule says how it is undone' };
  const what = rule.says(data);
  if (!rule.undo) return { operation, what, became: 'expires' };
  let why = '';
  // What is undone twice is undone: unlike other requests that change something, this one may be repeated.
  for (const pause of cleanup.isResponsive ? PAUSES : [0]) {
    await sleep(pause);
    try {
      await rule.undo(data, { admin, drafts: cleanup.drafts });
      cleanup.isResponsive = true;
      return { operation, what, became: 'undone' };
    } catch (error) {
      why = (error instanceof CheckFailure ? error.failure.summary : undefined) ?? (error as Error).message;
    }
  }
  cleanup.isResponsive = false;
  return { operation, what, became: 'left', why: `could not be undone, ${why}` };
}

/** What is not undone, in words. */
export function remnant({ what, became, why = '' }: LedgerEntry): string | undefined {
  if (became === 'undone') return undefined;
  return `${what}: ${became === 'expires' ? 'left to expire' : why}`;
}
