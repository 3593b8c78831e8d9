import { PATH_PARAMETERS } from '../../contracts/generated/path-parameters.ts';
import type { AnyOperationId, OperationId } from '../../contracts/operations.ts';
import type { SecretSetting } from '../tenant/secret-settings.ts';
import { inOneLine, isSuccess, unlessGuessed, unlessMisplaced, type Answer } from '../http/answer.ts';
import type { Client, UnboundAnswer } from './client.ts';
import type { Identity } from './identity.ts';
import type { Asked } from '../requests/requests.ts';
import type { Arguments, Methods, Success } from './methods.ts';
import type { Outgoing } from '../http/message.ts';
import { CheckFailure, setupFailed } from '../failures/failure.ts';

/**
 * Sends requests with one credential. A method of the contract returns the body of a success. Any other response is a
 * violation if the operation is the one that the requirement is about, and a setup failure if it is another.
 */
export class ActorBase {
  readonly identity: Identity;
  readonly #client: Client;
  readonly #options: { readonly deploymentId?: string | number; readonly isPreparing?: boolean };

  constructor(
    client: Client,
    identity: Identity,
    options: { readonly deploymentId?: string | number; readonly isPreparing?: boolean } = {},
  ) {
    this.#client = client;
    this.identity = identity;
    this.#options = options;
  }

  /** The same actor in another deployment than the provided one. */
  in(deploymentId: string | number): Actor {
    return makeActor(this.#client, this.identity, { ...this.#options, deploymentId });
  }

  /** The same actor for preparing a check: every failure is a setup failure. */
  get preparing(): Actor {
    return makeActor(this.#client, this.identity, { ...this.#options, isPreparing: true });
  }

  /** Returns the full response, whatever its status. */
  ask<Id extends OperationId>(operation: Id, ...given: Arguments<Id>): Promise<Answer<Success<Id>>> {
    return this.raw(operation, this.#asked(operation, given)) as Promise<Answer<Success<Id>>>;
  }

  /** Sends a request that the types do not allow, or an operation that is not in the contract's document. */
  raw(operation: AnyOperationId, asked: Asked = {}): Promise<Answer> {
    return this.#client.ask(operation, this.identity, this.#here(asked));
  }

  #here(asked: Asked): Asked {
    const { deploymentId } = this.#options;
    return deploymentId === undefined ? asked : { ...asked, path: { deploymentId, ...asked.path } };
  }

  /** What is shown at the path of an operation, where only the tenant's own document declares a read of some members there. */
  readBeside(operation: AnyOperationId, members: readonly string[]): Promise<UnboundAnswer | undefined> {
    return this.#client.readBeside(operation, this.identity, members, this.#here({}));
  }

  /** Reads a path that only the tenant's own document declares. */
  read(path: string): Promise<UnboundAnswer> {
    return this.#client.request('GET', path, this.identity);
  }

  /** Sends a request of an operation that only the tenant's own document declares. */
  request(method: string, path: string, body?: unknown): Promise<UnboundAnswer> {
    return this.#client.request(method, path, this.identity, body);
  }

  /** A request as it would be sent, for a check that sends it by other means. */
  written(operation: AnyOperationId, asked: Asked, identity: Identity = this.identity): Outgoing {
    return this.#client.outgoing(operation, identity, asked);
  }

  async call(operation: OperationId, given: readonly unknown[]): Promise<unknown> {
    const answer = await this.raw(operation, this.#asked(operation, given));
    if (isSuccess(unlessMisplaced(unlessGuessed(answer)))) return answer.body;
    const isSubject = this.#client.subject === operation && this.#options.isPreparing !== true;
    const sides = { expected: 'a success', seen: inOneLine(answer) };
    const summary = `${operation} as ${this.identity.name}`;
    const details = { status: answer.status };
    const status = { expected: 'success' as const, seen: answer.status };
    throw isSubject
      ? new CheckFailure({ kind: 'violation', summary, ...sides, status }, details)
      : setupFailed(`${summary} was refused: ${sides.seen}`, details);
  }

  #asked(operation: OperationId, given: readonly unknown[]): Asked {
    const names: readonly string[] = PATH_PARAMETERS[operation];
    const path = Object.fromEntries(names.map((name, index) => [name, given[index] as string | number]));
    const rest = given.slice(names.length);
    const body = this.#client.hasBody(operation) ? rest.shift() : undefined;
    const query = rest.shift() as Asked['query'];
    return { path, ...(body !== undefined && { body }), ...(query && { query }) };
  }
}

export type Actor = ActorBase & Methods;

export function makeActor(
  client: Client,
  identity: Identity,
  options: { readonly deploymentId?: string | number; readonly isPreparing?: boolean } = {},
): Actor {
  const base = new ActorBase(client, identity, options);
  return new Proxy(base, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(PATH_PARAMETERS, name)) {
        return (...given: readonly unknown[]) => target.call(name as OperationId, given);
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  }) as Actor;
}

/** The actors of the suite, each with the setting that carries its credential. */
export const ACTORS = {
  admin: 'ADMIN_TOKEN',
  oauthAdmin: 'OAUTH_TOKEN',
  member: 'MEMBER_TOKEN',
  oauthMember: 'MEMBER_OAUTH_TOKEN',
  scoped: 'SCOPED_TOKEN',
  twoScoped: 'TWO_SCOPE_TOKEN',
  expired: 'EXPIRED_TOKEN',
  outsider: 'NO_ACCESS_TOKEN',
} as const satisfies Record<string, SecretSetting>;
export type ActorName = keyof typeof ACTORS;
