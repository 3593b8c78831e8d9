/** The resource families in the order of reports, each with its title. */
export const FAMILIES = {
  auth: 'Authentication',
  scim: 'SCIM',
  versioning: 'Versioning',
  'openapi-spec': 'OpenAPI spec',
  roles: 'Roles and policies',
  'role-holders': 'Role holders',
  reports: 'Reports',
  folders: 'Folders',
  'oidc-token-configs': 'OIDC token configs',
  'dev-mode': 'Dev mode',
  'scheduled-tasks': 'Scheduled tasks',
  'report-deliveries': 'Report deliveries',
  deployments: 'Deployments',
  environments: 'Environments',
  'dashboard-exports': 'Dashboard exports',
  workbooks: 'Workbooks',
  promotions: 'Workbook promotions',
  'external-documents': 'External documents',
  embed: 'Embed',
  'embed-tenants': 'Embed tenants',
  'app-config': 'App config and theme',
  'usage-analytics': 'Usage analytics',
  'api-keys': 'API keys',
  users: 'Users',
  'transform-sync': 'Transform sync',
  lakehouse: 'Lakehouse',
  build: 'Build',
  'core-data': 'Core Data API',
  ai: 'AI API',
  named: 'Families that are only named',
} as const;

export type Family = keyof typeof FAMILIES;

export function isFamily(name: string): name is Family {
  return Object.hasOwn(FAMILIES, name);
}
