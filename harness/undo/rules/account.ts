import { isDeepStrictEqual } from 'node:util';
import { isRefusal, isSuccess } from '../../http/answer.ts';
import { granted, identified, isId, type UndoRule, type UndoRules } from './rule.ts';

const apiKey: UndoRule = {
  note: ({ body }) => ({ asked: body ?? null }),
  complete: identified,
  async undo({ id }, { admin }) {
    if (!isId(id)) return;
    const answer = await admin.ask('deleteApiKey', id);
    if (isSuccess(answer)) return;
    // A key that is gone already may be refused in whatever way, and so it is when it is read.
    if (!isRefusal(await admin.ask('getApiKey', id))) granted(answer);
  },
  says: ({ id }) => `API key ${String(id)}`,
};

const usageAnalyticsToken: UndoRule = {
  note: () => ({}),
  says: () => 'usage-analytics token, for an hour',
};

type Settings = Readonly<Record<string, unknown>>;

/** The settings of the administrator; of others the checks change none. */
const settings: UndoRule = {
  async note(_asked, { admin, known }) {
    return known.length > 0 ? undefined : { before: (await admin.getMe()).settings ?? {} };
  },
  async undo({ before }, { admin }) {
    const { sheets, ...others } = before as Settings;
    const now = ((await admin.getMe()).settings ?? {}) as Settings;
    const changed = Object.entries(others).filter(([name, value]) => !isDeepStrictEqual(now[name], value));
    // Some members are told of settings and cannot be set: one that is refused must not keep the others back.
    for (const [name, value] of changed) await admin.raw('updateMySettings', { body: { [name]: value } });
    if (isDeepStrictEqual(now['sheets'], sheets)) return;
    granted(await admin.raw('updateMySettings', { body: { sheets: null } }));
    if (sheets !== undefined && sheets !== null) granted(await admin.raw('updateMySettings', { body: { sheets } }));
  },
  says: () => 'settings of the administrator',
};

export const accountRules: UndoRules = {
  createApiKey: apiKey,
  createUsageAnalyticsToken: usageAnalyticsToken,
  updateMySettings: settings,
};
