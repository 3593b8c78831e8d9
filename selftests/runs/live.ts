import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Host, type HostOptions } from '../../mock/index.ts';
import { embedAccess } from '../../mock/families/embed-access.ts';
import { sourcesOf } from '../../mock/families/lakehouse.ts';
import { oidcConfigs } from '../../mock/families/oidc-token-configs.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Tenant } from '../../mock/tenant.ts';
import { ownFolder } from '../folders.ts';

export interface LiveTenant {
  /** What a user would write into `.env`. */
  readonly env: Readonly<Record<string, string>>;
  readonly tenant: Tenant;
  readonly host: Host;
  readonly close: () => Promise<void>;
}

/** A reference tenant that a run knows as a live one: by its address and credentials alone. */
export async function startLive(options: HostOptions = {}): Promise<LiveTenant> {
  const { host, first } = await Host.start(options);
  const folder = ownFolder('live-tenant');
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, host.certificates.ca);
  const env = { ...(first.settings as Record<string, string>), TLS_CA: ca };
  return { env, tenant: first.tenant, host, close: () => host.close() };
}

const SEEDED_WORKBOOKS = 5;

/** The parts of a tenant that a run may not leave changed, in a form that does not depend on counters and clocks. */
export function remains({ account, content }: Tenant): unknown {
  // What fills crowded spreadsheets comes about when somebody first looks at one.
  const lent = content.reports.all().filter(({ name }) => !name.startsWith('Support case'));
  const reports = lent.map(({ version: _, updatedAt: __, refreshedBy: ___, ...report }) => report);
  return JSON.parse(
    JSON.stringify({
      roles: account.roles.all(),
      users: account.users.all().map(({ id, roleIds }) => ({ id, roleIds: [...roleIds] })),
      groups: account.groups.all().map(({ id, roleIds }) => ({ id, roleIds: [...roleIds] })),
      reports,
      folders: content.folders.all(),
      // Copies and what promotions made stay, behind those of the seed: no workbook can be taken away.
      dashboards: content.workbooks.all().slice(0, SEEDED_WORKBOOKS),
    }),
  );
}

/** What is mandatory of the settings of a tenant. */
export function bare({ env }: LiveTenant): Record<string, string> {
  const { BASE_URL = '', ADMIN_TOKEN = '', TLS_CA = '' } = env;
  return { BASE_URL, ADMIN_TOKEN, TLS_CA };
}

/** What is there of each kind of thing that a run makes. */
export function belongings({ tenant }: LiveTenant) {
  const { account, content, deployments } = tenant;
  const names = (all: { all: () => readonly { readonly name: string }[] }) => all.all().map(({ name }) => name);
  return {
    remains: remains(tenant),
    users: account.users.all().map(({ email }) => email),
    groups: names(account.groups),
    folders: names(content.folders),
    environments: names(deployments.environments),
    branches: deployments.deployments.all().map(({ branches }) => [...branches.keys()]),
    workbooks: names(content.workbooks).filter((name) => name.startsWith('conformance-')),
    dataSources: deployments.deployments.all().map(({ id }) => [...sourcesOf(tenant, id)]),
    embedTenants: [...embedAccess(tenant).tenants.keys()],
    oidcConfigs: names(oidcConfigs(tenant)),
    tasks: taskState(tenant).tasks.all(),
    deliveries: deliveryState(tenant).deliveries.all(),
    apiKeys: [...tenant.tokens.values()]
      .filter((one) => one.keyId !== undefined && !one.revoked)
      .map((one) => one.keyId),
  };
}
