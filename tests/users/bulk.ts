import type { Check } from '../../harness/test.ts';

/** A bulk action that activates users: it changes nothing on those who are active. */
export function bulkBody(check: Check, userId: string): Record<string, unknown> {
  const body = check.tenant.wire.value('users.bulk-body') as Readonly<Record<string, unknown>>;
  const id = /^\d{1,15}$/.test(userId) ? Number(userId) : userId;
  return { ...body, [String(check.tenant.wire.value('users.bulk-ids'))]: [id] };
}
