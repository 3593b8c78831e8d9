import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { eventually, readUntil, soon } from '../../harness/check/eventually.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';
import { grantedUses, keyRequest, listKeys, createKey, createUsedKey, readKey, reveals, createTwins } from './keys.ts';

checkEveryOperation('api-keys', calls);
checkShapes('api-keys', calls, ['api-keys.get.readable', 'api-keys.get.no-token', 'api-keys.list.no-token']);

test(...verifies('api-keys.create.authenticates'), async ({ check, admin }) => {
  const { body } = granted(await admin.raw('createApiKey', { body: keyRequest(check) }), 'a new API key');
  const token = check.tokenIn((body as { readonly token?: unknown }).token);
  if (!token) throw setupFailed('the creation of an API key returns no token');
  const holder = check.holding(token, 'new API key');
  await eventually(check, async () => {
    // Only authentication is checked: what the holder of the key may do is open.
    expect((await holder.ask('listApiKeys')).status, 'status with the new key').not.toBe(401);
  });
});

test(...verifies('api-keys.create.oauth-authenticates'), async ({ check, admin, oauthAdmin }) => {
  const fromApiKey = check.holding((await createKey(check, admin)).token, 'API key created with an API key');
  const holder = check.holding((await createKey(check, oauthAdmin)).token, 'API key created with an OAuth token');
  await eventually(check, async () => {
    const { status } = await holder.ask('listApiKeys');
    if ((await fromApiKey.ask('listApiKeys')).status === 401) throw setupFailed('no new key is accepted');
    expect(status, 'status with the new key').not.toBe(401);
  });
});

test(...verifies('api-keys.get.readable'), async ({ check, admin }) => {
  const key = await createKey(check, admin);
  const answer = await readKey(admin, key);
  expect(answer).toSucceed();
  const { id } = (answer.body ?? {}) as { readonly id?: string | number | null };
  expect(String(id ?? key.id), 'id of the key').toBe(String(key.id));
});

test(...verifies('api-keys.get.no-token'), async ({ check, admin }) => {
  const key = await createKey(check, admin);
  const { original, body } = granted(await readKey(admin, key), 'the key');
  expect(reveals(original, key), 'the response contains the token').toBe(false);
  expect((body as { readonly token?: unknown } | undefined)?.token ?? null, 'member token').toBeNull();
});

test(...verifies('api-keys.list.shows-created'), async ({ check, admin }) => {
  const [first, second] = [await createKey(check, admin), await createKey(check, admin)];
  await soon(check, async () => {
    const { ids } = await listKeys(admin);
    const missing = [first, second].filter(({ id }) => !ids.includes(String(id)));
    expect(missing.length, 'new keys that are not listed').toBe(0);
  });
});

test(...verifies('api-keys.list.readable'), async ({ check, admin, clock }) => {
  const key = await createKey(check, admin);
  const { ids: before } = await readUntil(
    check,
    () => listKeys(admin),
    ({ ids }) => ids.includes(String(key.id)),
  );
  if (!before.includes(String(key.id))) throw setupFailed('the list shows no ids of keys');
  // A list may still show a key for a while after another check has deleted it.
  await clock.pass('5m');
  for (const id of (await listKeys(admin)).ids.filter((one) => before.includes(one))) {
    expect(await readKey(admin, { id }), `key ${id}, which the list showed before and after five minutes`).toSucceed();
  }
});

test(...verifies('api-keys.list.once'), async ({ check, admin }) => {
  const key = await createKey(check, admin);
  await readUntil(
    check,
    () => listKeys(admin),
    ({ ids }) => ids.includes(String(key.id)),
  );
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
  const key = await createKey(check, admin);
  const { texts } = await readUntil(
    check,
    () => listKeys(admin),
    ({ ids }) => ids.includes(String(key.id)),
  );
  expect(
    texts.some((text) => reveals(text, key)),
    'the list contains the token of a new key',
  ).toBe(false);
  const findings = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
  expect(
    findings.map(({ at }) => at),
    'keys that are listed with a token',
  ).toEqual([]);
});

test(...verifies('api-keys.delete.no-token'), async ({ check, admin }) => {
  const key = await createKey(check, admin);
  const { original } = granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  expect(reveals(original, key), 'the response contains the token').toBe(false);
});

test(...verifies('api-keys.delete.not-authenticating'), async ({ check, admin, clock }) => {
  const [key, unused] = [await createKey(check, admin), await createKey(check, admin)];
  const holder = check.holding(key.token, 'deleted API key');
  granted(await holder.ask('listApiKeys'), 'the list of keys with the new key');
  const uses = await grantedUses(check, holder);
  for (const { id } of [key, unused]) granted(await admin.ask('deleteApiKey', id), 'the deletion');
  await clock.pass('5m');
  expect(await holder.ask('listApiKeys')).toBeRefused();
  const latecomer = check.holding(unused.token, 'deleted API key that was never used');
  expect(await latecomer.ask('listApiKeys'), 'a deleted key that was never used').toBeRefused();
  for (const [name, use] of uses) expect(await use(holder), `${name} with the deleted key`).toBeRefused();
  granted(await admin.ask('listApiKeys'), 'the list of keys with another key');
});

test(...verifies('api-keys.delete.not-readable'), async ({ check, admin, clock }) => {
  const [key, other] = [await createKey(check, admin), await createKey(check, admin)];
  const used = await createUsedKey(check, admin);
  granted(await readKey(admin, key), 'the key before its deletion');
  for (const { id } of [key, used]) granted(await admin.ask('deleteApiKey', id), 'the deletion');
  await clock.pass('5m');
  expect(await readKey(admin, key)).toBeRefused();
  expect(await readKey(admin, used), 'a deleted key that had been used').toBeRefused();
  granted(await readKey(admin, other), 'another key');
});

test(...verifies('api-keys.delete.not-listed'), async ({ check, admin, clock }) => {
  const [key, used] = [await createKey(check, admin), await createUsedKey(check, admin)];
  for (const { id } of [key, used]) granted(await admin.ask('deleteApiKey', id), 'the deletion');
  await clock.pass('5m');
  const { ids } = await listKeys(admin);
  expect(ids).not.toContain(String(key.id));
  expect(ids, 'keys, of which one that had been used was deleted').not.toContain(String(used.id));
});

test(...verifies('api-keys.delete.others-kept'), async ({ check, admin, clock }) => {
  const [key, twin] = await createTwins(check, admin);
  for (const either of [key, twin]) granted(await readKey(admin, either), 'a key before the deletion');
  granted(await admin.ask('deleteApiKey', key.id), 'the deletion');
  await clock.pass('5m');
  expect(await readKey(admin, twin), 'the other key').toSucceed();
  const holder = check.holding(twin.token, 'holder of the other key');
  expect((await holder.ask('listApiKeys')).status, 'status with the other key').not.toBe(401);
});
