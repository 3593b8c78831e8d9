import { operationsOf, type ContractDocument } from '../../contracts/document.ts';
import { stringifyJson } from '../../contracts/lossless-json.ts';
import type { Answer } from '../../mock/answer.ts';
import type { Call, Handler } from '../../mock/call.ts';
import { Query } from '../../mock/query.ts';

type Handlers = Readonly<Record<string, Handler | undefined>>;

/** What an operation is about: the parameters of its path. A read whose parameters a change has as well may show that change. */
export class Reads {
  readonly #reads = new Map<string, readonly string[]>();
  readonly #changes = new Map<string, readonly string[]>();

  constructor(document: ContractDocument) {
    for (const { operation, method, path } of operationsOf(document)) {
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
      (method === 'get' ? this.#reads : this.#changes).set(operation.operationId, parameters);
    }
  }

  isChange(operation: string): boolean {
    return this.#changes.has(operation);
  }

  /** The reads that can be asked about what a change is about. */
  about({ path }: Call): string[] {
    return [...this.#reads].flatMap(([id, parameters]) => (parameters.every((one) => one in path) ? [id] : []));
  }

  /** The parts of the path of a change that a read has as well. */
  pathOf(read: string, { path }: Call): Readonly<Record<string, string>> {
    const parameters = this.#reads.get(read) ?? [];
    return Object.fromEntries(Object.entries(path).filter(([name]) => parameters.includes(name)));
  }
}

/** How often a read is asked whether a change shows in it before that is believed. */
const TRIES = 40;
/** What is too large to be compared around each change, and shows none. */
const UNCHANGED: readonly string[] = ['getSpec'];

/** Finds out which reads show which changes, by asking for them before and after each change. */
export class Shown {
  readonly #reads: Reads;
  readonly #tries = new Map<string, number>();
  readonly #found = new Map<string, Set<string>>();

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /** The changes that each read shows. */
  get found(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#found;
  }

  /** Notes what a change changes, once it has been made. */
  around(handlers: Handlers, call: Call): () => void {
    if (!this.#reads.isChange(call.operationId)) return () => undefined;
    const asked = this.#reads.about(call).filter((read) => this.#isOpen(call.operationId, read));
    const before = asked.flatMap((read) => {
      const answer = this.#asked(handlers, call, read);
      // What two readings show otherwise by themselves tells nothing.
      return answer === undefined || answer !== this.#asked(handlers, call, read) ? [] : [[read, answer] as const];
    });
    return () => {
      for (const [read, answer] of before) {
        this.#count(call.operationId, read);
        const after = this.#asked(handlers, call, read);
        if (after !== undefined && after !== answer) this.#note(call.operationId, read);
      }
    };
  }

  #isOpen(change: string, read: string): boolean {
    if (UNCHANGED.includes(read) || this.#found.get(read)?.has(change)) return false;
    return (this.#tries.get(`${change} ${read}`) ?? 0) < TRIES;
  }

  #count(change: string, read: string): void {
    const key = `${change} ${read}`;
    this.#tries.set(key, (this.#tries.get(key) ?? 0) + 1);
  }

  #note(change: string, read: string): void {
    const changes = this.#found.get(read) ?? new Set();
    this.#found.set(read, changes.add(change));
  }

  /** What the caller of a change reads of it; undefined where that is refused or takes its time. */
  #asked(handlers: Handlers, call: Call, read: string): string | undefined {
    const path = this.#reads.pathOf(read, call);
    const question: Call = { ...call, operationId: read, path, query: new Query(new Map()), body: undefined };
    try {
      return textOf(handlers[read]?.(question));
    } catch {
      return undefined;
    }
  }
}

function textOf(answer: Answer | Promise<Answer> | undefined): string | undefined {
  return answer && 'body' in answer ? stringifyJson(answer.body) : undefined;
}

interface Change {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
}

/** The changes of one tenant in their order, and what was read before each. */
export class Changes {
  readonly #shown: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #changes: Change[] = [];
  readonly #answers = new Map<string, { readonly answer: Answer; readonly at: number }>();

  constructor(shown: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#shown = shown;
  }

  succeeded(call: Call, answer: Answer, isChange: boolean): void {
    const { operationId, path } = call;
    if (isChange) this.#changes.push({ operation: operationId, path });
    else this.#answers.set(questionOf(call), { answer, at: this.#changes.length });
  }

  /** What a read answered before the last change that it shows, and which change that was. */
  before(call: Call): { readonly operation: string; readonly answer: Answer } | undefined {
    const former = this.#answers.get(questionOf(call));
    const shown = this.#shown.get(call.operationId);
    if (!former || !shown) return undefined;
    const isAbout = ({ operation, path }: Change) =>
      shown.has(operation) && Object.entries(call.path).every(([name, value]) => path[name] === value);
    const last = this.#changes.slice(former.at).filter(isAbout).at(-1);
    return last && { operation: last.operation, answer: former.answer };
  }

  /** Whether a read shows something else than before a change, and which one. */
  shownBy(call: Call, answer: Answer): string | undefined {
    const before = this.before(call);
    return before && textOf(before.answer) !== textOf(answer) ? before.operation : undefined;
  }
}

function questionOf({ operationId, path, principal, query }: Call): string {
  return JSON.stringify([operationId, path, principal.user?.id ?? 0, [...query.values]]);
}
