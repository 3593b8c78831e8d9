import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { refusing, replaceSync } from './patches.ts';
import { isAsked, itemsOf, pageInfoOf, requery } from './reports.ts';

/** What goes wrong where something is asked for by some texts. */

/** A list that is asked with some texts for a parameter is empty. */
export const findingNone = (
  operation: string,
  parameter: 'search' | 'externalWorkbookId',
  isMeant: (text: string) => boolean,
): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const text = call.query.text(parameter);
    if (text === undefined || !isMeant(text) || answer.kind !== 'ok') return answer;
    const list = answer.body as Body;
    return { ...answer, body: { ...list, items: [], ...('data' in list && { data: [] }) } };
  });

/** A list whose address has some text in its path is empty. */
export const emptyWhere = (operation: string, parameter: string, isMeant: (text: string) => boolean): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    if (answer.kind !== 'ok' || !isMeant(call.path[parameter] ?? '')) return answer;
    return { ...answer, body: { ...(answer.body as Body), items: itemsOf(answer.body as Body).slice(0, 0) } };
  });

export const isBeyondAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);

export const hasAmpersand = (text: string): boolean => text.includes('&');

export const hasPercent = (text: string): boolean => text.includes('%');

export const hasSlash = (text: string): boolean => text.includes('/');

/** A search with a size of its pages looks through the first page of all users alone. */
export const firstPageSearched: Patch = replaceSync('listUsers', (call, original) => {
  const first = call.query.text('first');
  if (first === undefined || !isAsked(call, 'search') || isAsked(call, 'after')) return original(call);
  const page = original(requery(call, { search: undefined }));
  const found = original(requery(call, { first: '500' }));
  if (page.kind !== 'ok' || found.kind !== 'ok') return original(call);
  const ids = new Set(itemsOf(page.body as Body).map(({ id }) => id));
  const items = itemsOf(found.body as Body).filter(({ id }) => ids.has(id));
  const list = found.body as Body;
  return { ...found, body: { ...list, items, pageInfo: { ...pageInfoOf(list), hasNextPage: false } } };
});

export const plusAsBlank: Patch = replaceSync('listUsers', (call, original) => {
  const search = call.query.text('search');
  return original(search?.includes('+') ? requery(call, { search: search.replaceAll('+', ' ') }) : call);
});

/** Embed tenants whose names need encoding are not found. */
export const encodedNamesUnknown: Patch = refusing(
  'listEmbedTenantWorkbooks',
  ({ path }) => /[^\w-]/.test(path['embedTenantName'] ?? ''),
  'unknown',
);
