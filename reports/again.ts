import { commandLine } from '../contracts/installation.ts';
import type { RequirementResult } from '../evidence/results.ts';

interface Facts {
  readonly isLive: boolean;
  readonly seed: number;
  readonly settings: Readonly<Partial<Record<string, string>>>;
}

/** As a shell reads it. */
function quoted(value: string): string {
  return /^[\w./:@+-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * What stands before a command on a live tenant that has no name: its address. Where no address is set, the embedded tenant
 * would be tested in its place.
 */
export function addressBefore({ isLive, settings: { TENANT, BASE_URL } }: Pick<Facts, 'isLive' | 'settings'>): string {
  return isLive && TENANT === undefined && BASE_URL !== undefined ? `BASE_URL=${quoted(BASE_URL)} ` : '';
}

/** The command that repeats the check of a requirement as it ran: with its seed, on its tenant, in its dialect. */
export function replayCommand({ isLive, seed, settings }: Facts, id: string, path?: string): string {
  const { TENANT, DIALECT } = settings;
  const flags = [
    `--seed=${seed}`,
    ...(path === undefined ? [] : [`--path=${quoted(path)}`]),
    ...(TENANT === undefined ? [] : [`--tenant=${quoted(TENANT)}`]),
    ...(isLive || DIALECT === undefined || DIALECT === 'plain' ? [] : [`--dialect=${DIALECT}`]),
  ];
  return addressBefore({ isLive, settings }) + commandLine('replay', [id, ...flags].join(' '));
}

/** The same for a violation: the check that found it, with the smallest input that it found. */
export function replayOf(one: RequirementResult, run: Facts): string {
  return replayCommand(run, one.foundBy ?? one.id, counterexamplePath(one));
}

/** The path to the smallest input that failed, where a property of the requirement found one. */
export function counterexamplePath({ tests }: RequirementResult): string | undefined {
  return tests.map(({ failure }) => failure?.counterexample?.path).find((path) => path !== undefined);
}

/** The command that undoes what is left on a live tenant; one without a name is named by its address. */
export function sweepCommand(live: Pick<Facts, 'isLive' | 'settings'>): string {
  const { TENANT } = live.settings;
  return addressBefore(live) + commandLine('sweep', TENANT === undefined ? '' : `--tenant=${quoted(TENANT)}`);
}

/**
 * What the commands for a live tenant without a name need beside its address, in words: its token is in no output, and a file of its
 * certificate authority is one of this machine.
 */
export function neededBeside({ isLive, settings }: Pick<Facts, 'isLive' | 'settings'>): string | undefined {
  if (addressBefore({ isLive, settings }) === '') return undefined;
  const names = ['ADMIN_TOKEN', ...(settings['TLS_CA'] === undefined ? [] : ['TLS_CA'])];
  return `${names.join(' and ')} as in this run`;
}
