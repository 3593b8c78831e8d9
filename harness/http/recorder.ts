import type { ProvidedThings } from '../../evidence/provided.ts';
import type { Drift } from '../../contracts/drift/drift.ts';
import type { BlamedFinding, Bound, Evidence, Exchange } from '../../evidence/evidence.ts';
import type { Visited } from '../../contracts/lifecycles/lifecycle.ts';
import { shortened } from '../../evidence/shortened.ts';
import type { Secrets } from './secrets.ts';

const LONGEST_BODY = 64_000;

/** Keeps the exchanges of one check. Secrets are redacted before an exchange is stored. */
export class Recorder {
  readonly #secrets: Secrets;
  #exchanges: Exchange[] = [];
  /** How many secrets were known when the exchange of the same index was redacted. */
  #known: number[] = [];
  #discarded = 0;
  readonly #findings = new Map<string, BlamedFinding>();
  readonly #met = new Map<string, Set<number>>();
  readonly #visited = new Map<string, { readonly cell: Visited; tried: number; held: number }>();
  #drift: readonly Drift[] | undefined;
  #bindings: readonly Bound[] | undefined;
  #document: string | undefined;
  #provided: ProvidedThings | undefined;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Stores an exchange and returns the body of its response in full, with secrets redacted. */
  add(exchange: Exchange): string {
    const response = this.#secrets.redactedBody(exchange.responseBody ?? '');
    const { requestBody, responseBody } = exchange;
    const stored = this.#redacted({
      ...exchange,
      ...(requestBody !== undefined && { requestBody: shortened(this.#secrets.redacted(requestBody), LONGEST_BODY) }),
      ...(responseBody !== undefined && { responseBody: shortened(response, LONGEST_BODY) }),
    });
    this.#keep(stored);
    return response;
  }

  /** Stores exchanges that another check sent and whose responses this one judges, too; each once, whoever asks for it again. */
  adopt(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges)
      if (!this.#exchanges.some((known) => keyOf(known) === keyOf(exchange))) this.#keep(exchange);
  }

  #keep(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#known.push(this.#secrets.size);
    for (const finding of exchange.findings) this.#findings.set(JSON.stringify(finding), finding);
    if (exchange.operation !== undefined && exchange.status !== undefined) {
      const statuses = this.#met.get(exchange.operation) ?? new Set();
      this.#met.set(exchange.operation, statuses.add(exchange.status));
    }
  }

  #redacted(exchange: Exchange): Exchange {
    const clean = (text: string) => this.#secrets.redacted(text);
    const headers = (all: Readonly<Record<string, string>>) => {
      const values = this.#secrets.redactedLines(Object.values(all));
      return Object.fromEntries(Object.keys(all).map((name, index) => [name, values[index] ?? '']));
    };
    const { responseHeaders, failure } = exchange;
    return {
      ...exchange,
      url: clean(exchange.url),
      requestHeaders: headers(exchange.requestHeaders),
      ...(responseHeaders && { responseHeaders: headers(responseHeaders) }),
      ...(failure !== undefined && { failure: clean(failure) }),
      findings: exchange.findings.map((finding) => ({ ...finding, message: clean(finding.message) })),
    };
  }

  /** Redacts once more what was recorded before a secret was known. */
  redactAgain(): void {
    for (const [key, finding] of this.#findings)
      this.#findings.set(key, { ...finding, message: this.#secrets.redacted(finding.message) });
    this.#exchanges = this.#exchanges.map((exchange, index) => {
      if ((this.#known[index] ?? 0) >= this.#secrets.size) return exchange;
      const { requestBody, responseBody } = exchange;
      return this.#redacted({
        ...exchange,
        ...(requestBody !== undefined && { requestBody: this.#secrets.redacted(requestBody) }),
        ...(responseBody !== undefined && { responseBody: this.#secrets.redactedBody(responseBody) }),
      });
    });
    this.#known = this.#exchanges.map(() => this.#secrets.size);
  }

  /** Notes a state of a lifecycle and an action that was tried in it. */
  visit(cell: Visited): void {
    const key = JSON.stringify(cell);
    const known = this.#visited.get(key) ?? { cell, tried: 0, held: 0 };
    known.tried += 1;
    this.#visited.set(key, known);
  }

  /** Notes that an action which was tried in a state had the expected effect. */
  hold(cell: Visited): void {
    const known = this.#visited.get(JSON.stringify(cell));
    if (known) known.held += 1;
  }

  /** Notes where the tenant's own document differs from the specification. */
  drifts(drift: readonly Drift[]): void {
    this.#drift = [...(this.#drift ?? []), ...drift];
  }

  /** Notes the names that the tenant uses where the specification leaves them open, and the hash of its own document. */
  binds(bindings: readonly Bound[], document?: string): void {
    this.#bindings = bindings;
    this.#document = document;
  }

  /** Notes the things and credentials of the run. */
  provides(provided: ProvidedThings): void {
    this.#provided = provided;
  }

  /** Discards the exchanges since a mark: the details of property runs that passed are of no use as evidence. */
  forgetSince(mark: number): void {
    this.#discarded += this.#exchanges.length - mark;
    this.#exchanges = this.#exchanges.slice(0, mark);
    this.#known = this.#known.slice(0, mark);
  }

  get length(): number {
    return this.#exchanges.length;
  }

  since(mark: number): readonly Exchange[] {
    return this.#exchanges.slice(mark);
  }

  /** Where the responses so far differ from the contract. */
  get findings(): readonly BlamedFinding[] {
    return [...this.#findings.values()];
  }

  evidence(requirement: string): Evidence {
    return {
      requirement,
      exchanges: this.#exchanges,
      notKept: this.#discarded,
      findings: this.findings,
      met: Object.fromEntries([...this.#met].map(([operation, statuses]) => [operation, [...statuses]])),
      ...(this.#visited.size > 0 && { visited: [...this.#visited.values()].map(visitedOf) }),
      ...(this.#drift && { drift: this.#drift }),
      ...(this.#bindings && { bindings: this.#bindings }),
      ...(this.#document !== undefined && { document: this.#document }),
      ...(this.#provided && { provided: this.#provided }),
    };
  }
}

function visitedOf({ cell, tried, held }: { readonly cell: Visited; readonly tried: number; readonly held: number }) {
  return { ...cell, held: held === tried };
}

/** What no two exchanges have in common. */
function keyOf({ startedAt, milliseconds, method, url, actor }: Exchange): string {
  return [startedAt, milliseconds, method, url, actor].join(' ');
}
