import { eventually } from '../../harness/check/eventually.ts';
import { ifGiven, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { idsIn, listedIds } from '../../harness/rules/lists.ts';
import { checkPages } from '../../harness/rules/paged-lists.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { walkLarge } from '../../harness/client/paging.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';

// These have checks of their own. Of the token the schema leaves the name open, so that it cannot detect a missing one.
checkEveryOperation('deployments', calls, {
  except: [
    'deployments.token.answers-token',
    'deployments.list.items',
    'deployments.agent-defaults.default-agent-id',
    'deployments.agent-defaults.auto-agent-enabled',
  ],
});
checkPages('deployments.list', (actor, query) => actor.listDeployments(query));

test(...verifies('deployments.list.items'), async ({ check, admin }) => {
  const [oauth, member] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('MEMBER_TOKEN')];
  const cases = {
    'the whole list': { by: admin, asked: {} },
    'a page': { by: admin, asked: { query: { first: 1 } } },
    'with an OAuth token': ifGiven(oauth, (by) => ({ by, asked: {} })),
    'by a user without the admin role': ifGiven(member, (by) => ({ by, asked: {} })),
  };
  await inEach(check, cases, async ({ by, asked }) => {
    const answer = await by.raw('listDeployments', asked);
    // Whether whoever is no administrator may list deployments is open.
    leaveOutUnless(by === admin || isSuccess(answer));
    const { body } = granted(answer, 'the list');
    expect(Array.isArray((body as { readonly items?: unknown } | undefined)?.items), 'items is an array').toBe(true);
  });
});

test(...verifies('deployments.list.shows-deployment'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN');
  const idsFor = (actor: typeof admin) => listedIds((one, query) => one.listDeployments(query), actor);
  await inEach(
    check,
    {
      'the whole list': () => idsFor(admin),
      pages: async () => idsIn({ items: await walkLarge((query) => admin.listDeployments(query)) }),
      'with an OAuth token': oauth && (() => idsFor(oauth)),
    },
    (list) =>
      // A deployment may be removed between two pages, and a cursor may be no more than a position.
      eventually(check, async () => {
        expect(await list()).toContain(check.provided('DEPLOYMENT_ID'));
      }),
  );
});
