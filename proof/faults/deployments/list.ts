import type { Body } from '../../../mock/call.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { begunAnew, numbered, pageOfOneEndsIt } from '../../lib/cursors.ts';
import { faults } from '../../lib/fault.ts';
import { everySecond, given } from '../../lib/earlier-calls.ts';
import { once, onItems } from '../../lib/other-operations.ts';
import { changedIf } from '../../lib/conditions.ts';
import { continuing, endingEarly, hiding, pagesOf, startingOver } from '../../lib/paging.ts';
import { changeBodySync } from '../../lib/patches.ts';
import { isAsked, itemsOf } from '../../lib/reports.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';

/** Faults of the list of deployments. */
export const listFaults = faults({
  'deployments.list.items': [
    {
      name: 'by-id-for-plain-users',
      sentence: 'A list of deployments for a user without the admin role keeps its elements in an object by their ids.',
      seenWith: 'MEMBER_TOKEN',
      patch: changedIf('listDeployments', byPlainUser, (list) => ({
        ...list,
        items: Object.fromEntries(itemsOf(list).map((one) => [String(one['id']), one])),
      })),
    },
    {
      name: 'bare-when-paged',
      sentence: 'A list that is asked for a size of its pages is an object of elements by their place.',
      patch: given(
        'listDeployments',
        (call) => isAsked(call, 'first'),
        changeBodySync('listDeployments', (list) => ({
          ...list,
          items: Object.fromEntries((list['items'] as readonly Body[]).entries()),
        })),
      ),
      also: [
        ...(['first-limits', 'after-continues', 'pages-complete'] as const).map((id) => ({
          id: `deployments.list.${id}` as const,
          because: 'the pages hold no elements where they are looked for',
        })),
        {
          id: 'openapi-spec.serving.body-declared',
          because: "the tenant's own document declares what is printed, and the answer departs from that as well",
        },
      ],
    },
    {
      name: 'by-id',
      sentence: 'A list that is asked for no page keeps its elements in an object by their ids.',
      patch: changeBodySync('listDeployments', (list, call) => {
        if (call.query.text('first') !== undefined) return list;
        const items = list['items'] as readonly Body[];
        return { ...list, items: Object.fromEntries(items.map((one) => [String(one['id']), one])) };
      }),
      also: [
        { id: 'deployments.list.shows-deployment', because: 'what is not where the elements are is not in the list' },
        {
          id: 'openapi-spec.serving.body-declared',
          because: "the tenant's own document declares what is printed, and the answer departs from that as well",
        },
      ],
    },
  ],
  'deployments.list.shows-deployment': [
    {
      name: 'not-on-pages-once-updated',
      toldBy: 'deployments.update.several-members',
      sentence: 'Lists with first leave out deployments that were updated.',
      patch: once(
        'updateDeployment',
        ({ path }) => path['deploymentId'],
        (updated) =>
          changeBodySync(
            'listDeployments',
            onItems((items, call) =>
              isAsked(call, 'first') ? items.filter(({ id }) => !updated.has(String(id))) : items,
            ),
          ),
      ),
    },
    {
      name: 'not-to-oauth',
      sentence: 'Who asks with an OAuth token is not shown the deployment with the smallest id.',
      patch: given(
        'listDeployments',
        byOAuth,
        hiding('listDeployments', (id, { tenant }) => id === tenant.deployments.home),
      ),
    },
    {
      name: 'not-on-pages',
      sentence: 'The deployment with the smallest id is missing where a size of the pages is asked for.',
      also: [{ id: 'deployments.list.pages-complete', because: 'what no page has is missing from the pages' }],
      patch: given(
        'listDeployments',
        (call) => isAsked(call, 'first'),
        hiding('listDeployments', (id, { tenant }) => id === tenant.deployments.home),
      ),
    },
    {
      name: 'left-out',
      sentence: 'The deployment with the smallest id is in no list.',
      patch: hiding('listDeployments', (id, { tenant }) => id === tenant.deployments.deployments.all()[0]?.id),
    },
  ],
  'deployments.list.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of deployments behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listDeployments'),
    },
    {
      name: 'later-pages-one-more',
      sentence: 'Every page of deployments but the first holds one more than was asked for.',
      patch: given(
        'listDeployments',
        (call) => isAsked(call, 'after'),
        pagesOf('listDeployments', (first) => first + 1),
      ),
    },
    {
      name: 'second-time-all',
      sentence: 'Whoever asks for a page of deployments for the second time gets all of them.',
      patch: given(
        'listDeployments',
        (call, past) => !isAsked(call, 'after') && everySecond(call, past),
        pagesOf('listDeployments', () => 50),
      ),
    },
    {
      name: 'one-more',
      sentence: 'A page of deployments holds one more than was asked for.',
      patch: pagesOf('listDeployments', (first) => first + 1),
    },
    {
      name: 'at-least-two',
      sentence: 'A page of one deployment is silently made one of two.',
      patch: pagesOf('listDeployments', (first) => Math.max(2, first)),
    },
  ],
  'deployments.list.after-continues': [
    ...begunAnew('listDeployments', 'deployments'),
    numbered('listDeployments', 'deployments', 'smaller'),
    {
      name: 'pairs-start-over',
      sentence: 'In pages of more than one deployment the second page begins with the last of the first.',
      patch: given(
        'listDeployments',
        (call) => Number(call.query.text('first')) > 1,
        continuing('listDeployments', 'one-early'),
      ),
    },
    {
      name: 'single-starts-over',
      sentence: 'In pages of one deployment the list starts over behind the second.',
      patch: given('listDeployments', (call) => call.query.text('first') === '1', startingOver('listDeployments')),
    },
    {
      name: 'repeats-one',
      sentence: 'A page of deployments begins with the last of the page before it.',
      patch: continuing('listDeployments', 'one-early'),
    },
    {
      name: 'starts-over',
      sentence: 'Behind the second deployment or a later one the list starts over.',
      patch: startingOver('listDeployments'),
    },
  ],
  'deployments.list.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of deployments with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listDeployments'),
    },
    numbered('listDeployments', 'deployments', 'larger'),
    pageOfOneEndsIt('listDeployments'),
    {
      name: 'pairs-skip-one',
      sentence: 'Between pages of more than one deployment one is skipped.',
      patch: given(
        'listDeployments',
        (call) => Number(call.query.text('first')) > 1,
        continuing('listDeployments', 'one-late'),
      ),
    },
    {
      name: 'single-pages-end-early',
      sentence: 'In pages of one deployment the last but one is told to be the last.',
      patch: given('listDeployments', (call) => call.query.text('first') === '1', endingEarly('listDeployments')),
    },
    {
      name: 'skips-one',
      sentence: 'Between two pages of deployments one is skipped.',
      patch: continuing('listDeployments', 'one-late'),
    },
    {
      name: 'last-alone',
      sentence: 'A page is told to be the last one where a single deployment would follow.',
      patch: endingEarly('listDeployments'),
    },
  ],
});
