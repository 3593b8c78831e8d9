import { readFileSync } from 'node:fs';
import { makeActor, type Actor } from '../client/actor.ts';
import { isPage } from '../http/answer.ts';
import { Client } from '../client/client.ts';
import type { Configuration } from '../tenant/configuration.ts';
import { Ledger } from './ledger.ts';
import { Recorder } from '../http/recorder.ts';
import { openTenant } from '../tenant/tenant.ts';
import { Transport } from '../http/transport.ts';

/** An administrator of the configured live tenant, outside of any check: for whoever tidies up or looks around. */
export async function keeperOf(): Promise<{ readonly keeper: Actor; readonly close: () => Promise<void> }> {
  const tenant = await openTenant();
  const keeper = (): Actor =>
    makeActor(
      new Client({
        ...tenant,
        recorder: new Recorder(tenant.secrets),
        ledger: new Ledger(undefined, keeper),
        isReadOnly: false,
        subject: undefined,
      }),
      { name: 'admin', token: tenant.settings.ADMIN_TOKEN ?? '' },
    );
  return { keeper: keeper(), close: () => tenant.transport.close() };
}

/** What keeps a live tenant from being checked at all, told apart from any broken promise. */
export interface Obstacle {
  readonly kind: 'configuration' | 'unreachable';
  readonly message: string;
}

/** Asks the tenant one harmless thing. */
export async function obstacleOf({ settings }: Configuration): Promise<Obstacle | undefined> {
  const { BASE_URL = '', ADMIN_TOKEN = '', TLS_CA } = settings;
  const ca = TLS_CA === undefined ? undefined : readFileSync(TLS_CA, 'utf8');
  const transport = new Transport(ca, `probe-${process.pid}`);
  const wrong = (kind: Obstacle['kind'], message: string): Obstacle => ({ kind, message });
  try {
    const { status, headers, text } = await transport.send(
      {
        method: 'GET',
        url: `${BASE_URL.replace(/\/$/, '')}/api/v1/roles`,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      },
      () => undefined,
    );
    if (isPage({ headers, text })) {
      return wrong('configuration', `${BASE_URL} answers with an HTML page: BASE_URL is no host of the API`);
    }
    if (status === 401) return wrong('configuration', `${BASE_URL} does not accept ADMIN_TOKEN (401)`);
    if (status === 403) return wrong('configuration', `ADMIN_TOKEN does not belong to an administrator (403)`);
    return undefined;
  } catch (error) {
    return wrong('unreachable', `${BASE_URL} cannot be reached: ${(error as Error).message}`);
  } finally {
    await transport.close();
  }
}
