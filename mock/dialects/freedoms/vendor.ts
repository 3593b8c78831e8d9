import { KEY_MEMBERS, KEY_WORDS, NOT_OFFERED, WAYS, type Ways } from '../../vendor/ways.ts';
import type { Freedoms } from './freedom.ts';

function wordsOf(kind: string, words: NonNullable<Ways['words']>): Freedoms[string]['values'] {
  return Object.fromEntries(Object.keys(words).map((name) => [name, { vendorWords: { [kind]: name } }]));
}

function freedomsOf(kind: string, { point, what, routes, words }: Ways): Freedoms {
  const ways = [...Object.keys(routes), NOT_OFFERED];
  return {
    [`vendor.${kind}`]: {
      points: [point],
      what: `where administrators make and remove ${what}`,
      values: Object.fromEntries(ways.map((way) => [way, { vendorRoutes: { [kind]: way } }])),
    },
    ...(words && {
      [`vendor.${kind}.words`]: {
        points: [point],
        what: `what members of ${what} are called there`,
        values: wordsOf(kind, words),
      },
    }),
  };
}

/** What vendors have beyond what the specification prints, to make and remove things with. */
export const vendor: Freedoms = {
  'vendor.extent': {
    points: ['U104'],
    what: 'whether things that no printed operation makes can be made',
    values: {
      'each kind in its way': { vendorExtent: 'each' },
      'all kinds': { vendorExtent: 'all' },
      'no kind': { vendorExtent: 'none' },
    },
  },
  ...(Object.assign({}, ...Object.entries(WAYS).map(([kind, ways]) => freedomsOf(kind, ways))) as Freedoms),
  'vendor.api-keys': {
    points: ['U085'],
    what: 'which members the body of a new API key has beyond its name',
    values: {
      ...Object.fromEntries(Object.entries(KEY_MEMBERS).map(([name, keyMembers]) => [name, { keyMembers }])),
      none: { keyMembers: [] },
    },
  },
  'vendor.api-keys.words': {
    points: ['U085'],
    what: 'what those members are called',
    values: wordsOf('api-keys', KEY_WORDS),
  },
  'vendor.answers': {
    points: ['U104'],
    what: 'whether the answer to such a creation is the thing or holds it',
    values: { thing: { vendorWrap: '' }, data: { vendorWrap: 'data' }, result: { vendorWrap: 'result' } },
  },
  'vendor.lists': {
    points: ['U104'],
    what: 'where the lists of such things keep their elements and their cursor',
    values: {
      'items, page info': {
        vendorList: { items: 'items', cursor: 'page info.end cursor', more: 'page info.has next page' },
      },
      'results, paging': { vendorList: { items: 'results', cursor: 'paging.next', more: 'paging.has more' } },
      'data, meta': { vendorList: { items: 'data', cursor: 'meta.next cursor', more: 'meta.has more' } },
      bare: { vendorList: { items: '', cursor: '', more: '' } },
    },
  },
};
