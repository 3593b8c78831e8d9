import type { Actor } from '../client/actor.ts';
import type { Check } from '../check/check.ts';

/** Classes of requirements that hold for an administrator by whatever credential. */
export const BY_KEY = 'by an API key';
export const BY_OAUTH = 'by an OAuth token';
export const BY_EMBED = 'from an embed session';

/** Another credential of an administrator; undefined if nobody lent one. The row says that it may be used. */
export function otherAdministrators(
  check: Check,
): Readonly<Record<typeof BY_OAUTH | typeof BY_EMBED, Actor | undefined>> {
  return {
    [BY_OAUTH]: check.asOptional('OAUTH_TOKEN', 'OAuth administrator'),
    [BY_EMBED]: check.asOptional('ADMIN_EMBED_TOKEN', 'embedded administrator'),
  };
}
