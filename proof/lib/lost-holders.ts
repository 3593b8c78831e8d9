import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { afterSync, all, changeBodySync, remembering } from './patches.ts';

/** What a revocation does to others than it names, or leaves behind. */

/** The last custom role that was revoked from a user is shown until the user has another one. */
export const lastStillShown: Patch = remembering(
  () => new Map<unknown, number>(),
  (last) =>
    all(
      afterSync('revokeRole', ({ path }) => last.set(path['userId'], Number(path['roleId']))),
      changeBodySync('listUserRoles', (body, { tenant, path }: Call) => {
        const shown = body['roles'] as readonly Body[];
        const { roles } = tenant.account;
        const role = roles.get(last.get(path['id']) ?? 0);
        if (!role || shown.some(({ id }) => roles.get(Number(id)))) return body;
        return { ...body, roles: [...shown, { id: role.id, name: role.name, direct: true, groupIds: [] }] };
      }),
    ),
);

/** A role that was revoked from somebody counts for nobody any more. */
export const countsForNobody: Patch = remembering(
  () => new Set<number>(),
  (revoked) =>
    all(
      afterSync('revokeRole', ({ path }) => revoked.add(Number(path['roleId']))),
      ({ authority }) => {
        const { counted } = authority;
        authority.counted = (tenant, user) => counted(tenant, user).filter(({ id }) => !revoked.has(id));
      },
    ),
);
