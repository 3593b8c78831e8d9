import type { Actor } from '../../harness/client/actor.ts';
import { expectNoRepeats, expectNothingBehind, largePage } from '../../harness/rules/lists.ts';
import { checkPages } from '../../harness/rules/paged-lists.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { bothAtOnce } from '../../harness/check/at-once.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { goesOn, pagesOf, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';
import {
  runToCompletion,
  waitUntilEnded,
  waitUntilListed,
  history,
  idsOf,
  isCompleted,
  KINDS_OF_SYNC,
  requestStart,
  startSync,
  syncIdIn,
  UNCOMMITTED,
  type Entry,
  type SyncId,
} from './syncs.ts';

const MIN_SYNCS = 3;

checkPages('transform-sync.history', {
  binding: 'transform-sync.list',
  async open(check, admin) {
    const missing = MIN_SYNCS - (await history(admin.preparing)).length;
    const started: SyncId[] = [];
    for (let count = 0; count < missing; count += 1) started.push(await startSync(check, admin));
    await waitUntilListed(check, admin, ...started);
    return async (actor, query) => {
      const { items = [], pageInfo } = await actor.listTransformSyncs(query);
      return { items: items.map(({ syncJobId }) => ({ id: syncJobId })), pageInfo };
    };
  },
});

test(...verifies('transform-sync.history.shows-sync'), async ({ check, admin }) => {
  const expectShown = (id: string | number) =>
    withinSeconds(check, async () => {
      expect(idsOf(await history(admin)), 'syncs in the history').toContain(String(id));
    });
  await inEach(check, KINDS_OF_SYNC, async (kind) => {
    const id = await startSync(check, admin, kind);
    await expectShown(id);
    await waitUntilEnded(check, admin, id);
    await expectShown(id);
  });
  await inEach(check, { 'cancelled before it completed': admin }, async (who) => {
    await expectShown(await cancelledSync(check, who));
  });
  await inEach(check, { 'two at the same time': admin }, async (who) => {
    const taken = (await bothAtOnce(() => requestStart(check, who, UNCOMMITTED))).map(syncIdIn);
    expect(new Set(taken).size, 'syncs of the starts').toBe(taken.length);
    await Promise.all(taken.map(expectShown));
    await Promise.all(taken.map((id) => waitUntilEnded(check, admin, id)));
  });
});

test(...verifies('transform-sync.history.deployment-only'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const before = idsOf(await history(admin.preparing));
  const id = String(await startSync(check, elsewhere, undefined, check.provided('OTHER_BRANCH')));
  requireOtherIds(before, id);
  await waitUntilListed(check, elsewhere, id);
  const entry = (await history(elsewhere.preparing)).find(({ syncJobId }) => String(syncJobId) === id);
  await expectInNone(admin, id, [{}, shownOf(entry, 'trigger'), shownOf(entry, 'status')]);
});

function requireOtherIds(ids: readonly string[], id: string): void {
  if (ids.includes(id)) untested('syncs of two deployments have the same ids, and nothing else distinguishes them');
}

/** The filter by what an entry shows; none where it shows nothing. */
function shownOf(entry: Entry | undefined, filter: Filter): Query {
  return entry?.[filter] ? { [filter]: entry[filter] } : {};
}

/** Expects that the history shows a sync by none of these filters. */
async function expectInNone(admin: Actor, id: string, filters: readonly Query[]): Promise<void> {
  for (const filter of filters) {
    expect(idsOf(await history(admin, filter)), `history ${JSON.stringify(filter)}`).not.toContain(id);
  }
}

type Filter = 'status' | 'trigger';
type Query = Readonly<Partial<Record<Filter, string>>>;

const otherThan = (filter: Filter): Filter => (filter === 'status' ? 'trigger' : 'status');

function valuesOf(entries: readonly Entry[], filter: Filter): string[] {
  return [...new Set(entries.flatMap((entry) => entry[filter] ?? []))];
}

/** A sync that was cancelled. Another requirement covers that it can be. */
async function cancelledSync(check: Check, admin: Actor): Promise<SyncId> {
  const id = await startSync(check, admin.preparing);
  await admin.ask('cancelTransformSync', id);
  await waitUntilEnded(check, admin, id);
  return id;
}

/**
 * Creates a completed sync between two cancelled ones, so that a later page without the filter would show it, and requires that
 * the history then shows several values of the filter.
 */
async function requireSeveralValues(check: Check, admin: Actor, filter: Filter): Promise<void> {
  const first = await cancelledSync(check, admin);
  const completed = await runToCompletion(check, admin.preparing);
  const cancelled = await cancelledSync(check, admin);
  await waitUntilListed(check, admin, first, completed, cancelled);
  const values = valuesOf(await history(admin.preparing), filter);
  if (values.length === 0) untested(unstated(`transform-sync.list-${filter}`, `the history shows no ${filter}`));
  if (values.length === 1) untested(`all syncs in the history have the same ${filter}: ${values.join('')}`);
}

/** The syncs on the first pages of one each: a filter holds for each page, and a history may be long. */
async function firstPages(actor: Actor, query: Query): Promise<Entry[]> {
  let pages = 0;
  const isEnough = () => (pages += 1) >= FIRST_PAGES;
  const read = await pagesOf((page) => actor.listTransformSyncs({ ...query, ...page }), 1, isEnough);
  return read.flatMap(({ items = [] }) => [...items]);
}

const FIRST_PAGES = 4;

/** Expects that the syncs of each query have no other value of the filter than the one that was asked for. */
async function expectOnlyAsked(
  filter: Filter,
  asked: readonly Query[],
  look: (query: Query) => Promise<readonly Entry[]>,
): Promise<void> {
  for (const query of asked) {
    const shown = valuesOf(await look(query), filter);
    expect(
      shown.filter((value) => value !== query[filter]),
      `${filter} of the syncs in the history ${JSON.stringify(query)}`,
    ).toEqual([]);
  }
}

/** Expects that the filter returns each of the syncs, by its value. */
async function expectAllReturned(
  check: Check,
  looker: Actor,
  entries: readonly Entry[],
  filter: Filter,
): Promise<void> {
  for (const wanted of valuesOf(entries, filter)) {
    const matching = idsOf(entries.filter((entry) => entry[filter] === wanted));
    await withinSeconds(check, async () => {
      const found = idsOf(await history(looker, { [filter]: wanted }));
      expect(
        matching.filter((id) => !found.includes(id)),
        `syncs with the ${filter} ${wanted} that the filter does not return`,
      ).toEqual([]);
    });
  }
}

for (const filter of ['status', 'trigger'] as const) {
  test(...verifies(`transform-sync.history.${filter}-excludes`), async ({ check, admin }) => {
    await requireSeveralValues(check, admin, filter);
    const entries = await history(admin.preparing);
    const otherFilter = otherThan(filter);
    const others = [{}, ...valuesOf(entries, otherFilter).map((value) => ({ [otherFilter]: value }))];
    const oauth = check.asOptional('OAUTH_TOKEN');
    const cases = {
      'on one page, beside the other filter': { actor: admin, beside: others, look: history },
      'on pages of one': { actor: admin, beside: others, look: firstPages },
      'with an OAuth token': oauth && { actor: oauth, beside: [{}], look: history },
    };
    await inEach(check, cases, async ({ actor, beside, look }) => {
      const asked = valuesOf(entries, filter).flatMap((wanted) =>
        beside.map((more) => ({ [filter]: wanted, ...more })),
      );
      await expectOnlyAsked(filter, asked, (query) => look(actor, query));
    });
    // The syncs of this check are the latest, so that others follow in the whole history.
    const [latest] = valuesOf(entries, filter);
    await inEach(check, { 'behind the last one': latest }, (value) =>
      whileQuiet(
        () => history(admin.preparing),
        () =>
          expectNothingBehind(
            (page) => admin.preparing.listTransformSyncs({ [filter]: value, ...page }),
            ({ items = [] }) => idsOf(items),
          ),
      ),
    );
  });

  test(...verifies(`transform-sync.history.${filter}-includes`), async ({ check, admin }) => {
    await requireSeveralValues(check, admin, filter);
    await whileQuiet(
      () => history(admin.preparing),
      async (entries) => {
        const lookers = { 'with an API key': admin, 'with an OAuth token': check.asOptional('OAUTH_TOKEN') };
        await inEach(check, lookers, async (looker) => {
          await expectAllReturned(check, looker, entries, filter);
        });
      },
    );
  });
}

test.describe('of syncs that run', () => {
  test(...verifies('transform-sync.history.trigger-includes'), async ({ check, admin }) => {
    await inEach(check, { 'one that still runs': await startSync(check, admin) }, async (id) => {
      await waitUntilListed(check, admin, id);
      const isOwn = ({ syncJobId }: Entry) => String(syncJobId) === String(id);
      const entry = (await history(admin.preparing)).find(isOwn);
      const trigger =
        entry?.trigger ?? untested(unstated('transform-sync.list-trigger', 'the history shows no trigger'));
      const found = await readUntil(
        check,
        async () => (await history(admin, { trigger })).find(isOwn),
        (one) => one !== undefined,
      );
      expect(found?.syncJobId, `id of the sync, among those with the trigger ${trigger}`).toBe(entry?.syncJobId);
      leaveOutIf(isCompleted(check, found?.status ?? ''));
    });
  });
});

/** A number of syncs that fits on one page. */
const ON_ONE_PAGE = 50;

test(...verifies('transform-sync.history.filtered-pages-complete'), async ({ check, admin }) => {
  // A cancelled sync lies between two completed ones, so that a later page without the filter would show it.
  const first = await runToCompletion(check, admin.preparing);
  const cancelled = await cancelledSync(check, admin);
  const last = await runToCompletion(check, admin.preparing);
  await waitUntilListed(check, admin, first, cancelled, last);
  await whileQuiet(
    () => history(admin.preparing),
    async (entries) => {
      const filters = (['status', 'trigger'] as const).flatMap((filter) =>
        valuesOf(entries, filter).map((value) => ({ [filter]: value })),
      );
      await expectCompletePages(admin, filters);
    },
  );
});

/** The syncs on pages of a size. Other requirements cover that none is larger, and that none repeats a sync. */
async function idsInPages(ask: Asking, size: number): Promise<readonly string[]> {
  const sizes: number[] = [];
  let ids: readonly string[] = [];
  const noting: Asking = async (query) => {
    const page = await ask(query);
    sizes.push(page.items?.length ?? 0);
    return page;
  };
  await judging('transform-sync.history.after-continues', async () => {
    ids = await expectNoRepeats(noting, size, ({ items = [] }) => idsOf(items));
  });
  await judging('transform-sync.history.first-limits', () => {
    expect(Math.max(...sizes), `largest of the pages of ${size}`).toBeLessThanOrEqual(size);
  });
  return ids;
}

type Asking = (query: PageQuery) => Promise<Page<Entry>>;

/** Expects that small pages hold all syncs of each filter, where one page can hold them. */
async function expectCompletePages(admin: Actor, filters: readonly Query[]): Promise<void> {
  let compared = 0;
  for (const filter of filters) {
    const ask = (page: PageQuery) => admin.preparing.listTransformSyncs({ ...filter, ...page });
    const page = await largePage(ask, ON_ONE_PAGE);
    const { items = [] } = page;
    if (items.length < 2 || (await goesOn(ask, page))) continue;
    for (const size of [1, items.length - 1]) {
      const paged = await idsInPages((page) => admin.listTransformSyncs({ ...filter, ...page }), size);
      const message = `pages of ${size} of the history ${JSON.stringify(filter)}`;
      expect([...paged].sort(), message).toEqual(idsOf(items).sort());
    }
    compared += 1;
  }
  if (compared === 0) untested('no status and no trigger has between 2 and 50 syncs');
}
