import { commandLine } from '../contracts/installation.ts';
import type { RequirementResult, Results } from '../evidence/results.ts';

type Facts = Pick<Results['run'], 'isLive' | 'seed' | 'settings'>;

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

/** The command that undoes what is left on a tenant; without a name its settings come from the environment again. */
export function sweepCommand(tenant: string | undefined): string {
  return commandLine('sweep', tenant === undefined ? '' : `--tenant=${quoted(tenant)}`);
}
