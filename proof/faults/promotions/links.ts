import { isOutsider } from '../../lib/access.ts';
import { DECLARED } from '../../lib/documented.ts';
import { faults } from '../../lib/fault.ts';
import { changeBodySync } from '../../lib/patches.ts';
import { letInWhenRepeated, withoutSource } from '../../lib/promotions.ts';
import { itemsOf } from '../../lib/reports.ts';

/** Faults of the links of promoted workbooks. */
export const linksFaults = faults({
  'promotions.links.answers-list': [
    {
      name: 'single',
      sentence: 'The one promotion link of a workbook is answered without a list around it.',
      patch: changeBodySync('listPromotionLinks', (list) =>
        itemsOf(list).length === 1 ? { ...list, items: itemsOf(list)[0] } : list,
      ),
    },
    {
      name: 'null-when-empty',
      sentence: 'The list of promotion links of a workbook that was never promoted is null.',
      patch: changeBodySync('listPromotionLinks', (list) =>
        itemsOf(list).length === 0 ? { ...list, items: null } : list,
      ),
      also: [DECLARED],
    },
  ],
  'promotions.links.no-source-access': [
    {
      name: 'let-in',
      sentence: 'The promotion links of a workbook are listed without access to its deployment.',
      patch: withoutSource('listPromotionLinks', () => true),
    },
    letInWhenRepeated('listPromotionLinks', isOutsider, 'A list of promotion links'),
  ],
});
