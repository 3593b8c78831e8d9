import { refuse } from '../answer.ts';
import type { Call } from '../call.ts';
import { NAME, TEXT, type VendorOperations } from './operation.ts';

/** The account, as paths name it that say to whom things belong. */
export const OWN_ACCOUNT = { id: 'org-7f3a', name: 'Northern Lights' };

/** Nothing is served below another account. */
export function requireOwnAccount({ path }: Call): void {
  const { organizationId = OWN_ACCOUNT.id } = path;
  if (organizationId !== OWN_ACCOUNT.id) refuse('unknown', 'there is no such organization');
}

export const organizations: VendorOperations = {
  listOrganizations: {
    kind: 'organizations',
    family: 'users',
    does: 'list',
    summary: 'List the organizations of the caller',
    shows: { id: TEXT, name: NAME },
    by: 'id',
    run: () => [OWN_ACCOUNT],
  },
};
