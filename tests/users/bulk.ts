import type { Check } from '../../harness/test.ts';

/** The body of a bulk action that activates users; it does not change users that are already active. */
export function bulkBody(check: Check, userId: string): Record<string, unknown> {
  const body = check.tenant.wire.value('users.bulk-body') as Readonly<Record<string, unknown>>;
  const id = /^\d{1,15}$/.test(userId) ? Number(userId) : userId;
  return { ...body, [String(check.tenant.wire.value('users.bulk-ids'))]: [id] };
}
