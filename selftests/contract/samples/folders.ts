import type { Samples } from './sample.ts';

const list = {
  items: [{ id: 8, name: 'Sales', user: { id: 3, email: 'ada@example.com' } }],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: 'a', startCursor: 'a' },
  data: [{ id: 8, name: 'Sales', user: { id: 3, email: 'ada@example.com' } }],
  count: 1,
};

const { items: _items, ...withoutItems } = list;
const { pageInfo: _pageInfo, ...withoutPageInfo } = list;
const { data: _data, ...withoutData } = list;
const { count: _count, ...withoutCount } = list;

export const folders: Samples = {
  FolderListResponse: {
    conforming: [list, { ...list, items: [{ id: 9, user: null }] }],
    free: [
      { point: 'U102', value: { ...list, items: [{}, { folderId: 'f-1', user: 3, path: '/Sales' }] } },
      { point: 'U102', value: { ...list, pageInfo: {} } },
      { point: 'U104', value: { ...list, pagination: null } },
    ],
    defects: [
      { defect: 'items is missing', lines: '334', value: withoutItems, blames: 'folders.list.items' },
      { defect: 'items is an object', lines: '334', value: { ...list, items: {} }, blames: 'folders.list.items' },
      { defect: 'pageInfo is missing', lines: '334', value: withoutPageInfo, blames: 'folders.list.page-info' },
      {
        defect: 'pageInfo is null',
        lines: '334',
        value: { ...list, pageInfo: null },
        blames: 'folders.list.page-info',
      },
      { defect: 'data is missing', lines: '334', value: withoutData, blames: 'folders.list.data' },
      { defect: 'data is null', lines: '334', value: { ...list, data: null }, blames: 'folders.list.data' },
      { defect: 'count is missing', lines: '334', value: withoutCount, blames: 'folders.list.count' },
      { defect: 'count is null', lines: '334', value: { ...list, count: null }, blames: 'folders.list.count' },
    ],
  },
};
