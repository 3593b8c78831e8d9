import { createHash } from 'node:crypto';
import { refuse } from '../answer.ts';
import { idIn, type Body, type Call } from '../call.ts';
import type { Tenant } from '../tenant.ts';
import { BUILT_IN_ROLES, type User } from '../world/account.ts';
import { EMAIL, FLAG, ID, NAME, TEXT, type Thing, type VendorOperations } from './operation.ts';

interface Newcomer {
  readonly email: string;
  readonly firstName: string;
  readonly active?: boolean;
}

/** A new user, who holds what everybody there holds; nobody is there twice with one address. */
export function addUser({ account, dialect }: Tenant, { email, firstName, active = true }: Newcomer): User {
  const { users } = account;
  if (users.find((one) => one.email.toLowerCase() === email.toLowerCase())) {
    refuse('conflict', 'somebody has this e-mail address');
  }
  return users.add({
    id: users.nextId(),
    email,
    firstName,
    picture: null,
    active,
    roleIds: new Set(BUILT_IN_ROLES.flatMap(({ id, name }) => (dialect.newcomersHold.includes(name) ? [id] : []))),
    settings: {},
  });
}

export function userIn(call: Call, name: string): User {
  const id = idIn(call, name);
  return (
    (id === undefined ? undefined : call.tenant.account.users.get(id)) ?? refuse('unknown', 'there is no such user')
  );
}

/** Takes a user away, out of every group as well; credentials of nobody count no longer. */
export function removeUser({ tenant, principal }: Call, { id }: User): void {
  if (id === principal.user?.id) refuse('conflict', 'nobody removes themselves');
  const { users, groups } = tenant.account;
  for (const group of groups.filter(({ userIds }) => userIds.has(id))) {
    groups.replace({ ...group, userIds: new Set([...group.userIds].filter((one) => one !== id)) });
  }
  users.remove(id);
}

function createUser({ tenant }: Call, body: Body): Thing {
  const { email, firstName } = body as { email: string; firstName?: string };
  const user = addUser(tenant, { email, firstName: firstName ?? email.replace(/@.*/, '') });
  return { id: user.id, email, firstName: user.firstName, active: user.active };
}

/** An invitation is kept in its id: whom it invites is all that there is to it. */
function inviteUser({ tenant }: Call, body: Body): Thing {
  const { email } = body as { email: string };
  if (tenant.account.users.find((one) => one.email.toLowerCase() === email.toLowerCase())) {
    refuse('conflict', 'somebody has this e-mail address');
  }
  const id = Buffer.from(JSON.stringify(body)).toString('base64url');
  return { id, activationCode: codeOf(id) };
}

const codeOf = (invitation: string) => createHash('sha256').update(invitation).digest('hex').slice(0, 12);

function acceptInvitation(call: Call, { activationCode }: Body): Thing {
  const invitation = call.path['invitationId'] ?? '';
  if (activationCode !== codeOf(invitation)) refuse('invalid', 'the code is not that of the invitation');
  return createUser(call, JSON.parse(Buffer.from(invitation, 'base64url').toString()) as Body);
}

export const users: VendorOperations = {
  inviteUser: {
    kind: 'users',
    family: 'users',
    does: 'create',
    summary: 'Invite somebody, who becomes a user on accepting it',
    body: { email: EMAIL, firstName: NAME, lastName: NAME },
    needed: ['email'],
    shows: { id: TEXT, activationCode: TEXT },
    run: inviteUser,
  },
  acceptInvitation: {
    kind: 'users',
    family: 'users',
    does: 'create',
    summary: 'Accept an invitation with its code, and become a user',
    body: { activationCode: TEXT },
    needed: ['activationCode'],
    shows: { id: ID, email: EMAIL, firstName: NAME, active: FLAG },
    listedBy: 'listUsers',
    run: acceptInvitation,
  },
  createUser: {
    kind: 'users',
    family: 'users',
    does: 'create',
    summary: 'Add a user, who holds no role at first',
    body: { email: EMAIL, firstName: NAME, lastName: NAME },
    needed: ['email'],
    shows: { id: ID, email: EMAIL, firstName: NAME, active: FLAG },
    listedBy: 'listUsers',
    run: createUser,
  },
  deleteUser: {
    kind: 'users',
    family: 'users',
    does: 'remove',
    summary: 'Remove a user',
    run: (call) => {
      removeUser(call, userIn(call, 'id'));
    },
  },
};
