import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_EMBED, BY_OAUTH, BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { eventually, readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { whileQuiet } from '../../harness/client/paging.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { calls } from './calls.ts';
import {
  listKeys,
  createBothAtOnce,
  createKey,
  createUsedKey,
  keyRequest,
  keysListed,
  readKey,
  reveals,
  type Key,
} from './keys.ts';

checkEveryOperation('api-keys', calls, {
  except: ['api-keys.get.readable', 'api-keys.get.no-token', 'api-keys.list.no-token'],
});

test(...verifies('api-keys.create.authenticates'), async ({ check, admin }) => {
  const holder = check.holding((await createKey(check, admin)).token, 'new API key');
  await inEach(
    check,
    {
      'when it is new': () => Promise.resolve(),
      'a second time': () => Promise.resolve(),
      'after another key was made': () => createKey(check, admin),
    },
    async (prepare) => {
      await prepare();
      await eventually(check, async () => {
        // Only authentication is checked: what the holder of the key may do is open.
        expect((await holder.ask('listApiKeys')).status, 'status with the key').not.toBe(401);
      });
    },
  );
  await inEach(check, { 'to change something': keyRequest(check) }, async (body) => {
    expect((await holder.raw('createApiKey', { body })).status, 'status with the key').not.toBe(401);
  });
  await inEach(check, { [BY_OTHER]: check.asOptional('OTHER_ADMIN_TOKEN', 'other administrator') }, async (other) => {
    const { token } = await createKey(check, other);
    const own = check.holding(token, 'API key of another administrator');
    await eventually(check, async () => {
      expect((await own.ask('listApiKeys')).status, 'status with the key').not.toBe(401);
    });
  });
});

test(...verifies('api-keys.create.oauth-authenticates'), async ({ check, admin, oauthAdmin }) => {
  const fromApiKey = check.holding((await createKey(check, admin)).token, 'API key created with an API key');
  // How soon a new key is taken is open.
  await readUntil(
    check,
    () => fromApiKey.ask('listApiKeys'),
    ({ status }) => status !== 401,
  );
  const holder = check.holding((await createKey(check, oauthAdmin)).token, 'API key created with an OAuth token');
  await eventually(check, async () => {
    const [status, usual] = [(await holder.ask('listApiKeys')).status, (await fromApiKey.ask('listApiKeys')).status];
    requireTaken(usual);
    // What the holder may do is open; both keys were made with the same request by an administrator.
    expect(status, 'status with the new key').toBe(usual);
  });
  await inEach(check, { 'on a build path': check.optional('DEPLOYMENT_ID') }, async () => {
    const [answer, usual] = [await holder.ask('validateDataModel'), await fromApiKey.ask('validateDataModel')];
    leaveOutIf(usual.status === 401);
    expect(answer.status, 'status with the new key').toBe(usual.status);
  });
});

test(...verifies('api-keys.get.readable'), async ({ check, admin }) => {
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const [used, older] = [await createUsedKey(check, admin), await createKey(check, admin)];
  const newest = await createKey(check, admin);
  await inEach(
    check,
    {
      'the newest': { key: newest, actor: admin },
      'an older one': { key: older, actor: admin },
      'one that was used': { key: used, actor: admin },
      [BY_OAUTH]: oauth && { key: newest, actor: oauth },
      [BY_EMBED]: embed && { key: newest, actor: embed },
      [BY_OTHER]: second && { key: newest, actor: second },
    },
    async ({ key, actor }) => {
      const answer = await readKey(actor, key);
      expect(answer).toSucceed();
      const { id } = (answer.body ?? {}) as { readonly id?: string | number | null };
      expect(String(id ?? key.id), 'id of the key').toBe(String(key.id));
    },
  );
  await inEach(check, { 'two at the same time': [older, newest] }, async (keys) => {
    const read = await Promise.all(keys.map((key) => readKey(admin, key)));
    const shown = read.map(({ body }, at) =>
      String((body as { readonly id?: string | number | null } | undefined)?.id ?? keys[at]?.id),
    );
    expect(shown, 'ids of the keys').toEqual(keys.map(({ id }) => String(id)));
  });
});

test(...verifies('api-keys.get.no-token'), async ({ check, admin }) => {
  const { [BY_OAUTH]: oauth, [BY_EMBED]: embed, [BY_OTHER]: second } = otherAdministrators(check);
  const [key, unused] = [await createUsedKey(check, admin), await createKey(check, admin)];
  await inEach(check, { 'before it was used': unused }, async (one) => {
    const { original } = granted(await readKey(admin, one), 'the key');
    expect(reveals(original, one), 'the response contains the token').toBe(false);
  });
  const itself = await ifItReads(check.holding(key.token, 'the key itself'), key);
  await inEach(
    check,
    {
      'the first time': admin,
      'the second time': admin,
      'by itself': itself,
      [BY_OAUTH]: oauth,
      [BY_EMBED]: embed,
      [BY_OTHER]: second,
    },
    async (reader) => {
      const { original, body } = granted(await readKey(reader, key), 'the key');
      expect(reveals(original, key), 'the response contains the token').toBe(false);
      expect((body as { readonly token?: unknown } | undefined)?.token ?? null, 'member token').toBeNull();
    },
  );
});

test(...verifies('api-keys.list.shows-created'), async ({ check, admin }) => {
  const { [BY_OAUTH]: oauth } = otherAdministrators(check);
  const own = {
    'the newest': await createKey(check, admin),
    'one that was used': await createUsedKey(check, admin),
    [BY_OAUTH]: oauth && (await createKey(check, oauth)),
  };
  await inEach(check, own, async ({ id }) => {
    await withinSeconds(check, async () => {
      expect((await listKeys(admin)).ids, 'ids of the list').toContain(String(id));
    });
  });
  await inEach(check, { 'two at the same time': await createBothAtOnce(check, admin) }, async (keys) => {
    const ids = keys.map(({ id }) => String(id));
    await withinSeconds(check, async () => {
      expect((await listKeys(admin)).ids, 'ids of the list').toEqual(expect.arrayContaining(ids));
    });
  });
});

test(...verifies('api-keys.list.no-token'), async ({ check, admin }) => {
  const { [BY_OAUTH]: oauth } = otherAdministrators(check);
  const keys = {
    'that is new': await createKey(check, admin),
    'that was used': await createUsedKey(check, admin),
    ...(oauth && { [BY_OAUTH]: await createKey(check, oauth) }),
  };
  const { texts } = await keysListed(check, admin, ...Object.values(keys));
  const asking = { id: '', token: check.secretOf('ADMIN_TOKEN') };
  await inEach(check, { ...keys, 'that asks': asking }, (key) => {
    expect(
      texts.some((text) => reveals(text, key)),
      'the list contains the token of a key',
    ).toBe(false);
  });
  const { [BY_OAUTH]: toOauth, [BY_EMBED]: toEmbedded } = otherAdministrators(check);
  await inEach(check, { 'to the key itself': keys['that was used'] }, async (key) => {
    const { texts: toItself } = await listKeys(check.holding(key.token, 'holder of a used key'));
    expect(
      toItself.some((text) => reveals(text, key)),
      'the list contains the token of the key that asks',
    ).toBe(false);
  });
  await inEach(check, { 'to an OAuth token': toOauth, 'to an embed session': toEmbedded }, async (reader) => {
    const shown = (await listKeys(reader)).texts;
    const revealed = Object.values(keys).filter((key) => shown.some((text) => reveals(text, key)));
    expect(revealed.length, 'keys of which the list contains the token').toBe(0);
  });
  const findings = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
  expect(
    findings.map(({ at }) => at),
    'keys that are listed with a token',
  ).toEqual([]);
});

test(...verifies('api-keys.list.readable'), async ({ check, admin, clock }) => {
  const key = await createKey(check, admin);
  const { ids: before } = await keysListed(check, admin, key);
  requireListed(before, key);
  // A list may still show a key for a while after another check has deleted it.
  await clock.pass('5m');
  // Somebody may delete one between the list and its read, and then the next list lacks it.
  await eventually(check, async () => {
    const lasting = (await listKeys(admin)).ids.filter((one) => before.includes(one));
    const read = await Promise.all(lasting.map((id) => readKey(admin, { id })));
    read.forEach((answer, index) => {
      expect(answer, `key ${lasting[index] ?? ''}, which the list showed before and after five minutes`).toSucceed();
    });
  });
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
      requireListed(ids, key);
      expect(ids, 'ids of the list').toEqual([...new Set(ids)]);
    },
  );
});

function requireListed(ids: readonly string[], { id }: Key): void {
  if (!ids.includes(String(id))) throw setupFailed('the list shows no ids of keys');
}

function requireTaken(status: number): void {
  if (status === 401) throw setupFailed('no new key is accepted');
}

/** The holder of a key who may read it; which operations that is allowed is open. */
async function ifItReads(holder: Actor, key: Key): Promise<Actor | undefined> {
  return isSuccess(await readKey(holder, key)) ? holder : undefined;
}
