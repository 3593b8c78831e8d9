import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';
import type { ContractDocument, PlacedOperation } from '../contracts/document.ts';

/** How one operation is served. `Exchange` is the argument that openapi-backend passes through to its handlers. */
export interface Serving<Exchange, Caller extends object, Response> {
  /** Resolves with the caller; throws for a credential that is not accepted. */
  readonly authenticate: (exchange: Exchange) => Promise<Caller>;
  readonly handle: (exchange: Exchange, caller: Caller) => Promise<Response>;
  /** Responds to a request whose authentication threw. */
  readonly unauthorized: (exchange: Exchange, error: unknown) => Response;
  readonly notFound: (exchange: Exchange) => Response;
}

/**
 * Serves one operation with an openapi-backend of its own. Requests are routed before they get here: the library's router is
 * slow for a document of many operations and there is no option to replace it, and with one operation it costs little.
 */
export async function createBackend<Exchange, Caller extends object, Response>(
  contract: ContractDocument,
  { operation, method, path }: PlacedOperation,
  serving: Serving<Exchange, Caller, Response>,
): Promise<(requested: string, exchange: Exchange) => Promise<Response>> {
  const { operationId } = operation;
  const { credential } = operation['x-access'];
  const definition = {
    openapi: contract.openapi,
    info: contract.info,
    paths: { [path]: { [method]: { operationId, security: [{ [credential]: [] }], responses: {} } } },
    components: { securitySchemes: { [credential]: contract.components.securitySchemes[credential] } },
  };
  const backend = new OpenAPIBackend({
    definition: definition as unknown as Document,
    // The library's full start checks a 3.1 document against the 3.0 schema and then serves no operation.
    quick: true,
    // Limits are rules of the behaviour, one by one, so that a fault can change one of them alone.
    validate: false,
    ignoreTrailingSlashes: false,
    securityHandlers: { [credential]: (_context: Context, exchange: Exchange) => serving.authenticate(exchange) },
    handlers: {
      [operationId]: ({ security }: Context, exchange: Exchange) =>
        serving.handle(exchange, security[credential] as Caller),
      unauthorizedHandler: ({ security }: Context, exchange: Exchange) =>
        serving.unauthorized(exchange, (security[credential] as { readonly error: unknown }).error),
      notFound: (_context: Context, exchange: Exchange) => serving.notFound(exchange),
    },
  });
  await backend.init();
  return (requested, exchange) =>
    backend.handleRequest({ method, path: requested, headers: {} }, exchange) as Promise<Response>;
}
