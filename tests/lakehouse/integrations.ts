import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { found } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

export type Version = string | number;

export function readIntegration(actor: Actor, dataSourceName: string): Promise<Answer> {
  return actor.raw('getMetricViewIntegration', { path: { dataSourceName } });
}

/** The integration that the binding states: the usual one or the changed one. */
export function statedIntegration(
  check: Check,
  which: 'lakehouse.integration' | 'lakehouse.integration-changed',
): object {
  return { ...(check.tenant.wire.value(which) as object | undefined) };
}

export function putIntegration(
  actor: Actor,
  dataSourceName: string,
  integration: object,
  expectedConfigurationVersion: Version,
): Promise<Answer> {
  const body = { ...integration, expectedConfigurationVersion };
  return actor.raw('putMetricViewIntegration', { path: { dataSourceName }, body });
}

type Members = Readonly<Record<string, unknown>>;

/** An integration as the tenant shows it: its version and its other members. */
export interface Integration {
  readonly version: Version;
  readonly others: Members;
}

/** Reads the integration of a data source as a setup step. */
export async function integrationOf(check: Check, actor: Actor, dataSourceName: string): Promise<Integration> {
  const { body } = granted(await readIntegration(actor, dataSourceName), 'a read of the integration');
  const { configurationVersion, ...others } = (body ?? {}) as Members & { readonly configurationVersion?: unknown };
  const version = found(check, 'lakehouse.configuration-version', configurationVersion);
  if (typeof version !== 'string' && typeof version !== 'number') {
    throw setupFailed('the response to a read of the integration has no version');
  }
  return { version, others };
}

/** Stores an integration with the current version, and returns the version before the change. */
export async function changeIntegration(
  check: Check,
  actor: Actor,
  dataSourceName: string,
  which: Parameters<typeof statedIntegration>[1],
): Promise<Version> {
  const { version } = await integrationOf(check, actor, dataSourceName);
  granted(
    await putIntegration(actor, dataSourceName, statedIntegration(check, which), version),
    'a change of the integration',
  );
  return version;
}
