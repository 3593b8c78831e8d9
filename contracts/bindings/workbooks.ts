import type { Bindings } from './binding.ts';

export const workbooks = {
  'workbooks.file-old-text': {
    kind: 'name',
    what: 'the member of a dashboard draft patch with the text to be replaced, which a tenant that replaces the whole text has not',
    point: 'U013',
    default: 'oldText',
    discover: {
      rule: 'member',
      operation: 'patchDashboardFile',
      in: 'request',
      like: [
        '^(old|original|search|find|target)_?(text|string|str|content)?$',
        '^(from|match|before)$',
        '^(exact|existing|current|previous|matched|replaced?)_?(text|string|str|content|value)$',
        '^(find|search|look_?for|to_?(find|match|replace))',
      ],
      type: 'string',
      mayBeInside: true,
    },
  },
  'workbooks.file-new-text': {
    kind: 'name',
    what: 'the member of a dashboard draft patch with the text to put there',
    point: 'U013',
    default: 'newText',
    discover: {
      rule: 'member',
      operation: 'patchDashboardFile',
      in: 'request',
      like: [
        '^(new|replace|replacement)_?(text|string|str|content|with|by)?$',
        '^(to|with|after)$',
        '^(content|text)$',
      ],
      type: 'string',
      mayBeInside: true,
    },
  },
  'workbooks.file-hash': {
    kind: 'name',
    what: 'the member of a dashboard draft patch with the hash of the draft that the patch was made for',
    point: 'U013',
    default: 'hash',
    discover: {
      rule: 'member',
      operation: 'patchDashboardFile',
      in: 'request',
      like: ['^hash$', '^(expected|base|old|previous|current|content)_?hash$', 'hash$', 'sha_?256'],
      type: 'string',
    },
  },
} as const satisfies Bindings;
