import { isOutsider } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { letInWhenRepeated, withoutSource } from '../../lib/promotions.ts';

/** Faults of reading a promotion. */
export const getFaults = faults({
  'promotions.get.no-source-access': [
    {
      name: 'let-in',
      sentence: 'The promotion of a workbook is read without access to its deployment.',
      patch: withoutSource('getPromotion', () => true),
    },
    letInWhenRepeated('getPromotion', isOutsider, 'A read of a promotion'),
  ],
});
