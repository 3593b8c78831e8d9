import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Secret } from '../../harness/http/secrets.ts';
import { bothAtOnce } from '../../harness/check/at-once.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import type { Role } from '../../harness/things/roles.ts';
import { fresh, withFreshName } from '../../harness/client/unique.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { continuationOf } from '../../harness/client/declared-list.ts';
import { walkUnprinted, type Page } from '../../harness/client/paging.ts';
import { canonical } from '../../contracts/canonical.ts';
import { isId } from '../../contracts/lossless-json.ts';
import { isMembers } from '../../generators/members.ts';

/** The body that creates an API key on this tenant, with a unique name where the body has a name. */
export function keyRequest(check: Check): Readonly<Record<string, unknown>> {
  return withFreshName(check.tenant.wire.value('api-keys.create-body') as object, 'key');
}

/** A key as the list shows it. */
interface Listed {
  readonly id?: unknown;
}

export interface Key {
  readonly id: string | number;
  readonly token: Secret;
}

/** Creates an API key as a setup step. */
export async function createKey(check: Check, admin: Actor, request = keyRequest(check)): Promise<Key> {
  return keyIn(check, await admin.raw('createApiKey', { body: request }));
}

/** Creates two keys at the same time: those that the tenant took. */
export async function createBothAtOnce(check: Check, admin: Actor): Promise<readonly Key[]> {
  const taken = await bothAtOnce(() => admin.raw('createApiKey', { body: keyRequest(check) }));
  return taken.map((answer) => keyIn(check, answer));
}

/** A key by a request that the tenant may refuse; undefined where it does. */
export async function keyIfTaken(check: Check, admin: Actor, request: object): Promise<Key | undefined> {
  const answer = await admin.raw('createApiKey', { body: request });
  return isSuccess(answer) ? keyIn(check, answer) : undefined;
}

/** Creates a key that has been used: it has listed the keys, as soon as the tenant accepts it. */
export async function createUsedKey(check: Check, admin: Actor): Promise<Key> {
  const key = await createKey(check, admin);
  const holder = check.holding(key.token, 'holder of a used key');
  await readUntil(
    check,
    () => holder.ask('listApiKeys'),
    (answer) => isSuccess(answer),
  );
  return key;
}

/** Creates two keys with the same request and so the same name, or with two requests where the tenant refuses that. */
export async function createTwins(check: Check, admin: Actor): Promise<readonly [Key, Key]> {
  const request = keyRequest(check);
  const key = await createKey(check, admin, request);
  return [key, await createAlike(check, admin, key, request)];
}

/** As `createTwins`, with a third one: the second has one of its name that is older and one that is newer. */
export async function createTriplets(check: Check, admin: Actor): Promise<readonly [Key, Key, Key]> {
  const request = keyRequest(check);
  const key = await createKey(check, admin, request);
  const twin = await createAlike(check, admin, key, request);
  return [key, twin, await createAlike(check, admin, twin, request)];
}

/** Another key of the same request; of another one, where the tenant refuses that. */
export async function createAlike(
  check: Check,
  admin: Actor,
  key: Key,
  request: ReturnType<typeof keyRequest>,
): Promise<Key> {
  const again = await admin.raw('createApiKey', { body: request });
  const twin = isSuccess(again) ? keyIn(check, again) : key;
  return twin.id === key.id ? createKey(check, admin) : twin;
}

function keyIn(check: Check, answer: Answer): Key {
  const { body } = granted(answer, 'a new API key');
  const { id, ...shown } = body as { readonly id?: unknown; readonly token?: unknown };
  const token = check.tokenIn(shown.token);
  if (!isId(id)) throw setupFailed('the creation of an API key returns no id');
  if (!token) throw setupFailed('the creation of an API key returns no token');
  return { id, token };
}

export function readKey(admin: Actor, { id }: Pick<Key, 'id'>): Promise<Answer> {
  return admin.raw('getApiKey', { path: { id } });
}

/** The keys, their ids and the response texts of all pages of the list of keys; whether the list has pages is open. */
export async function listKeys(
  admin: Actor,
): Promise<{ readonly keys: readonly Listed[]; readonly ids: readonly string[]; readonly texts: readonly Secret[] }> {
  const texts: Secret[] = [];
  const keys = await walkUnprinted('API keys', async (query): Promise<Page<Listed>> => {
    const answer = granted(await admin.raw('listApiKeys', { query: { after: query.after } }), 'the list of keys');
    texts.push(answer.original);
    return { items: (answer.body as Page<Listed>).items, pageInfo: continuationOf(answer) };
  });
  return { keys, ids: keys.map(({ id }) => String(id)), texts };
}

