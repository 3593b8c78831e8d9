import type { KnownSecret } from '../../evidence/known-secrets.ts';
import type { Settings } from './configuration.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';

/** The secrets that the settings of a run state, each under the name of its setting. */
export function statedSecrets(settings: Settings): KnownSecret[] {
  return SECRET_SETTINGS.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [{ name, value }];
  });
}
