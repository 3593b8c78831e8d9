import { secondOf } from '../../harness/check/at-once.ts';
import { attempt } from '../../harness/failures/failure.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_OAUTH, otherAdministrators } from '../../harness/things/administrators.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import {
  grantedUses,
  keyRequest,
  keysListed,
  listKeys,
  createKey,
  createTriplets,
  createAlike,
  createTwins,
  createUsedKey,
  expectGone,
  listedAsBefore,
  readKey,
  reveals,
  type Key,
} from './keys.ts';

/** The later of two keys that are deleted at the same time; undefined where its deletion was refused. */
async function deletedAtOnce(check: Check, admin: Actor): Promise<Key | undefined> {
  const keys = [await createKey(check, admin), await createKey(check, admin)];
  return isSuccess(await secondOf(keys, ({ id }) => admin.ask('deleteApiKey', id))) ? keys[1] : undefined;
}

test(...verifies('api-keys.delete.not-authenticating'), async ({ check, admin, role, clock }) => {
  const { [BY_OAUTH]: oauth } = otherAdministrators(check);
  const key = await createUsedKey(check, admin);
  // What a deletion leaves of a key, another of its name could give back.
  const [unused, twin] = await createTwins(check, admin);
  const byOther = oauth && (await createUsedKey(check, admin));
  const request = keyRequest(check);
  const former = await createKey(check, admin, request);
  const holder = check.holding(key.token, 'deleted API key');
  const { keys: before } = await keysListed(check, holder, key, unused, former);
  const uses = await grantedUses(check, holder, twin, role);
  await deleted(admin, key, unused, former);
  await deletedBy(oauth, byOther);
  await expectTaken(check, await createAlike(check, admin, former, request));
  const itself = await deletedByItself(check, await createUsedKey(check, admin));
  const together = await deletedAtOnce(check, admin);
  await clock.pass('5m');
  await inEach(
    check,
    {
      'that was used': check.holding(key.token, 'deleted API key'),
      'that was never used, beside one of its name': check.holding(unused.token, 'deleted API key that was never used'),
      [BY_OAUTH]: byOther && check.holding(byOther.token, 'API key deleted with an OAuth token'),
      'by itself': itself,
      'beside another at the same time':
        together && check.holding(together.token, 'one of two keys deleted at the same time'),
      'that was made again': check.holding(former.token, 'deleted API key of which there is one of the same request'),
    },
    async (gone) => {
      expect(await gone.ask('listApiKeys')).toBeRefused();
    },
  );
  await expectNoUse(holder, uses);
  // Others were made since the deletion.
  const { keys } = await listKeys(admin);
  await judging('api-keys.delete.not-listed', () => {
    expect(listedAsBefore([key, unused, former], before, keys), 'deleted keys that are listed as before').toEqual([]);
  });
});

test(...verifies('api-keys.delete.not-readable'), async ({ check, admin, clock }) => {
  const { [BY_OAUTH]: oauth } = otherAdministrators(check);
  const key = await createKey(check, admin);
  const [used, byOther] = [await createUsedKey(check, admin), oauth && (await createKey(check, admin))];
  const readBefore = async (one: Key) => ({ key: one, before: granted(await readKey(admin, one), 'the key').body });
  const cases = {
    'that was never used': await readBefore(key),
    'that was used': await readBefore(used),
    [BY_OAUTH]: byOther && (await readBefore(byOther)),
  };
  await deleted(admin, key, used);
  await deletedBy(oauth, byOther);
  await clock.pass('5m');
  const judge = async ({ key: gone, before }: Awaited<ReturnType<typeof readBefore>>) => {
    expectGone(await readKey(admin, gone), before);
  };
  const { 'that was never used': first, ...others } = cases;
  await inEach(check, { 'that was never used': first }, judge);
  // Whatever the next key takes from the deleted ones, it does not bring them back.
  const other = await createKey(check, admin);
  await inEach(check, others, judge);
  granted(await readKey(admin, other), 'another key');
});

test(...verifies('api-keys.delete.not-listed'), async ({ check, admin, clock }) => {
  const [key, used] = [await createKey(check, admin), await createUsedKey(check, admin)];
  const { keys: before } = await keysListed(check, admin, key, used);
  await deleted(admin, key, used);
  await clock.pass('5m');
  const { keys } = await listKeys(admin);
  await inEach(check, { 'that was never used': key, 'that was used': used }, (one) => {
    expect(listedAsBefore([one], before, keys), 'deleted keys that are listed as before').toEqual([]);
  });
});

test(...verifies('api-keys.delete.no-token'), async ({ check, admin }) => {
  const key = await createKey(check, admin);
  const { original } = granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  expect(reveals(original, key), 'the response contains the token').toBe(false);
});

test(...verifies('api-keys.delete.others-kept'), async ({ check, admin, clock }) => {
  const [older, key, newer] = await createTriplets(check, admin);
  await Promise.all(
    [older, key, newer].map(async (one) => granted(await readKey(admin, one), 'the key before the deletion')),
  );
  granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  // There is nothing left to delete, whatever the tenant answers.
  await admin.ask('deleteApiKey', key.id);
  await clock.pass('5m');
  await inEach(check, { 'an older one': older, 'a newer one': newer }, async (other) => {
    expect(await readKey(admin, other), 'the other key').toSucceed();
    const holder = check.holding(other.token, 'holder of the other key');
    expect((await holder.ask('listApiKeys')).status, 'status with the other key').not.toBe(401);
  });
  await inEach(check, { 'two that were made at the same time': [admin, admin] }, async (both) => {
    const made = await Promise.all(both.map((by) => attempt(() => createKey(check, by))));
    const [one, other] = made.map(({ value }) => value);
    leaveOutUnless(one && other);
    granted(await admin.ask('deleteApiKey', one.id), 'the deletion');
    expect(await readKey(admin, other), 'the other key').toSucceed();
  });
});

/** A key under a name that another one had counts as any other. */
async function expectTaken(check: Check, { token }: Key): Promise<void> {
  const holder = check.holding(token, 'API key of the request of a deleted one');
  await judging('api-keys.create.authenticates', () =>
    eventually(check, async () => {
      expect((await holder.ask('listApiKeys')).status, 'status with the key').not.toBe(401);
    }),
  );
}

async function expectNoUse(holder: Actor, uses: Awaited<ReturnType<typeof grantedUses>>): Promise<void> {
  for (const [name, use] of uses) expect(await use(holder), `${name} with the deleted key`).toBeRefused();
}

async function deleted(admin: Actor, ...keys: readonly Key[]): Promise<void> {
  for (const { id } of keys) granted(await admin.ask('deleteApiKey', id), 'the deletion');
}

/** The holder of a key that has deleted itself, where the tenant lets it. */
async function deletedByItself(check: Check, { id, token }: Key): Promise<Actor | undefined> {
  const holder = check.holding(token, 'API key that deleted itself');
  return isSuccess(await holder.ask('deleteApiKey', id)) ? holder : undefined;
}

async function deletedBy(actor: Actor | undefined, key: Key | undefined): Promise<void> {
  if (actor && key) granted(await actor.ask('deleteApiKey', key.id), 'the deletion with an OAuth token');
}
