import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Secret } from '../../harness/http/secrets.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { walk, type Page } from '../../harness/client/paging.ts';

/** What an API key is created with: whatever this tenant takes, under a name that no other key has. */
export function keyRequest(check: Check): Readonly<Record<string, unknown>> {
  const body = check.tenant.wire.value('api-keys.create-body') as Readonly<Record<string, unknown>>;
  return typeof body['name'] === 'string' ? { ...body, name: fresh('key') } : body;
}

export interface Key {
  readonly id: string | number;
  readonly token: Secret;
}

/** An API key of this check's own. */
export async function madeKey(check: Check, admin: Actor, request = keyRequest(check)): Promise<Key> {
  return keyIn(check, await admin.raw('createApiKey', { body: request }));
}

/** Two keys that are made with the same request, and so under the same name, unless this tenant refuses that. */
export async function twins(check: Check, admin: Actor): Promise<readonly [Key, Key]> {
  const request = keyRequest(check);
  const key = await madeKey(check, admin, request);
  const again = await admin.raw('createApiKey', { body: request });
  const twin = isSuccess(again) ? keyIn(check, again) : key;
  return [key, twin.id === key.id ? await madeKey(check, admin) : twin];
}

function keyIn(check: Check, answer: Answer): Key {
  const { body } = granted(answer, 'a new API key');
  const { id, ...shown } = body as { readonly id?: unknown; readonly token?: unknown };
  const token = check.tokenIn(shown.token);
  if (typeof id !== 'string' && typeof id !== 'number') throw setupFailed('a new API key comes without an id');
  if (!token) throw setupFailed('a new API key comes without a token');
  return { id, token };
}

export function readKey(admin: Actor, { id }: Pick<Key, 'id'>): Promise<Answer> {
  return admin.raw('getApiKey', { path: { id } });
}

/** The pages of the list of keys: no paging is printed, and where the list has pages a key may stand on any. */
export async function listKeys(
  admin: Actor,
): Promise<{ readonly ids: readonly string[]; readonly texts: readonly Secret[] }> {
  const texts: Secret[] = [];
  const keys = await walk(async (query): Promise<Page<{ readonly id?: unknown }>> => {
    const { body, original } = granted(
      await admin.raw('listApiKeys', { query: { after: query.after } }),
      'the list of keys',
    );
    texts.push(original);
    return body as Page<{ readonly id?: unknown }>;
  });
  return { ids: keys.map(({ id }) => String(id)), texts };
}

/** Whether a text gives a token away, under whatever name, as it is or in base64. */
export function tells(text: Secret, key: Key): boolean {
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

/** Uses of a key at several doors of the tenant, a message to an agent among them where the run was lent one. */
function usesOf({ tenant }: Check): readonly (readonly [what: string, use: Use])[] {
  const { AI_URL, ACCOUNT_NAME, AGENT_ID, AI_CHAT_REQUEST, DEPLOYMENT_ID } = tenant.settings;
  const hasAgent = [AI_URL, ACCOUNT_NAME, AGENT_ID, AI_CHAT_REQUEST].every((setting) => setting !== undefined);
  const path = { accountName: ACCOUNT_NAME ?? '', agentId: AGENT_ID ?? '' };
  return [
    ['roles', (holder) => holder.ask('listRoles')],
    ['users', (holder) => holder.ask('listUsers')],
    ...(DEPLOYMENT_ID === undefined ? [] : [['reports', (holder: Actor) => holder.ask('listReports')] as const]),
    ...(hasAgent
      ? [['a message', (holder: Actor) => holder.raw('streamChat', { path, text: AI_CHAT_REQUEST ?? '' })] as const]
      : []),
  ];
}

/** Those of the uses that a key is granted: what else its holder may do is open. */
export async function grantedTo(check: Check, holder: Actor): Promise<readonly (readonly [what: string, use: Use])[]> {
  const uses: (readonly [string, Use])[] = [];
  for (const [what, use] of usesOf(check)) if (isSuccess(await use(holder))) uses.push([what, use]);
  return uses;
}
