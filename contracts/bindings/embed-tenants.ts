import { ENVELOPE, type Bindings } from './binding.ts';

export const embedTenants = {
  'embed-tenants.workbooks': {
    kind: 'envelope',
    what: "where the list of an embed tenant's workbooks keeps its elements and its cursor",
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listEmbedTenantWorkbooks' },
  },
  'embed-tenants.workbook-id': {
    kind: 'name',
    what: "the member with the id of a workbook in the list of an embed tenant's workbooks",
    point: 'U104',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'listEmbedTenantWorkbooks',
      in: 'answer',
      under: '*[]',
      like: ['^id$', '^workbook_?id$'],
      mayBeInside: true,
    },
  },
} as const satisfies Bindings;
