import { METHODS } from '../contracts/document.ts';
import findMyWay, { type HTTPMethod, type Instance } from 'find-my-way';
import { OpenAPIRouter, type ParsedRequest, type Request, type Operation as RoutedOperation } from 'openapi-backend';
import type { Document } from 'openapi-backend';

/** A request that the listener has taken apart already. */
export interface WireRequest extends Request {
  readonly search: string;
  params?: Record<string, string>;
}

type Routed = RoutedOperation<Document>;

/**
 * A radix tree in the place of openapi-backend's own router, which compiles a pattern for every operation at every
 * request: with the whole contract that is most of the time of an answer.
 */
export class RadixRouter extends OpenAPIRouter<Document> {
  readonly #tree: Instance<never>;

  constructor(definition: Document) {
    super({ definition, apiRoot: '/', ignoreTrailingSlashes: false });
    this.#tree = findMyWay({ maxParamLength: 4_000 });
    for (const operation of this.getOperations()) {
      const pattern = operation.path.replace(/\{([^}]+)\}/g, ':$1');
      this.#tree.on(operation.method.toUpperCase() as HTTPMethod, pattern, () => undefined, operation);
    }
  }

  override matchOperation(request: Request): Routed | undefined;
  override matchOperation(request: Request, strict: true): Routed;
  override matchOperation(request: Request, strict?: boolean): Routed | undefined {
    const found = this.#find(request.method, request.path);
    if (found) {
      (request as WireRequest).params = found.params as Record<string, string>;
      return found.store as Routed;
    }
    if (strict !== true) return undefined;
    throw new Error(this.methodsAt(request.path).length > 0 ? '405-methodNotAllowed' : '404-notFound');
  }

  /** The methods that a path takes. */
  methodsAt(path: string): string[] {
    return METHODS.map((method) => method.toUpperCase()).filter((method) => this.#find(method, path) !== null);
  }

  #find(method: string, path: string) {
    try {
      return this.#tree.find(method as HTTPMethod, path);
    } catch {
      return null;
    }
  }

  /** The listener has read the request; nothing is read twice. */
  override parseRequest(request: Request): ParsedRequest {
    const { params = {} } = request as WireRequest;
    return {
      ...request,
      params,
      query: {},
      cookies: {},
      requestBody: undefined,
      headers: request.headers,
    };
  }
}
