import { secondOf } from '../../harness/check/at-once.ts';
import { isDeepStrictEqual } from 'node:util';
import type { BindingId } from '../../contracts/bindings/index.ts';
import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { eventually, readUntil } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { idsIn, expectNoRepeats, largePage } from '../../harness/rules/lists.ts';
import { checkPages } from '../../harness/rules/paged-lists.ts';
import { BY_KEY, BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { goesOn, walk, walkLarge, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { listGroupsPage, listUsersPage, type Query } from './lists.ts';

interface Found {
  readonly id?: string | number | null;
  /** The value of the member that is searched. */
  readonly text: string | null | undefined;
}

/** The two lists with the same search parameter. */
const LISTS: readonly {
  readonly topic: 'users.list' | 'users.groups';
  readonly envelope: BindingId;
  readonly searched: BindingId;
  /** The setting that provides the id of one element. */
  readonly provided: PlainSetting;
  readonly list: (actor: Actor, query: Query) => Promise<Page<Found>>;
}[] = [
  {
    topic: 'users.list',
    envelope: 'users.list',
    searched: 'users.searched',
    provided: 'MEMBER_USER_ID',
    async list(actor, query) {
      const { items = [], pageInfo } = await listUsersPage(actor, query);
      return { items: items.map(({ id, email }) => ({ id: id ?? null, text: email })), pageInfo };
    },
  },
  {
    topic: 'users.groups',
    envelope: 'users.groups-list',
    searched: 'users.group-searched',
    provided: 'GROUP_ID',
    async list(actor, query) {
      const { items = [], pageInfo } = await listGroupsPage(actor, query);
      return { items: items.map(({ id, name }) => ({ id: id ?? null, text: name })), pageInfo };
    },
  },
];

/** Whether the user states which member is searched; the tenant's document cannot say that. */
function isStated({ tenant }: Check, binding: BindingId): boolean {
  const resolution = tenant.wire.resolved.get(binding);
  return !tenant.isLive || (resolution !== undefined && 'source' in resolution && resolution.source === 'stated');
}

/** Texts with an i first: in some languages its capital is that of another letter. */
function byLetters(one: { readonly text: string }, other: { readonly text: string }): number {
  return Number(/i/i.test(other.text)) - Number(/i/i.test(one.text));
}

const isPrintableAscii = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
/** Parts of a text by which it is searched for, and for how many elements. */
const PIECES = {
  'from the middle': { of: (text: string) => text.slice(1, -1), most: 4 },
  'the beginning': { of: (text: string) => text.slice(0, -1), most: 1 },
  'the end': { of: (text: string) => text.slice(1), most: 1 },
  'the whole': { of: (text: string) => text, most: 1 },
} as const;

function inBothCases(text: string): string {
  return Array.from(text, (sign, at) => (at % 2 === 0 ? sign.toUpperCase() : sign.toLowerCase())).join('');
}

/** Spellings of a text that differ in the case of their letters, and for how many elements they are searched. */
const SPELLINGS: Readonly<
  Record<string, { readonly of: (text: string) => string[]; readonly most: number; readonly first?: number }>
> = {
  'the whole text': { of: spellingsOf, most: 4 },
  'a part of it': { of: (text: string) => spellingsOf(text.slice(1, -1).trim()), most: 1 },
  'letters of both cases': { of: (text: string) => [text, inBothCases(text)], most: 1 },
  'on pages of two': { of: spellingsOf, most: 1, first: 2 },
};

function spellingsOf(text: string): string[] {
  return [text, text.toUpperCase(), text.toLowerCase()];
}

/** How many elements are searched for, and the shortest text from which the first and last character can be removed. */
const SAMPLE_SIZE = 4;
const MIN_LENGTH = 3;

for (const { topic, envelope, searched, provided, list } of LISTS) {
  checkPages(topic, { binding: envelope, open: () => list });

  test(...verifies(`${topic}.shows-one`), async ({ check, admin }) => {
    await inEach(
      check,
      { [BY_KEY]: admin, [BY_OAUTH]: check.asOptional('OAUTH_TOKEN', 'OAuth administrator') },
      async (actor) => {
        // An element may be removed between two pages, and a cursor may be no more than a position.
        await eventually(check, async () => {
          const ids = (await walk((page) => list(actor, page))).flatMap(({ id }) => id ?? []);
          // The first list shows that elements have ids under the known names.
          if (ids.length === 0 && actor === admin) untested(unstated(envelope, 'the list shows no ids'));
          expect(ids.map(String)).toContain(check.provided(provided));
        });
      },
    );
  });

  const search = (actor: Actor, text: string, size?: number) => {
    const ask = (page: PageQuery) => list(actor, { search: text, ...page });
    return size === undefined ? walk(ask) : walkLarge(ask, size);
  };

  /** Every listed element with its text. Only ASCII texts, because some other letters have several case mappings. */
  const texts = async (admin: Actor): Promise<{ readonly id: string; readonly text: string }[]> => {
    const listed = await walk((page) => list(admin.preparing, page));
    if (listed.length === 0) untested('the list is empty: add some of what it lists to the tenant');
    const searchable = listed.flatMap(({ id, text }) =>
      id !== undefined && id !== null && typeof text === 'string' && text.length >= MIN_LENGTH && isPrintableAscii(text)
        ? [{ id: String(id), text }]
        : [],
    );
    if (searchable.length === 0) untested(unstated(searched, 'the list shows no texts that can be searched'));
    return searchable;
  };

  test(...verifies(`${topic}.search-substring`), async ({ check, admin }) => {
    const elements = (await texts(admin)).slice(0, SAMPLE_SIZE);
    const requireSearched = async (text: string, id: string) => {
      if (isStated(check, searched) || idsIn({ items: await search(admin.preparing, text) }).includes(id)) return;
      // Which members are searched is open. A guessed member that none of its text finds is not a searched one.
      untested(unstated(searched, `a search for "${text}" does not find it`));
    };
    await inEach(check, PIECES, async ({ of, most }) => {
      for (const { id, text } of elements.slice(0, most)) {
        const piece = of(text).trim();
        // A search may find a new element later than the list shows it.
        const found = await readUntil(
          check,
          async () => idsIn({ items: await search(admin, piece) }),
          (ids) => ids.includes(id),
        );
        if (!found.includes(id)) await requireSearched(text, id);
        expect(found, `found for "${piece}"`).toContain(id);
      }
    });
  });

  /** Another requirement covers that a text is found at all; a guessed member that no search finds is not a searched one. */
  const notFound = (check: Check, text: string): Error => {
    if (!isStated(check, searched)) untested(unstated(searched, `a search for "${text}" does not find it`));
    return setupFailed(`no search for "${text}" finds it`);
  };

  test(...verifies(`${topic}.search-any-case`), async ({ check, admin }) => {
    const elements = (await texts(admin)).sort(byLetters).slice(0, SAMPLE_SIZE);
    await inEach(check, SPELLINGS, async ({ of, most, first }) => {
      for (const { id, text } of elements.slice(0, most)) {
        const forms = of(text);
        const findsOf = async () => {
          const finds: boolean[] = [];
          for (const form of forms) finds.push(idsIn({ items: await search(admin, form, first) }).includes(id));
          return finds;
        };
        const found = await readUntil(check, findsOf, (finds) => !finds.includes(false));
        if (!found.includes(true)) throw notFound(check, text);
        expect(
          forms.filter((_, index) => found[index] === false),
          'spellings that do not find the element that another letter case finds',
        ).toEqual([]);
      }
    });
    const [piece] = sharedTexts(elements.map(({ text }) => text));
    await inEach(check, { 'of several, on pages of one': piece }, async (text) => {
      const both = await readUntil(
        check,
        async () => {
          const [small, capital] = [await search(admin, text, 1), await search(admin, text.toUpperCase(), 1)];
          return [small, capital].map((items) => idsIn({ items }).sort());
        },
        ([small, capital]) => isDeepStrictEqual(small, capital),
      );
      expect(both[1], `found for "${text}" in capitals`).toEqual(both[0]);
    });
  });

  test(...verifies(`${topic}.search-no-match`), async ({ check, admin }) => {
    const elements = await texts(admin);
    const unmatched = fresh('nowhere').replace(/[^a-z]/g, 'q');
    expect(idsIn({ items: await search(admin, unmatched) })).toEqual([]);
    for (const [at, { id, text }] of elements.slice(0, SAMPLE_SIZE).entries()) {
      for (const near of [...longer(text, unmatched, at), ...nearMisses(text, at), ...turned(text)]) {
        expect(idsIn({ items: await search(admin, near) }), `found for "${near}"`).not.toContain(id);
      }
    }
    await inEach(check, { 'two at the same time': elements[0] }, async ({ id, text }) => {
      const found = await secondOf([text, unmatched], (one) => search(admin, one));
      expect(idsIn({ items: found })).not.toContain(id);
    });
    // A sign that stands for any text in a pattern.
    await inEach(check, { 'a sign alone': ['*', '%'] }, async (signs) => {
      for (const sign of signs) {
        const without = elements.filter(({ text }) => !text.includes(sign)).map(({ id }) => id);
        const found = idsIn({ items: await search(admin, sign) });
        expect(
          found.filter((id) => without.includes(id)),
          `found for "${sign}"`,
        ).toEqual([]);
      }
    });
  });

  test(...verifies(`${topic}.search-paged`), async ({ admin }) => {
    await whileQuiet(
      () => texts(admin),
      async (elements) => {
        let compared = 0;
        for (const text of sharedTexts(elements.map((element) => element.text))) {
          const ask = (page: PageQuery) => list(admin.preparing, { search: text, ...page });
          const page = await largePage(ask, ON_ONE_PAGE);
          const { items = [] } = page;
          if (items.length < 2 || (await goesOn(ask, page))) continue;
          for (const first of [1, items.length - 1]) {
            const sizes: number[] = [];
            const noting = async (query: PageQuery) => {
              const part = await list(admin, { search: text, ...query });
              sizes.push(part.items?.length ?? 0);
              return part;
            };
            const paged = await expectNoRepeats(noting, first, idsIn);
            await judging(`${topic}.first-limits`, () => {
              expect(Math.max(...sizes), `largest of the pages of ${first} of a search`).toBeLessThanOrEqual(first);
            });
            const message = `pages of ${first} of a search for "${text}"`;
            expect([...paged].sort(), message).toEqual(idsIn({ items }).sort());
          }
          compared += 1;
          if (compared === SAMPLE_SIZE) return;
        }
        if (compared === 0) untested('no text is found in between 2 and 50 elements of the list');
      },
    );
  });

  // Addresses of users have no such letters.
  if (topic === 'users.list') continue;
  test.describe('beyond ASCII', () => {
    test(...verifies('users.groups.search-any-case'), async ({ check, admin }) => {
      const listed = await walk((page) => list(admin.preparing, page));
      const foreign = listed.find(({ id, text }) => (id ?? undefined) !== undefined && hasLatinLetters(text ?? ''));
      await inEach(check, { 'letters beyond ASCII': foreign }, async ({ id, text }) => {
        const forms = spellingsOf(text ?? '');
        const finds = async (form: string) => idsIn({ items: await search(admin, form) }).includes(String(id));
        const found = await Promise.all(forms.map(finds));
        leaveOutUnless(found.includes(true));
        expect(
          forms.filter((_, index) => found[index] === false),
          'spellings that do not find the group that another letter case finds',
        ).toEqual([]);
      });
    });
  });
}

/** Whether a text has letters beyond ASCII, each of which has one capital in every language. */
function hasLatinLetters(text: string): boolean {
  return /^[\x20-\x7eÀ-ÖØ-Þà-öø-þ]+$/.test(text) && /[À-ÖØ-Þà-öø-þ]/.test(text);
}

/** What languages of patterns take for any character, or for any number of them; a list of two texts is long enough for all. */
const WILDCARDS = [
  ['.', '_'],
  ['%', '*'],
] as const;

/** What is searched for is one text, spaces included: that a word of it occurs, the first or the last, is not enough. */
function longer(text: string, word: string, at: number): string[] {
  return [`${text} ${word}`, `${word} ${text}`].slice(at, at + 1);
}

/** The words of a text in another order; a text of one word has none. */
function turned(text: string): string[] {
  const other = text.split(' ').reverse().join(' ');
  return text.toLowerCase().includes(other.toLowerCase()) ? [] : [other];
}

/** Texts that match the given one only if a search treats a character as a wildcard; letters surround the wildcard. */
function nearMisses(text: string, at: number): string[] {
  const [letters] = /[a-z]{3}/i.exec(text) ?? [];
  if (letters === undefined) return [];
  return (WILDCARDS[at % WILDCARDS.length] ?? []).map((wildcard) =>
    text.replace(letters, `${letters.slice(0, 1)}${wildcard}${letters.slice(2)}`),
  );
}

/** A number of elements that fits on one page. */
const ON_ONE_PAGE = 50;

/** Texts of two letters that several of the given texts contain; those first before or between which others are listed. */
function sharedTexts(texts: readonly string[]): string[] {
  const pieces = new Set(texts.flatMap((text) => Array.from(text, (_, at) => text.slice(at, at + 2).toLowerCase())));
  const found = [...pieces]
    .filter((piece) => /^[a-z]{2}$/.test(piece))
    .map((piece) => ({
      piece,
      places: texts.flatMap((text, at) => (text.toLowerCase().includes(piece) ? [at] : [])),
    }))
    .filter(({ places }) => places.length > 1 && places.length <= ON_ONE_PAGE);
  // So many others stand before the last place at which a page can end.
  const others = (places: readonly number[]) => (places.at(-2) ?? 0) - (places.length - 2);
  return found
    .sort((a, b) => Number(others(b.places) > 0) - Number(others(a.places) > 0) || a.places.length - b.places.length)
    .map(({ piece }) => piece);
}
