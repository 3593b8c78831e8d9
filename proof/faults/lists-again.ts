import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { pageNumbered } from '../lib/paging.ts';
import { remembering, replaceSync } from '../lib/patches.ts';
import { itemsOf, pageInfoOf, requery } from '../lib/reports.ts';

/** The lists that go by cursors, with what their elements are called. */
const LISTS = {
  'reports.list': ['listReports', 'reports'],
  'roles.list': ['listRoles', 'roles'],
  'role-holders.holders': ['listRoleHolders', 'holders'],
  'users.list': ['listUsers', 'users'],
  'users.groups': ['listGroups', 'groups'],
  'deployments.list': ['listDeployments', 'deployments'],
  'environments.list': ['listEnvironments', 'environments'],
  'scheduled-tasks.list': ['listScheduledTasks', 'tasks'],
  'scheduled-tasks.runs': ['listScheduledTaskRuns', 'runs'],
  'external-documents.list': ['listPlacements', 'placements'],
  'embed-tenants.list-workbooks': ['listEmbedTenantWorkbooks', 'workbooks'],
  'transform-sync.history': ['listTransformSyncs', 'syncs'],
  'transform-sync.files': ['listGeneratedFiles', 'generated files'],
} as const;

/** A cursor leads on once; afterwards it leads to the first page. */
function spent(operation: string): Patch {
  return remembering(
    () => new Set<string>(),
    (used) =>
      replaceSync(operation, (call, original) => {
        const after = call.query.text('after');
        if (after === undefined) return original(call);
        const isSpent = used.has(after);
        used.add(after);
        return original(isSpent ? requery(call, { after: undefined }) : call);
      }),
  );
}

/** The cursors of a list lead on until its caller begins with it anew; then they lead to the first page. */
function oneWalkAtATime(operation: string): Patch {
  return remembering(
    () => new Map<string, Set<unknown>>(),
    (walks) =>
      replaceSync(operation, (call, original) => {
        const { token } = call.principal;
        const after = call.query.text('after');
        const walk = after === undefined ? new Set<unknown>() : (walks.get(token) ?? new Set<unknown>());
        const isOld = after !== undefined && !walk.has(after);
        const answer = original(isOld ? requery(call, { after: undefined }) : call);
        if (answer.kind === 'ok') walk.add(pageInfoOf(answer.body as Body)['endCursor']);
        walks.set(token, walk);
        return answer;
      }),
  );
}

/** The cursor behind the last element leads to the first page. */
function endless(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    const isPastTheEnd =
      call.query.text('after') !== undefined && answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0;
    return isPastTheEnd ? original(requery(call, { after: undefined })) : answer;
  });
}

function again(operation: string, things: string): readonly Deviation[] {
  return [
    {
      name: 'one-walk-at-a-time',
      sentence: `The cursors in a list of ${things} lead to the first page once the list was begun anew.`,
      patch: oneWalkAtATime(operation),
    },
    {
      name: 'endless',
      sentence: `The cursor behind the last of the ${things} leads to the first page.`,
      patch: endless(operation),
    },
  ];
}

/** Checks of other lists use a cursor again in any case. */
const SPENT: Deviation = {
  name: 'cursor-spent',
  sentence: 'A cursor in a list of holders that was used before leads to the first page.',
  patch: spent('listRoleHolders'),
};

/** Lists of which other tables have the faults of page numbers. */
const NUMBERED = ['roles.list', 'role-holders.holders'];

function numbered(operation: string, things: string, size: 'larger' | 'smaller'): Deviation {
  return {
    name: 'page-number',
    sentence: `A cursor in a list of ${things} is a number of pages, and goes wrong where the next one is ${size}.`,
    patch: pageNumbered(operation, (next, former) => (size === 'larger' ? next > former : next < former)),
  };
}

function declared(
  suffix: 'after-continues' | 'pages-complete',
  of: (list: string, operation: string, things: string) => readonly Deviation[],
) {
  return Object.entries(LISTS).map(
    ([list, [operation, things]]) => [`${list}.${suffix}` as RequirementId, of(list, operation, things)] as const,
  );
}

/** Faults of cursors of a list that was begun anew, at its end, or with another page size. */
export const listsAgainFaults = faults(
  Object.fromEntries([
    ...declared('after-continues', (list, operation, things) => [
      ...again(operation, things),
      ...(list === 'role-holders.holders' ? [SPENT] : []),
      ...(NUMBERED.includes(list) ? [] : [numbered(operation, things, 'smaller')]),
    ]),
    ...declared('pages-complete', (list, operation, things) =>
      NUMBERED.includes(list) ? [] : [numbered(operation, things, 'larger')],
    ),
  ]),
);
