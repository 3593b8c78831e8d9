import type { Samples } from './sample.ts';

export const embedTenants: Samples = {
  EmbedTenantWorkbookList: {
    conforming: [
      { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
      {
        items: [{ id: 5, slug: 'sales', user: { id: 1 }, promotion: null }],
        pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'b3BhcXVl', startCursor: 'b3BhcXVl' },
      },
    ],
    free: [
      { point: 'U104', value: { workbooks: [{ workbookId: 5 }], nextCursor: 'opaque' } },
      { point: 'U100', value: { items: [{ id: 5 }], data: [{ id: 5 }], count: 1, pagination: null } },
      { point: 'U104', value: { items: [{ id: null, slug: 7, user: 1, promotion: [] }] } },
    ],
  },
};
