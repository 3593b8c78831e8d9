import { POSITION } from '../../contracts/bindings/paging.ts';
import { isMembers } from '../../generators/members.ts';
import type { Answer } from './answer.ts';
import { isId } from '../../contracts/lossless-json.ts';

/** Headers that hold the cursor itself. */
const CURSOR_HEADER = /^(x-)?(next-(page-?)?(cursor|token)|continuation(-token)?)$/i;

/**
 * The cursor of the next page where an answer names its address, in a member (`next`, `@odata.nextLink`, `_links.next.href`) or in
 * the header Link, or holds the cursor in another header. `after` is the query parameter of the cursor.
 */
export function linkedCursor({ headers, wire }: Pick<Answer, 'headers' | 'wire'>, after: string): string | undefined {
  const [, inHeader] = Object.entries(headers).find(([name, value]) => CURSOR_HEADER.test(name) && value !== '') ?? [];
  if (inHeader !== undefined) return inHeader;
  const links = [...linksIn(headers['link'] ?? ''), ...nextTexts(wire)];
  return links.map((link) => cursorOfLink(link, after)).find((cursor) => cursor !== undefined);
}

/** The cursor in the address of a page; undefined if the text is no such address. */
export function cursorOfLink(link: string, after: string): string | undefined {
  if (!link.includes('?') || !URL.canParse(link, 'https://tenant.invalid')) return undefined;
  return new URL(link, 'https://tenant.invalid').searchParams.get(after) ?? undefined;
}

/** The addresses of the next page in a header Link (RFC 8288). */
function linksIn(header: string): string[] {
  return [...header.matchAll(/<([^>]*)>([^<]*)/g)].flatMap(([, link = '', parameters = '']) =>
    /;\s*rel\s*=\s*("([^"]*\s)?next(\s[^"]*)?"|next\b)/i.test(parameters) ? [link] : [],
  );
}

/** Texts outside of lists that something calls next, at any level. */
function nextTexts(value: unknown, isNext = false): string[] {
  if (typeof value === 'string') return isNext ? [value] : [];
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => nextTexts(member, isNext || /next/i.test(name)));
}

/**
 * A page in the contract's envelope, with the cursor of the next one where the tenant shows it as an address, or in a header, or
 * takes the id of the last element for it.
 */
export function withNextCursor(
  body: unknown,
  answer: Pick<Answer, 'headers' | 'wire'>,
  after: string,
  goesOnById: () => boolean,
): unknown {
  if (!isMembers(body)) return body;
  const pageInfo = isMembers(body['pageInfo']) ? body['pageInfo'] : {};
  const { endCursor: shown, hasNextPage } = pageInfo;
  if (hasNextPage === false) return body;
  // Where nothing else says whether a page follows, an empty cursor says that none does.
  if (shown === '' && hasNextPage !== true)
    return { ...body, pageInfo: { ...pageInfo, endCursor: null, hasNextPage: false } };
  const behind = () => (hasNextPage === true && goesOnById() ? lastIdIn(body['items']) : undefined);
  const endCursor = typeof shown === 'string' ? cursorOfLink(shown, after) : (linkedCursor(answer, after) ?? behind());
  return endCursor === undefined ? body : { ...body, pageInfo: { ...pageInfo, endCursor } };
}

function lastIdIn(items: unknown): string | undefined {
  const last: unknown = Array.isArray(items) ? items.at(-1) : undefined;
  if (!isMembers(last)) return undefined;
  const id = last['id'] ?? Object.entries(last).find(([name]) => /id$/i.test(name))?.[1];
  return isId(id) ? String(id) : undefined;
}

const OFFSET = new RegExp(POSITION[0] ?? '', 'i');

/** Whether a list is asked for what follows by a position in place of a cursor. */
export const isPosition = (name: string): boolean => POSITION.some((one) => new RegExp(one, 'i').test(name));

/** Members outside of lists that say how many elements there are on all pages. */
const TOTAL = /^total(_?(count|items|results|elements|records|size))?$/i;

/**
 * A page in the contract's envelope, with the position of what follows where the list is asked by positions. A list that does not
 * tell how many elements it has goes on until a page is empty.
 */
export function withNextPosition(
  body: unknown,
  { wire, url }: { readonly wire: unknown; readonly url: string },
  name: string,
): unknown {
  if (!isMembers(body) || !Array.isArray(body['items'])) return body;
  const pageInfo = isMembers(body['pageInfo']) ? body['pageInfo'] : {};
  const { items } = body;
  if (items.length === 0 || pageInfo['hasNextPage'] === false || saysLast(wire)) return body;
  const asked = new URL(url).searchParams.get(name);
  const isOffset = OFFSET.test(name);
  // Pages count from 0 or from 1: the first one says from where, if it says its number.
  const page = asked ?? numberIn(wire, NUMBER) ?? 1;
  const next = isOffset ? Number(asked ?? 0) + items.length : Number(page) + 1;
  const total = numberIn(wire, TOTAL);
  const isWhole = total !== undefined && total <= (isOffset ? next : items.length);
  return isWhole ? body : { ...body, pageInfo: { ...pageInfo, endCursor: String(next) } };
}

/** Members outside of lists that say where or which the next page is. */
const NEXT = /^next(_?page)?(_?(number|no|index|url|uri|link|href|offset))?$/i;

/** Whether a list says that it ends here: what tells of the next page is null. */
function saysLast(wire: unknown): boolean {
  if (!isMembers(wire)) return false;
  return Object.entries(wire).some(([name, value]) => (value === null ? NEXT.test(name) : saysLast(value)));
}

/** Members outside of lists that say which page this is. */
const NUMBER = /^(current_?)?(page_?)?(number|no|index)$|^(current_?)?page$/i;

/** The first number outside of lists, at any level, in a member that is called like this. */
function numberIn(wire: unknown, called: RegExp): number | undefined {
  if (!isMembers(wire)) return undefined;
  const own = Object.entries(wire).find(([name, value]) => called.test(name) && typeof value === 'number');
  if (own) return own[1] as number;
  return Object.values(wire)
    .map((member) => numberIn(member, called))
    .find((found) => found !== undefined);
}
