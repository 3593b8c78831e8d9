import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { setupFailed } from '../failures/failure.ts';
import { inOneLine, isSuccess } from '../http/answer.ts';
import { revealed } from '../http/secrets.ts';
import { DeclaredBodies } from './declared-bodies.ts';
import { listOf } from './declared-places.ts';
import { idIn } from './new-things.ts';
import { acceptanceOf, creationOf, operationOn, type ThingKind } from './kinds.ts';
import { removalOf } from './removals.ts';
import type { Sourcing } from './source.ts';

const INVITATION: ThingKind = {
  name: 'invitation',
  words: ['invitation', 'invite', 'user invitation', 'user invite', 'member invitation'],
  alike: ['signup', 'registration', 'pending user'],
  about: /user|member|invit/i,
  place: 'account',
  isAccepted: true,
};

/** The two requests that make a user where one alone only invites, and what removes the user. */
interface Invitation {
  readonly creation: DeclaredOperation;
  readonly acceptance: DeclaredOperation;
  readonly removal: string;
}

export const canInvite = (document: TenantDocument | undefined, user: ThingKind): boolean =>
  invitationOf(document, user) !== undefined;

function invitationOf(document: TenantDocument | undefined, user: ThingKind): Invitation | undefined {
  const creation = creationOf(document, INVITATION);
  const listing = operationOn(document, 'get', user);
  const removal = listing && removalOf(document, user, listing);
  if (!document || !creation || removal === undefined) return undefined;
  const acceptance = acceptanceOf(document, creation);
  return acceptance && { creation, acceptance, removal };
}

/** A value by its name, wherever an answer shows it. */
function shownAs(shown: unknown, name: string): unknown {
  if (!isMembers(shown)) return undefined;
  const called = wordsOf(name).join(' ');
  const own = Object.entries(shown).find(([member]) => wordsOf(member).join(' ') === called);
  if (own) return own[1];
  return Object.values(shown)
    .map((inner) => shownAs(inner, name))
    .find((found) => found !== undefined);
}

/** A new user: invited, and accepted with what the answer to the invitation shows. */
export async function invitedUser(
  { admin, document, things, settings, fresh }: Sourcing,
  user: ThingKind,
): Promise<{ readonly id: string; readonly sent: Members }> {
  const { creation, acceptance, removal } = invitationOf(document, user) ?? {};
  if (!document || !creation || !acceptance || removal === undefined)
    throw setupFailed("the tenant's document declares no invitation of users");
  const bodies = new DeclaredBodies(document, () => settings, fresh);
  const name = bodies.nameFor(user, creation, fresh(user.name));
  const { body: sent, unknown } = bodies.forCreation(user, creation, { name, deploymentId: undefined, wanted: [] });
  if (unknown.length > 0) throw setupFailed(`an invitation requires ${unknown.join(', ')}`);
  const list = listOf(document, user, undefined, undefined);
  const noted = { kind: user.name, name: `${name}@example.com`, removal, ...(list && { list }) };
  const idOf = (wire: unknown) => (isMembers(wire) ? userIn(wire, user) : undefined);
  const accepted = await things.noting(
    admin,
    noted,
    ({ wire }) => idOf(wire),
    async () => {
      const invited = await admin.request('POST', creation.path, sent);
      const id = idIn(invited.wire, INVITATION) ?? invited.located;
      if (!isSuccess(invited) || id === undefined)
        throw setupFailed(`an invitation was refused, or shows no id: ${inOneLine(invited)}`);
      const path = acceptance.path.replace(/\{[^}]*\}/, encodeURIComponent(String(id)));
      const body = told(document, document.schemaOf(acceptance, 'request'), invited.wire);
      return admin.request(acceptance.method.toUpperCase(), path, body);
    },
  );
  const id = idOf(accepted.wire);
  if (!isSuccess(accepted) || id === undefined)
    throw setupFailed(`an invitation was not accepted, or shows no user: ${inOneLine(accepted)}`);
  return { id: String(id), sent };
}

/** What a request requires, with the values that an answer shows under the same names. */
function told(document: TenantDocument, schema: Schema | undefined, shown: unknown): Members {
  const properties = document.propertiesOf(schema);
  const required = document.requiredOf(schema).map((name): [string, unknown] => {
    const value = shownAs(shown, name);
    if (value !== undefined) return [name, plain(value)];
    if (Object.keys(document.propertiesOf(properties[name])).length === 0)
      throw setupFailed(`an invitation is accepted with ${name}, which nothing shows`);
    return [name, told(document, properties[name], shown)];
  });
  return Object.fromEntries(required);
}

/** A code that an answer shows may be guarded as a secret. */
const plain = (value: unknown) => (typeof value === 'object' && value !== null ? revealed(value) : value);

/** The id of the user in an answer: in a member that is called so, before one of its own. */
function userIn(wire: Members, user: ThingKind): string | number | undefined {
  const inner = Object.entries(wire).find(
    ([name, value]) => isMembers(value) && user.words.includes(wordsOf(name).join(' ')),
  );
  return inner ? idIn(inner[1], user) : (idIn(wire, user) ?? undefined);
}
