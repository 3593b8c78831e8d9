import type { Incoming, Outgoing } from './message.ts';

/** What so many requests in a row get is the tenant's own doing. */
const OWN_AFTER = 3;

/**
 * Tells pages that something on the way to a tenant puts in the place of an answer now and then from those that the tenant
 * itself answers with: a page instead of a success is weather, until a route has had nothing else for a while.
 */
export class Intercepted {
  readonly #streaks = new Map<string, number>();

  /** Why this answer does not count; nothing where it does. */
  by({ method, url }: Outgoing, { status, headers }: Incoming): string | undefined {
    const route = `${method} ${routeOf(url)}`;
    if (status < 200 || status >= 300 || !/html/i.test(headers['content-type'] ?? '')) {
      this.#streaks.delete(route);
      return undefined;
    }
    const streak = (this.#streaks.get(route) ?? 0) + 1;
    this.#streaks.set(route, streak);
    return streak < OWN_AFTER ? `answered ${status} with a page, which may be anybody's` : undefined;
  }
}

/** The path without what changes from one thing to the next. */
function routeOf(url: string): string {
  return new URL(url).pathname.replace(/\/[^/]*\d[^/]*(?=\/|$)/g, (segment) =>
    /^\/v\d+$/.test(segment) ? segment : '/*',
  );
}
