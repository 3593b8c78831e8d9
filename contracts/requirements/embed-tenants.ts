import { requirements, type Needs } from './row.ts';

/** One workbook for each way in which EMBED_TENANT can access workbooks. */
const EACH_SOURCE: Needs = {
  lent: ['DEPLOYMENT_ID', 'EMBED_TENANT', 'TENANT_WORKBOOK_ID', 'ALL_EMBED_USERS_WORKBOOK_ID', 'FOLDER_WORKBOOK_ID'],
};

/** The removal of the user attributes of embed tenants is a requirement of the family `versioning`. */
export const embedTenants = requirements('embed-tenants', [
  // The workbooks of a tenant.
  {
    id: 'embed-tenants.list-workbooks.filter-optional',
    kind: 'default',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, mayUse: ['OAUTH_TOKEN'] },
    sentence:
      "Without accessSource the list of an embed tenant's workbooks holds those that it reaches directly, as an embed user, and through a folder.",
    classes: ['by an API key', 'by an OAuth token', 'a name that a path encodes'],
  },
  {
    id: 'embed-tenants.list-workbooks.source-tenant',
    kind: 'enum',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'With accessSource tenant the list holds a workbook that is open to this embed tenant itself.',
    classes: ['by an API key', 'in pages of one', 'by an OAuth token'],
  },
  {
    id: 'embed-tenants.list-workbooks.source-tenant-only',
    kind: 'enum',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, mayUse: ['OAUTH_TOKEN'] },
    sentence:
      'With accessSource tenant the list leaves out workbooks that the embed tenant reaches only in another way.',
    classes: ['by an API key', 'in pages of one', 'by an OAuth token', 'behind the last one'],
  },
  {
    id: 'embed-tenants.list-workbooks.source-all-embed-users',
    kind: 'enum',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'With accessSource allEmbedUsers the list holds a workbook that is open to every embed user.',
    classes: ['by an API key', 'in pages of one', 'by an OAuth token'],
  },
  {
    id: 'embed-tenants.list-workbooks.source-all-embed-users-only',
    kind: 'enum',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, mayUse: ['OAUTH_TOKEN'] },
    sentence:
      'With accessSource allEmbedUsers the list leaves out workbooks that the embed tenant reaches only in another way.',
    classes: ['by an API key', 'in pages of one', 'by an OAuth token', 'behind the last one'],
  },
  {
    id: 'embed-tenants.list-workbooks.source-folder',
    kind: 'enum',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'With accessSource folder the list holds a workbook that the embed tenant reaches through a folder.',
    classes: ['by an API key', 'in pages of one', 'by an OAuth token'],
  },
  {
    id: 'embed-tenants.list-workbooks.source-folder-only',
    kind: 'enum',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, mayUse: ['OAUTH_TOKEN'] },
    sentence:
      'With accessSource folder the list leaves out workbooks that the embed tenant reaches only in another way.',
    classes: ['by an API key', 'in pages of one', 'by an OAuth token', 'behind the last one'],
  },
  {
    id: 'embed-tenants.list-workbooks.first-limits',
    kind: 'pagination',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, bindings: ['embed-tenants.workbooks-first'] },
    sentence: "A page of an embed tenant's workbooks holds no more of them than first allows.",
    classes: ['pages of 1', 'pages of 2', 'of one source', 'behind a larger page'],
  },
  {
    id: 'embed-tenants.list-workbooks.after-continues',
    kind: 'pagination',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, bindings: ['embed-tenants.workbooks-first', 'embed-tenants.workbooks-after'] },
    sentence:
      "A page of an embed tenant's workbooks that is asked for with the cursor of the page before repeats none of that page.",
    classes: ['a smaller page after a larger one', 'behind the last one'],
  },
  {
    id: 'embed-tenants.list-workbooks.pages-complete',
    kind: 'pagination',
    lines: '249',
    operations: ['listEmbedTenantWorkbooks'],
    needs: { ...EACH_SOURCE, bindings: ['embed-tenants.workbooks-first', 'embed-tenants.workbooks-after'] },
    sentence: "Page by page the list of an embed tenant's workbooks gives every workbook of the whole list.",
    classes: [
      'small pages',
      'larger pages',
      'a larger page after a smaller one',
      'the last two, one at a time',
      'of one source',
    ],
  },

  // Deleting a tenant. The effect on its sessions is left open.
  {
    id: 'embed-tenants.delete.succeeds',
    kind: 'status',
    lines: '255',
    operations: ['deleteEmbedTenant'],
    needs: { lent: ['DEPLOYMENT_ID', 'SPARE_EMBED_TENANT'], mayUse: ['OAUTH_TOKEN'] },
    sentence: 'An embed tenant can be deleted by its name, with a slash at the end of the path.',
    classes: ['another', 'made again', 'of a name that a path encodes', 'by an OAuth token'],
  },
  {
    id: 'embed-tenants.delete.others-kept',
    kind: 'move',
    lines: '255',
    operations: ['deleteEmbedTenant', 'listEmbedTenantWorkbooks'],
    needs: { lent: ['DEPLOYMENT_ID', 'EMBED_TENANT', 'SPARE_EMBED_TENANT'] },
    sentence: "Deleting one embed tenant leaves another's workbooks as they were.",
  },
  {
    id: 'embed-tenants.delete.similar-kept',
    kind: 'move',
    lines: '255',
    operations: ['deleteEmbedTenant', 'listEmbedTenantWorkbooks', 'exchangeEmbedSession'],
    needs: { lent: ['DEPLOYMENT_ID'] },
    sentence:
      'Deleting one embed tenant leaves another whose name begins with its name: its workbooks are listed, and its session can be exchanged.',
  },
  {
    id: 'embed-tenants.delete.tenant-gone',
    kind: 'move',
    lines: '255',
    operations: ['deleteEmbedTenant'],
    sentence: 'A deleted embed tenant no longer exists.',
    untestable:
      'No operation reads an embed tenant, and the responses of its workbook list and its sessions after the deletion are left open.',
  },
]);
