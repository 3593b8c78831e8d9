import type { IncomingHttpHeaders } from 'node:http';
import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';
import { resolveBindings } from '../contracts/bindings/resolve.ts';
import { Translator } from '../contracts/bindings/translate.ts';
import {
  operationsOf,
  type ContractDocument,
  type Credential,
  type Operation,
  type Parameter,
} from '../contracts/document.ts';
import { authenticate, guard } from './access.ts';
import { Refusal, refuse } from './answer.ts';
import { Query, type Call } from './call.ts';
import type { Dialect } from './dialects/dialect.ts';
import { publicDocument, servedDocument } from './document.ts';
import { sendOut, sendRefusal, SILENCE, type Outgoing } from './door.ts';
import { refuseHostile } from './hostile.ts';
import type { Principal } from './principal.ts';
import { RadixRouter } from './router.ts';
import type { Tenant } from './tenant.ts';

/** The base addresses on which the APIs answer. */
export type Address = 'platform' | 'core-data' | 'ai';

/** A request as the listener hands it over. */
export interface Incoming {
  readonly address: Address;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came; undefined where there was none. */
  readonly text: string | undefined;
}

interface Exchange {
  readonly incoming: Incoming;
  readonly tenant: Tenant;
}

const ADDRESS_OF: Readonly<Record<Credential, Address>> = {
  platform: 'platform',
  scim: 'platform',
  'tenant-embed-session': 'platform',
  'core-data': 'core-data',
  ai: 'ai',
};

/** One way of speaking: the operations under the names of a dialect. Tenants of the same dialect share it. */
export class Api {
  readonly dialect: Dialect;
  readonly #contract: ContractDocument;
  readonly #served: ContractDocument;
  readonly #translator: Translator;
  readonly #backend: OpenAPIBackend;
  #router: RadixRouter | undefined;
  #document: Record<string, unknown> | undefined;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #queries: ReadonlyMap<string, ReadonlyMap<string, string>>;

