import type { Actor } from '../client/actor.ts';
import type { SecretSetting } from '../tenant/secret-settings.ts';
import type { Check } from './check.ts';

/** The actor with a credential that the check can do without; undefined where it is not there. */
export function optionalActor(check: Check, setting: SecretSetting): Actor | undefined {
  return check.optional(setting) === undefined ? undefined : check.as(setting);
}

/** An administrator who shows an OAuth token, where there is one. */
export function byOAuth(check: Check): Actor | undefined {
  return optionalActor(check, 'OAUTH_TOKEN');
}
