import type { Actor } from '../client/actor.ts';
import type { Check } from '../check/check.ts';

/** Classes of requirements that hold for an administrator by whatever credential. */
export const BY_KEY = 'by an API key';
export const BY_OAUTH = 'by an OAuth token';
export const BY_EMBED = 'from an embed session';
export const BY_OTHER = 'by another administrator, through a group';
export const BY_SCOPED = 'by a scoped key';
/** And for others, where they may do it. */
export const BY_PLAIN = 'by a user without the admin role';

/** A user without the admin role who holds All on the deployment. What that permits is open but where a rule says so. */
export function holderOfAll(check: Check): Actor | undefined {
  return check.asOptional('ALL_ACTIONS_TOKEN', 'holder of All');
}

/** Other credentials of administrators, each undefined if nobody lent it. The row says that it may be used. */
export function otherAdministrators(
  check: Check,
): Readonly<Record<typeof BY_OAUTH | typeof BY_EMBED | typeof BY_OTHER, Actor | undefined>> {
  // Each is asked for where it is used: its row has to name no others.
  return {
    get [BY_OAUTH]() {
      return check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
    },
    get [BY_EMBED]() {
      return check.asOptional('ADMIN_EMBED_TOKEN', 'embedded administrator');
    },
    get [BY_OTHER]() {
      return check.asOptional('OTHER_ADMIN_TOKEN', 'other administrator');
    },
  };
}
