import { tampered, tamperedAtEnd } from '../../harness/check/tampered.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import type { SecretSetting } from '../../harness/tenant/secret-settings.ts';
import type { Asked } from '../../harness/requests/requests.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { APIS } from './calls.ts';
import { signedWithAnotherKey, stripped, unsigned, withLaterEnd, withOtherClaims } from './tokens.ts';

/** Where a character of a credential is changed. */
const PLACES: Readonly<Record<string, (token: string) => string>> = {
  'in its middle': tampered,
  'near its end': tamperedAtEnd,
};

const ALTERED = {
  'auth.platform.altered-oauth-token': ['platform', 'OAUTH_TOKEN'],
  'auth.build.altered-key': ['build', 'ADMIN_TOKEN'],
  'auth.scim.altered-token': ['scim', 'SCIM_TOKEN'],
  'auth.ai.altered-key': ['ai', 'AI_API_KEY'],
} as const;

/** How an API token is changed, other than in one character. */
const FORGED: Readonly<Record<ForgedId, Forged>> = {
  'auth.core-data.altered-payload': {
    change: withOtherClaims,
    onMetadata: { 'the metadata, with a later end': withLaterEnd },
  },
  'auth.core-data.foreign-signature': { change: signedWithAnotherKey },
  'auth.core-data.no-signature': {
    change: unsigned,
    onMetadata: {
      'the metadata, by another spelling of none': (token) => unsigned(token, 'nOnE'),
      'the metadata, with the algorithm as it was': stripped,
    },
  },
};
type ForgedId = `auth.core-data.${'altered-payload' | 'foreign-signature' | 'no-signature'}`;
type Change = (token: string) => string;

interface Forged {
  readonly change: Change;
  /** Further changes, for one of the operations. */
  readonly onMetadata?: Readonly<Record<string, Change>>;
}

/** A caller with a credential that was made of a lent one. */
function forging(check: Check, setting: SecretSetting, change: (token: string) => string): Actor {
  const name = `forged ${setting}`;
  return check.holding(check.secret(change(check.secretOf(setting).reveal()), name), name);
}

test(...verifies('auth.platform.altered-key'), async ({ check, admin, role }) => {
  const token = check.secretOf('ADMIN_TOKEN').reveal();
  // The key itself comes first, because a tenant may remember what it has taken.
  granted(await admin.ask('listRoles'), 'the same call with the unchanged key');
  const [listing, updating] = [(actor: Actor) => actor.ask('listRoles'), updatingTo(role.id, 'after')];
  const cases = {
    'in its middle': { changed: tampered(token), send: listing },
    'near its end': { changed: tamperedAtEnd(token), send: listing },
    'with more behind it': { changed: `${token}${token.slice(-1)}`, send: listing },
    'without its end': { changed: token.slice(0, -1), send: listing },
    'on a change': { changed: tampered(token), send: updating },
  };
  await inEach<{ changed: string; send: (actor: Actor) => Promise<Answer> }>(
    check,
    cases,
    async ({ changed, send }) => {
      expect(await send(forging(check, 'ADMIN_TOKEN', () => changed))).toBeRefused();
    },
  );
});

const updatingTo = (roleId: number, description: string) => (actor: Actor) =>
  actor.ask('updateRole', roleId, { description });

for (const [id, [api, setting]] of Object.entries(ALTERED)) {
  test(...verifies(id as keyof typeof ALTERED), async ({ check }) => {
    const { operation, requestOf } = APIS[api];
    await inEach(check, PLACES, async (change) => {
      expect(await forging(check, setting, change).raw(operation, await requestOf(check))).toBeRefused();
    });
    granted(
      await check.as(setting).raw(operation, await requestOf(check)),
      'the same call with the unchanged credential',
    );
  });
}

test.describe('resources', () => {
  test(...verifies('auth.scim.altered-token'), async ({ check }) => {
    const [forged, own] = [forging(check, 'SCIM_TOKEN', tampered), check.as('SCIM_TOKEN')];
    await inEach(check, { 'on users': 'Users', 'on groups': 'Groups' }, async (resource) => {
      const path = `/api/scim/v2/${resource}`;
      // What the token may read is open.
      leaveOutUnless(isSuccess(await own.read(path)));
      expect(isSuccess(await forged.read(path)), `whether ${resource} are read`).toBe(false);
    });
  });
});

for (const [id, { change, onMetadata = {} }] of Object.entries(FORGED)) {
  test(...verifies(id as ForgedId), async ({ check }) => {
    const [query, sql] = [check.optional('DATA_QUERY'), check.optional('DATA_SQL_QUERY')];
    const cases: Readonly<Record<string, { operation: AnyOperationId; asked: Asked } | undefined>> = {
      'the metadata': { operation: 'coreDataMeta', asked: {} },
      'a query': query === undefined ? undefined : { operation: 'coreDataLoad', asked: { text: query } },
      'an SQL query': sql === undefined ? undefined : { operation: 'coreDataSql', asked: { text: sql } },
    };
    await inEach(check, cases, async ({ operation, asked }) => {
      expect(await forging(check, 'DATA_API_TOKEN', change).raw(operation, asked)).toBeRefused();
      granted(await check.as('DATA_API_TOKEN').raw(operation, asked), 'the same call with the unchanged credential');
    });
    await inEach<Change>(check, onMetadata, async (further) => {
      expect(await forging(check, 'DATA_API_TOKEN', further).raw('coreDataMeta')).toBeRefused();
    });
  });
}
