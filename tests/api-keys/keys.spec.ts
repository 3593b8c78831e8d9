import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';
import { grantedTo, keyRequest, listKeys, madeKey, readKey, tells, twins } from './keys.ts';

checkEveryOperation('api-keys', calls);
checkShapes('api-keys', calls, ['api-keys.get.readable', 'api-keys.get.no-token', 'api-keys.list.no-token']);

test(...verifies('api-keys.create.authenticates'), async ({ check, admin }) => {
  const { body } = granted(await admin.raw('createApiKey', { body: keyRequest(check) }), 'a new API key');
  const token = check.tokenIn((body as { readonly token?: unknown }).token);
  if (!token) throw setupFailed('a new API key comes without a token');
  const holder = check.holding(token, 'new API key');
  await eventually(check, async () => {
    // What its holder may do is another matter than who they are.
    expect((await holder.ask('listApiKeys')).status, 'status with the new key').not.toBe(401);
  });
});

test(...verifies('api-keys.create.oauth-authenticates'), async ({ check, admin, oauthAdmin }) => {
  const usual = check.holding((await madeKey(check, admin)).token, 'API key that was made with another');
  const holder = check.holding((await madeKey(check, oauthAdmin)).token, 'API key that was made with an OAuth token');
  await eventually(check, async () => {
    const { status } = await holder.ask('listApiKeys');
    if ((await usual.ask('listApiKeys')).status === 401) throw setupFailed('no new key is accepted');
    expect(status, 'status with the new key').not.toBe(401);
  });
});

test(...verifies('api-keys.get.readable'), async ({ check, admin }) => {
  const key = await madeKey(check, admin);
  const answer = await readKey(admin, key);
  expect(answer).toSucceed();
  const { id } = (answer.body ?? {}) as { readonly id?: string | number | null };
  expect(String(id ?? key.id), 'id of the key').toBe(String(key.id));
});

test(...verifies('api-keys.get.no-token'), async ({ check, admin }) => {
  const key = await madeKey(check, admin);
  const { original, body } = granted(await readKey(admin, key), 'the key');
  expect(tells(original, key), 'the answer holds the token').toBe(false);
  expect((body as { readonly token?: unknown } | undefined)?.token ?? null, 'member token').toBeNull();
});

test(...verifies('api-keys.list.shows-created'), async ({ check, admin }) => {
  const [first, second] = [await madeKey(check, admin), await madeKey(check, admin)];
  const { ids } = await listKeys(admin);
  expect([first, second].filter(({ id }) => !ids.includes(String(id))).length, 'new keys that are not listed').toBe(0);
});

test(...verifies('api-keys.list.readable'), async ({ check, admin, clock }) => {
  const key = await madeKey(check, admin);
  const { ids: before } = await listKeys(admin);
  if (!before.includes(String(key.id))) throw setupFailed('the list shows no ids of keys');
  // A list may still show for a while what somebody has just deleted.
  await clock.pass('5m');
  for (const id of (await listKeys(admin)).ids.filter((one) => before.includes(one))) {
    expect(await readKey(admin, { id }), `key ${id}, which the list has shown for a while`).toSucceed();
  }
});

test(...verifies('api-keys.list.once'), async ({ check, admin }) => {
  const key = await madeKey(check, admin);
  await whileQuiet(
    async () => (await listKeys(admin)).ids,
    (ids) => {
      if (!ids.includes(String(key.id))) throw setupFailed('the list shows no ids of keys');
      expect(ids, 'ids of the list').toEqual([...new Set(ids)]);
      return Promise.resolve();
    },
  );
});

test(...verifies('api-keys.list.no-token'), async ({ check, admin }) => {
  const key = await madeKey(check, admin);
  const { texts } = await listKeys(admin);
  expect(
    texts.some((text) => tells(text, key)),
    'the list holds the token of a new key',
  ).toBe(false);
  const own = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
  expect(
    own.map(({ at }) => at),
    'keys that are listed with a token',
  ).toEqual([]);
});

test(...verifies('api-keys.delete.no-token'), async ({ check, admin }) => {
  const key = await madeKey(check, admin);
  const { original } = granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  expect(tells(original, key), 'the answer holds the token').toBe(false);
});

test(...verifies('api-keys.delete.not-authenticating'), async ({ check, admin, clock }) => {
  const key = await madeKey(check, admin);
  const holder = check.holding(key.token, 'deleted API key');
  granted(await holder.ask('listApiKeys'), 'the list with the new key');
  const others = await grantedTo(check, holder);
  granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  await clock.pass('5m');
  expect(await holder.ask('listApiKeys')).toBeRefused();
  for (const [what, use] of others) expect(await use(holder), `${what} with the deleted key`).toBeRefused();
  granted(await admin.ask('listApiKeys'), 'the list with another key');
});

test(...verifies('api-keys.delete.not-readable'), async ({ check, admin, clock }) => {
  const [key, other] = [await madeKey(check, admin), await madeKey(check, admin)];
  granted(await readKey(admin, key), 'the key before its deletion');
  granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  await clock.pass('5m');
  expect(await readKey(admin, key)).toBeRefused();
  granted(await readKey(admin, other), 'another key');
});

test(...verifies('api-keys.delete.not-listed'), async ({ check, admin, clock }) => {
  const key = await madeKey(check, admin);
  granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  await clock.pass('5m');
  expect((await listKeys(admin)).ids).not.toContain(String(key.id));
});

test(...verifies('api-keys.delete.others-kept'), async ({ check, admin, clock }) => {
  const [key, twin] = await twins(check, admin);
  for (const one of [key, twin]) granted(await readKey(admin, one), 'a key before the deletion');
  granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  await clock.pass('5m');
  expect(await readKey(admin, twin), 'the other key').toSucceed();
  const holder = check.holding(twin.token, 'holder of the other key');
  expect((await holder.ask('listApiKeys')).status, 'status with the other key').not.toBe(401);
});
