import { BINDINGS, type BindingId } from '../../../contracts/bindings/index.ts';
import type { Freedoms, Place } from './freedom.ts';

const BARE: Place = { items: '', cursor: '', more: '' };

/** Where vendors put the cursor of a list. */
const CURSORS = {
  'page info': { cursor: 'page info.end cursor', more: 'page info.has next page' },
  paging: { cursor: 'paging.next cursor', more: 'paging.has more' },
  next: { cursor: 'paging.next', more: 'paging.has more' },
  pagination: { cursor: 'pagination.next', more: 'pagination.has more' },
  meta: { cursor: 'meta.next cursor', more: 'meta.has more' },
  flat: { cursor: 'next cursor', more: 'has more' },
  page: { cursor: 'page.next cursor', more: 'page.has next' },
  'next page': { cursor: 'next page', more: 'has next' },
} as const satisfies Record<string, Omit<Place, 'items'>>;
type Cursor = keyof typeof CURSORS;

interface List {
  /** What its elements are called where the member is named after them; nothing where `items` is printed. */
  readonly own?: string;
  /** Whether nothing about pages is printed, so that the answer may be the list itself. */
  readonly isBare?: boolean;
  /** Places of cursors that would stand where the specification prints another member. */
  readonly without?: readonly Cursor[];
}

const LISTS: Readonly<Partial<Record<BindingId, List>>> = {
  'roles.list': { own: 'roles' },
  'role-holders.list': { own: 'users' },
  'scheduled-tasks.list': { own: 'tasks' },
  'scheduled-tasks.runs': { own: 'runs' },
  'report-deliveries.list': { own: 'deliveries', isBare: true },
  'report-deliveries.runs': { own: 'runs', isBare: true },
  'deployments.list': {},
  'deployments.versions': { own: 'versions', isBare: true },
  'deployments.suggestions': { own: 'suggestions', isBare: true },
  // `pagination` is printed, and may be null.
  'environments.list': { own: 'environments', without: ['pagination'] },
  'environments.tokens': { own: 'tokens', isBare: true },
  'promotions.list': { own: 'promotions', isBare: true },
  'promotions.links': { own: 'links', isBare: true },
  'external-documents.list': { own: 'placements' },
  'embed.comments': { own: 'threads', isBare: true },
  'embed.mentionable-users': { own: 'users', isBare: true },
  'embed-tenants.workbooks': { own: 'workbooks' },
  'api-keys.list': { own: 'api keys', isBare: true },
  'users.list': { own: 'users' },
  'users.groups-list': { own: 'groups' },
  'transform-sync.list': { own: 'jobs' },
  'transform-sync.files': { own: 'files' },
};

/** The usual place first, then combinations that public documents show. */
const COMBINATIONS: readonly (readonly [items: string, cursor: Cursor])[] = [
  ['items', 'page info'],
  ['results', 'paging'],
  ['data', 'meta'],
  ['own', 'page info'],
  ['own', 'next'],
  ['items', 'paging'],
  ['items', 'pagination'],
  ['data', 'flat'],
  ['embedded', 'page'],
  ['items', 'next page'],
];

/** Elements stand under their own name, in the answer or in a member of it, or under a usual one. */
function itemsIn(items: string, own: string): string {
  if (items === 'embedded') return `embedded.${own}`;
  return items === 'own' ? own : items;
}

export const envelopes: Freedoms = Object.fromEntries(
  Object.entries(LISTS).map(([id, { own, isBare = false, without = [] }]) => {
    const fitting = COMBINATIONS.filter(
      ([items, cursor]) => !without.includes(cursor) && (items === 'items' || own !== undefined),
    );
    const places = fitting.map(([items, cursor]): [string, Place] => [
      `${items}, ${cursor}`,
      { items: itemsIn(items, own ?? ''), ...CURSORS[cursor] },
    ]);
    if (own === undefined) places.push(['items, flat', { items: 'items', ...CURSORS.flat }]);
    if (isBare) places.push(['bare', BARE]);
    const { point, what } = BINDINGS[id as BindingId];
    const values = Object.fromEntries(places.map(([name, place]) => [name, { envelopes: { [id]: place } }]));
    return [`envelope.${id}`, { points: [point], what, values }];
  }),
);
