import type { Samples } from './sample.ts';

export const promotions: Samples = {
  PromotionPreviewInput: {
    conforming: [{ targetDeploymentId: 13 }],
    free: [{ point: 'U075', value: { target: { deployment: 'd-13', folder: 2 } } }],
  },
  PromotionPreview: {
    conforming: [{ previewId: 'p-1', sourceHash: 'abc' }],
    free: [
      { point: 'U075', value: { id: 4, source: { hash: 'abc' }, changes: [] } },
      { point: 'U075', value: { previewId: 4, sourceHash: null } },
    ],
  },
  PromotionApplyInput: {
    conforming: [{ targetDeploymentId: 13, previewId: 'p-1', sourceHash: 'abc', idempotencyKey: 'k-1' }],
    free: [{ point: 'U075', value: { preview: 4 } }],
  },
  PromotionList: {
    conforming: [{ items: [] }, { items: [{ id: 1, outcome: 'applied' }] }],
    free: [
      { point: 'U075', value: { promotions: [{ state: 'queued' }], count: 1 } },
      { point: 'U075', value: [{ id: 1 }] },
    ],
    defects: [
      { defect: 'the answer is a number', lines: '247', value: 3, blames: 'promotions.list.answers-list' },
      { defect: 'the list is a text', lines: '247', value: { items: 'none' }, blames: 'promotions.list.answers-list' },
    ],
  },
  PromotionLinkList: {
    conforming: [{ items: [] }, { items: [{ workbookId: 5, deploymentId: 13 }] }],
    free: [
      { point: 'U075', value: { links: ['13/5'] } },
      { point: 'U075', value: ['13/5'] },
    ],
    defects: [
      { defect: 'the answer is a number', lines: '247', value: 3, blames: 'promotions.links.answers-list' },
      { defect: 'the list is a text', lines: '247', value: { items: 'none' }, blames: 'promotions.links.answers-list' },
    ],
  },
};
