import { parseJson } from '../contracts/lossless-json.ts';
import { resolveBindings } from '../contracts/bindings/resolve.ts';
import { Translator } from '../contracts/bindings/translate.ts';
import {
  operationsOf,
  type ContractDocument,
  type Credential,
  type Operation,
  type Parameter,
  type PlacedOperation,
} from '../contracts/document.ts';
import { addressAt } from '../contracts/bindings/bind.ts';
import { authenticate, guard } from './access.ts';
import { Refusal, refuse } from './answer.ts';
import { createBackend } from './backend.ts';
import type { Call } from './call.ts';
import type { Dialect } from './dialects/dialect.ts';
import { withoutEmptyList } from './empty-lists.ts';
import { publicDocument, servedDocument } from './document.ts';
import { withoutHolders } from './holders.ts';
import { withoutFlag } from './last-pages.ts';
import { declaredApis, type OtherAddresses } from './other-apis.ts';
import { bodyTypeOf, refuseOtherType } from './patch-types.ts';
import { refuseEarlyJob, remember } from './late.ts';
import { sendOut, sendRefusal } from './responses.ts';
import { refuseUnsafeJson } from './unsafe-json.ts';
import type { Principal } from './principal.ts';
import { Query } from './query.ts';
import { RequestBodies } from './request-bodies.ts';
import { Router } from './router.ts';
import { partsOf } from './state-updates.ts';
import { tenantContract } from './tenant-contract.ts';
import type { Tenant } from './tenant.ts';
import { WireValues } from './wire-values.ts';
import { resolved, wrapOf } from './wrapped.ts';
import { NO_RESPONSE, type Address, type Incoming, type Outgoing } from './wire.ts';

/** A routed request, with the tenant that it is for and the parameters of its path. */
interface Exchange {
  readonly incoming: Incoming;
  readonly tenant: Tenant;
  readonly path: Readonly<Record<string, string>>;
}

/** From the names of parameters on the wire to the contract's. */
interface ParameterNames {
  readonly query: ReadonlyMap<string, string>;
  readonly header: ReadonlyMap<string, string>;
}

type Serve = (path: string, exchange: Exchange) => Promise<Outgoing>;

const ADDRESS_OF: Readonly<Record<Credential, Address>> = {
  platform: 'platform',
  scim: 'platform',
  'tenant-embed-session': 'platform',
  'core-data': 'core-data',
  ai: 'ai',
};

/** The operations under the names of a dialect. Tenants of the same dialect share it. */
export class Api {
  readonly dialect: Dialect;
  readonly #contract: ContractDocument;
  readonly #served: ContractDocument;
  readonly #translator: Translator;
  readonly #bodies: RequestBodies;
  /** How ids and values are written. */
  readonly wire: WireValues;
  readonly #router = new Router<Serve>();
  readonly #wraps = new Map<string, string | undefined>();
  #document: Record<string, unknown> | undefined;

  private constructor(contract: ContractDocument, dialect: Dialect) {
    this.dialect = dialect;
    this.#contract = tenantContract(contract, dialect);
    const resolved = resolveBindings(contract, dialect.names, undefined);
    this.wire = new WireValues(this.#contract, dialect);
    this.#served = servedDocument(this.#contract, resolved, dialect, (schema, value) =>
      this.wire.toWire(schema, value),
    );
    this.#translator = new Translator(this.#contract, resolved);
    this.#bodies = new RequestBodies(this.#served, dialect);
  }

  static async create(contract: ContractDocument, dialect: Dialect): Promise<Api> {
    const api = new Api(contract, dialect);
    await api.#start();
    return api;
  }

  /** What the document of this build says. All tenants show the same one, so nobody may change it in place. */
  get document(): Record<string, unknown> {
    this.#document ??= publicDocument(this.#served, this.dialect);
    return this.#document;
  }

