import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { found } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

export type Version = string | number;

export function read(actor: Actor, dataSourceName: string): Promise<Answer> {
  return actor.raw('getMetricViewIntegration', { path: { dataSourceName } });
}

/** What is stated to be stored: an integration, or another one in its place. */
export function stated(check: Check, which: 'lakehouse.integration' | 'lakehouse.integration-changed'): object {
  return { ...(check.tenant.wire.value(which) as object | undefined) };
}

export function put(
  actor: Actor,
  dataSourceName: string,
  integration: object,
  expectedConfigurationVersion: Version,
): Promise<Answer> {
  const body = { ...integration, expectedConfigurationVersion };
  return actor.raw('putMetricViewIntegration', { path: { dataSourceName }, body });
}

type Members = Readonly<Record<string, unknown>>;

/** An integration as it is read: its version, and everything else that it shows. */
export interface Integration {
  readonly version: Version;
  readonly others: Members;
}

/** The integration of a data source that has one. */
export async function integrationOf(check: Check, actor: Actor, dataSourceName: string): Promise<Integration> {
  const { body } = granted(await read(actor, dataSourceName), 'a read of the integration');
  const { configurationVersion, ...others } = (body ?? {}) as Members & { readonly configurationVersion?: unknown };
  const version = found(check, 'lakehouse.configuration-version', configurationVersion);
  if (typeof version !== 'string' && typeof version !== 'number') {
    throw setupFailed('a read of the integration shows no version');
  }
  return { version, others };
}

/** Stores an integration at the version that stands there, and answers the version from before. */
export async function changed(
  check: Check,
  actor: Actor,
  dataSourceName: string,
  which: Parameters<typeof stated>[1],
): Promise<Version> {
  const { version } = await integrationOf(check, actor, dataSourceName);
  granted(await put(actor, dataSourceName, stated(check, which), version), 'a change of the integration');
  return version;
}
