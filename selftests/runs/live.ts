import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Host, type HostOptions } from '../../mock/index.ts';
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
