import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { SHORTEST_SECRET } from '../../evidence/known-secrets.ts';
import { readBaseline, type Baseline } from '../../evidence/baseline.ts';
import { PROVIDED, type SourceKind } from '../../evidence/provided.ts';
import { folderProblem } from '../../evidence/folders.ts';
import { readStatedBindings } from '../../contracts/bindings/stated.ts';
import { DIALECT_CHOICES, isDialect } from '../../contracts/dialects.ts';
import { nearest } from '../../contracts/nearest.ts';
import { refuseIfAny, UsageProblem } from '../../contracts/problem.ts';
import { NO_BUDGET, type Budget } from '../http/pace.ts';
import { isHere, proxyProblem } from '../http/routes.ts';
import { SETTING_NAMES, type SettingName } from '../../contracts/settings.ts';
import { problemsOfAddress } from './addresses.ts';
import { CREDENTIALS } from './secret-settings.ts';
import { areSecretsWithheld, withoutTenant } from './without-secrets.ts';

export type Settings = Readonly<Partial<Record<SettingName, string>>>;

/** The configuration of this run: the environment takes precedence over `.env.<TENANT>`, and that over `.env`. */
export interface Configuration {
  readonly settings: Settings;
  /** A live tenant is shared with other users; each check leases a reference tenant of its own. */
  readonly isLive: boolean;
  /** A tenant was asked for, and this pipeline was not given its settings: the embedded one is tested. */
  readonly isWithheld?: true;
  readonly seed: number;
  readonly propertyRuns: number;
  /** In milliseconds. */
  readonly maxWait: number;
  readonly isReadOnly: boolean;
  /** Whether things that the run found may be changed and restored. */
  readonly borrows: boolean;
  readonly allowsAccountChanges: boolean;
  readonly allowsPlainHttp: boolean;
  readonly isStrict: boolean;
  /** The request rate for a live tenant. */
  readonly budget: Budget;
  /** The accepted deviations of the tenant, if there is a baseline file. */
  readonly baseline?: Baseline;
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d+)([smhd])$/;
/** The default for a live tenant on another machine, which also serves other users. */
const REMOTE_BUDGET: Budget = { perSecond: 50, inFlight: 8 };
/** Settings that must have different values, because checks compare the rights or the effects of the two. */
const DISTINCT: readonly (readonly [SettingName, SettingName])[] = [
  ['ADMIN_TOKEN', 'MEMBER_TOKEN'],
  ['ADMIN_TOKEN', 'SCOPED_TOKEN'],
  ['SCOPED_TOKEN', 'SPARE_SCOPED_TOKEN'],
  ['ADMIN_TOKEN', 'EXPIRED_TOKEN'],
  ['MEMBER_TOKEN', 'NO_ACCESS_TOKEN'],
  ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'],
  ['DEPLOYMENT_ID', 'SPARE_DEPLOYMENT_ID'],
  ['OTHER_DEPLOYMENT_ID', 'SPARE_DEPLOYMENT_ID'],
  ['EXTERNAL_WORKBOOK_ID', 'OTHER_EXTERNAL_WORKBOOK_ID'],
  ['MEMBER_USER_ID', 'NO_ACCESS_USER_ID'],
];

/** The setting whose value is the same although checks need two different ones. */
export function clashWith(name: SettingName, value: string, settings: Settings): SettingName | undefined {
  const others = DISTINCT.flatMap(([one, other]) => (one === name ? [other] : other === name ? [one] : []));
  return others.find((other) => settings[other] === value);
}

/** Many programs read these from the environment, and know them in small letters as well. */
const IN_SMALL_LETTERS: readonly SettingName[] = ['HTTPS_PROXY', 'NO_PROXY'];

/** Parses a duration such as `90s`, `6m`, `24h` or `7d` to milliseconds. */
export function duration(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * UNITS[unit as keyof typeof UNITS];
}

/** Puts a random seed into the environment, so that each worker reads the same one. */
export function drawSeed(): void {
  process.env['SEED'] ||= String(Math.floor(Math.random() * 2 ** 31));
}

