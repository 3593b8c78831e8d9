import { requirements, type Needs } from './row.ts';

const SOURCE: Needs = { lent: ['DEPLOYMENT_ID', 'WORKBOOK_ID'] };
const PREVIEW: Needs = {
  lent: ['DEPLOYMENT_ID', 'WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID'],
  bindings: ['promotions.preview-request'],
};
const APPLY: Needs = {
  lent: ['DEPLOYMENT_ID', 'WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID'],
  bindings: ['promotions.preview-request', 'promotions.apply-request'],
};

/** A user with access to the target deployment and without access to the source. */
function withoutSource({ lent = [], ...needs }: Needs): Needs {
  return { ...needs, actors: ['NO_ACCESS_TOKEN'], lent: [...lent, 'NO_ACCESS_USER_ID'] };
}

export const promotions = requirements('promotions', [
  // Preview.
  {
    id: 'promotions.preview.accepted',
    kind: 'status',
    lines: '247',
    operations: ['previewPromotion'],
    needs: PREVIEW,
    sentence: 'A caller with access to two deployments can preview the promotion of a workbook from one to the other.',
    classes: ['the first time', 'the second time', 'once applied', 'after a refused apply'],
  },

  // Apply.
  {
    id: 'promotions.apply.matching-hash',
    kind: 'status',
    lines: '247',
    operations: ['applyPromotion', 'previewPromotion'],
    needs: APPLY,
    sentence: 'A promotion whose source has not changed since its preview can be applied.',
    classes: ['the first time', 'the second time', 'after a refused apply'],
  },
  {
    id: 'promotions.apply.idempotency-key-accepted',
    kind: 'status',
    lines: '247',
    operations: ['applyPromotion', 'previewPromotion'],
    needs: APPLY,
    sentence: 'An apply may carry an idempotency key and succeeds.',
    classes: ['the first time', 'the second time'],
  },
  {
    id: 'promotions.apply.idempotency-key-repeated',
    kind: 'merge',
    lines: '247',
    operations: ['applyPromotion', 'previewPromotion', 'listPromotions'],
    needs: { ...APPLY, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'Repeating an apply with the same idempotency key adds no second promotion to the list.',
    classes: [
      'of two, the second',
      'the first',
      'once more',
      'once the source has changed',
      'two at once',
      'with an OAuth token',
    ],
  },
  {
    id: 'promotions.apply.stale-hash',
    kind: 'status',
    lines: '247',
    operations: ['applyPromotion', 'previewPromotion', 'patchDashboardFile', 'publishWorkbook', 'listPromotions'],
    needs: { shares: ['roles'], ...APPLY, mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN', 'MEMBER_USER_ID'] },
    sentence:
      'An apply of a preview whose source workbook has been changed and published since is refused and promotes nothing.',
    classes: [
      'the first time',
      'once more',
      'without a key',
      'with an OAuth token',
      'once previewed anew',
      'by a user without the admin role',
    ],
  },

  // State after an apply.
  {
    id: 'promotions.get.after-apply',
    kind: 'status',
    lines: '247',
    operations: ['previewPromotion', 'applyPromotion', 'getPromotion'],
    needs: APPLY,
    sentence: 'After an apply, reading the promotion of the source workbook succeeds.',
    untestable:
      'The specification does not say whether the promotion belongs to the source or to the promoted workbook.',
  },
  {
    id: 'promotions.list.answers-list',
    kind: 'shape',
    lines: '247',
    operations: ['listPromotions', 'previewPromotion', 'applyPromotion'],
    needs: APPLY,
    sentence: 'The promotions of a workbook are answered as a list.',
  },
  {
    id: 'promotions.list.shows-applied',
    kind: 'move',
    lines: '247',
    operations: ['listPromotions', 'previewPromotion', 'applyPromotion'],
    needs: { ...APPLY, mayUse: ['OAUTH_TOKEN', 'OTHER_ADMIN_TOKEN'] },
    sentence: 'After an apply the list of promotions holds a promotion that it did not hold before.',
    classes: ['the first time', 'the second time', 'with an OAuth token', 'by another administrator, through a group'],
  },
  {
    id: 'promotions.links.answers-list',
    kind: 'shape',
    lines: '247',
    operations: ['listPromotionLinks', 'previewPromotion', 'applyPromotion'],
    needs: APPLY,
    sentence: 'The promotion links of a workbook are answered as a list.',
  },

  // Access: both deployments, with a workspace session or an API key.
  {
    id: 'promotions.preview.no-source-access',
    kind: 'auth',
    lines: '247, 297',
    operations: ['previewPromotion'],
    needs: withoutSource(PREVIEW),
    sentence: 'A promotion preview by a user with access to the target deployment alone is refused.',
    classes: ['the first time', 'once more'],
  },
  {
    id: 'promotions.preview.no-target-access',
    kind: 'auth',
    lines: '247, 281, 297',
    operations: ['previewPromotion'],
    needs: { ...PREVIEW, actors: ['SCOPED_TOKEN'] },
    sentence: 'A promotion preview with a key that is scoped to the source deployment alone is refused.',
    classes: ['the first time', 'once more'],
  },
  {
    id: 'promotions.preview.no-target-role',
    kind: 'auth',
    lines: '247, 297',
    operations: ['previewPromotion'],
    needs: { ...PREVIEW, actors: ['ALL_ACTIONS_TOKEN'] },
    sentence:
      'A promotion preview with an unscoped key of a user with access to the source deployment alone is refused.',
    classes: ['the first time', 'once more'],
  },
  {
    id: 'promotions.apply.no-source-access',
    kind: 'auth',
    lines: '247, 297',
    operations: ['applyPromotion', 'previewPromotion', 'listPromotions'],
    needs: withoutSource(APPLY),
    sentence: 'An apply by a user with access to the target deployment alone is refused and promotes nothing.',
    classes: ['the first time', 'once more', 'once it was applied'],
  },
  {
    id: 'promotions.apply.no-target-access',
    kind: 'auth',
    lines: '247, 281, 297',
    operations: ['applyPromotion', 'previewPromotion', 'listPromotions'],
    needs: { ...APPLY, actors: ['SCOPED_TOKEN'] },
    sentence: 'An apply with a key that is scoped to the source deployment alone is refused and promotes nothing.',
    classes: ['the first time', 'once more', 'once it was applied'],
  },
  {
    id: 'promotions.apply.no-target-role',
    kind: 'auth',
    lines: '247, 297',
    operations: ['applyPromotion', 'previewPromotion', 'listPromotions'],
    needs: { steps: ['grantRole', 'revokeRole'], shares: ['roles'], ...APPLY, actors: ['ALL_ACTIONS_TOKEN'] },
    sentence:
      'An apply with an unscoped key of a user with access to the source deployment alone is refused and promotes nothing.',
    classes: ['the first time', 'once more', 'once it was applied', 'once access to the target was withdrawn'],
  },
  {
    id: 'promotions.get.no-source-access',
    kind: 'auth',
    lines: '247, 297',
    operations: ['getPromotion', 'previewPromotion', 'applyPromotion'],
    needs: { ...APPLY, actors: ['NO_ACCESS_TOKEN'] },
    sentence: "Reading a workbook's promotion by a user without access to its deployment is refused.",
    classes: ['the first time', 'once more'],
  },
  {
    id: 'promotions.list.no-source-access',
    kind: 'auth',
    lines: '247, 297',
    operations: ['listPromotions'],
    needs: { ...SOURCE, actors: ['NO_ACCESS_TOKEN'] },
    sentence: "Listing a workbook's promotions by a user without access to its deployment is refused.",
    classes: ['the first time', 'once more'],
  },
  {
    id: 'promotions.links.no-source-access',
    kind: 'auth',
    lines: '247, 297',
    operations: ['listPromotionLinks'],
    needs: { ...SOURCE, actors: ['NO_ACCESS_TOKEN'] },
    sentence: "Listing a workbook's promotion links by a user without access to its deployment is refused.",
    classes: ['the first time', 'once more'],
  },
  {
    id: 'promotions.access.workspace-session',
    kind: 'auth',
    lines: '247',
    operations: ['previewPromotion', 'applyPromotion', 'getPromotion', 'listPromotions', 'listPromotionLinks'],
    sentence: 'The promotion operations accept a workspace session in place of an API key.',
    untestable: 'The specification does not say how a workspace session is opened and sent.',
  },
]);
