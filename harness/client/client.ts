import type { Exchange } from '../../evidence/evidence.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Answer } from '../http/answer.ts';
import type { Settings } from '../tenant/configuration.ts';
import type { Recorder } from '../http/recorder.ts';
import type { Secrets } from '../http/secrets.ts';
import type { Outgoing } from '../http/message.ts';
import type { Attempt, Transport } from '../http/transport.ts';
import { setupFailed, untested } from '../failures/trouble.ts';
import type { Wire } from '../tenant/wire.ts';

type Text = string | number;

/** What is asked for, in the contract's names. */
export interface Asked {
  readonly path?: Readonly<Record<string, Text>>;
  readonly query?: Readonly<Record<string, Text | boolean | undefined>>;
  readonly body?: unknown;
  /** Instead of a body, exactly as it stands. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who asks. */
export interface Identity {
  /** What the evidence calls it: an actor's role in the check. */
  readonly name: string;
  /** Without one the request carries no credential. */
  readonly token?: string;
  /** Instead of the usual prefix and the token. */
  readonly header?: string;
  /** The request for the embed session by which this is somebody. */
  readonly sessionRequest?: Readonly<Record<string, unknown>>;
}

/** Writes down what a request is about to make or change, and what came of it. */
export interface ChangeLog {
  around(operation: AnyOperationId, asked: Asked, identity: Identity, send: () => Promise<Answer>): Promise<Answer>;
}

export interface ClientOptions {
  readonly settings: Settings;
  readonly wire: Wire;
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly secrets: Secrets;
  readonly ledger: ChangeLog;
  readonly isReadOnly: boolean;
  /** Says beforehand what is about to change under the eyes of other checks. */
  readonly disturbing?: (operation: AnyOperationId) => Promise<void>;
  /** The operation that the promise under check is about. */
  readonly subject: AnyOperationId | undefined;
}

const PREFIXES = {
  platform: 'Bearer ',
  scim: 'Bearer ',
  ai: 'Api-Key ',
  'core-data': '',
  'tenant-embed-session': 'Bearer ',
};

/** Asks a tenant in the contract's names, writes down what was said and holds each answer against the contract. */
export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  get subject(): AnyOperationId | undefined {
    return this.#options.subject;
  }

  hasBody(operation: AnyOperationId): boolean {
    return this.#options.wire.hasBody(operation);
  }

  async ask(operation: AnyOperationId, identity: Identity, asked: Asked): Promise<Answer> {
    const { ledger, isReadOnly, disturbing } = this.#options;
    const outgoing = this.outgoing(operation, identity, asked);
    if (isReadOnly && outgoing.method !== 'GET') {
      untested(`READ_ONLY=1 keeps ${outgoing.method} ${new URL(outgoing.url).pathname} from being sent`);
    }
    await disturbing?.(operation);
    return ledger.around(operation, asked, identity, () => this.#send(operation, identity, outgoing));
  }

  /** Reads at an address that only the tenant's own document declares. Nothing is known of it that could be checked. */
  async read(path: string, identity: Identity): Promise<UnboundAnswer> {
    const { transport, recorder, settings } = this.#options;
    const authorization = identity.header ?? (identity.token === undefined ? undefined : `Bearer ${identity.token}`);
    const outgoing: Outgoing = {
      method: 'GET',
      url: `${this.#rootOf(settings.BASE_URL)}${path}`,
      headers: { accept: '*/*', ...(authorization !== undefined && { authorization }) },
    };
    let answer: UnboundAnswer | undefined;
    await transport.send(outgoing, (attempt) => {
      recorder.add({ ...exchangeOf(undefined, identity, outgoing, attempt), findings: [] });
      const { incoming } = attempt;
      if (!incoming) return;
      const { status, headers, bytes, text, json } = incoming;
      answer = { status, headers, bytes, text, wire: json };
    });
    if (!answer) throw new Error(`GET ${path} ended without an answer and without its reason`);
    return answer;
  }

  async #send(operation: AnyOperationId, identity: Identity, outgoing: Outgoing): Promise<Answer> {
    const { transport, wire, recorder, secrets } = this.#options;
    let answer: Answer | undefined;
    await transport.send(outgoing, (attempt) => {
      const read = this.#read(operation, attempt);
      secrets.learn(read?.wire, operation);
      const findings = read && attempt.failure === undefined ? wire.findings(operation, read) : [];
      recorder.add({ ...exchangeOf(operation, identity, outgoing, attempt), findings });
      answer = read;
    });
    if (!answer) throw new Error(`${operation} ended without an answer and without its reason`);
    return answer;
  }

