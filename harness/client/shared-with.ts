import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Guess } from '../http/answer.ts';
import type { Asked } from '../requests/requests.ts';
import type { Settings } from '../tenant/configuration.ts';

const SHARES: readonly AnyOperationId[] = ['shareScheduledTask', 'shareReportDelivery'];

/**
 * The user with whom something is shared, where a path names one. It is nobody who is to see nothing of the deployment: a share might
 * let such a user read what is shared.
 */
function userFor({ MEMBER_USER_ID: member, NO_ACCESS_USER_ID: outsider, ADMIN_USER_ID: admin }: Settings) {
  return member === undefined || member === outsider ? admin : member;
}

/** The user in the path of a request that shares something. */
export function sharedWith(operation: AnyOperationId, settings: Settings): Asked['path'] {
  const userId = SHARES.includes(operation) ? userFor(settings) : undefined;
  return userId === undefined ? {} : { userId };
}

/** With whom something may be shared is open: a refusal may be about the user whom the suite has chosen. */
export function guessedUser(operation: AnyOperationId, path: string): Guess[] {
  return SHARES.includes(operation) && path.includes('{userId}') ? [{ what: `${operation} userId` }] : [];
}
