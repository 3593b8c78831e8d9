import type { BindingId } from '../../contracts/bindings/index.ts';
import type { ProvidedSetting } from '../../contracts/settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { idsIn, checkPages, largePage } from '../../harness/rules/lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed, untested } from '../../harness/failures/trouble.ts';
import { walk, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { groupsOn, usersOn, type Query } from './lists.ts';

interface Found {
  readonly id?: string | number | null;
  /** What stands in the member that is searched. */
  readonly text: string | null | undefined;
}

/** The two lists that are searched alike. */
const LISTS: readonly {
  readonly topic: 'users.list' | 'users.groups';
  readonly envelope: BindingId;
  readonly searched: BindingId;
  /** What the run was lent of it. */
  readonly lent: ProvidedSetting;
  readonly list: (actor: Actor, query: Query) => Promise<Page<Found>>;
}[] = [
  {
    topic: 'users.list',
    envelope: 'users.list',
    searched: 'users.searched',
    lent: 'MEMBER_USER_ID',
    async list(actor, query) {
      const { items = [], pageInfo } = await usersOn(actor, query);
      return { items: items.map(({ id, email }) => ({ id: id ?? null, text: email })), pageInfo };
    },
  },
  {
    topic: 'users.groups',
    envelope: 'users.groups-list',
    searched: 'users.group-searched',
    lent: 'GROUP_ID',
    async list(actor, query) {
      const { items = [], pageInfo } = await groupsOn(actor, query);
      return { items: items.map(({ id, name }) => ({ id: id ?? null, text: name })), pageInfo };
    },
  },
];

/** Whether somebody says which member is searched. A document shows that there is such a member, and no more. */
function isStated({ tenant }: Check, binding: BindingId): boolean {
  const resolution = tenant.wire.resolved.get(binding);
  return !tenant.isLive || (resolution !== undefined && 'source' in resolution && resolution.source === 'stated');
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
/** How many elements a search is tried on, and how long a text has to be to have a middle. */
const SAMPLE = 4;
const LEAST = 3;

for (const { topic, envelope, searched, lent, list } of LISTS) {
  checkPages(topic, { binding: envelope, open: () => list });

  test(...verifies(`${topic}.shows-one`), async ({ check, admin }) => {
    const ids = (await walk((page) => list(admin, page))).flatMap(({ id }) => id ?? []);
    if (ids.length === 0) untested(`the list shows no ids: state ${envelope} in BINDINGS`);
    expect(ids.map(String)).toContain(check.lent(lent));
  });

  const search = (actor: Actor, text: string) => walk((page) => list(actor, { search: text, ...page }));

  /** Everything that is listed, each with its text: letters other than ASCII have capitals of several kinds. */
  const texts = async (admin: Actor): Promise<{ readonly id: string; readonly text: string }[]> => {
    const listed = await walk((page) => list(admin.preparing, page));
    if (listed.length === 0) throw setupFailed('the list is empty');
    const known = listed.flatMap(({ id, text }) =>
      id !== undefined && id !== null && typeof text === 'string' && text.length >= LEAST && isPlain(text)
        ? [{ id: String(id), text }]
        : [],
    );
    if (known.length === 0) untested(`the list shows no texts that could be searched: state ${searched} in BINDINGS`);
    return known;
  };

  test(...verifies(`${topic}.search-substring`), async ({ check, admin }) => {
    for (const { id, text } of (await texts(admin)).slice(0, SAMPLE)) {
      // Which members are searched is open: one that nobody states, and that a whole text does not find, is none.
      if (!isStated(check, searched) && !idsIn({ items: await search(admin.preparing, text) }).includes(id)) {
        untested(`a search for "${text}" does not find it: state ${searched} in BINDINGS`);
      }
      const middle = text.slice(1, -1).trim();
      expect(idsIn({ items: await search(admin, middle) }), `found for "${middle}"`).toContain(id);
    }
  });

  test(...verifies(`${topic}.search-any-case`), async ({ admin }) => {
    for (const { id, text } of (await texts(admin)).slice(0, SAMPLE)) {
      const forms = [text, text.toUpperCase(), text.toLowerCase()];
      const found: boolean[] = [];
      for (const form of forms) found.push(idsIn({ items: await search(admin, form) }).includes(id));
      // That a text is found at all is for another row to say.
      if (!found.includes(true)) throw setupFailed(`no search for "${text}" finds it`);
      expect(
        forms.filter((_, index) => found[index] === false),
        'texts that do not find what the same text in another case does',
      ).toEqual([]);
    }
  });

  test(...verifies(`${topic}.search-no-match`), async ({ admin }) => {
    const known = await texts(admin);
    // One word of letters alone: a tenant may look for each of several words.
    const nowhere = fresh('nowhere').replace(/[^a-z]/g, 'q');
    expect(idsIn({ items: await search(admin, nowhere) })).toEqual([]);
    for (const { id, text } of known.slice(0, SAMPLE)) {
      for (const near of nearMisses(text)) {
        expect(idsIn({ items: await search(admin, near) }), `found for "${near}"`).not.toContain(id);
      }
    }
  });

  test(...verifies(`${topic}.search-paged`), async ({ admin }) => {
    await whileQuiet(
      () => texts(admin),
      async (whole) => {
        let compared = 0;
        for (const text of sharedTexts(whole.map((one) => one.text))) {
          const ask = (page: PageQuery) => list(admin.preparing, { search: text, ...page });
          const { items = [], pageInfo } = await largePage(ask, ON_ONE_PAGE);
          if (items.length < 2 || pageInfo?.hasNextPage === true) continue;
          for (const first of [1, items.length - 1]) {
            const paged = await walk((page) => list(admin, { search: text, ...page }), first);
            const message = `pages of ${first} of a search for "${text}"`;
            expect([...new Set(idsIn({ items: paged }))].sort(), message).toEqual(idsIn({ items }).sort());
          }
          compared += 1;
          if (compared === SAMPLE) return;
        }
        if (compared === 0) untested('no text is found in between 2 and 50 of them');
      },
    );
  });
}

/** Texts that stand for the given one where a sign of them is taken for any; some letters have to be around the sign. */
function nearMisses(text: string): string[] {
  const [letters] = /[a-z]{3}/i.exec(text) ?? [];
  if (letters === undefined) return [];
  return ['.', '_'].map((joker) => text.replace(letters, `${letters.slice(0, 1)}${joker}${letters.slice(2)}`));
}

/** Few enough to stand on one page. */
const ON_ONE_PAGE = 50;

/** Short texts that stand in several of the given ones and, where there are such, not in all. */
function sharedTexts(texts: readonly string[]): string[] {
  const pieces = new Set(texts.flatMap((text) => Array.from(text, (_, at) => text.slice(at, at + 2).toLowerCase())));
  const counted = [...pieces]
    .filter((piece) => /^[a-z]{2}$/.test(piece))
    .map((piece) => ({ piece, count: texts.filter((text) => text.toLowerCase().includes(piece)).length }))
    .filter(({ count }) => count > 1 && count <= ON_ONE_PAGE);
  const isShared = ({ count }: { readonly count: number }) => Number(count < texts.length);
  return counted.sort((a, b) => isShared(b) - isShared(a) || a.count - b.count).map(({ piece }) => piece);
}