  /** What a document says of the other APIs of one tenant, each operation with the servers at which it is. */
  otherPaths(addresses: OtherAddresses): Record<string, unknown> {
    return declaredApis(this.#served, this.dialect, addresses);
  }

  async handle(incoming: Incoming, tenant: Tenant): Promise<Outgoing> {
    const { address, isSecure, method, path } = incoming;
    if (!isSecure && tenant.rules.access.needsTls(address, path)) return NO_RESPONSE;
    const match = this.#router.find(method, path);
    if (match) return match.target(path, { incoming, tenant, path: match.path });
    const methods = this.#router.methodsAt(path);
    if (methods.length === 0) return noRoute(tenant);
    const refused = sendRefusal(tenant, 'none', new Refusal('no-method', ['the path does not take this method']));
    return { ...refused, headers: { ...refused.headers, allow: methods.join(', ') } };
  }

  async #start(): Promise<void> {
    const canonical = new Map(operationsOf(this.#contract).map((placed) => [placed.operation.operationId, placed]));
    const served = await Promise.all(
      operationsOf(this.#served).map(async (one) => {
        const placed = { ...one, path: addressAt(one.path) };
        const { operation } = canonical.get(placed.operation.operationId) ?? placed;
        const names = this.#parameterNames(placed.operation, operation);
        return { placed, serve: await this.#serverOf(placed, operation, names) };
      }),
    );
    for (const { placed, serve } of served) {
      const { method, path } = placed;
      const sharing = served.filter((one) => one.placed.method === method && one.placed.path === path);
      if (sharing[0]?.placed !== placed) continue;
      const all = sharing.map((one) => [one.placed.operation.operationId, one.serve] as const);
      this.#router.add(method, path, sharing.length === 1 ? serve : this.#oneAfterTheOther(new Map(all)));
    }
  }

  /** Serves what a request to an update asks for, one operation after another until one refuses its part. */
  #oneAfterTheOther(served: ReadonlyMap<string, Serve>): Serve {
    return async (path, exchange) => {
      const { incoming, tenant } = exchange;
      const parts = partsOf(this.dialect, [...served.keys()], incoming.text);
      const update = [...served].find(([operationId]) => operationId.startsWith('update'))?.[1];
      if (parts.length === 0 && update) return update(path, exchange);
      let outgoing: Outgoing | undefined;
      for (const { operationId, text } of parts) {
        const serve = served.get(operationId);
        if (outgoing && outgoing.status >= 300) break;
        outgoing = await serve?.(path, { ...exchange, incoming: { ...incoming, text } });
      }
      return (
        outgoing ?? sendRefusal(tenant, 'none', new Refusal('invalid', ['the body says nothing that can be done']))
      );
    };
  }

  /** Serves an operation that is placed where the dialect has it; `operation` has the contract's names. */
  #serverOf(placed: PlacedOperation, operation: Operation, names: ParameterNames): Promise<Serve> {
    const { operationId } = operation;
    const { credential } = operation['x-access'];
    return createBackend<Exchange, Principal, Outgoing>(this.#contract, placed, {
      authenticate: ({ incoming, tenant }) => {
        // An operation of another API is not served at this address.
        if (ADDRESS_OF[credential] !== incoming.address) refuse('no-route', 'nothing is served at this path');
        return authenticate(tenant, credential, operationId, incoming.headers.authorization);
      },
      handle: (exchange, principal) => this.#respond(placed, operation, names, exchange, principal),
      unauthorized: ({ tenant }, error) => refused(tenant, operationId, error),
      notFound: ({ tenant }) => noRoute(tenant),
    });
  }

  async #respond(
    placed: PlacedOperation,
    operation: Operation,
    names: ParameterNames,
    { incoming, tenant, path }: Exchange,
    principal: Principal,
  ): Promise<Outgoing> {
    const { operationId, 'x-access': access } = operation;
    try {
      const deployment = path['deploymentId'] ?? (/\/deployments\/\{id\}/.test(placed.path) ? path['id'] : undefined);
      guard(tenant, principal, access, operationId, deployment);
      const call: Call = {
        tenant,
        principal,
        operationId,
        path: this.wire.path(operationId, path),
        query: queryIn(tenant, names.query, incoming.search),
        isPaged: [...names.query.values()].includes('after'),
        body: this.#body(placed, operation, { incoming, tenant, path }),
        headers: headersIn(names.header, incoming.headers),
      };
      const handler = tenant.rules.handlers[operationId];
      if (!handler) throw new Error(`no behaviour for ${operationId}`);
      refuseEarlyJob(call);
      const answer = await handler(call);
      if ('body' in answer) remember(call, answer.body);
      const wrap = this.#wrapOf(operation);
      return sendOut(tenant, operationId, operation, answer, (schema, value) => {
        const translated = this.#translator.toTenant(
          schema,
          this.wire.toWire(schema, this.wire.answer(operationId, value)),
        );
        const whole = schema && resolved(this.#contract, schema);
        const written = withoutEmptyList(this.dialect, whole, withoutFlag(this.dialect, whole, translated));
        return wrap === undefined || schema === undefined ? written : { [wrap]: written };
      });
    } catch (error) {
      return refused(tenant, operationId, error);
    }
  }

  #wrapOf(operation: Operation): string | undefined {
    const { operationId } = operation;
    if (!this.#wraps.has(operationId)) this.#wraps.set(operationId, wrapOf(this.#contract, this.dialect, operation));
    return this.#wraps.get(operationId);
  }

  #body(
    { operation: served, method }: PlacedOperation,
    operation: Operation,
    { incoming: { text, headers }, tenant, path }: Exchange,
  ): unknown {
    if (!operation.requestBody || text === undefined) return undefined;
    refuseOtherType(headers['content-type'], bodyTypeOf(served, method, this.dialect));
    const body = parseBody(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      refuse('invalid', 'the body is no JSON object');
    this.#bodies.hold(served, body as Readonly<Record<string, unknown>>, path, tenant.rules.requests);
    const { schema } = operation.requestBody.content['application/json'] ?? {};
    const named = withoutHolders(this.#translator.fromTenant(schema, body), operation, this.dialect);
    return this.wire.fromWire(schema, named);
  }

  /** From the names of parameters on the wire to the contract's. */
  #parameterNames(served: Operation, canonical: Operation): ParameterNames {
    const parameters = ({ parameters: own = [] }: Operation) =>
      own.map((one) =>
        '$ref' in one ? (this.#contract.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
      );
    const wanted = parameters(canonical);
    const namesIn = (kind: Parameter['in']) =>
      new Map(
        parameters(served).flatMap(({ name, in: place }, index) =>
          place === kind ? [[name, wanted[index]?.name ?? name] as const] : [],
        ),
      );
    return { query: namesIn('query'), header: namesIn('header') };
  }
}

/** Headers under the contract's names; what is no header of this tenant says nothing under the contract's name either. */
function headersIn(names: ReadonlyMap<string, string>, headers: Incoming['headers']): Incoming['headers'] {
  if ([...names].every(([name, canonical]) => name === canonical)) return headers;
  const renamed = { ...headers };
  for (const canonical of names.values()) renamed[canonical.toLowerCase()] = undefined;
  for (const [name, canonical] of names) renamed[canonical.toLowerCase()] = headers[name.toLowerCase()];
  return renamed;
}

const NO_QUERY = new Query(new Map());

function queryIn(tenant: Tenant, names: ReadonlyMap<string, string>, search: URLSearchParams): Query {
  if (search.size === 0) return NO_QUERY;
  const values = new Map<string, string>();
  for (const [name, value] of search) {
    const canonical = names.get(name);
    if (canonical !== undefined) values.set(canonical, value);
    else if (tenant.dialect.unknownQuery === 'refused') refuse('invalid', `the query parameter ${name} is unknown`);
  }
  return new Query(values);
}

function noRoute(tenant: Tenant): Outgoing {
  return sendRefusal(tenant, 'none', new Refusal('no-route', ['nothing is served at this path']));
}

/** The response to what behaviour threw: a refusal is one, anything else is a defect of this tenant. */
function refused(tenant: Tenant, operationId: string, error: unknown): Outgoing {
  if (error instanceof Refusal) return sendRefusal(tenant, operationId, error);
  throw error;
}

/** JSON that no behaviour has to be afraid of. */
function parseBody(text: string): unknown {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    refuse('invalid', 'the body is no JSON');
  }
  refuseUnsafeJson(body);
  return body;
}