  #read(operation: AnyOperationId, { incoming }: Attempt): Answer | undefined {
    if (!incoming) return undefined;
    const { status, headers, bytes, text, json: wire } = incoming;
    const body = this.#options.wire.fromTenant(operation, status, wire);
    return { operation, status, headers, text, bytes, wire, body };
  }

  /** A request as it would go out. */
  outgoing(operation: AnyOperationId, identity: Identity, asked: Asked): Outgoing {
    const { wire, secrets } = this.#options;
    const route = wire.route(operation);
    if (!route) untested(`nothing says where ${operation} is served: state its binding`);
    const path = route.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(this.#pathParameter(operation, name, asked)),
    );
    const query = new URLSearchParams(
      Object.entries(asked.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[wire.queryName(operation, name), String(value)] as [string, string]],
      ),
    );
    const body =
      asked.text ?? (asked.body === undefined ? undefined : JSON.stringify(wire.toTenant(operation, asked.body)));
    const authorization =
      identity.header ?? (identity.token === undefined ? undefined : this.#prefix(operation) + identity.token);
    if (authorization !== undefined) secrets.add(authorization.replace(/^\S+ /, ''), `token of ${identity.name}`);
    const base = this.#base(operation);
    return {
      method: route.method.toUpperCase(),
      url: base + path + (query.size > 0 ? `?${query.toString()}` : ''),
      headers: {
        accept: '*/*',
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(body !== undefined && { body }),
    };
  }

  #pathParameter(operation: AnyOperationId, name: string, { path }: Asked): string {
    const value = path?.[name] ?? (name === 'deploymentId' ? this.#options.settings.DEPLOYMENT_ID : undefined);
    if (value === undefined) throw setupFailed(`${operation} needs ${name} in its path`);
    return String(value);
  }

  #prefix(operation: AnyOperationId): string {
    return PREFIXES[this.#options.wire.credential(operation)];
  }

  #base(operation: AnyOperationId): string {
    const { settings, wire } = this.#options;
    const credential = wire.credential(operation);
    const name = credential === 'core-data' ? 'DATA_API_URL' : credential === 'ai' ? 'AI_URL' : 'BASE_URL';
    return this.#rootOf(settings[name], name);
  }

  #rootOf(base: string | undefined, name = 'BASE_URL'): string {
    if (base === undefined) untested(`set ${name}`);
    return base.replace(/\/$/, '');
  }
}

/** An answer of an operation that the contract does not hold. */
export type UnboundAnswer = Omit<Answer, 'operation' | 'body'>;

function exchangeOf(
  operation: string | undefined,
  identity: Identity,
  outgoing: Outgoing,
  { startedAt, milliseconds, incoming, failure }: Attempt,
): Omit<Exchange, 'findings'> {
  return {
    actor: identity.name,
    ...(operation !== undefined && { operation }),
    method: outgoing.method,
    url: outgoing.url,
    requestHeaders: outgoing.headers,
    ...(outgoing.body !== undefined && { requestBody: outgoing.body }),
    ...(incoming && {
      status: incoming.status,
      responseHeaders: incoming.headers,
      responseBody: incoming.text,
    }),
    ...(failure !== undefined && { failure }),
    startedAt,
    milliseconds,
  };
}
