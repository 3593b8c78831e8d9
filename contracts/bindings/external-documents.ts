import { ENVELOPE, type Bindings } from './binding.ts';

export const externalDocuments = {
  'external-documents.list': {
    kind: 'envelope',
    what: 'where the list of the placements in an external spreadsheet keeps its elements and its cursor',
    point: 'U076',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listPlacements' },
  },
} as const satisfies Bindings;