/** Reads the configuration, or throws one error with all problems in it. Sends no request. */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  folder = process.cwd(),
): Configuration {
  const problems: string[] = [];
  const { settings, isWithheld } = gather(environment, folder, problems);
  const isLive = settings.BASE_URL !== undefined;

  checkTenant(settings, folder, problems);
  if (isLive) checkCredentials(settings, problems);
  for (const name of ['REPORT_FOLDER', 'HISTORY'] as const) {
    const place = settings[name];
    problems.push(...(place === undefined ? [] : [folderProblem(name, path.resolve(folder, place)) ?? []].flat()));
  }
  const isFlag = (name: SettingName) => {
    const value = settings[name] ?? '0';
    if (value !== '0' && value !== '1') problems.push(`${name}=${value}: expected 0 or 1`);
    return value === '1';
  };
  const integer = (name: SettingName, fallback: number, least: number) => {
    const value = settings[name];
    if (value === undefined) return fallback;
    if (!/^-?\d{1,10}$/.test(value) || Number(value) < least) {
      problems.push(`${name}=${value}: expected a whole number of at least ${least}`);
    }
    return Number(value);
  };
  const maxWait = duration(settings.MAX_WAIT ?? '0s');
  if (maxWait === undefined) problems.push(`MAX_WAIT=${settings.MAX_WAIT ?? ''}: expected a time such as 90s or 6m`);

  const usual = isLive && !isHere(settings.BASE_URL ?? '') ? REMOTE_BUDGET : NO_BUDGET;
  const baseline = baselineOf(settings, folder, problems);
  const configuration: Configuration = {
    settings,
    isLive,
    ...(isWithheld && { isWithheld }),
    seed: integer('SEED', 1, 0),
    propertyRuns: integer('PROPERTY_RUNS', 100, 1),
    maxWait: maxWait ?? 0,
    isReadOnly: isFlag('READ_ONLY'),
    borrows: isFlag('BORROW'),
    allowsAccountChanges: isFlag('ALLOW_ACCOUNT_CHANGES'),
    allowsPlainHttp: isFlag('ALLOW_PLAIN_HTTP'),
    isStrict: isFlag('STRICT'),
    budget: {
      perSecond: integer('REQUESTS_PER_SECOND', usual.perSecond, 1),
      inFlight: integer('REQUESTS_IN_FLIGHT', usual.inFlight, 1),
    },
    ...(baseline && { baseline }),
  };
  refuseIfAny(problems);
  return configuration;
}