  private constructor(contract: ContractDocument, dialect: Dialect) {
    this.dialect = dialect;
    this.#contract = contract;
    const resolved = resolveBindings(contract, dialect.names, undefined);
    this.#served = servedDocument(contract, resolved);
    this.#translator = new Translator(contract, resolved);
    const canonical = new Map(operationsOf(contract).map(({ operation }) => [operation.operationId, operation]));
    const served = operationsOf(this.#served).map(({ operation }) => operation);
    this.#operations = new Map(served.map((one) => [one.operationId, canonical.get(one.operationId) ?? one]));
    this.#queries = new Map(
      served.map((one) => [one.operationId, this.#queryNames(one, canonical.get(one.operationId))]),
    );
    this.#backend = new OpenAPIBackend({
      definition: publicFor(this.#served),
      // The library's full start checks a 3.1 document against the 3.0 schema, and then serves no operation.
      quick: true,
      // Bounds are rules of the behaviour, one by one, not of a schema that would answer for all of them.
      validate: false,
    });
  }

  static async create(contract: ContractDocument, dialect: Dialect): Promise<Api> {
    const api = new Api(contract, dialect);
    await api.#start();
    return api;
  }

  /** The document of this build. All tenants show the same one, so nobody may change it in place. */
  get document(): Record<string, unknown> {
    this.#document ??= publicDocument(this.#served, this.dialect);
    return this.#document;
  }

  get operationIds(): string[] {
    return [...this.#operations.keys()];
  }

  async handle(incoming: Incoming, tenant: Tenant): Promise<Outgoing> {
    const exchange: Exchange = { incoming, tenant };
    const { method, path, headers } = incoming;
    if (!incoming.isSecure && tenant.rules.access.needsTls(incoming.address, path)) return SILENCE;
    return (await this.#backend.handleRequest(
      { method, path, headers: headers as Record<string, string> },
      exchange,
    )) as Outgoing;
  }

  async #start(): Promise<void> {
    const backend = this.#backend;
    await backend.init();
    this.#router = new RadixRouter(backend.definition);
    backend.router = this.#router;
    for (const operationId of this.#operations.keys()) {
      backend.registerHandler(operationId, (context: Context, exchange: Exchange) => this.#answer(context, exchange));
    }
    const schemes = Object.keys(ADDRESS_OF) as Credential[];
    for (const scheme of schemes) {
      backend.registerSecurityHandler(scheme, async (context: Context, { incoming, tenant }: Exchange) => {
        const operationId = context.operation.operationId ?? '';
        // An operation of another API is not served at this address.
        if (ADDRESS_OF[scheme] !== incoming.address) refuse('no-route', 'nothing is served at this path');
        return authenticate(tenant, scheme, operationId, incoming.headers.authorization);
      });
    }
    backend.register({
      unauthorizedHandler: (context: Context, { tenant }: Exchange) => {
        const results: unknown[] = Object.values(context.security);
        const thrown = results.map((result) => (result as { error?: unknown } | undefined)?.error);
        const refusal = thrown.find((error) => error instanceof Refusal);
        const other = thrown.find((error) => error instanceof Error && !(error instanceof Refusal));
        if (other) throw other as Error;
        return sendRefusal(
          tenant,
          context.operation.operationId ?? '',
          refusal ?? new Refusal(401, ['who is asking?']),
        );
      },
      notFound: (_context: Context, { tenant }: Exchange) =>
        sendRefusal(tenant, 'none', new Refusal('no-route', ['nothing is served at this path'])),
      methodNotAllowed: (_context: Context, { tenant, incoming }: Exchange) => {
        const refused = sendRefusal(tenant, 'none', new Refusal('no-method', ['the path does not take this method']));
        return {
          ...refused,
          headers: { ...refused.headers, allow: (this.#router?.methodsAt(incoming.path) ?? []).join(', ') },
        };
      },
    });
  }

  async #answer(context: Context, { incoming, tenant }: Exchange): Promise<Outgoing> {
    const operationId = context.operation.operationId ?? '';
    const operation = this.#operations.get(operationId) as Operation;
    const access = operation['x-access'];
    try {
      const principal = (context.security as Record<string, unknown>)[access.credential] as Principal;
      const path = context.request.params as Record<string, string>;
      const deployment =
        path['deploymentId'] ?? (/\/deployments\/\{id\}/.test(context.operation.path) ? path['id'] : undefined);
      guard(tenant, principal, access, operationId, deployment);
      const call: Call = {
        tenant,
        principal,
        operationId,
        path,
        query: this.#query(tenant, operationId, incoming.search),
        body: this.#body(operation, incoming),
        headers: incoming.headers,
      };
      const handler = tenant.rules.handlers[operationId];
      if (!handler) throw new Error(`no behaviour for ${operationId}`);
      const answer = await handler(call);
      return sendOut(tenant, operationId, operation, answer, (schema, value) =>
        this.#translator.toTenant(schema, value),
      );
    } catch (error) {
      if (error instanceof Refusal) return sendRefusal(tenant, operationId, error);
      throw error;
    }
  }

  #query(tenant: Tenant, operationId: string, search: URLSearchParams): Query {
    if (search.size === 0) return NO_QUERY;
    const names = this.#queries.get(operationId);
    const values = new Map<string, string>();
    for (const [name, value] of search) {
      const canonical = names?.get(name);
      if (canonical !== undefined) values.set(canonical, value);
      else if (tenant.dialect.unknownQuery === 'refused') refuse('invalid', `the query parameter ${name} is unknown`);
    }
    return new Query(values);
  }

  #body(operation: Operation, { text, headers }: Incoming): unknown {
    if (!operation.requestBody || text === undefined) return undefined;
    const type = headers['content-type'];
    if (type !== undefined && !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
      refuse('unsupported', `the content type is ${type}, expected application/json`);
    }
    const body = parseBody(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      refuse('invalid', 'the body is no JSON object');
    return this.#translator.fromTenant(operation.requestBody.content['application/json']?.schema, body);
  }

  /** From the names of query parameters on the wire to the contract's. */
  #queryNames(served: Operation, canonical: Operation | undefined): Map<string, string> {
    const parameters = (operation: Operation | undefined) =>
      (operation?.parameters ?? []).map((one) =>
        '$ref' in one ? (this.#contract.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
      );
    const wanted = parameters(canonical ?? served);
    return new Map(
      parameters(served).flatMap(({ name, in: place }, index) =>
        place === 'query' ? [[name, wanted[index]?.name ?? name] as const] : [],
      ),
    );
  }
}

const NO_QUERY = new Query(new Map());

function publicFor(served: ContractDocument): Document {
  // The library resolves every reference into the document; a copy keeps ours as it is.
  return structuredClone(served) as unknown as Document;
}

/** JSON that no behaviour has to be afraid of. */
function parseBody(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    refuse('invalid', 'the body is no JSON');
  }
  refuseHostile(body);
  return body;
}
