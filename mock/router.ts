import findMyWay, { type HTTPMethod, type Instance } from 'find-my-way';
import { METHODS, type Method } from '../contracts/document.ts';

/** What a request was routed to, with the parameters of its path. */
export interface Match<Target> {
  readonly target: Target;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Routes requests by a radix tree. openapi-backend's own router compiles a pattern for every operation at every request,
 * which with the whole contract is most of the time of a response.
 */
export class Router<Target> {
  readonly #tree: Instance<never> = findMyWay({ maxParamLength: 4_000 });

  add(method: Method, path: string, target: Target): void {
    // A verb may follow a parameter behind a colon, which ends it then.
    const pattern = path.replace(/\{([^}]+)\}:/g, ':$1(^[^:/]+)::').replace(/\{([^}]+)\}/g, ':$1');
    this.#tree.on(method.toUpperCase() as HTTPMethod, pattern, () => undefined, target);
  }

  find(method: string, path: string): Match<Target> | undefined {
    const found = this.#tree.find(method as HTTPMethod, path);
    return found ? { target: found.store as Target, path: found.params as Record<string, string> } : undefined;
  }

  /** The methods that a path takes. */
  methodsAt(path: string): string[] {
    return METHODS.map((method) => method.toUpperCase()).filter((method) => this.find(method, path) !== undefined);
  }
}
