import { UsageProblem } from '../contracts/problem.ts';
import { createSecretsFile, SECRETS_FILE } from '../evidence/known-secrets.ts';
import { readConfiguration, type Settings } from '../harness/tenant/configuration.ts';
import { statedSecrets } from '../harness/tenant/stated-secrets.ts';
import { searchRun } from '../reports/written.ts';

/**
 * Runs Playwright with a file that its workers append secrets to, and searches what was written afterwards, also where
 * the run was stopped or failed. Answers whether a secret was found.
 */
export async function leaked(
  run: {
    readonly settings: Settings;
    readonly reportFolder: string;
    readonly outputs: readonly string[];
    readonly since?: number;
  },
  body: () => Promise<void>,
): Promise<boolean> {
  const { file, remove } = createSecretsFile(statedSecrets(run.settings));
  process.env[SECRETS_FILE] = file;
  let hasLeak = true;
  try {
    await body();
  } finally {
    const { settings, reportFolder, outputs, since } = run;
    const historyFolder = settings.HISTORY;
    hasLeak = await searchRun({ secretsFile: file, reportFolder, historyFolder, outputs, ...(since && { since }) });
    remove();
  }
  return hasLeak;
}

/** The settings where there are any, for a command that needs none. */
export function settingsIfAny(): Settings {
  try {
    return readConfiguration().settings;
  } catch (error) {
    if (error instanceof UsageProblem) return process.env;
    throw error;
  }
}
