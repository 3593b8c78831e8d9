import { KEY_MEMBERS, KEY_WORDS, NOT_OFFERED, WAYS, type Ways } from '../../vendor/ways.ts';
import { members, needsOf, object, oneOf, text, whole } from './bodies.ts';
import type { Freedoms, Further } from './freedom.ts';

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

/** What bodies need there beyond what says which thing is meant; nothing needs an id that cannot be looked up. */
const NEEDS: Readonly<Record<string, Readonly<Record<string, Further>>>> = {
  createUser: {
    invitation: members({ 'send invitation': { type: 'boolean' } }),
    locale: members({ locale: { type: 'string', pattern: '^[a-z]{2}-[A-Z]{2}$' }, department: text(2, 60) }),
  },
  createFolder: {
    visibility: members({ visibility: oneOf('private', 'shared') }),
  },
  createReport: {
    display: members({ display: oneOf('table', 'chart') }),
    query: members({
      query: object({ measures: { type: 'array', minItems: 1, items: text() }, limit: whole(1, 5000) }),
    }),
  },
  createWorkbook: {
    theme: members({ theme: oneOf('light', 'dark') }),
    layout: members({ layout: object({ columns: { ...whole(1, 24), default: 12 } }), 'time zone': text(3, 40) }),
  },
  createEnvironment: {
    type: members({ type: oneOf('production', 'staging', 'development') }),
    suspend: members({ 'auto suspend minutes': whole(5, 120) }),
  },
  createDataSource: {
    connection: members({ connection: object({ host: text(), port: whole(1, 65535), database: text() }) }),
    choice: members({
      settings: {
        oneOf: [object({ driver: { const: 'postgres' }, host: text() }), object({ driver: { const: 'duckdb' } })],
      },
    }),
  },
  createBranch: {
    purpose: members({ purpose: oneOf('feature', 'fix') }),
    description: members({ description: text(3, 80) }),
  },
  createEmbedTenant: {
    plan: members({ plan: oneOf('trial', 'paid') }),
    display: members({ 'display name': text(1, 120) }),
    limits: members({ 'most sessions': { ...whole(1, 1000), default: 50 } }),
  },
  createOidcTokenConfig: {
    subject: members({ 'subject format': oneOf('deployment', 'user') }),
    claims: members({ claims: object({ team: text() }) }),
  },
  createGroup: {
    description: members({ description: text(3, 80) }),
    source: members({ source: { const: 'manual' } }),
  },
};

/** What vendors have beyond what the specification prints, to make and remove things with. */
export const vendor: Freedoms = {
  'vendor.extent': {
    points: ['U104'],
    what: 'whether things that no printed operation makes can be made; where none can, they are listed at most',
    values: {
      'each kind in its way': { vendorExtent: 'each' },
      'all kinds': { vendorExtent: 'all' },
      'no kind': { vendorExtent: 'none' },
    },
  },
  'vendor.account': {
    points: ['U104'],
    what: 'whether the paths of the things of an account name the account',
    values: {
      'not named': { vendorAccount: '' },
      organization: { vendorAccount: 'organizations' },
      account: { vendorAccount: 'accounts' },
    },
  },
  ...(Object.assign({}, ...Object.entries(WAYS).map(([kind, ways]) => freedomsOf(kind, ways))) as Freedoms),
  ...needsOf(NEEDS),
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
    what: 'whether the answer to such a creation is the thing or holds it, and whether it and the elements of lists are resource objects',
    values: {
      thing: { vendorWrap: '' },
      data: { vendorWrap: 'data' },
      result: { vendorWrap: 'result' },
      resource: { vendorWrap: 'data', vendorIsResource: true },
    },
  },
  'vendor.bodies': {
    points: ['U104'],
    what: 'whether the body of such a creation is the thing or holds it, under the name of its kind, as attributes or as a resource object',
    values: {
      bare: { vendorBodies: 'bare' },
      named: { vendorBodies: 'named' },
      attributes: { vendorBodies: 'attributes' },
      resource: { vendorBodies: 'resource' },
    },
  },
  'vendor.references': {
    points: ['U104', 'U105'],
    what: 'whether the bodies of such requests name other things by ids, by objects that say of which kind they are, or by paths such as folders/1',
    values: {
      ids: { vendorReferences: 'id' },
      objects: { vendorReferences: 'object' },
      paths: { vendorReferences: 'path' },
    },
  },
  'vendor.headers': {
    points: ['U104'],
    what: 'whether such a creation needs a header beside the usual ones',
    values: { none: { vendorHeader: '' }, from: { vendorHeader: 'From' } },
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
