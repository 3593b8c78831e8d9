import { SETTING_GROUPS, type ActorSetting, type SettingName } from '../../contracts/settings.ts';

/** Settings whose values are secrets without being somebody's credential. */
const FURTHER = ['DEPLOYMENT_SECRET', 'EXPIRED_EMBED_SESSION_ID', 'SPARE_EXPIRED_EMBED_SESSION_ID'] as const;

export type SecretSetting = ActorSetting | (typeof FURTHER)[number];
export type PlainSetting = Exclude<SettingName, SecretSetting>;

export const CREDENTIALS = SETTING_GROUPS.flatMap(({ title, settings }) =>
  title === 'Credentials' ? (Object.keys(settings) as ActorSetting[]) : [],
);

/** Every setting whose value is shown nowhere. */
export const SECRET_SETTINGS: readonly SecretSetting[] = [...CREDENTIALS, ...FURTHER];
