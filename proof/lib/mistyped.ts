import type { Body } from '../../mock/call.ts';
import { byOAuth } from './access.ts';
import type { Deviation } from './fault.ts';
import { changedIf } from './conditions.ts';
import { isBehindCursor } from './paging.ts';
import { itemsOf } from './reports.ts';

/** Members that have another type for some callers or on some pages alone. */

export type Change = (value: unknown) => unknown;

/** The elements of a page behind a cursor, in the legacy member as well. */
function elements(list: Body, change: (one: Body) => Body): Body {
  const items = itemsOf(list).map(change);
  return { ...list, items, ...('data' in list && { data: items }) };
}

export function behindCursor(operation: string, member: string, change: Change, becomes: string): Deviation {
  return {
    name: 'mistyped-behind-a-cursor',
    sentence: `On a page of ${operation} behind a cursor ${member} is ${becomes}.`,
    patch: changedIf(operation, isBehindCursor, (list) =>
      elements(list, (one) => ({ ...one, [member]: change(one[member]) })),
    ),
  };
}

export const asList: Change = (value) => [value];

/** A member of an answer has another type for an OAuth token. */
export function forOAuth(operation: string, member: string, change: Change, becomes: string): Deviation {
  return {
    name: 'mistyped-for-oauth',
    sentence: `In an answer of ${operation} to an OAuth token ${member} is ${becomes}.`,
    seenWith: 'OAUTH_TOKEN',
    patch: changedIf(operation, byOAuth, (body) => ({ ...body, [member]: change(body[member]) })),
  };
}

export const asText: Change = (value) => String(value);
