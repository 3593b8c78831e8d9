import { byOAuth, byPlainUser } from './access.ts';
import type { Deviation } from './fault.ts';
import type { When } from './conditions.ts';
import { during } from './patches.ts';

/** Operations that are open to somebody although their feature is closed for the account. */

interface By {
  readonly name: string;
  readonly who: string;
  readonly when: When;
}

export const BY_OAUTH: By = { name: 'to-oauth', who: 'an OAuth token', when: byOAuth };
const BY_PLAIN_USER: By = { name: 'to-plain-users', who: 'users without the admin role', when: byPlainUser };
const isOpen = () => true;

/** An operation that is open to somebody although its feature is closed. */
export function openTo({ name, who, when }: By, operation: string, family: 'scheduledTasks' | 'lakehouse'): Deviation {
  return {
    name,
    sentence: `${operation} is open to ${who} while it is closed for the account.`,
    patch: during(operation, family, () => ({ isOpen }), when),
  };
}

export const openToSome = (operation: string) =>
  [BY_OAUTH, BY_PLAIN_USER].map((by) => openTo(by, operation, 'scheduledTasks'));
