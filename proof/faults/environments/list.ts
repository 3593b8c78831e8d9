import { byOAuth, byScopedKey } from '../../lib/access.ts';
import { begunAnew, numbered, pageOfOneEndsIt } from '../../lib/cursors.ts';
import { faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { continuing, endingEarly, hiding, onlyWhere, pagesOf, startingOver } from '../../lib/paging.ts';
import { during, replace, withRules } from '../../lib/patches.ts';
import { isAsked } from '../../lib/reports.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';

/** Faults of the list of environments. */
export const listFaults = faults({
  'environments.list.shows-environment': [
    {
      name: 'not-to-scoped-keys',
      sentence: 'A key that is scoped to the deployment is shown none of its environments.',
      patch: during('listEnvironments', 'environments', () => ({ isOfDeployment: () => false }), byScopedKey),
    },
    {
      name: 'not-to-oauth',
      sentence: 'Who asks with an OAuth token is not shown the first environment of a deployment.',
      patch: given(
        'listEnvironments',
        byOAuth,
        hiding('listEnvironments', (id, { tenant, path }) => {
          const { environments } = tenant.deployments;
          return id === environments.find((one) => one.deploymentId === Number(path['deploymentId']))?.id;
        }),
      ),
    },
    {
      name: 'left-out',
      sentence: 'The first environment of a deployment is in no list.',
      patch: hiding('listEnvironments', (id, { tenant, path }) => {
        const { environments } = tenant.deployments;
        return id === environments.find((one) => one.deploymentId === Number(path['deploymentId']))?.id;
      }),
    },
  ],
  'environments.list.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of environments behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listEnvironments'),
    },
    {
      name: 'later-pages-one-more',
      sentence: 'Every page of environments but the first holds one more than was asked for.',
      patch: given(
        'listEnvironments',
        (call) => call.query.text('after') !== undefined,
        pagesOf('listEnvironments', (first) => first + 1),
      ),
    },
    {
      name: 'one-more',
      sentence: 'A page of environments holds one more than was asked for.',
      patch: pagesOf('listEnvironments', (first) => first + 1),
    },
    {
      name: 'at-least-two',
      sentence: 'A page of one environment is silently made one of two.',
      patch: pagesOf('listEnvironments', (first) => Math.max(2, first)),
    },
  ],
  'environments.list.after-continues': [
    {
      name: 'single-pages-repeat',
      sentence: 'A page of one environment behind a page is that of the page before it.',
      patch: onlyWhere(
        'listEnvironments',
        ({ query }) => query.text('first') === '1',
        continuing('listEnvironments', 'one-early'),
      ),
    },
    ...begunAnew('listEnvironments', 'environments'),
    numbered('listEnvironments', 'environments', 'smaller'),
    {
      name: 'pairs-repeat-one',
      sentence: 'In pages of more than one environment a page begins with the last of the page before it.',
      also: [{ id: 'environments.list.pages-complete', because: 'such pages may never end' }],
      patch: given(
        'listEnvironments',
        (call) => Number(call.query.text('first')) > 1,
        continuing('listEnvironments', 'one-early'),
      ),
    },
    {
      name: 'repeats-one',
      sentence: 'A page of environments begins with the last of the page before it.',
      patch: continuing('listEnvironments', 'one-early'),
    },
    {
      name: 'starts-over',
      sentence: 'Behind the second environment or a later one the list starts over.',
      patch: startingOver('listEnvironments'),
    },
  ],
  'environments.list.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of environments with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listEnvironments'),
    },
    numbered('listEnvironments', 'environments', 'larger'),
    pageOfOneEndsIt('listEnvironments'),
    {
      name: 'pairs-skip-one',
      sentence: 'Between pages of more than one environment one is skipped.',
      patch: given(
        'listEnvironments',
        (call) => Number(call.query.text('first')) > 1,
        continuing('listEnvironments', 'one-late'),
      ),
    },
    {
      name: 'single-pages-end-early',
      sentence: 'In pages of one environment the last but one is told to be the last.',
      patch: given('listEnvironments', (call) => call.query.text('first') === '1', endingEarly('listEnvironments')),
    },
    {
      name: 'skips-one',
      sentence: 'Between two pages of environments one is skipped.',
      patch: continuing('listEnvironments', 'one-late'),
    },
    {
      name: 'last-alone',
      sentence: 'A page is told to be the last one where a single environment would follow.',
      patch: endingEarly('listEnvironments'),
    },
  ],
  'environments.list.pages-hold-no-more': [
    {
      name: 'everywhere-for-oauth',
      sentence: 'A page of some size for an OAuth token has the environments of every deployment.',
      seenWith: 'OAUTH_TOKEN',
      patch: during(
        'listEnvironments',
        'environments',
        () => ({ isOfDeployment: () => true }),
        (call) => byOAuth(call) && isAsked(call, 'first'),
      ),
    },
    {
      name: 'whenever-in-pages',
      sentence: 'A list that is asked for with a size of its pages has the environments of every deployment.',
      patch: replace('listEnvironments', (call, original) => {
        const others = isAsked(call, 'first') ? { isOfDeployment: () => true } : {};
        return withRules(call, 'environments', others, () => original(call));
      }),
    },
    {
      name: 'every-deployment',
      sentence: 'A page after a cursor has the environments of every deployment.',
      patch: replace('listEnvironments', (call, original) => {
        const { environments } = call.tenant.rules;
        const { isOfDeployment } = environments;
        environments.isOfDeployment = isAsked(call, 'after') ? () => true : isOfDeployment;
        try {
          return original(call);
        } finally {
          environments.isOfDeployment = isOfDeployment;
        }
      }),
    },
  ],
});
