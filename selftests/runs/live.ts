import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Host, type HostOptions } from '../../mock/index.ts';
import type { Tenant } from '../../mock/tenant.ts';

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
  const folder = await mkdtemp(path.join(tmpdir(), 'live-tenant-'));
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, host.certificates.ca);
  const env = { ...(first.settings as Record<string, string>), TLS_CA: ca };
  return { env, tenant: first.tenant, host, close: () => host.close() };
}
