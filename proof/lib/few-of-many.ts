import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Policy } from '../../mock/world/account.ts';
import { sentBody } from './bodies.ts';
import { byCaller } from './earlier-calls.ts';
import { bodyIn } from './other-operations.ts';
import { afterSync, all, changeBodySync, refusing, remembering, replaceSync } from './patches.ts';
import { isAsked, itemsOf, pageInfoOf } from './reports.ts';
import { roleOf } from './roles.ts';

/** Of much of something only the beginning counts or is shown. */

/** Of the roles of a user, the policies of a role or the resources of a policy only the first ones count. */
export const countingFirst =
  (most: { readonly roles?: number; readonly policies?: number; readonly resources?: number }): Patch =>
  ({ authority }) => {
    const { counted } = authority;
    const cut = (policy: Policy): Policy => ({ ...policy, resources: policy.resources.slice(0, most.resources) });
    authority.counted = (tenant, user) =>
      counted(tenant, user)
        .slice(0, most.roles)
        .map((role) => ({ ...role, policies: role.policies.slice(0, most.policies).map(cut) }));
  };

export const tenRolesShown: Patch = changeBodySync('listUserRoles', (body) => ({
  ...body,
  roles: (body['roles'] as readonly Body[]).slice(0, 10),
}));

/** A list ends behind its tenth page, whatever follows. */
export const tenPagesAtMost =
  (operation: string): Patch =>
  (rules) => {
    const pages = new Map<unknown, number>();
    const count = (call: Call): number => {
      const page = isAsked(call, 'after') ? (pages.get(byCaller(call)) ?? 1) + 1 : 1;
      pages.set(byCaller(call), page);
      return page;
    };
    changeBodySync(operation, (list, call) =>
      count(call) < 10
        ? list
        : { ...list, items: itemsOf(list), pageInfo: { ...pageInfoOf(list), hasNextPage: false, endCursor: null } },
    )(rules);
  };

/** The tabs of an update are stored otherwise than they were sent. */
export const changeTabs = (change: (tabs: readonly string[]) => readonly string[]): Patch =>
  replaceSync('updateDeployment', (call, original) => {
    const { launchpadTabs: tabs } = sentBody(call);
    if (!Array.isArray(tabs)) return original(call);
    return original({ ...call, body: { ...sentBody(call), launchpadTabs: change(tabs as string[]) } });
  });

/** Names that a role had before it was renamed while somebody held it are taken for new ones. */
export const formerNamesOfHeld: Patch = remembering(
  () => new Set<string>(),
  (former) =>
    all(
      replaceSync('updateRole', (call, original) => {
        const role = roleOf(call);
        const isHeld = call.tenant.account.users.find(({ roleIds }) => roleIds.has(role?.id ?? 0)) !== undefined;
        const answer = original(call);
        if (role && isHeld && roleOf(call)?.name !== role.name) former.add(role.name);
        return answer;
      }),
      refusing('createRole', (call) => former.has(String(sentBody(call)['name'])), 409),
    ),
);

/** Whoever has listed roles is shown from then on those of that time and their own alone. */
export const ownSinceListed: Patch = remembering(
  () => ({ makers: new Map<unknown, unknown>(), seen: new Map<unknown, Set<unknown>>() }),
  ({ makers, seen }) =>
    all(
      replaceSync('createRole', (call, original) => {
        const answer = original(call);
        makers.set(bodyIn(answer)['id'], call.principal.user?.id);
        return answer;
      }),
      changeBodySync('listRoles', (list, call) => {
        const user = call.principal.user?.id;
        const known = seen.get(user) ?? new Set(call.tenant.account.roles.all().map(({ id }) => id));
        seen.set(user, known);
        return { ...list, items: itemsOf(list).filter(({ id }) => known.has(id) || makers.get(id) === user) };
      }),
    ),
);

/** A refresh of a placement is one of all placements in its spreadsheet, of whatever report. */
export const refreshingAll: Patch = afterSync('refreshReport', (call) => {
  const { reports } = call.tenant.content;
  const now = call.tenant.clock.now();
  const fresh = reports
    .get(Number(call.path['reportId']))
    ?.placements.filter(({ refreshedAt }) => now - (refreshedAt ?? 0) < 20);
  const spreadsheets = new Set(fresh?.map(({ externalWorkbookId }) => externalWorkbookId));
  for (const report of reports.filter(({ id }) => id !== Number(call.path['reportId']))) {
    const placements = report.placements.map((one) =>
      spreadsheets.has(one.externalWorkbookId) ? { ...one, refreshedAt: now } : one,
    );
    if (report.placements.some(({ externalWorkbookId: id }) => spreadsheets.has(id)))
      reports.replace({ ...report, placements });
  }
});
