import { createRequire } from 'node:module';
import type { RunFacts } from '../../contracts/results.ts';
import type { Configuration } from './configuration.ts';

const versionOf = (name: string) => (createRequire(import.meta.url)(name) as { version: string }).version;

/** What a report has to know of a run besides its checks. */
export function facts(configuration: Configuration): RunFacts {
  const { settings, isLive } = configuration;
  const { BASE_URL, TENANT, DIALECT } = settings;
  const host = BASE_URL === undefined ? undefined : new URL(BASE_URL).host;
  return {
    tenant: isLive ? (TENANT ?? host ?? '') : `embedded, ${DIALECT ?? 'plain'}`,
    isLive,
    ...(BASE_URL !== undefined && { baseUrl: BASE_URL }),
    seed: configuration.seed,
    propertyRuns: configuration.propertyRuns,
    maxWait: configuration.maxWait,
    isReadOnly: configuration.isReadOnly,
    allowsAccountChanges: configuration.allowsAccountChanges,
    reportFolder: settings.REPORT_FOLDER ?? 'reports/latest',
    versions: {
      suite: versionOf('../../package.json'),
      node: process.versions.node,
      playwright: versionOf('@playwright/test/package.json'),
    },
  };
}
