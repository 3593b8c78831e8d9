import type { Schema } from '../../document.ts';
import { ENVELOPE, type Envelope } from '../binding.ts';
import { AFTER } from '../paging.ts';
import type { DeclaredOperation, TenantDocument } from '../tenant-document.ts';
import { plainParameter } from '../words.ts';
import { isPlainly, mayBe } from './declared-types.ts';
import { SILENT, type Discovered } from './found.ts';
import { rootOf } from './roots.ts';

const ITEMS = ['items', 'data', 'results', 'nodes', 'Resources'];

const END_CURSOR =
  /^(end_?cursor|next_?(page|cursor|position|token|iterator|bookmark|key|skip_?token|marker|page_?token|page_?cursor|after)|next|cursor|after|bookmark|iterator|scroll_?id|(start|starting|page|begin)_?after|contin(ue|uation)(_?(token|with|from|at|after|cursor))?|(ends?|last|resume)_?at|last_?id|page_?token)$/i;
/** What a document says of the member with the cursor of the next page, whatever that is called, and of those of other pages. */
const SAYS_CURSOR = /\bcursor\b|\b(token|marker)\b.*\bnext page\b|\bnext page\b.*\b(token|marker)\b/i;
const OF_ANOTHER_PAGE = /prev|current|first|self/i;
const HAS_NEXT = /^(has_?next_?page|has_?next|has_?more|more)$/i;

export function envelope(document: TenantDocument, declared: DeclaredOperation): Discovered {
  const root = rootOf(document, declared, 'answer', undefined);
  const properties = document.propertiesOf(root);
  if (root && Object.keys(properties).length === 0 && isPlainly(document, root, 'array')) {
    return { found: { ...ENVELOPE, items: '' } satisfies Envelope };
  }
  if (Object.keys(properties).length === 0) return SILENT;
  const lists = listsAmong(document, properties);
  // Newer lists keep a legacy `data` beside the list that replaces it.
  const items = ITEMS.find((name) => lists.includes(name)) ?? (lists.length === 1 ? lists[0] : undefined);
  if (items === undefined) {
    return {
      missing: `no member of the answer of ${declared.path} is plainly its list (${lists.join(', ') || 'none'})`,
    };
  }
  const within = placesWithin(document, properties);
  const places = within.map(([at]) => at);
  const place = (pattern: RegExp, otherwise: string) =>
    places.includes(otherwise) ? otherwise : places.find((one) => pattern.test(one.split('.').at(-1) ?? ''));
  const endCursor = place(END_CURSOR, ENVELOPE.endCursor) ?? within.find(saysCursor)?.[0];
  const hasNextPage = place(HAS_NEXT, ENVELOPE.hasNextPage) ?? ENVELOPE.hasNextPage;
  const found: Envelope = { items, endCursor: endCursor ?? ENVELOPE.endCursor, hasNextPage };
  const isLinked =
    places.some((one) => NEXT_LINK.test(one)) ||
    document.headersOf(declared).some(isOfNextPage) ||
    (place(HAS_NEXT, ENVELOPE.hasNextPage) !== undefined && goesOnById(document, declared));
  // Without a cursor that the document shows it says where the elements are, and not how the pages go on.
  return endCursor === undefined && !isLinked ? { adapted: found } : { found };
}

/** Whether the document says that a list goes on behind the id of the last element that was shown. */
export function goesOnById(document: TenantDocument, declared: DeclaredOperation): boolean {
  return document.parametersOf(declared).some(({ name, in: place, description = '' }) => {
    const isCursor = place === 'query' && AFTER.some((like) => new RegExp(like, 'i').test(plainParameter(name)));
    return isCursor && /\bid\b/i.test(description) && /\b(last|final|previous|preceding)\b/i.test(description);
  });
}

/** Members with the address of the next page. */
const NEXT_LINK = /(next\w*(link|url|uri|href)|next\.(link|url|uri|href))$/i;

/** Headers that say where a list continues. */
const isOfNextPage = (header: string) => /^link$|next.*(cursor|token)|continuation/i.test(header);

type PlaceWithin = readonly [at: string, schema: Schema];

/** The members of an object and those inside of them, down to `meta.page.next`, as dotted paths. */
function placesWithin(
  document: TenantDocument,
  properties: Readonly<Record<string, Schema>>,
  depth = 1,
): readonly PlaceWithin[] {
  return Object.entries(properties).flatMap(([name, schema]): PlaceWithin[] => {
    const inner = depth < 3 ? placesWithin(document, document.propertiesOf(schema), depth + 1) : [];
    return [[name, document.schema(schema)], ...inner.map(([at, one]): PlaceWithin => [`${name}.${at}`, one])];
  });
}

function saysCursor([at, { description }]: PlaceWithin): boolean {
  if (typeof description !== 'string') return false;
  return SAYS_CURSOR.test(description) && !OF_ANOTHER_PAGE.test(at) && !OF_ANOTHER_PAGE.test(description);
}

/**
 * The members that are lists or, where none is, the lists inside of members: of `_embedded: { roles: [...] }` the roles. A member
 * without a type may be one, and counts where nothing else is.
 */
function listsAmong(document: TenantDocument, properties: Readonly<Record<string, Schema>>): string[] {
  const names = Object.keys(properties);
  const plainly = names.filter((name) => isPlainly(document, properties[name], 'array'));
  if (plainly.length > 0) return plainly;
  const within = listsWithin(document, properties);
  return within.length > 0 ? within : names.filter((name) => mayBe(document, properties[name], 'array'));
}

function listsWithin(document: TenantDocument, properties: Readonly<Record<string, Schema>>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    Object.entries(document.propertiesOf(schema)).flatMap(([list, inner]) =>
      isPlainly(document, inner, 'array') ? [`${name}.${list}`] : [],
    ),
  );
}

export function listAmong(document: TenantDocument, answer: Schema | undefined): Schema | undefined {
  const properties = document.propertiesOf(answer);
  // A document may leave open whether a list stands alone or in a member.
  if (Object.keys(properties).length === 0 && isPlainly(document, answer, 'array')) return answer;
  const lists = listsAmong(document, properties);
  const name = ITEMS.find((one) => lists.includes(one)) ?? lists[0];
  const [holder = '', list] = name?.split('.') ?? [];
  if (list === undefined) return properties[holder];
  return lists.length > 1 ? undefined : document.propertiesOf(properties[holder])[list];
}