/** The same, once the list shows certain keys: how soon it shows a new one is open. */
export function keysListed(check: Check, actor: Actor, ...keys: readonly Pick<Key, 'id'>[]) {
  return readUntil(
    check,
    () => listKeys(actor),
    ({ ids }) => keys.every(({ id }) => ids.includes(String(id))),
  );
}

/** When a key was used is shown of keys in force as well, and perhaps late. */
const OF_USE = /used|usage|access|seen/i;

const stateOf = (shown: object) =>
  canonical(Object.fromEntries(Object.entries(shown).filter(([name]) => !OF_USE.test(name))));

/**
 * Whether a key is shown as it was shown before its deletion. No line says what becomes of a deleted key: some tenants go on showing
 * it, with a state or a date that it had not. What was not shown before cannot be compared.
 */
function isAsBefore(before: unknown, now: unknown): boolean {
  return isMembers(before) && isMembers(now) && stateOf(before) === stateOf(now);
}

/** Expects the read of a deleted key to be refused, or to show a mark. */
export function expectGone(answer: Answer, before: unknown): void {
  if (isSuccess(answer)) expect(isAsBefore(before, answer.body), 'the deleted key is shown as before').toBe(false);
  else expect(answer).toBeRefused();
}

/** The ids of the keys that a list shows as they were listed before their deletion. */
export function listedAsBefore(keys: readonly Key[], before: readonly Listed[], now: readonly Listed[]): string[] {
  const shownIn = (list: readonly Listed[], id: string) => list.filter((one) => String(one.id) === id);
  return keys
    .map(({ id }) => String(id))
    .filter((id) => shownIn(now, id).some((one) => isAsBefore(shownIn(before, id)[0], one)));
}

/** Whether a text contains the token of a key, plain or in base64, under any name. */
export function reveals(text: Secret, key: Key): boolean {
  const token = key.token.reveal();
  const encoded = Buffer.from(token).toString('base64').replace(/=+$/, '');
  const spellings = [
    token,
    JSON.stringify(token).slice(1, -1),
    encoded,
    encoded.replace(/\+/g, '-').replace(/\//g, '_'),
  ];
  return spellings.some((spelling) => text.reveal().includes(spelling));
}

type Use = (holder: Actor) => Promise<Answer>;

/** Uses of a key in several APIs of the tenant; a message to an agent is included where the settings provide one. */
function usesOf(check: Check, other: Key, role: Pick<Role, 'id'>): readonly (readonly [name: string, use: Use])[] {
  const [accountName, agentId] = [check.optional('ACCOUNT_NAME'), check.optional('AGENT_ID')];
  const text = check.optional('AI_CHAT_REQUEST');
  const hasAgent = [check.tenant.settings.AI_URL, accountName, agentId, text].every((one) => one !== undefined);
  const path = { accountName: accountName ?? '', agentId: agentId ?? '' };
  return [
    ['roles', (holder) => holder.ask('listRoles')],
    ['users', (holder) => holder.ask('listUsers')],
    ['the own user', (holder) => holder.ask('getMe')],
    ['deployments', (holder) => holder.ask('listDeployments')],
    ['a key', (holder) => readKey(holder, other)],
    ['an update', (holder) => holder.ask('updateRole', role.id, { description: fresh('description') })],
    ...(check.optional('DEPLOYMENT_ID') === undefined
      ? []
      : [
          ['reports', (holder: Actor) => holder.ask('listReports')] as const,
          ['a data model', (holder: Actor) => holder.ask('validateDataModel')] as const,
        ]),
    ...(hasAgent
      ? [['a message', (holder: Actor) => holder.raw('streamChat', { path, text: text ?? '' })] as const]
      : []),
  ];
}

/** The uses that succeed with a key: which operations its holder may call is open. */
export async function grantedUses(
  check: Check,
  holder: Actor,
  other: Key,
  role: Pick<Role, 'id'>,
): Promise<readonly (readonly [name: string, use: Use])[]> {
  const uses: (readonly [string, Use])[] = [];
  for (const [name, use] of usesOf(check, other, role)) if (isSuccess(await use(holder))) uses.push([name, use]);
  return uses;
}
