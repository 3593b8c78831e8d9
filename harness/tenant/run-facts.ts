import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { RunFacts } from '../../evidence/results.ts';
import { SETTING_GROUPS } from '../../contracts/settings.ts';
import type { Configuration, Settings } from './configuration.ts';

const versionOf = (name: string) => (createRequire(import.meta.url)(name) as { version: string }).version;

/** The commit of the suite, if it runs from a checkout. */
function commit(): { readonly commit?: string } {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? { commit: stdout.trim() } : {};
}

/** The facts of a run that the configuration determines; the reporter adds whether it is a selection. */
export function facts(configuration: Configuration): Omit<RunFacts, 'isSelection'> {
  const { settings, isLive } = configuration;
  const { BASE_URL, TENANT, DIALECT } = settings;
  const host = BASE_URL === undefined ? undefined : new URL(BASE_URL).host;
  return {
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
      suite: versionOf('../../package.json'),
      node: process.versions.node,
      playwright: versionOf('@playwright/test/package.json'),
      ...commit(),
    },
  };
}

/** Settings that only connect processes of this run, which no report shows. */
const INTERNAL: readonly string[] = ['CONTROL_URL'];

/** Provided values that are secrets although they are not credentials. */
const SECRET: readonly string[] = ['DEPLOYMENT_SECRET', 'EXPIRED_EMBED_SESSION_ID'];

/** The settings of a run as a report shows them: a secret is shown only as `given`. */
function shownSettings(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    SETTING_GROUPS.flatMap(({ title, settings: group }) =>
      Object.keys(group).flatMap((name) => {
        const value = settings[name as keyof Settings];
        return value === undefined || INTERNAL.includes(name)
          ? []
          : [[name, title === 'Credentials' || SECRET.includes(name) ? 'given' : value] as const];
      }),
    ),
  );
}
