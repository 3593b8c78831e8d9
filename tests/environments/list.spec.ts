import type { Actor } from '../../harness/client/actor.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { idsIn, largePage, listedIds } from '../../harness/rules/lists.ts';
import { checkPages } from '../../harness/rules/paged-lists.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { goesOn, walk, whileQuiet, type PageQuery } from '../../harness/client/paging.ts';
import { calls } from './calls.ts';

// The shape of the scopes is looked at for several callers.
checkEveryOperation('environments', calls, { except: ['environments.token.data-scopes'] });
checkPages('environments.list', (actor, query) => actor.listEnvironments(query));

test(...verifies('environments.list.shows-environment'), async ({ check, admin }) => {
  await inEach(
    check,
    {
      'with an API key': admin,
      'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
      'with a scoped key': check.asOptional('SCOPED_TOKEN', 'scoped'),
    },
    async (actor) => {
      // An environment may be removed between two pages, and a cursor may be no more than a position.
      await eventually(check, async () => {
        const ids = await listedIds((one, query) => one.listEnvironments(query), actor);
        expect(ids).toContain(check.provided('ENVIRONMENT_ID'));
      });
    },
  );
});

/** A number of environments that fits on one page. */
const ON_ONE_PAGE = 50;

/** The ids of all environments, as one page shows them. */
async function onOnePage(actor: Actor) {
  // The list without `first` is preferred, because pages of a given size may contain further environments.
  const ask = (query?: PageQuery) => actor.listEnvironments(query);
  const unpaged = await ask();
  if (!(await goesOn(ask, unpaged))) return idsIn(unpaged);
  const page = await largePage(ask, ON_ONE_PAGE);
  return (await goesOn(ask, page)) ? untested(`there are more than ${ON_ONE_PAGE} environments`) : idsIn(page);
}

test(...verifies('environments.list.pages-hold-no-more'), async ({ check, admin }) => {
  const shown = () => onOnePage(admin.preparing);
  await whileQuiet(shown, async (all) => {
    const expectNoMore = async (who: Actor) => {
      const paged = idsIn({ items: await walk((page) => who.listEnvironments(page), 1) });
      const further = paged.filter((id) => !all.includes(id));
      expect(further, 'environments that only pages of 1 contain').toEqual([]);
    };
    await inEach(
      check,
      { 'with an API key': admin, 'with an OAuth token': check.asOptional('OAUTH_TOKEN') },
      expectNoMore,
    );
  });
});
