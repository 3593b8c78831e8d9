import { isDeepStrictEqual } from 'node:util';
import { isRefusal, isSuccess } from '../../http/answer.ts';
import { granted, identified, isId, type Kind, type Kinds } from './kind.ts';

const apiKey: Kind = {
  note: ({ body }) => ({ asked: body ?? null }),
  complete: identified,
  async undo({ id }, keeper) {
    if (!isId(id)) return;
    const answer = await keeper.ask('deleteApiKey', id);
    if (isSuccess(answer)) return;
    // A key that is gone already may be refused in whatever way, and so it is when it is read.
    if (!isRefusal(await keeper.ask('getApiKey', id))) granted(answer);
  },
  says: ({ id }) => `API key ${String(id)}`,
};

const usageAnalyticsToken: Kind = {
  note: () => ({}),
  says: () => 'usage-analytics token, for an hour',
};

type Settings = Readonly<Record<string, unknown>>;

/** The settings of the administrator; of others the checks change none. */
const settings: Kind = {
  async note(_asked, keeper, known) {
    return known.length > 0 ? undefined : { before: (await keeper.getMe()).settings ?? {} };
  },
  async undo({ before }, keeper) {
    const { sheets, ...others } = before as Settings;
    const now = ((await keeper.getMe()).settings ?? {}) as Settings;
    const changed = Object.entries(others).filter(([name, value]) => !isDeepStrictEqual(now[name], value));
    // Some members are told of settings and cannot be set: one that is refused must not keep the others back.
    for (const [name, value] of changed) await keeper.raw('updateMySettings', { body: { [name]: value } });
    if (isDeepStrictEqual(now['sheets'], sheets)) return;
    granted(await keeper.raw('updateMySettings', { body: { sheets: null } }));
    if (sheets !== undefined && sheets !== null) granted(await keeper.raw('updateMySettings', { body: { sheets } }));
  },
  says: () => 'settings of the administrator',
};

export const accountKinds: Kinds = {
  createApiKey: apiKey,
  createUsageAnalyticsToken: usageAnalyticsToken,
  updateMySettings: settings,
};
