import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { makeActor, type Actor } from '../client/actor.ts';
import { isPage } from '../http/answer.ts';
import { Client, type ChangeLog, type ClientOptions } from '../client/client.ts';
import type { Configuration } from '../tenant/configuration.ts';
import type { AdminLimit } from '../tenant/admin-limit.ts';
import { Recorder } from '../http/recorder.ts';
import { proxyOf } from '../http/routes.ts';
import { Secrets } from '../http/secrets.ts';
import { userAgent } from '../tenant/run-id.ts';
import { authorityOf, Tenants } from '../tenant/tenant.ts';
import { LedgerFiles } from './ledger-file.ts';
import { Transport } from '../http/transport.ts';

/** Options of a client whose requests are not recorded as evidence and whose changes are not noted in a ledger. */
export function unrecorded(
  options: Pick<
    ClientOptions,
    'settings' | 'wire' | 'transport' | 'secrets' | 'beforeChange' | 'namesAreKnown' | 'isPrompt'
  >,
): ClientOptions {
  const ledger: ChangeLog = { around: (_operation, _asked, _identity, send) => send(() => {}) };
  return {
    ...options,
    recorder: new Recorder(options.secrets),
    ledger,
    isReadOnly: false,
    isCleanup: true,
    subject: undefined,
  };
}

/** An administrator of the configured live tenant outside of a check, with the tenant's document and ledger files. */
export async function administratorOf(configuration: Configuration): Promise<{
  readonly admin: Actor;
  readonly files: LedgerFiles;
  readonly document: TenantDocument | undefined;
  readonly close: () => Promise<void>;
}> {
  const tenants = new Tenants(configuration);
  const tenant = await tenants.open();
  const { BASE_URL = '', ADMIN_TOKEN = '' } = tenant.settings;
  return {
    admin: makeActor(new Client(unrecorded(tenant)), {
      name: 'admin',
      token: tenant.secrets.add(ADMIN_TOKEN, 'ADMIN_TOKEN'),
    }),
    files: new LedgerFiles(BASE_URL, ADMIN_TOKEN, tenant.secrets),
    document: tenant.wire.document,
    close: () => tenants.close(),
  };
}

/** The ledger files of the configured live tenant. */
export function ledgerOf({ settings }: Configuration): LedgerFiles {
  return new LedgerFiles(settings.BASE_URL ?? '', settings.ADMIN_TOKEN ?? '', new Secrets());
}

/** A reason why a live tenant cannot be checked at all, as opposed to a violated requirement. */
export interface Obstacle {
  readonly kind: 'configuration' | 'unreachable';
  readonly message: string;
}

/** What keeps a tenant from being checked, or what its ADMIN_TOKEN lacks so that only a part of it is. */
export type Admission = { readonly obstacle?: Obstacle; readonly limit?: AdminLimit };

/** Reads that tell a tenant without roles from an address that is none of a tenant. */
const OTHERS = ['/api/v1/deployments', '/api/v1/spec', '/api/v1/api-keys'] as const;

/** Sends one read request to find out whether the tenant can be checked. */
export async function admissionOf({ settings }: Configuration): Promise<Admission> {
  const { BASE_URL = '', ADMIN_TOKEN = '' } = settings;
  const transport = new Transport(authorityOf(settings), `probe-${process.pid}`, {
    userAgent: userAgent(),
    proxy: proxyOf(settings),
  });
  const wrong = (kind: Obstacle['kind'], message: string): Admission => ({ obstacle: { kind, message } });
  const read = (path: string) =>
    transport.send(
      {
        method: 'GET',
        url: `${BASE_URL.replace(/\/$/, '')}${path}`,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      },
      () => undefined,
    );
  try {
    const { status, headers, text } = await read('/api/v1/roles');
    if (isPage({ headers, text })) {
      return wrong('configuration', `${BASE_URL} responds with an HTML page: BASE_URL is not a host of the API`);
    }
    if (status === 401) return wrong('configuration', `${BASE_URL} does not accept ADMIN_TOKEN (401)`);
    if (status === 403) {
      // Scoped keys are refused at the role endpoints alone, other users by all operations for administrators.
      return { limit: (await read('/api/v1/api-keys')).status < 300 ? 'scoped' : 'other user' };
    }
    // One operation that is not served is a violation. Where none is, something else is served there.
    if (status === 404 && (await Promise.all(OTHERS.map(read))).every((other) => other.status === 404)) {
      return wrong(
        'configuration',
        `${BASE_URL} serves nothing of the API: ${['/api/v1/roles', ...OTHERS].join(', ')} are answered with 404`,
      );
    }
    return {};
  } catch (error) {
    return wrong('unreachable', `${BASE_URL} cannot be reached: ${(error as Error).message}`);
  } finally {
    await transport.close();
  }
}
