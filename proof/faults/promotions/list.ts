import type { Body } from '../../../mock/call.ts';
import { byOAuth, isOutsider } from '../../lib/access.ts';
import { DECLARED } from '../../lib/documented.ts';
import { faults } from '../../lib/fault.ts';
import { changedIf } from '../../lib/conditions.ts';
import { all, changeBody, changeBodySync, remembering } from '../../lib/patches.ts';
import { letInWhenRepeated, withoutSource } from '../../lib/promotions.ts';
import { itemsOf } from '../../lib/reports.ts';

/** Faults of the list of promotions. */
export const listFaults = faults({
  'promotions.list.answers-list': [
    {
      name: 'single',
      sentence: 'The one promotion of a workbook is answered without a list around it.',
      patch: changeBodySync('listPromotions', (list) => (itemsOf(list).length === 1 ? itemsOf(list)[0] : list)),
    },
    {
      name: 'by-id',
      sentence: 'The promotions of a workbook are answered as an object with a member for each.',
      patch: changeBodySync('listPromotions', (list) => ({
        ...list,
        items: Object.fromEntries(itemsOf(list).map((one) => [String(one['id']), one])),
      })),
      also: [DECLARED],
    },
    {
      name: 'null-when-empty',
      sentence: 'The list of promotions of a workbook that was never promoted is null.',
      patch: changeBodySync('listPromotions', (list) => (itemsOf(list).length === 0 ? { ...list, items: null } : list)),
      also: [DECLARED],
    },
  ],
  'promotions.list.shows-applied': [
    {
      name: 'own-alone',
      sentence: 'The list of promotions shows those alone that the caller has applied.',
      patch: changeBodySync('listPromotions', (list, call) => ({
        ...list,
        items: itemsOf(list).filter((one) => one['appliedBy'] === call.principal.user?.id),
      })),
    },
    {
      name: 'latest-alone',
      sentence: 'The list of promotions shows the latest promotion of a workbook alone.',
      patch: changeBodySync('listPromotions', (list) => {
        const items = itemsOf(list);
        const latest = Math.max(...items.map(({ id }) => Number(id)));
        return { ...list, items: items.filter(({ id }) => id === latest) };
      }),
    },
    {
      name: 'one-behind',
      sentence: 'The list of promotions shows a promotion only when another one has followed.',
      patch: changeBodySync('listPromotions', (list) => ({ ...list, items: itemsOf(list).slice(0, -1) })),
    },
    {
      name: 'first-of-each-target',
      sentence: 'The list of promotions shows the first promotion to each deployment alone.',
      patch: changeBodySync('listPromotions', (list) => ({
        ...list,
        items: itemsOf(list).filter(
          ({ targetDeploymentId }, index, whole) =>
            whole.findIndex((one) => one['targetDeploymentId'] === targetDeploymentId) === index,
        ),
      })),
    },
    {
      name: 'second-to-same-target',
      sentence: 'The list holds the first promotion to each target alone.',
      patch: changeBody('listPromotions', (body) => ({
        ...body,
        items: (body['items'] as readonly Body[]).filter(
          (one, index, every) =>
            every.findIndex((other) => other['targetDeploymentId'] === one['targetDeploymentId']) === index,
        ),
      })),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A promotion that was applied with an OAuth token is not in the list.',
      patch: remembering(
        () => new Set<unknown>(),
        (hidden) =>
          all(
            changedIf('applyPromotion', byOAuth, (body) => {
              hidden.add(body['id']);
              return body;
            }),
            changedIf(
              'listPromotions',
              () => true,
              (list) => ({
                ...list,
                items: itemsOf(list).filter(({ id }) => !hidden.has(id)),
              }),
            ),
          ),
      ),
    },
  ],
  'promotions.list.no-source-access': [
    {
      name: 'let-in',
      sentence: 'The promotions of a workbook are listed without access to its deployment.',
      patch: withoutSource('listPromotions', () => true),
    },
    letInWhenRepeated('listPromotions', isOutsider, 'A list of promotions'),
  ],
});
