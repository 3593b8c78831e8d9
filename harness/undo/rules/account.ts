import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../client/actor.ts';
import { walk, type Page, type PageQuery } from '../../client/paging.ts';
import { NAME_PREFIX } from '../../client/unique.ts';
import { granted, isRefusal, isSuccess } from '../../http/answer.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { requireUndone, noteId, undoneBy, type UndoRule, type UndoRules } from './rule.ts';

type Members = Readonly<Record<string, unknown>>;

const apiKey: UndoRule = {
  note: ({ body }) => ({ asked: body ?? null }),
  complete: noteId,
  async undo({ id, asked }, { admin, looks }) {
    const listed = () => looks.once('keys', () => keysOf(admin));
    const ids = isId(id) ? [id] : await idsOfKeysNamed(listed, (asked as Members | null)?.['name']);
    if (ids.length > 0) looks.forget();
    for (const one of ids) {
      const answer = await admin.ask('deleteApiKey', one);
      if (isSuccess(answer)) continue;
      // The response to deleting a key that no longer exists is open: reading it shows whether it exists.
      if (!isRefusal(await admin.ask('getApiKey', one))) requireUndone(answer);
    }
  },
  isIndependent: true,
  undoneBy: undoneBy('deleteApiKey', 'id'),
  describe: ({ id }) => `API key ${String(id)}`,
};

function keysOf(admin: Actor): Promise<readonly Members[]> {
  return walk(
    async (query: PageQuery): Promise<Page<Members>> =>
      granted(await admin.raw('listApiKeys', { query: { ...query } }), 'the list of keys').body as Page<Members>,
  );
}

/** What the list calls the name of a key is open. */
async function idsOfKeysNamed(listed: () => Promise<readonly Members[]>, name: unknown): Promise<(string | number)[]> {
  if (typeof name !== 'string' || !name.startsWith(NAME_PREFIX)) return [];
  return (await listed()).flatMap(({ id, ...key }) => (Object.values(key).includes(name) && isId(id) ? [id] : []));
}

const usageAnalyticsToken: UndoRule = {
  note: () => ({}),
  describe: () => 'usage-analytics token, which expires after an hour',
};

/** `sheets` is restored as a whole, and the other one is ignored by every tenant. */
const NOT_ADDED = ['sheets', 'lastSeenChangelogId'];

/** The settings of the administrator. Other users whose settings checks change are the run's own. */
const settings: UndoRule = {
  async note({ body }, { admin, known, identity }) {
    if (identity.isOwn === true) return undefined;
    const before = (known[0]?.['before'] ?? (await admin.getMe()).settings ?? {}) as Members;
    // A member that was there is restored by the first entry, and one that was added by the first that names it.
    const noted = new Set([...Object.keys(before), ...known.flatMap(({ sent }) => sent as string[])]);
    const sent = Object.keys(body ?? {}).filter((name) => !noted.has(name) && !NOT_ADDED.includes(name));
    return known.length > 0 && sent.length === 0 ? undefined : { before, sent };
  },
  async undo({ before, sent }, { admin }) {
    const { sheets, ...others } = before as Members;
    const added = ((sent ?? []) as readonly string[]).filter((name) => !NOT_ADDED.includes(name) && !(name in others));
    const now = ((await admin.getMe()).settings ?? {}) as Members;
    const changed = Object.entries(others).filter(([name, value]) => !isDeepStrictEqual(now[name], value));
    // Some settings are read-only. Each is restored by a request of its own, so that a refused one does not block the rest.
    for (const [name, value] of changed) await admin.raw('updateMySettings', { body: { [name]: value } });
    for (const name of added) await admin.raw('updateMySettings', { body: { [name]: null } });
    if (!isDeepStrictEqual(now['sheets'], sheets)) {
      requireUndone(await admin.raw('updateMySettings', { body: { sheets: null } }));
      if (sheets !== undefined && sheets !== null)
        requireUndone(await admin.raw('updateMySettings', { body: { sheets } }));
    }
    if (added.length === 0) return undefined;
    const left = ((await admin.getMe()).settings ?? {}) as Members;
    const stays = added.filter((name) => (left[name] ?? null) !== null);
    return stays.length > 0 ? `the tenant does not take away again: ${stays.join(', ')}` : undefined;
  },
  describe: () => 'settings of the administrator',
};

export const accountRules: UndoRules = {
  createApiKey: apiKey,
  createUsageAnalyticsToken: usageAnalyticsToken,
  updateMySettings: settings,
};
