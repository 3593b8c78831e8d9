import type { SettingName } from '../../contracts/settings.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** The settings that mean the same to a run on the embedded tenant; all others are of the tenant that cannot be tested. */
const OF_ANY_RUN: readonly SettingName[] = [
  'SEED',
  'PROPERTY_RUNS',
  'PROPERTY_PATH',
  'DIALECT',
  'STRICT',
  'REPORT_FOLDER',
  'HISTORY',
  'MAX_WAIT',
  'CONTROL_URL',
];

const isEmpty = (value: string | undefined) => value?.trim() === '';
const isOn = (value: string | undefined) => value !== undefined && !['', '0', 'false'].includes(value);

/** Whether continuous integration runs this. */
export function isPipeline({ CI, GITHUB_ACTIONS }: Values): boolean {
  return isOn(CI) || isOn(GITHUB_ACTIONS);
}

/**
 * Whether a tenant was asked for and its settings are withheld, as from the pull request of a fork: secrets that a pipeline
 * does not get are empty variables, or a file of settings with nothing in it. `own` is the file that TENANT names; undefined if
 * there is none.
 */
export function areSecretsWithheld(
  environment: Values,
  settings: Values,
  { tenant, own }: { readonly tenant: string | undefined; readonly own: Values | undefined },
): boolean {
  if (!isPipeline(environment)) return false;
  if (settings['BASE_URL'] !== undefined && settings['ADMIN_TOKEN'] !== undefined) return false;
  const isNamed =
    tenant !== undefined && Object.values(own ?? {}).every((value) => value === undefined || isEmpty(value));
  return isNamed || isEmpty(environment['BASE_URL']) || isEmpty(environment['ADMIN_TOKEN']);
}

/** The settings with which the embedded tenant is tested instead. */
export function withoutTenant<All extends Values>(settings: All): Partial<All> {
  const kept: readonly string[] = OF_ANY_RUN;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => kept.includes(name))) as Partial<All>;
}

/** What a run without the settings of its tenant says first. */
export const WITHHELD =
  'This pipeline has no BASE_URL or no ADMIN_TOKEN, as that of a pull request from a fork: the embedded tenant is tested instead, and the report says so';
