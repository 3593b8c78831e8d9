import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { isMembers } from '../../generators/members.ts';
import { setupFailed } from '../failures/failure.ts';
import { inOneLine, isSuccess } from '../http/answer.ts';
import { revealed, Secret } from '../http/secrets.ts';
import { DeclaredBodies } from './declared-bodies.ts';
import { idIn } from './new-things.ts';
import type { ThingKind } from './kinds.ts';
import type { Sourcing } from './source.ts';

const KEY: ThingKind = {
  name: 'API key',
  words: ['api key', 'key', 'credential', 'api token', 'access key', 'access token', 'personal access token', 'token'],
  place: 'account',
};

const COLLECTION = /^(\/api\/v\d+\/users\/\{[^}]*\}\/)([^/{}]+)$/;
/** Members in which vendors show a key once. */
const SHOWS_KEY =
  /^((api )?(key|token|secret)|(secret|access|client|token|key) (key|token|secret|value)|value|plain ?text)$/;

interface Creation {
  readonly creation: DeclaredOperation;
  /** The path that removes a key, with the parameters of its user and of itself. */
  readonly removal: string;
}

/** The operation that makes a key of one user below the path of the user, where a key can be removed again. */
export function creationBelowUsers(document: TenantDocument | undefined): Creation | undefined {
  for (const creation of document?.operations ?? []) {
    const [, , collection] = COLLECTION.exec(creation.path) ?? [];
    if (creation.method !== 'post' || collection === undefined) continue;
    if (!KEY.words.includes(wordsOf(collection).join(' '))) continue;
    const removal = document?.operations.find(
      ({ method, path }) => method === 'delete' && path.replace(/\/\{[^}]*\}\/?$/, '') === creation.path,
    );
    if (removal) return { creation, removal: removal.path };
  }
  return undefined;
}

/** The key in an answer: a text under a name of a key, beside the other members or inside of one. */
function keyIn(shown: unknown, depth = 0): string | undefined {
  if (!isMembers(shown) || depth > 2) return undefined;
  const isText = (value: unknown) => typeof value === 'string' || value instanceof Secret;
  const own = Object.entries(shown).find(([name, value]) => isText(value) && SHOWS_KEY.test(wordsOf(name).join(' ')));
  if (own) return revealed(own[1]);
  return Object.values(shown)
    .map((inner) => (inner instanceof Secret ? undefined : keyIn(inner, depth + 1)))
    .find((found) => found !== undefined);
}

/** A new key of a user, for every deployment where the document lets a key say so. */
export async function keyBelowUser(
  { admin, document, things, settings, fresh }: Sourcing,
  userId: string,
): Promise<string> {
  const { creation, removal } = creationBelowUsers(document) ?? {};
  if (!document || !creation || removal === undefined)
    throw setupFailed("the tenant's document declares no creation of keys below users");
  const bodies = new DeclaredBodies(document, () => settings, fresh);
  const name = bodies.nameFor(KEY, creation, fresh('key'));
  const { body, unknown } = bodies.forCreation(KEY, creation, { name, deploymentId: undefined, wanted: [] });
  if (unknown.length > 0) throw setupFailed(`a key of a user requires ${unknown.join(', ')}`);
  const ofUser = (path: string) => path.replace(/\{[^}]*\}/, encodeURIComponent(userId));
  const noted = { kind: KEY.name, name, removal: ofUser(removal).replace(/\{[^}]*\}\/?$/, '{id}') };
  const answer = await things.noting(
    admin,
    noted,
    ({ wire }) => idIn(wire, KEY),
    () => admin.request('POST', ofUser(creation.path), body),
  );
  if (!isSuccess(answer)) throw setupFailed(`the creation of a key of a user was refused: ${inOneLine(answer)}`);
  const key = keyIn(answer.wire);
  if (key === undefined) throw setupFailed('the creation of a key of a user shows no key');
  return key;
}
