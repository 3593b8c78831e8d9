import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { isInstalled, ROOT, suitePackage } from '../../contracts/installation.ts';
import type { RunFacts } from '../../evidence/results.ts';
import { SETTING_NAMES } from '../../contracts/settings.ts';
import type { Configuration, Settings } from './configuration.ts';
import { runId } from './run-id.ts';
import { SECRET_SETTINGS } from './secret-settings.ts';

const versionOf = (name: string) => (createRequire(import.meta.url)(name) as { version: string }).version;

/** The commit of the suite, if it runs from a checkout. An installed one may lie in the checkout of another project. */
function commit(): { readonly commit?: string } {
  if (isInstalled) return {};
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? { commit: stdout.trim() } : {};
}

/** The facts of a run that the configuration determines; the reporter adds whether it is a selection. */
export function facts(configuration: Configuration): Omit<RunFacts, 'isSelection'> {
  const { settings, isLive } = configuration;
  const { BASE_URL, TENANT, DIALECT } = settings;
  const host = BASE_URL === undefined ? undefined : new URL(BASE_URL).host;
  return {
    id: runId(),
    tenant: TENANT ?? (isLive ? (host ?? '') : `embedded, ${DIALECT ?? 'plain'}`),
    isLive,
    ...(BASE_URL !== undefined && { baseUrl: BASE_URL }),
    seed: configuration.seed,
    propertyRuns: configuration.propertyRuns,
    maxWait: configuration.maxWait,
    isReadOnly: configuration.isReadOnly,
    allowsAccountChanges: configuration.allowsAccountChanges,
    isStrict: configuration.isStrict,
    ...(configuration.baseline && { baseline: configuration.baseline }),
    settings: shownSettings(settings),
    reportFolder: settings.REPORT_FOLDER ?? 'reports/latest',
    ...(settings.HISTORY !== undefined && { historyFolder: settings.HISTORY }),
    versions: {
      suite: suitePackage().version,
      node: process.versions.node,
      playwright: versionOf('@playwright/test/package.json'),
      ...commit(),
    },
  };
}

/** Addresses that are only valid for the length of a run. */
const TEMPORARY: readonly string[] = ['CONTROL_URL'];

/** The settings of a run as a report may show them: of a secret only that it was stated. */
export function shownSettings(settings: Settings): Record<string, string> {
  const secret: readonly string[] = SECRET_SETTINGS;
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = settings[name];
      if (value === undefined || TEMPORARY.includes(name)) return [];
      return [[name, secret.includes(name) ? 'given' : value] as const];
    }),
  );
}
