import type { Schema } from '../../contracts/document.ts';
import type { Body } from '../call.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** What the body of a new API key may have beyond its name: whose it is, what it is for, and until when it counts. */
const MEMBERS: Readonly<Record<string, Schema>> = {
  deploymentIds: { type: ['array', 'null'], items: { type: 'integer' } },
  userId: {
    type: 'integer',
    description: 'The user on whose behalf the key is made; the caller where it is left out.',
  },
  expiresInDays: { type: 'integer', minimum: 1 },
  expiresAt: { type: 'string', format: 'date-time', description: 'A moment in the future.' },
};

/** These members under the names of a dialect. */
export function keyMembers({ vendor }: Dialect): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    vendor.keyMembers.map((member) => [vendor.called('api-keys', member), MEMBERS[member] ?? {}]),
  );
}

/** These members of a body, under this build's own names. */
export function keyMembersIn({ vendor }: Dialect, body: Body): Body {
  return Object.fromEntries(vendor.keyMembers.map((member) => [member, body[vendor.called('api-keys', member)]]));
}
