import type { BlamedFinding } from '../../evidence/evidence.ts';
import type { Cause } from '../../evidence/causes.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isPage, isRefusal, isSuccess, type Answer } from '../http/answer.ts';
import { idAt } from '../http/created-id.ts';
import type { Settings } from '../tenant/configuration.ts';
import type { Recorder } from '../http/recorder.ts';
import { revealedJson, Secret, type Secrets } from '../http/secrets.ts';
import type { Incoming, Outgoing } from '../http/message.ts';
import type { Transport } from '../http/transport.ts';
import { again, attempt, setupFailed } from '../failures/failure.ts';
import { currentLog } from '../failures/log.ts';
import { notAllowed, unset, untested } from '../failures/untested.ts';
import { requestsFor, type Asked } from '../requests/requests.ts';
import { fresh } from './unique.ts';
import type { WireFormat } from '../tenant/wire-format.ts';
import { plainValue } from '../../contracts/bindings/resource-objects.ts';
import { authorizationOf, exchangeOf, type Identity } from './identity.ts';
import { NewJobs } from './new-jobs.ts';
import { guessedUser, sharedWith } from './shared-with.ts';
import { isReadThere } from './declared-read.ts';
import { isOvertaken, wholeUpdate, type Reading } from './whole-update.ts';

/** Calls what it is given where no attempt of the request left this machine, before it fails. */
export type Sending = (neverSent: () => void) => Promise<Answer>;

/** Records what a request will create or change before it is sent, and its result afterwards. */
export interface ChangeLog {
  around(operation: AnyOperationId, asked: Asked, identity: Identity, send: Sending): Promise<Answer>;
}

export interface ClientOptions {
  readonly settings: Settings;
  readonly wire: WireFormat;
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly secrets: Secrets;
  readonly ledger: ChangeLog;
  readonly isReadOnly: boolean;
  /** Why nothing is changed, where the user did not ask for that. */
  readonly onlyReads?: Cause;
  /** Whether it cleans up, so that no response of it is judged. */
  readonly isCleanup?: boolean;
  /** Whether all names that the tenant uses are known, so that nothing is a guess. */
  readonly namesAreKnown: boolean;
  /** Whether new things show at once. */
  readonly isPrompt: boolean;
  /** Refuses to change what the run only found, and what the row of the check does not claim. */
  readonly beforeChange?: (operation: AnyOperationId, asked: Asked, identity: Identity) => void;
  /** The operation that the requirement is about. */
  readonly subject: AnyOperationId | undefined;
}

const PREFIXES = {
  platform: 'Bearer ',
  scim: 'Bearer ',
  ai: 'Api-Key ',
  'core-data': '',
  'tenant-embed-session': 'Bearer ',
};

