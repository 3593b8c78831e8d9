import type { Incoming, Outgoing } from './message.ts';

/** After this many pages in a row on one route, the page is taken for the tenant's own response. */
const COUNTS_FROM = 3;

/**
 * Tells interstitial pages, which a proxy or gateway returns now and then in place of a response, from pages of the tenant
 * itself. An HTML page with a success status is a transient failure until a route has returned nothing else several times.
 */
export class InterstitialPages {
  readonly #streaks = new Map<string, number>();

  /** Why a response does not count; undefined if it counts. */
  reasonToIgnore({ method, url, isAddressGuessed }: Outgoing, { status, headers }: Incoming): string | undefined {
    if (isAddressGuessed === true) return undefined;
    const route = `${method} ${routeOf(url)}`;
    if (status < 200 || status >= 300 || !/html/i.test(headers['content-type'] ?? '')) {
      this.#streaks.delete(route);
      return undefined;
    }
    const streak = (this.#streaks.get(route) ?? 0) + 1;
    this.#streaks.set(route, streak);
    return streak < COUNTS_FROM ? `responded with ${status} and an HTML page, which may be a gateway's` : undefined;
  }
}

/** The path with ids replaced, so that requests for different resources count as one route. */
function routeOf(url: string): string {
  return new URL(url).pathname.replace(/\/[^/]*\d[^/]*(?=\/|$)/g, (segment) =>
    /^\/v\d+$/.test(segment) ? segment : '/*',
  );
}
