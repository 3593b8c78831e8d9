import type { KnownSecret } from '../../evidence/known-secrets.ts';
import { SETTING_GROUPS, type SettingName } from '../../contracts/settings.ts';
import type { Settings } from './configuration.ts';

/** Settings beside the credentials that are secret all the same. */
const SECRET: readonly SettingName[] = [
  'DEPLOYMENT_SECRET',
  'EXPIRED_EMBED_SESSION_ID',
  'SPARE_EXPIRED_EMBED_SESSION_ID',
];

/** The secrets that the settings of a run state, each under the name of its setting. */
export function statedSecrets(settings: Settings): KnownSecret[] {
  const credentials = SETTING_GROUPS.find(({ title }) => title === 'Credentials')?.settings ?? {};
  return [...(Object.keys(credentials) as SettingName[]), ...SECRET].flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [{ name, value }];
  });
}
