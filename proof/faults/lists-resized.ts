import type { Call } from '../../mock/call.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { replaceSync, withBody } from '../lib/patches.ts';
import { itemsOf, pageInfoOf, requery } from '../lib/reports.ts';

/** Whether a page of one is behind another page. */
const isSingle = ({ query }: Call): boolean => query.text('first') === '1' && query.text('after') !== undefined;

/** Says behind a page of one that nothing follows, where one more element does. */
const endingBeforeTheLast = (operation: string): Patch =>
  replaceSync(operation, (call, original) =>
    withBody(original(call), (body) => {
      const { hasNextPage, endCursor } = pageInfoOf(body);
      if (!isSingle(call) || hasNextPage !== true || typeof endCursor !== 'string') return body;
      const rest = original(requery(call, { first: '2', after: endCursor }));
      const isLast = 'body' in rest && itemsOf(rest.body as typeof body).length === 1;
      return isLast ? { ...body, pageInfo: { ...pageInfoOf(body), hasNextPage: false } } : body;
    }),
  );

const SENTENCE = 'A page of one behind another page is the last one although one more element follows.';
const fault = (operation: string, ...searched: readonly RequirementId[]) => ({
  name: 'a-page-of-one-ends-it',
  sentence: SENTENCE,
  also: alsoThese('a search is a list as well', ...searched),
  patch: endingBeforeTheLast(operation),
});

/** Faults of lists that show where a page is smaller than the one before it. */
export const listsResizedFaults = faults({
  'deployments.list.pages-complete': fault('listDeployments'),
  'environments.list.pages-complete': fault('listEnvironments'),
  'role-holders.holders.pages-complete': fault('listRoleHolders'),
  'roles.list.pages-complete': fault('listRoles'),
  'users.groups.pages-complete': fault('listGroups', 'users.groups.search-paged'),
  'users.list.pages-complete': fault('listUsers', 'users.list.search-paged'),
});
