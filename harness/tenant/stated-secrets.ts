import { SHORTEST_SECRET, type KnownSecret } from '../../evidence/known-secrets.ts';
import { proxySecrets } from '../http/routes.ts';
import type { Settings } from './configuration.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';

/** The secrets that the settings of a run state, each under the name of its setting. */
export function statedSecrets(settings: Settings): KnownSecret[] {
  return SECRET_SETTINGS.flatMap((name) => {
    const value = settings[name];
    if (value === undefined) return [];
    // The address of a proxy is none, and a password in it may be as short as it likes.
    const values = name === 'HTTPS_PROXY' ? proxySecrets(value).filter(isLong) : [value];
    return values.map((one) => ({ name, value: one }));
  });
}

const isLong = ({ length }: string) => length >= SHORTEST_SECRET;