/** Sends requests in the contract's names, records the exchanges and compares each response with the contract. */
export class Client {
  readonly #options: ClientOptions;
  readonly #newJobs: NewJobs;
  /** Whether the check met the preview feature of metric views open: what is refused after that is refused for another reason. */
  #isPreviewOpen = false;
  /** Bodies that the tenant accepted in this check, with what only its document asks for. */
  readonly #acceptedForms = new Set<string>();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#newJobs = new NewJobs(options.isPrompt);
  }

  get subject(): AnyOperationId | undefined {
    return this.#options.subject;
  }

  hasBody(operation: AnyOperationId): boolean {
    return this.#options.wire.hasBody(operation);
  }

  async ask(operation: AnyOperationId, identity: Identity, request: Asked): Promise<Answer> {
    const { wire } = this.#options;
    const reading: Reading = (list, listed) => this.ask(list, identity, listed);
    const asked = await wholeUpdate(wire, operation, this.#placed(operation, request), reading);
    const answer = await this.#asked(operation, identity, asked);
    if (!isOvertaken(asked, answer)) return answer;
    const anew = await wholeUpdate(wire, operation, this.#placed(operation, request), reading);
    return this.#asked(operation, identity, anew);
  }

  async #asked(operation: AnyOperationId, identity: Identity, asked: Asked): Promise<Answer> {
    const { ledger, isReadOnly, onlyReads, isCleanup = false, beforeChange, wire, namesAreKnown } = this.#options;
    const { outgoing, unknown, ...origins } = this.#written(operation, identity, asked);
    const [missing] = isCleanup ? [] : unknown;
    if (missing !== undefined) {
      untested(`${operation} requires ${missing} by the tenant's document, and no setting names such a thing`);
    }
    if (isReadOnly && outgoing.method !== 'GET') {
      untested(onlyReads ?? notAllowed('READ_ONLY=0', `it sends ${outgoing.method} ${new URL(outgoing.url).pathname}`));
    }
    beforeChange?.(operation, asked, identity);
    return ledger.around(operation, asked, identity, async (neverSent) => {
      let answered = 0;
      const answer = await this.#newJobs.send(identity, asked, async () => {
        const { value, failure: unanswered } = await attempt(() => this.#send(operation, identity, outgoing));
        if (unanswered?.isUnsent && answered === 0) neverSent();
        if (unanswered) throw again(unanswered);
        answered += 1;
        return value;
      });
      if (isCleanup) return answer;
      if (identity.lacking && isRefusal(answer)) untested(identity.lacking);
      if (identity.ends && answer.status === 401 && (await this.#hasEnded(identity))) untested(identity.ends);
      const misplaced = namesAreKnown ? undefined : requestsFor(wire).misplacedList(answer, asked);
      const isClosed = this.#isClosed(operation, identity, answer);
      const isKnown = this.#hasAccepted(origins.fromDocument.form, answer);
      return {
        ...answer,
        guesses: origins.guesses,
        ...(!isKnown && { fromDocument: origins.fromDocument }),
        ...(misplaced && { misplaced }),
        ...(isClosed && { isClosed }),
      };
    });
  }

  /** Whether the tenant accepted a body like this one before, so that what only its document asks for is not what it refuses. */
  #hasAccepted(form: string | undefined, answer: Answer): boolean {
    if (form === undefined) return false;
    if (isSuccess(answer)) this.#acceptedForms.add(form);
    return this.#acceptedForms.has(form);
  }

  /** Sends a request of an operation that only the tenant's own document declares; the contract has no schema for it. */
  async request(method: string, path: string, identity: Identity, body?: unknown): Promise<UnboundAnswer> {
    const { settings, isReadOnly, onlyReads, wire } = this.#options;
    if (isReadOnly && method !== 'GET') untested(onlyReads ?? notAllowed('READ_ONLY=0', `it sends ${method} ${path}`));
    const authorization = authorizationOf(identity, 'Bearer ');
    const outgoing: Outgoing = {
      method,
      url: `${this.#rootOf(settings.BASE_URL)}${path}`,
      headers: {
        accept: '*/*',
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': requestsFor(wire).jsonTypeAt(method, path) }),
        ...requestsFor(wire).headersAt(method, path, fresh),
      },
      ...(body !== undefined && { body: revealedJson(requestsFor(wire).bodyAt(method, path, body, settings)) }),
    };
    return this.#exchange(undefined, identity, outgoing, () => []);
  }

  /** What is shown at the path of an operation, where only the tenant's own document declares a read of some members there. */
  async readBeside(operation: AnyOperationId, identity: Identity, members: readonly string[], asked: Asked) {
    if (!isReadThere(this.#options.wire, operation, members)) return undefined;
    const { url } = this.outgoing(operation, identity, asked);
    return this.request('GET', url.slice(this.#rootOf(this.#options.settings.BASE_URL).length), identity);
  }

  /** Whether a 403 to an administrator says that an operation of a preview feature is switched off for the account. */
  #isClosed(operation: AnyOperationId, { name }: Identity, answer: Answer): boolean {
    if (!this.#options.wire.isGated(operation)) return false;
    if (isSuccess(answer)) this.#isPreviewOpen = true;
    return answer.status === 403 && name === 'admin' && !this.#isPreviewOpen;
  }

  /** Whether a credential is refused where anybody with a credential may read. */
  async #hasEnded(identity: Identity): Promise<boolean> {
    const { outgoing } = this.#written('getMe', identity, this.#placed('getMe', {}));
    return (await this.#send('getMe', identity, outgoing)).status === 401;
  }

  async #send(operation: AnyOperationId, identity: Identity, outgoing: Outgoing): Promise<Answer> {
    const { wire, secrets } = this.#options;
    let raw: Incoming | undefined;
    const { wire: guarded, ...answer } = await this.#exchange(operation, identity, outgoing, (incoming) => {
      raw = incoming;
      // What a tenant has for unknown addresses says nothing of an operation that may not be there.
      if (outgoing.isAddressGuessed === true && isPage(incoming)) return [];
      return wire.findings(operation, { ...incoming, wire: plainValue(incoming.json) });
    });
    const body = wire.fromTenant(operation, { ...answer, wire: plainValue(raw?.json), url: outgoing.url });
    return { operation, ...answer, wire: guarded, body: answer.text === raw?.text ? body : secrets.guarded(body) };
  }

  /** Sends a request and records every attempt as evidence. */
  async #exchange(
    operation: AnyOperationId | undefined,
    identity: Identity,
    outgoing: Outgoing,
    findingsIn: (incoming: Incoming) => readonly BlamedFinding[],
  ): Promise<UnboundAnswer> {
    const { transport, recorder, secrets, isCleanup = false } = this.#options;
    let answer: UnboundAnswer | undefined;
    const send = () =>
      transport.send(outgoing, (tried) => {
        const { incoming, failure } = tried;
        secrets.learn(incoming?.json, operation ?? outgoing.url);
        const findings = incoming && failure === undefined ? findingsIn(incoming) : [];
        const text = recorder.add({ ...exchangeOf(operation, identity, outgoing, tried), findings });
        if (!incoming) return;
        const { status, headers, bytes, json } = incoming;
        const original = new Secret(incoming.text, 0);
        const guarded = plainValue(text === incoming.text ? json : secrets.guarded(json));
        const located = status < 300 ? idAt(headers['location'], outgoing.url) : undefined;
        answer = { status, headers, bytes, text, original, wire: guarded, exchange: recorder.length - 1 };
        if (located !== undefined) answer = { ...answer, located };
      });
    const { failure } = await attempt(send);
    if (failure && currentLog() && !isCleanup && transport.allowsNoMore(outgoing))
      untested(`the tenant allows no more requests ${outgoing.method} ${new URL(outgoing.url).pathname} for now (429)`);
    if (failure) throw again(failure);
    if (!answer) throw new Error(`${outgoing.method} ${outgoing.url} ended without a response and without a failure`);
    return answer;
  }

  /** The request as it is sent. */
  outgoing(operation: AnyOperationId, identity: Identity, asked: Asked): Outgoing {
    return this.#written(operation, identity, this.#placed(operation, asked)).outgoing;
  }

  #written(operation: AnyOperationId, identity: Identity, asked: Asked) {
    const { wire, settings, namesAreKnown } = this.#options;
    const route = wire.route(operation);
    if (!route) untested(`it is unknown where ${operation} is served: state its binding`);
    const path = route.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(this.#pathParameter(operation, name, asked)),
    );
    const query = new URLSearchParams(
      Object.entries(asked.query ?? {}).flatMap(([name, value]) => {
        const called = wire.queryName(operation, name);
        return value === undefined || called === undefined ? [] : [[called, String(value)] as [string, string]];
      }),
    );
    const {
      body: written,
      text,
      headers,
      guesses: supposed,
      ...others
    } = requestsFor(wire).write(operation, asked, { settings, namesAreKnown, fresh });
    const origins = { ...others, guesses: [...supposed, ...guessedUser(operation, route.path)] };
    const body = asked.text ?? text ?? (written === undefined ? undefined : revealedJson(wire.onWire(route, written)));
    const authorization = authorizationOf(identity, this.#prefix(operation));
    const base = this.#base(operation);
    const outgoing: Outgoing = {
      method: route.method.toUpperCase(),
      url: base + path + (query.size > 0 ? `?${query.toString()}` : ''),
      headers: {
        accept: '*/*',
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': wire.jsonTypeAt(route, operation) }),
        ...headers,
        ...asked.headers,
      },
      ...(body !== undefined && { body }),
      ...(origins.guesses.some(({ isAddress }) => isAddress === true) && { isAddressGuessed: true }),
    };
    return { outgoing, ...origins };
  }

  /** The request with its deployment: a ledger outlives the settings of the run that wrote it. */
  #placed(operation: AnyOperationId, asked: Asked): Asked {
    const { wire, settings } = this.#options;
    const deploymentId = asked.path?.['deploymentId'] ?? settings.DEPLOYMENT_ID;
    const route = wire.route(operation)?.path ?? '';
    const isIn = route.includes('{deploymentId}') && deploymentId !== undefined;
    const path = { ...sharedWith(operation, settings), ...asked.path, ...(isIn && { deploymentId }) };
    return Object.keys(path).length > 0 ? { ...asked, path } : asked;
  }

  #pathParameter(operation: AnyOperationId, name: string, { path }: Asked): string {
    const value = path?.[name];
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
    if (base === undefined) untested(unset(name));
    return base.replace(/\/$/, '');
  }
}

/** A response of an operation that is not in the contract. */
export type UnboundAnswer = Omit<Answer, 'operation' | 'body'>;
