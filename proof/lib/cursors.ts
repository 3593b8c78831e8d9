import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, type Deviation } from './fault.ts';
import { pageNumbered } from './paging.ts';
import { remembering, replaceSync, withBody } from './patches.ts';
import { isAsked, itemsOf, pageInfoOf, requery } from './reports.ts';

/** Cursors that lead to the wrong page: of a list that was begun anew, at its end, or with another page size. */

/** The cursors of a list lead on until its caller begins with it anew; then they lead to the first page. */
function oneWalkAtATime(operation: string): Patch {
  return remembering(
    () => new Map<string, Set<unknown>>(),
    (walks) =>
      replaceSync(operation, (call, original) => {
        const { token } = call.principal;
        const after = call.query.text('after');
        const walk = after === undefined ? new Set<unknown>() : (walks.get(token) ?? new Set<unknown>());
        const isOld = after !== undefined && !walk.has(after);
        const answer = original(isOld ? requery(call, { after: undefined }) : call);
        if (answer.kind === 'ok') walk.add(pageInfoOf(answer.body as Body)['endCursor']);
        walks.set(token, walk);
        return answer;
      }),
  );
}

/** The class of checks in which these show: whether there is a cursor behind the last element is open. */
const BEHIND = 'behind the last one';

/** The cursor behind the last element leads to the first page. */
function endless(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    const isPastTheEnd =
      call.query.text('after') !== undefined && answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0;
    return isPastTheEnd ? original(requery(call, { after: undefined })) : answer;
  });
}

export function begunAnew(operation: string, things: string): readonly Deviation[] {
  return [
    {
      name: 'one-walk-at-a-time',
      sentence: `The cursors in a list of ${things} lead to the first page once the list was begun anew.`,
      patch: oneWalkAtATime(operation),
    },
    {
      name: 'endless',
      seenIn: BEHIND,
      sentence: `The cursor behind the last of the ${things} leads to the first page.`,
      patch: endless(operation),
    },
  ];
}

export function numbered(operation: string, things: string, size: 'larger' | 'smaller'): Deviation {
  return {
    name: 'page-number',
    sentence: `A cursor in a list of ${things} is a number of pages, and goes wrong where the next one is ${size}.`,
    patch: pageNumbered(operation, (next, former) => (size === 'larger' ? next > former : next < former)),
  };
}

const SENTENCE = 'A page of one behind another page is the last one although one more element follows.';

/** Whether a page of one is behind another page. */
const isSingle = ({ query }: Call): boolean => query.text('first') === '1' && query.text('after') !== undefined;

/** Says behind a page of one that nothing follows, where one more element does. */
const endingBeforeTheLast = (operation: string): Patch =>
  replaceSync(operation, (call, original) =>
    withBody(original(call), (body) => {
      const { hasNextPage, endCursor } = pageInfoOf(body);
      if (!isSingle(call) || hasNextPage !== true || typeof endCursor !== 'string') return body;
      const rest = original(requery(call, { first: '2', after: endCursor }));
      const isLast = 'body' in rest && itemsOf(rest.body as typeof body).length === 1;
      return isLast ? { ...body, pageInfo: { ...pageInfoOf(body), hasNextPage: false } } : body;
    }),
  );

export const pageOfOneEndsIt = (operation: string, ...searched: readonly RequirementId[]) => ({
  name: 'a-page-of-one-ends-it',
  sentence: SENTENCE,
  also: alsoThese('a search is a list as well', ...searched),
  patch: endingBeforeTheLast(operation),
});

/** Takes a filter away from a page whose cursor leaves nothing that it finds. */
export function unfilteredBehind(
  operation: string,
  name: 'status' | 'trigger' | 'accessSource',
  is?: string,
): Deviation {
  return {
    name: 'behind-the-last',
    seenIn: BEHIND,
    sentence: `Where nothing that ${name} finds is left behind a cursor, the page holds what follows without it.`,
    patch: replaceSync(operation, (call, original) => {
      const answer = original(call);
      const isMeant = isAsked(call, name) && (is === undefined || call.query.text(name) === is);
      const isEmpty = 'body' in answer && itemsOf(answer.body as Body).length === 0;
      return isMeant && isEmpty && isAsked(call, 'after') ? original(requery(call, { [name]: undefined })) : answer;
    }),
  };
}
