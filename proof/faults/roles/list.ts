import { idIn, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { BUILT_IN_ROLES, type Role } from '../../../mock/world/account.ts';
import { byOAuth, NO_PAGE } from '../../lib/access.ts';
import { isEmptyList } from '../../lib/bodies.ts';
import { begunAnew, pageOfOneEndsIt } from '../../lib/cursors.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { listedAgain } from '../../lib/listed-deleted.ts';
import {
  continuing,
  endingEarly,
  onlyWhere,
  pageNumbered,
  pagesKept,
  pagesKeptAfter,
  pagesOf,
  startingOver,
  isBehindCursor,
} from '../../lib/paging.ts';
import { all, changeBody, changeBodySync, remembering, replace, replaceSync, withBody } from '../../lib/patches.ts';
import { isAsked, itemsOf } from '../../lib/reports.ts';
import { firstPolicies, policiesOnDeployments } from '../../lib/role-changes.ts';
import { knowingRoles } from '../../lib/role-histories.ts';
import { changeRoleList, deletingHeld, inPolicies, roleOf, unlettered } from '../../lib/roles.ts';
import { lackingWithRoomBehind, lastLostWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { ownSinceListed } from '../../lib/few-of-many.ts';

/** A page behind a role whose name has letters beyond ASCII is the end of the list. */
const endingBehindLetters: Patch = replaceSync('listRoles', (call, original) => {
  const [id] = call.tenant.dialect.cursor.read(call.query.text('after') ?? '') ?? [];
  const { name = '' } = call.tenant.account.roles.get(Number(id)) ?? {};
  const answer = original(call);
  return /[^\x00-\x7f]/.test(name) && 'body' in answer ? { ...answer, body: NO_PAGE } : answer;
});

/** Faults of the list of roles. */
export const listFaults = faults({
  'roles.list.shows-created': [
    {
      name: 'not-once-another-listed-them',
      sentence: 'Whoever has listed the roles before is not shown those that somebody else has created since.',
      patch: ownSinceListed,
    },
    {
      name: 'those-of-oauth-to-oauth-alone',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Roles that were made with an OAuth token are listed to who comes with one alone.',
      also: alsoThese('roles of each administrator are looked for', 'roles.list.same-as-read'),
      patch: remembering(
        () => new Set<unknown>(),
        (made) =>
          all(
            changeBody('createRole', (role, call) => {
              if (byOAuth(call)) made.add(role['id']);
              return role;
            }),
            changeRoleList((roles, call) => (byOAuth(call) ? roles : roles.filter(({ id }) => !made.has(id)))),
          ),
      ),
    },
    {
      name: 'not-without-policies',
      sentence: 'A role without policies is not listed.',
      also: [
        ...alsoThese(
          'the list then shows another role than a reading',
          'roles.list.shows-updated',
          'roles.list.same-as-read',
        ),
        ...alsoThese('a role that is not shown is on no page', 'roles.list.pages-complete'),
      ],
      patch: changeRoleList((roles) => roles.filter(({ policies }) => !isEmptyList(policies))),
    },
    {
      name: 'not-a-second-time',
      sentence: 'A role that was made under the name of a deleted one is not listed.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) => roles.filter(({ name }) => !history.deleted.some((one) => one.name === name))),
      ),
    },
    {
      name: 'late',
      sentence: 'A created role is not listed before it has been updated.',
      also: [
        { id: 'roles.list.pages-complete', because: 'the pages of the list lack what the list lacks' },
        { id: 'roles.list.same-as-read', because: 'a role that is not listed is shown as nothing' },
        { id: 'roles.list.no-built-in', because: 'the list is only looked at if it shows a role that was created' },
      ],
      patch: (rules) => {
        const hidden = new Set<unknown>();
        changeBody('createRole', (role) => {
          hidden.add(role['id']);
          return role;
        })(rules);
        changeBody('updateRole', (role) => {
          hidden.delete(role['id']);
          return role;
        })(rules);
        changeRoleList((roles) => roles.filter(({ id }) => !hidden.has(id)))(rules);
      },
    },
  ],
  'roles.list.shows-updated': [
    {
      name: 'not-on-a-page-asked-for-before',
      sentence: 'A page of roles that was asked for with `first` is the same until a role is created or deleted.',
      patch: pagesKept('listRoles', ['createRole', 'deleteRole'], ({ principal }) => principal.token),
    },
    {
      name: 'former-name-on-stated-pages',
      sentence: 'Lists with first show a role that was renamed by the name with which it was created.',
      also: alsoThese('the list is read in stated pages there', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeBody('listRoles', (list, call) => ({
          ...list,
          items: (list['items'] as readonly Body[]).map((role) =>
            call.query.text('first') === undefined
              ? role
              : { ...role, name: history.of(Number(role['id'])).created?.name ?? role['name'] },
          ),
        })),
      ),
    },
    {
      name: 'first-name',
      sentence: 'The list shows roles under the names that they were created with.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) =>
          roles.map((role) => ({ ...role, name: history.of(role['id'] as number).created?.name ?? role['name'] })),
        ),
      ),
    },
    {
      name: 'cleared-description',
      sentence: 'The list still shows a description that has been cleared.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) =>
          roles.map((role) => ({
            ...role,
            description:
              role['description'] ??
              history.of(role['id'] as number).former.findLast((one) => one.description)?.description ??
              null,
          })),
        ),
      ),
    },
    {
      name: 'first-update-alone',
      sentence: 'The list shows a role as it stands after its first update, whatever came later.',
      also: alsoThese('the list then shows another role than a reading', 'roles.list.same-as-read'),
      patch: knowingRoles((history) =>
        changeRoleList((roles) => roles.map((role) => ({ ...role, ...history.of(role['id'] as number).former[1] }))),
      ),
    },
    {
      name: 'stale',
      sentence: 'The list shows updated roles with the policies of before.',
      also: [{ id: 'roles.list.same-as-read', because: 'a reading shows the policies as they are' }],
      patch: (rules) => {
        const former = new Map<number, readonly unknown[]>();
        replace('updateRole', async (call, original) => {
          const role = roleOf(call);
          const answer = await original(call);
          if (role) former.set(role.id, role.policies);
          return answer;
        })(rules);
        changeRoleList((roles) =>
          roles.map((role) => ({ ...role, policies: former.get(Number(role['id'])) ?? role['policies'] })),
        )(rules);
      },
    },
    {
      name: 'as-created-behind-a-cursor',
      sentence: 'Pages of roles behind a cursor show them as they were created.',
      patch: knowingRoles((history) =>
        changeRoleList((roles, call) =>
          isBehindCursor(call)
            ? roles.map((one) => ({ ...one, ...(history.of(Number(one['id'])).created as object | undefined) }))
            : roles,
        ),
      ),
    },
  ],
  'roles.list.drops-deleted': [
    {
      name: 'not-from-a-page-asked-for-before',
      sentence:
        'A page of roles that was asked for with `first` goes on to show a deleted role until another is created or updated.',
      patch: pagesKeptAfter(
        'deleteRole',
        'listRoles',
        ['createRole', 'updateRole'],
        ({ principal }) => principal.token,
      ),
    },
    {
      name: 'those-of-no-policies-stay',
      sentence: 'A deleted role that had no policies stays in the list.',
      patch: knowingRoles((history) =>
        changeRoleList((roles) => [
          ...roles,
          ...history.deleted.filter(({ policies }) => policies.length === 0).map((role) => ({ ...role })),
        ]),
      ),
    },
    {
      name: 'back-with-the-next',
      toldBy: 'roles.list.shows-created',
      sentence: 'A deleted role is listed again once another is created.',
      patch: listedAgain({
        read: (call) => call.tenant.account.roles.get(idIn(call, 'roleId') ?? 0),
        remove: 'deleteRole',
        create: 'createRole',
        list: 'listRoles',
      }),
    },
    {
      name: 'held-stays',
      sentence: 'A deleted role stays in the list where a user held it.',
      patch: all(
        deletingHeld,
        remembering(
          () => new Map<number, Role>(),
          (kept) =>
            all(
              replaceSync('deleteRole', (call, original) => {
                const role = roleOf(call);
                const isHeld = role && call.tenant.account.users.find(({ roleIds }) => roleIds.has(role.id));
                const answer = original(call);
                if (role && isHeld) kept.set(role.id, role);
                return answer;
              }),
              changeBodySync('listRoles', (body, call) => {
                const { hasNextPage } = body['pageInfo'] as { hasNextPage: boolean };
                const first = Number(call.query.text('first') ?? Number.POSITIVE_INFINITY);
                const items = body['items'] as readonly unknown[];
                const more = hasNextPage ? [] : [...kept.values()].slice(0, first - items.length);
                return { ...body, items: [...items, ...more] };
              }),
            ),
        ),
      ),
    },
    {
      name: 'renamed-stays',
      sentence: 'A deleted role stays in the list where it had been renamed.',
      patch: knowingRoles((history) =>
        changeRoleList((roles) => [
          ...roles,
          ...history.deleted.filter((one) => history.isRenamed(one)).map((one) => ({ ...one })),
        ]),
      ),
    },
    {
      name: 'stale',
      sentence: 'A deleted role stays in the list.',
      patch: (rules) => {
        const gone: Role[] = [];
        replace('deleteRole', async (call, original) => {
          const role = roleOf(call);
          const answer = await original(call);
          if (role) gone.push(role);
          return answer;
        })(rules);
        changeBody('listRoles', (body) =>
          (body['pageInfo'] as { hasNextPage: boolean }).hasNextPage
            ? body
            : { ...body, items: [...(body['items'] as Role[]), ...gone] },
        )(rules);
      },
    },
  ],
  'roles.list.same-as-read': [
    {
      name: 'first-ten-actions',
      sentence: 'The list of roles shows the first ten actions of a policy.',
      patch: changeRoleList((roles) =>
        roles.map((role) =>
          inPolicies(role, (policy) => ({
            ...policy,
            actions: (policy['actions'] as readonly unknown[]).slice(0, 10),
          })),
        ),
      ),
    },
    {
      name: 'first-fifty',
      sentence: 'The list shows the first fifty policies of a role.',
      patch: changeRoleList((roles) => roles.map(firstPolicies(50))),
    },
    {
      name: 'deployments-alone',
      sentence: 'The list shows the policies on deployments alone.',
      patch: changeRoleList((roles) => roles.map(policiesOnDeployments)),
    },
    {
      name: 'question-marks',
      sentence: 'The list shows a question mark in the place of each letter beyond ASCII in a name.',
      patch: changeRoleList((roles) => roles.map((role) => ({ ...role, name: unlettered(String(role['name'])) }))),
    },
    {
      name: 'short-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The list shows roles without their descriptions to who comes with an OAuth access token.',
      patch: onlyWhere(
        'listRoles',
        byOAuth,
        changeRoleList((roles) => roles.map((role) => ({ ...role, description: null }))),
      ),
    },
    {
      name: 'short-description',
      sentence: 'The list shows the first ten characters of descriptions.',
      also: alsoThese('a role that was updated is looked for in the list as it was sent', 'roles.list.shows-updated'),
      patch: changeRoleList((roles) =>
        roles.map((role) => ({
          ...role,
          description: typeof role['description'] === 'string' ? role['description'].slice(0, 10) : role['description'],
        })),
      ),
    },
    {
      name: 'five-policies',
      sentence: 'The list shows the first five policies of a role.',
      patch: changeRoleList((roles) =>
        roles.map((role) => ({ ...role, policies: (role['policies'] as readonly unknown[]).slice(0, 5) })),
      ),
    },
    {
      name: 'bare-behind-the-first-page',
      sentence: 'Pages after the first one show roles without their policies.',
      patch: changeRoleList((roles, call) =>
        call.query.text('after') === undefined ? roles : roles.map((role) => ({ ...role, policies: [] })),
      ),
    },
  ],
  'roles.list.no-built-in': [
    {
      name: 'on-the-last-page',
      also: alsoThese('built-in roles are on several pages', 'roles.list.after-continues'),
      sentence: 'The last page of a list of roles that has several is filled up with built-in roles.',
      patch: changeBodySync('listRoles', (body, call) => {
        const { hasNextPage } = body['pageInfo'] as { hasNextPage: boolean };
        if (hasNextPage || call.query.text('after') === undefined) return body;
        return { ...body, items: [...itemsOf(body), ...BUILT_IN_ROLES] };
      }),
    },
    {
      name: 'one-listed',
      sentence: 'The last page of the list ends with a built-in role.',
      also: alsoThese('the role stands on each page', 'roles.list.after-continues'),
      patch: changeBody('listRoles', (body) =>
        (body['pageInfo'] as { hasNextPage: boolean }).hasNextPage
          ? body
          : {
              ...body,
              items: [...(body['items'] as Role[]), { id: 1, name: 'Admin', description: null, policies: [] }],
            },
      ),
    },
  ],
  'roles.list.names-unique': [
    {
      name: 'as-refused',
      sentence: 'The list shows a role under a name that was refused as taken until the role is updated.',
      patch: knowingRoles((history) =>
        changeRoleList((roles, { tenant }) =>
          roles.map((role) => {
            const asked = history.of(Number(role['id'])).refused.map(({ name }) => name);
            const taken = asked.findLast((name) => tenant.account.roles.find((one) => one.name === name));
            return taken === undefined ? role : { ...role, name: taken };
          }),
        ),
      ),
    },
    {
      name: 'cut',
      sentence: 'The list cuts names to sixteen characters, so that some look the same.',
      also: [
        { id: 'roles.list.same-as-read', because: 'a reading shows the whole name' },
        { id: 'roles.list.shows-updated', because: 'of an updated role the name is cut too' },
      ],
      patch: changeRoleList((roles) => roles.map((role) => ({ ...role, name: String(role['name']).slice(0, 16) }))),
    },
  ],
  'roles.list.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of roles behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listRoles'),
    },
    {
      name: 'one-more-behind-a-cursor',
      sentence: 'A page behind a cursor holds one role more than was asked for.',
      patch: onlyWhere(
        'listRoles',
        ({ query }) => query.text('after') !== undefined,
        pagesOf('listRoles', (first) => first + 1),
      ),
    },
    {
      name: 'one-more',
      sentence: 'A page of two holds one role more.',
      also: [{ id: 'roles.list.after-continues', because: 'the one more stands on the next page again' }],
      patch: replace('listRoles', async (call, original) => {
        const answer = await original(call);
        if (answer.kind !== 'ok' || call.query.text('first') !== '2') return answer;
        const { items } = answer.body as { items: Role[] };
        const further = [...call.tenant.account.roles.after(0)].find((role) => items.every(({ id }) => id !== role.id));
        return { ...answer, body: { ...(answer.body as object), items: further ? [...items, further] : items } };
      }),
    },
  ],
  'roles.list.after-continues': [
    ...begunAnew('listRoles', 'roles'),
    {
      name: 'starting-over',
      sentence:
        'The cursor behind the second role or a later one leads back to the start, where pages hold more than one.',
      patch: onlyWhere('listRoles', ({ query }) => Number(query.text('first') ?? 2) > 1, startingOver('listRoles')),
    },
    {
      name: 'repeats-one',
      sentence: 'A page after a cursor begins with the last role of the page before.',
      also: alsoThese(
        'a page holds one more than was asked for',
        'roles.list.first-limits',
        'roles.list.pages-complete',
      ),
      patch: (rules) => {
        let last: Role | undefined;
        replace('listRoles', async (call, original) => {
          const answer = await original(call);
          if (answer.kind !== 'ok') return answer;
          const { items } = answer.body as { items: Role[] };
          const repeated = call.query.text('after') === undefined || !last ? items : [last, ...items];
          last = items.at(-1);
          return { ...answer, body: { ...(answer.body as object), items: repeated } };
        })(rules);
      },
    },
    {
      name: 'page-number',
      sentence: 'A cursor tells how many pages were before, and goes wrong where the next page is smaller than they.',
      patch: pageNumbered('listRoles', (next, former) => next < former),
    },
  ],
  'roles.list.pages-complete': [
    {
      name: 'last-lost-with-room-behind-a-cursor',
      sentence: 'A page of roles behind a cursor with room for more than are left lacks the last one.',
      patch: lackingWithRoomBehind('listRoles'),
    },
    {
      name: 'last-lost-with-room',
      sentence: 'A page of roles with room for more than there are lacks the last role.',
      patch: lastLostWithRoom('listRoles', ({ tenant }) => tenant.account.roles.size),
    },
    {
      name: 'without-those-of-no-policies',
      sentence: 'Pages behind a cursor leave out roles that have no policies.',
      patch: changeRoleList((roles, call) =>
        isAsked(call, 'after') ? roles.filter(({ policies }) => !isEmptyList(policies)) : roles,
      ),
    },
    {
      name: 'without-the-renamed',
      also: alsoThese('the list in which an update has to show is read in pages', 'roles.list.shows-updated'),
      sentence: 'Lists with first leave out roles that were renamed.',
      patch: knowingRoles((history) =>
        changeRoleList((roles, call) =>
          isAsked(call, 'first')
            ? roles.filter(({ id }) => !history.isRenamed(call.tenant.account.roles.get(Number(id))))
            : roles,
        ),
      ),
    },
    {
      name: 'ending-behind-letters',
      sentence: 'A page behind a role whose name has letters beyond ASCII is the end of the list.',
      patch: endingBehindLetters,
    },
    pageOfOneEndsIt('listRoles'),
    {
      name: 'first-of-one',
      sentence: 'Pages of one role end before the last role.',
      patch: replaceSync('listRoles', (call, original) =>
        withBody(original(call), (body) => {
          const roles = itemsOf(body);
          const { account, dialect } = call.tenant;
          const ids = account.roles.all().map(({ id }) => id);
          const last = dialect.order === 'ascending' ? ids.at(-2) : ids[1];
          if (call.query.text('first') !== '1' || roles[0]?.['id'] !== last) return body;
          return { ...body, pageInfo: { ...(body['pageInfo'] as Body), hasNextPage: false } };
        }),
      ),
    },
    {
      name: 'ending-early',
      sentence: 'The list ends before its last role where that would stand on a page of its own.',
      patch: endingEarly('listRoles'),
    },
    {
      name: 'one-late-in-large-pages',
      sentence: 'A page of more than five roles leaves out the one that it should begin with.',
      patch: onlyWhere(
        'listRoles',
        ({ query }) => Number(query.text('first') ?? 0) > 5,
        continuing('listRoles', 'one-late'),
      ),
    },
    {
      name: 'skips-one',
      sentence: 'A page after a cursor leaves out its first role, where the page is small.',
      patch: replace('listRoles', async (call, original) => {
        const answer = await original(call);
        const isLater = call.query.text('after') !== undefined && call.query.text('first') !== undefined;
        if (answer.kind !== 'ok' || !isLater) return answer;
        const { items } = answer.body as { items: Role[] };
        return { ...answer, body: { ...(answer.body as object), items: items.slice(1) } };
      }),
    },
    {
      name: 'page-number',
      sentence: 'A cursor tells how many pages were before, and goes wrong where the next page is larger than they.',
      patch: pageNumbered('listRoles', (next, former) => next > former),
    },
  ],
});
