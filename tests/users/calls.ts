import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { bulkBody } from './bulk.ts';
import { chooseSettings, otherSettings, type Settings } from './settings.ts';

export const calls: ValidCalls = {
  getMe: () => ({}),
  // Sends the current values, so that a call that succeeds changes nothing.
  async updateMySettings(check, admin) {
    await chooseSettings(check, admin);
    const [[name, stated]] = otherSettings(check);
    const settings = ((await admin.getMe()).settings ?? {}) as Settings;
    return { body: { [name]: settings[name] ?? stated } };
  },
  listUsers: () => ({}),
  listGroups: () => ({}),
  bulkUserAction: (check) => ({ body: bulkBody(check, check.provided('MEMBER_USER_ID')) }),
};
