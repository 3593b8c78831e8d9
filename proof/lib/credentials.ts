import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { recognising } from './access.ts';
import type { Deviation } from './fault.ts';
import { remembering } from './patches.ts';

/** Credentials that are taken although they are none. */

/** Takes a token that is none for another one on an operation, by how the two are alike. */
export function likened(
  operation: string,
  kind: TokenRecord['kind'],
  isLike: (token: string, issued: string) => boolean,
): Patch {
  return recognising(
    operation,
    (known, { tokens }, token) =>
      known ?? [...tokens].find(([issued, record]) => record.kind === kind && isLike(token, issued))?.[1],
  );
}

export const isAlikeButForItsEnd = (token: string, issued: string): boolean =>
  token.length === issued.length && token.slice(0, -4) === issued.slice(0, -4);

/** Expired credentials pass an operation once one of the same user that had not expired did. */
export function trusting(operation: string): Patch {
  return remembering(
    () => new Set<number | undefined>(),
    (known) =>
      ({ access }) => {
        const { isLive } = access;
        access.isLive = (record, now, id) => {
          const live = isLive(record, now, id);
          if (id !== operation) return live;
          if (live) known.add(record.userId);
          return live || (!record.revoked && known.has(record.userId));
        };
      },
  );
}

/** Takes the word before a credential for one of an administrator. */
export function emptyTaken(operation: string, word: string): Deviation {
  return {
    name: 'no-token',
    sentence: `${operation} takes ${word} with nothing behind it.`,
    patch: ({ access }) => {
      const { takes, recordOf } = access;
      access.takes = (schemes, scheme, id) => takes(schemes, scheme, id) || (id === operation && scheme === 'none');
      access.recordOf = (tenant, token, id) =>
        id === operation && token.trim() === word
          ? { kind: 'api-key', userId: tenant.account.cast.admin, scope: 'all', expiresAt: undefined, revoked: false }
          : recordOf(tenant, token, id);
    },
  };
}
