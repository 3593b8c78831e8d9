import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers } from '../../generators/members.ts';
import { setupFailed } from '../failures/failure.ts';
import { inOneLine, isSuccess } from '../http/answer.ts';
import { elementsIn } from '../client/declared-list.ts';
import type { Sourcing } from './source.ts';
import { textIn } from './shown-things.ts';

export const SCIM_USERS = '/api/scim/v2/Users';
const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const LIST_ATTEMPTS = [0, 200, 1_000, 2_000];

const creationIn = (document: TenantDocument | undefined) =>
  document?.operations.find(({ method, path }) => method === 'post' && /\/scim\/.*\/Users\/?$/i.test(path));

export function isCreationDeclared(document: TenantDocument | undefined): boolean {
  return creationIn(document) !== undefined;
}

/** SCIM as RFC 7644 has it: a document that leaves all of SCIM out says nothing against it. */
export function canMakeByScim({ document, settings }: Sourcing): boolean {
  // What is made is removed with the administrator's credential.
  return (
    isCreationDeclared(document) && settings.SCIM_TOKEN !== undefined && settings.SCIM_TOKEN === settings.ADMIN_TOKEN
  );
}

/**
 * The members that the document has of such a user, with those of extensions (RFC 7643) that it requires; all of them where it does
 * not describe one.
 */
function declaredOf(
  { document, fresh }: Sourcing,
  user: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const creation = creationIn(document);
  const schema = document && creation ? document.schemaOf(creation, 'request') : undefined;
  const known = Object.keys(document?.propertiesOf(schema) ?? {});
  if (!document || !schema || known.length === 0) return user;
  const told = Object.fromEntries(Object.entries(user).filter(([name]) => known.includes(name)));
  const nothing = () => undefined;
  const wishes = { fresh, isThing: () => false, isLendable: () => false, thing: nothing, omits: () => false, seed: 1 };
  const { value } = new BodySampler(new DeclaredSchemas(document), wishes).complete(schema, told);
  const whole = isMembers(value) ? value : told;
  const extensions = Object.keys(whole).filter((name) => /^urn:/i.test(name));
  return extensions.length === 0 ? whole : { ...whole, schemas: [USER_SCHEMA, ...extensions] };
}

/** A new user by SCIM: the id is the one that the platform lists for the address. */
export async function scimUser(
  sourcing: Sourcing,
  isActive = true,
): Promise<{ readonly id: string; readonly email: string }> {
  const { admin, fresh, things } = sourcing;
  const name = fresh('user');
  const email = `${name}@example.com`;
  const list = { path: `${SCIM_USERS}?filter=${encodeURIComponent(`userName eq "${email}"`)}` };
  const noted = { kind: 'user', name: email, removal: `${SCIM_USERS}/{id}`, list };
  const body = declaredOf(sourcing, {
    schemas: [USER_SCHEMA],
    userName: email,
    name: { givenName: 'Conformance', familyName: name },
    displayName: name,
    emails: [{ value: email, type: 'work', primary: true }],
    active: isActive,
  });
  const idOf = (wire: unknown) => (isMembers(wire) ? textIn(wire, /^id$/) : undefined);
  const answer = await things.noting(
    admin,
    noted,
    ({ wire }) => idOf(wire),
    () => admin.request('POST', SCIM_USERS, body),
  );
  if (!isSuccess(answer)) throw setupFailed(`the creation of a user by SCIM was refused: ${inOneLine(answer)}`);
  const id = (await idListed(sourcing, email)) ?? idOf(answer.wire);
  if (id === undefined) throw setupFailed('neither the response nor the list of users shows the id of a new user');
  return { id, email };
}

async function idListed({ admin }: Sourcing, email: string): Promise<string | undefined> {
  for (const delay of LIST_ATTEMPTS) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const { body } = await admin.preparing.ask('listUsers', { search: email });
    const listed = elementsIn(body).find((one) => Object.values(one).includes(email));
    const id = textIn(listed, /^(user_?)?id$/i);
    if (id !== undefined) return id;
  }
  return undefined;
}
