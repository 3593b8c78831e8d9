import { AFTER, FIRST, POSITION } from '../../contracts/bindings/paging.ts';
import { plainParameter } from '../../contracts/bindings/words.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import { cursorOfLink, linkedCursor, withNextPosition } from '../http/next-page.ts';
import type { Actor } from './actor.ts';
import type { Page } from './paging.ts';

/** A list that only the tenant's own document declares. */
export interface DeclaredList {
  /** With the query that it always asks for. */
  readonly path: string;
  /** The query parameters with the size of a page and with the cursor of the next one, where it has pages. */
  readonly size?: string;
  readonly after?: string;
  /** The one with the position of the next page, or with its number, in a list without cursors. */
  readonly position?: string;
}

/** A list may be late by two seconds to show a new thing. */
export const UNTIL_SHOWN = 3_000;

const SIZE = 100;
const MOST_PAGES = 100;
const CURSOR = /cursor|next/i;
/** Members that show where a page begins, or what is before it. */
const BEFORE = /start|prev|before|first|self/i;
/** Members that show that a list continues. */
const CONTINUES = /next|cursor|more/i;

/** The names of the parameters for pages, among those of an operation. */
export function pageParameters(names: readonly string[]): Omit<DeclaredList, 'path'> {
  const called = (like: readonly string[]) =>
    like.flatMap((one) => names.filter((name) => new RegExp(one, 'i').test(plainParameter(name))))[0];
  const [size, after] = [called(FIRST), called([...AFTER, '_cursor$'])];
  const position = after === undefined ? called(POSITION) : undefined;
  return {
    ...(size !== undefined && { size }),
    ...(after !== undefined && { after }),
    ...(position !== undefined && { position }),
  };
}

/** The members outside of lists, from all levels. */
function scalarsIn(value: unknown): (readonly [name: string, value: unknown])[] {
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isMembers(member) ? scalarsIn(member) : Array.isArray(member) ? [] : [[name, member] as const],
  );
}

/** The objects of the first list in a response. */
export function elementsIn(shown: unknown): Members[] {
  if (Array.isArray(shown)) return shown.filter(isMembers);
  if (!isMembers(shown)) return [];
  const lists = Object.values(shown).filter((member) => Array.isArray(member));
  const [longest] = lists.sort((one, other) => other.length - one.length);
  if (longest) return longest.filter(isMembers);
  return (
    Object.values(shown)
      .map(elementsIn)
      .find((found) => found.length > 0) ?? []
  );
}

/** No tenant has larger pages of its own that are as short as this. */
const SHORTEST_PAGE = 10;
/** Statuses of a page that is not there. */
const BEHIND: readonly number[] = [400, 404, 416];
const IS_LAST = /^(is_?)?last(_?page)?$/i;

/** Where a list goes on that is asked by positions; undefined if this is its last page. */
function positionAfter(wire: unknown, url: string, name: string): string | undefined {
  const items = elementsIn(wire);
  const isSaidLast = scalarsIn(wire).some(
    ([member, value]) => (CONTINUES.test(member) && value === false) || (IS_LAST.test(member) && value === true),
  );
  if (items.length < SHORTEST_PAGE || isSaidLast) return undefined;
  const { pageInfo } = withNextPosition({ items }, { wire, url }, name) as Page<never>;
  return pageInfo?.endCursor ?? undefined;
}

/** Where a page continues; undefined if it is the last, and null if it continues and nothing shows where. */
function nextOf(page: Pick<Answer, 'headers' | 'wire'>, after: string): string | null | undefined {
  const members = scalarsIn(page.wire).filter(([name]) => !BEFORE.test(name));
  if (members.some(([name, value]) => /more|has_?next/i.test(name) && value === false)) return undefined;
  const linked = linkedCursor(page, after);
  if (linked !== undefined) return linked;
  const cursor = members.find(([name, value]) => CURSOR.test(name) && typeof value === 'string' && value !== '');
  if (cursor) return cursorOfLink(String(cursor[1]), after) ?? String(cursor[1]);
  const continues = members.some(([name, value]) => CONTINUES.test(name) && typeof value === 'boolean' && value);
  return continues ? null : undefined;
}

/** Where a list continues for which the specification prints no pages, as the contract's envelope has it. */
export function continuationOf(answer: Pick<Answer, 'body' | 'headers' | 'wire'>): Page<never>['pageInfo'] {
  const { body } = answer;
  const { pageInfo } = (isMembers(body) ? body : {}) as Page<never>;
  // A page of a form that is known may continue in another way than those of that form do.
  const isSaid = typeof pageInfo?.endCursor === 'string' || typeof pageInfo?.hasNextPage === 'boolean';
  const next = isSaid ? undefined : nextOf(answer, 'after');
  if (next === null) return { hasNextPage: true };
  // A last page may show a cursor, too: an empty one ends the list.
  return typeof next === 'string' ? { endCursor: next } : pageInfo;
}

/** The pages of a list as the tenant shows them; whole if all were read, so that what none of them shows does not exist. */
export async function declaredPages(
  admin: Actor,
  { path, size, after, position }: DeclaredList,
  most = MOST_PAGES,
): Promise<{ readonly pages: readonly unknown[]; readonly isWhole: boolean }> {
  const goesOn = after ?? position;
  const pages: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let isSized = size !== undefined;
  for (;;) {
    const query = new URLSearchParams({
      ...(size !== undefined && isSized && { [size]: String(SIZE) }),
      ...(goesOn !== undefined && cursor !== undefined && { [goesOn]: cursor }),
    });
    const asked = query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query.toString()}` : path;
    const answer = await admin.read(asked);
    if (!isSuccess(answer)) {
      // The largest page of a list may be a smaller one.
      if (isSized && cursor === undefined) {
        isSized = false;
        continue;
      }
      // Behind the last page there may be nothing to answer with.
      const isBehind = position !== undefined && cursor !== undefined && BEHIND.includes(answer.status);
      return { pages, isWhole: isBehind };
    }
    pages.push(answer.wire);
    const linked = nextOf(answer, goesOn ?? 'after');
    const next =
      position === undefined || typeof linked === 'string'
        ? linked
        : positionAfter(answer.wire, `https://tenant.invalid${asked}`, position);
    if (next === undefined) return { pages, isWhole: true };
    if (next === null || goesOn === undefined || seen.has(next) || pages.length >= most)
      return { pages, isWhole: false };
    seen.add(next);
    cursor = next;
  }
}
