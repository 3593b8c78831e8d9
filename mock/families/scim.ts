import { ok, refuse, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import type { User } from '../world/account.ts';
import type { FamilyBehaviour } from './family.ts';

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** SCIM has ids of its own: one of the platform is none there. */
export const SCIM_ID = 'scim-';

/** A user as SCIM shows one. */
export function scimUser({ id, email, firstName, active }: User): Readonly<Record<string, unknown>> {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: `${SCIM_ID}${id}`,
    userName: email,
    name: { givenName: firstName },
    emails: [{ value: email, primary: true }],
    active,
  };
}

function probeScim(call: Call): Answer {
  const { account, rules } = call.tenant;
  // The served document names the resource in its path, so that it comes without a parameter there.
  const resource = call.path['resource'] ?? 'Users';
  if (!rules.scim.resources.includes(resource)) refuse('unknown', 'SCIM serves no such resource');
  const resources =
    resource === 'Users'
      ? account.users.all().map(scimUser)
      : account.groups.all().map(({ id, name, userIds }) => ({
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
          id: String(id),
          displayName: name,
          members: [...userIds].map((member) => ({ value: `${SCIM_ID}${member}` })),
        }));
  return ok({
    schemas: [LIST],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

export const scim: FamilyBehaviour = { handlers: { probeScim } };
