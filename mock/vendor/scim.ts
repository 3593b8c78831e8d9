import type { Schema } from '../../contracts/document.ts';
import { refuse } from '../answer.ts';
import { SCIM_ID, scimUser } from '../families/scim.ts';
import type { Body, Call } from '../call.ts';
import { FLAG, TEXT, type Thing, type VendorOperations } from './operation.ts';
import { addUser, removeUser } from './users.ts';
import type { User } from '../world/account.ts';

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

const USER: Readonly<Record<string, Schema>> = {
  schemas: { type: 'array', items: TEXT },
  userName: { type: 'string', minLength: 1 },
  name: { type: 'object', properties: { givenName: TEXT, familyName: TEXT } },
  emails: {
    type: 'array',
    items: {
      type: 'object',
      required: ['value'],
      properties: { value: { type: 'string', format: 'email' }, type: TEXT, primary: FLAG },
    },
  },
  active: FLAG,
};

interface ScimUser {
  readonly schemas: readonly string[];
  readonly userName: string;
  readonly name?: { readonly givenName?: string };
  readonly emails?: readonly { readonly value: string; readonly primary?: boolean }[];
  readonly active?: boolean;
}

function createScimUser({ tenant }: Call, body: Body): Thing {
  const { schemas, userName, name, emails = [], active = true } = body as unknown as ScimUser;
  if (!schemas.includes(USER_SCHEMA)) refuse('invalid', `schemas lacks ${USER_SCHEMA}`);
  const email = (emails.find(({ primary }) => primary === true) ?? emails[0])?.value ?? userName;
  const user = addUser(tenant, { email, firstName: name?.givenName ?? userName, active });
  return scimUser(user);
}

function scimUserIn({ path, tenant }: Call): User {
  const id = path['id'] ?? '';
  const found = tenant.account.users.all().find((user) => `${SCIM_ID}${user.id}` === id);
  return found ?? refuse('unknown', 'there is no such user');
}

const SHARED = { kind: 'scim', family: 'scim', credential: 'scim', isStandard: true } as const;
const SHOWN = { ...USER, id: TEXT };

/** Users as RFC 7644 has them made, read and removed. */
export const scim: VendorOperations = {
  createScimUser: {
    ...SHARED,
    does: 'create',
    summary: 'Add a user by SCIM',
    body: USER,
    needed: ['schemas', 'userName'],
    shows: SHOWN,
    listedBy: 'listUsers',
    run: createScimUser,
  },
  getScimUser: {
    ...SHARED,
    does: 'read',
    summary: 'Read a user by SCIM',
    shows: SHOWN,
    run: (call) => scimUser(scimUserIn(call)),
  },
  deleteScimUser: {
    ...SHARED,
    does: 'remove',
    summary: 'Remove a user by SCIM',
    run: (call) => {
      removeUser(call, scimUserIn(call));
    },
  },
};
