import { isDeepStrictEqual } from 'node:util';
import { isRefusal, isSuccess } from '../../http/answer.ts';
import { requireUndone, noteId, isId, type UndoRule, type UndoRules } from './rule.ts';

const apiKey: UndoRule = {
  note: ({ body }) => ({ asked: body ?? null }),
  complete: noteId,
  async undo({ id }, { admin }) {
    if (!isId(id)) return;
    const answer = await admin.ask('deleteApiKey', id);
    if (isSuccess(answer)) return;
    // The response to deleting a key that no longer exists is open: reading it shows whether it exists.
    if (!isRefusal(await admin.ask('getApiKey', id))) requireUndone(answer);
  },
  describe: ({ id }) => `API key ${String(id)}`,
};

const usageAnalyticsToken: UndoRule = {
  note: () => ({}),
  describe: () => 'usage-analytics token, which expires after an hour',
};

type Settings = Readonly<Record<string, unknown>>;

/** The settings of the administrator; checks change those of no other user. */
const settings: UndoRule = {
  async note(_asked, { admin, known }) {
    return known.length > 0 ? undefined : { before: (await admin.getMe()).settings ?? {} };
  },
  async undo({ before }, { admin }) {
    const { sheets, ...others } = before as Settings;
    const now = ((await admin.getMe()).settings ?? {}) as Settings;
    const changed = Object.entries(others).filter(([name, value]) => !isDeepStrictEqual(now[name], value));
    // Some settings are read-only. Each is restored by a request of its own, so that a refused one does not block the rest.
    for (const [name, value] of changed) await admin.raw('updateMySettings', { body: { [name]: value } });
    if (isDeepStrictEqual(now['sheets'], sheets)) return;
    requireUndone(await admin.raw('updateMySettings', { body: { sheets: null } }));
    if (sheets !== undefined && sheets !== null)
      requireUndone(await admin.raw('updateMySettings', { body: { sheets } }));
  },
  describe: () => 'settings of the administrator',
};

export const accountRules: UndoRules = {
  createApiKey: apiKey,
  createUsageAnalyticsToken: usageAnalyticsToken,
  updateMySettings: settings,
};
