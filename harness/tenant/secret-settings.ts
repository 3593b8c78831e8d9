import { SETTING_GROUPS, type ActorSetting, type SettingName } from '../../contracts/settings.ts';

/** Settings whose values are secrets although they are not the credential of an actor. */
const OTHER_SECRETS = [
  'DEPLOYMENT_SECRET',
  'EXPIRED_EMBED_SESSION_ID',
  'SPARE_EXPIRED_EMBED_SESSION_ID',
  'WEBHOOK_URL',
  'HTTPS_PROXY',
] as const;

export type SecretSetting = ActorSetting | (typeof OTHER_SECRETS)[number];
export type PlainSetting = Exclude<SettingName, SecretSetting>;

export const CREDENTIALS = SETTING_GROUPS.flatMap(({ title, settings }) =>
  title === 'Credentials' ? (Object.keys(settings) as ActorSetting[]) : [],
);

/** Every setting whose value is redacted in all output. */
export const SECRET_SETTINGS: readonly SecretSetting[] = [...CREDENTIALS, ...OTHER_SECRETS];