function baselineOf({ BASELINE, TENANT }: Settings, folder: string, problems: string[]): Baseline | undefined {
  const usual = TENANT === undefined ? undefined : `baselines/${TENANT}.yaml`;
  const file = BASELINE ?? (usual !== undefined && existsSync(path.resolve(folder, usual)) ? usual : undefined);
  if (file === undefined) return undefined;
  try {
    return readBaseline(path.resolve(folder, file), file);
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** Empty values count as not set, because `.env.example` lists settings with empty values. */
function gather(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  problems: string[],
): { readonly settings: Settings; readonly isWithheld: boolean } {
  const base = readFile(folder, '.env', problems);
  const name = given(environment['TENANT']) ?? given(base['TENANT']);
  const file = `.env.${name ?? ''}`;
  const isThere = name !== undefined && existsSync(path.join(folder, file));
  const own = isThere ? readFile(folder, file, problems) : {};
  const usual = (setting: SettingName) =>
    IN_SMALL_LETTERS.includes(setting) ? given(environment[setting.toLowerCase()]) : undefined;
  const settings = Object.fromEntries(
    SETTING_NAMES.flatMap((setting) => {
      const value = given(environment[setting]) ?? given(own[setting]) ?? given(base[setting]) ?? usual(setting);
      return value === undefined ? [] : [[setting, value] as const];
    }),
  ) as Settings;
  if (areSecretsWithheld(environment, settings, { tenant: name, own: isThere ? own : undefined }))
    return { settings: withoutTenant(settings), isWithheld: true };
  if (name !== undefined && !isThere)
    problems.push(`${file} does not exist, but --tenant or TENANT names it${nearTenant(name, folder)}`);
  // A dashboard that the run came by itself may be one that no embed session can read.
  const { DASHBOARD_PUBLIC_ID: source = 'stated' } = JSON.parse(environment[PROVIDED] ?? '{}') as {
    readonly DASHBOARD_PUBLIC_ID?: SourceKind;
  };
  const dashboard = source === 'stated' ? settings.DASHBOARD_PUBLIC_ID : undefined;
  const { EMBED_DASHBOARD_PUBLIC_ID: embedded = dashboard } = settings;
  return {
    settings: { ...settings, ...(embedded !== undefined && { EMBED_DASHBOARD_PUBLIC_ID: embedded }) },
    isWithheld: false,
  };
}

function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function readFile(folder: string, name: string, problems: string[]): Record<string, string> {
  const file = path.join(folder, name);
  if (!existsSync(file)) return {};
  const read = parse(readFileSync(file));
  const unknown = Object.keys(read).filter((key) => !(SETTING_NAMES as readonly string[]).includes(key));
  problems.push(...unknown.map((key) => `${name}: ${key} is not a setting, ${insteadOfSetting(key)}`));
  return read;
}

/** The tenant with settings in a folder whose name is the most like a misspelt one. */
function nearTenant(name: string, folder: string): string {
  const names = readdirSync(folder).flatMap((file) => /^\.env\.(?!example$)(.+)$/.exec(file)?.[1] ?? []);
  const near = nearest(name, names);
  return near === undefined ? '' : `, did you mean ${near}?`;
}

function insteadOfSetting(key: string): string {
  const near = nearest(key.toUpperCase(), SETTING_NAMES);
  return near === undefined ? 'docs/settings.md lists all settings' : `did you mean ${near}?`;
}

function checkTenant(settings: Settings, folder: string, problems: string[]): void {
  const { BASE_URL, TLS_CA, BINDINGS, DIALECT, WEBHOOK_FORMAT, HTTPS_PROXY } = settings;
  for (const name of ['BASE_URL', 'DATA_API_URL', 'AI_URL'] as const) {
    const address = settings[name];
    if (address !== undefined) problems.push(...problemsOfAddress(name, address, settings));
  }
  if (BASE_URL === undefined && settings.ADMIN_TOKEN !== undefined) {
    problems.push('ADMIN_TOKEN is set and BASE_URL is not: set both for a live tenant, or neither');
  }
  if (TLS_CA !== undefined && BASE_URL !== undefined && !existsSync(path.resolve(folder, TLS_CA))) {
    problems.push(`TLS_CA=${TLS_CA}: there is no such file`);
  } else if (TLS_CA !== undefined && BASE_URL !== undefined && !isPem(path.resolve(folder, TLS_CA))) {
    problems.push(`TLS_CA=${TLS_CA}: expected a PEM file, with "-----BEGIN CERTIFICATE-----" in it`);
  }
  for (const name of ['WEBHOOK_URL', 'REPORT_URL', 'SPECIFICATION_URL'] as const) {
    // The address of a webhook is a secret.
    const address = settings[name];
    if (address !== undefined && !/^https?:\/\/[^/\s]/.test(address))
      problems.push(`${name}: expected an address with http or https`);
  }
  if (HTTPS_PROXY !== undefined) problems.push(...[proxyProblem(HTTPS_PROXY) ?? []].flat());
  if (WEBHOOK_FORMAT !== undefined && !['slack', 'teams'].includes(WEBHOOK_FORMAT)) {
    problems.push(`WEBHOOK_FORMAT=${WEBHOOK_FORMAT}: expected slack or teams`);
  }
  if (DIALECT !== undefined && !isDialect(DIALECT)) {
    problems.push(`DIALECT=${DIALECT}: expected ${DIALECT_CHOICES.join(', ')}`);
  }
  if (BINDINGS === undefined) return;
  try {
    readStatedBindings(path.resolve(folder, BINDINGS));
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    problems.push(...error.problems);
  }
}

/** What cannot be read is told when it is. */
function isPem(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN ');
  } catch {
    return true;
  }
}

function checkCredentials(settings: Settings, problems: string[]): void {
  if (settings.ADMIN_TOKEN === undefined)
    problems.push('BASE_URL is set and ADMIN_TOKEN is not: a live run needs both');
  for (const name of CREDENTIALS) {
    const value = settings[name];
    if (value === undefined) continue;
    if (/^(Bearer|Api-Key)\s/i.test(value)) problems.push(`${name}: expected the token alone, without its prefix`);
    else if (/\s/.test(value)) problems.push(`${name}: a token must not contain spaces or line breaks`);
    else if (value.length < SHORTEST_SECRET)
      problems.push(
        `${name}: expected at least ${SHORTEST_SECRET} characters, because shorter values are not redacted reliably`,
      );
  }
  for (const [one, other] of DISTINCT) {
    if (settings[one] !== undefined && settings[one] === settings[other]) {
      problems.push(`${one} and ${other} are the same, but checks need two different values`);
    }
  }
}
