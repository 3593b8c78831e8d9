import type { Samples } from './sample.ts';

export const workbooks: Samples = {
  DashboardFile: {
    conforming: [
      { content: '{"title":"Sales"}', hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9' },
    ],
    free: [
      {
        point: 'U013',
        value: { content: 'title: Sales', hash: 'sha256-uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=' },
      },
      { point: 'U104', value: { content: '', hash: 'x', updatedAt: null } },
    ],
    defects: [
      { defect: 'the content is missing', lines: '243', value: { hash: 'x' }, blames: 'workbooks.file.content' },
      {
        defect: 'the content is an object',
        lines: '243',
        value: { content: { title: 'Sales' }, hash: 'x' },
        blames: 'workbooks.file.content',
      },
      { defect: 'the hash is missing', lines: '243', value: { content: '{}' }, blames: 'workbooks.file.hash' },
      {
        defect: 'the hash is a number',
        lines: '243',
        value: { content: '{}', hash: 7 },
        blames: 'workbooks.file.hash',
      },
    ],
  },
  DashboardFilePatch: {
    conforming: [{ oldText: 'Sales', newText: 'Revenue', hash: 'x' }],
    free: [
      { point: 'U013', value: { content: '{"title":"Revenue"}' } },
      { point: 'U013', value: { edits: [{ find: 'Sales', replace: 'Revenue' }] } },
    ],
  },
  PublishWorkbookInput: {
    conforming: [{}, { config: { title: 'Sales' } }],
    free: [{ point: 'U073', value: { config: '{"title":"Sales"}', note: 'first' } }],
  },
  DuplicateWorkbookInput: {
    conforming: [{}, { shared: true }, { shared: false }],
    free: [{ point: 'U073', value: { shared: true, name: 'Copy' } }],
    defects: [{ defect: 'shared is a string', lines: '245', value: { shared: 'yes' } }],
  },
  AiWidgetThreadInput: {
    conforming: [
      { widgetId: 'w-1', threadId: 't-1' },
      { widgetId: 1, threadId: 2, checksum: 'abc' },
    ],
    free: [{ point: 'U073', value: { widgetId: 'w-1', threadId: 't-1', checksum: 17 } }],
    defects: [
      { defect: 'the widgetId is missing', lines: '246', value: { threadId: 't-1' } },
      { defect: 'the threadId is missing', lines: '246', value: { widgetId: 'w-1' } },
    ],
  },
  Dashboard: {
    conforming: [{ publicId: 'abc', widgets: [] }],
    free: [{ point: 'U104', value: {} }],
    defects: [
      {
        defect: 'the answer is a list',
        lines: '246',
        value: [{ publicId: 'abc' }],
        blames: 'workbooks.ai-widget-thread.answers-dashboard',
      },
    ],
  },
};
