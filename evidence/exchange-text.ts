import type { Exchange } from './evidence.ts';

const MOST_EXCHANGES = 10;
const LONGEST_BODY = 1_000;

/** The exchanges of a check that people are shown outside of our report: those up to the one that its verdict is about. */
export function shownOf(
  exchanges: readonly Exchange[],
  about = exchanges.length - 1,
): { readonly shown: readonly Exchange[]; readonly left: number } {
  const shown = exchanges.slice(Math.max(0, about + 1 - MOST_EXCHANGES), about + 1);
  return { shown, left: exchanges.length - shown.length };
}

/** An exchange in one line, for a list of them. */
export function exchangeTitle({ method, url, actor, status, failure }: Exchange): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, '') || '/';
  return `${method} ${path} as ${actor}: ${status ?? failure ?? 'no response'}`;
}

/** An exchange on lines of its own, with bodies as they read best, for reports that show JSON. */
export function exchangeJson({
  actor,
  operation,
  method,
  url,
  status,
  failure,
  findings,
  ...bodies
}: Exchange): string {
  const shown = {
    request: { actor, operation, method, url, body: parsed(bodies.requestBody) },
    response: { status, failure, body: parsed(bodies.responseBody) },
    findings: findings.length === 0 ? undefined : findings,
  };
  return JSON.stringify(shown, null, 2);
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return body === '' ? undefined : body;
  }
}

export function exchangeText(exchange: Exchange): string {
  const { method, url, actor, requestBody = '', status, failure, responseBody = '' } = exchange;
  return [
    `> ${method} ${url} as ${actor}`,
    ...(requestBody === '' ? [] : [`> ${cut(requestBody)}`]),
    `< ${status ?? failure ?? 'no response'}`,
    ...(responseBody === '' ? [] : [`< ${cut(responseBody)}`]),
  ].join('\n');
}

function cut(body: string): string {
  return body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)} … ${body.length - LONGEST_BODY} more` : body;
}
