import type { Family } from '../../contracts/families.ts';
import {
  CHANGED_ALONE,
  CHANGED_LIST,
  EVERY_EXCLUSIVE,
  EXCLUSIVES,
  type Exclusive,
  type ExclusiveName,
  type Fitting,
} from '../../contracts/requirements/exclusives.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { PROVIDED } from '../../evidence/provided.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { registry } from '../tenant/contract.ts';
import type { Configuration } from '../tenant/configuration.ts';
import type { Sources } from '../tenant/tenant.ts';

/** What a check of a live tenant has to itself, and what it only must not change beside one that has it to itself. */
export interface Claims {
  readonly alone: readonly ExclusiveName[];
  readonly shared: readonly ExclusiveName[];
}

export function claimsOf(requirement: Requirement): Claims {
  const { alone: ownAlone = [], shares = [] } = requirement.needs;
  const alone = EVERY_EXCLUSIVE.filter(
    (name) => ownAlone.includes(name) || EXCLUSIVES[name].alone?.some((one) => fits(requirement, one)),
  );
  const reliesOn = ({ shared, unless = [] }: Exclusive) =>
    fits(requirement, shared) && !unless.some((one) => fits(requirement, one));
  const shared = EVERY_EXCLUSIVE.filter(
    (name) => !alone.includes(name) && (shares.includes(name) || reliesOn(EXCLUSIVES[name])),
  );
  return { alone, shared };
}

function fits({ needs, operations, family }: Requirement, fitting: Fitting | undefined): boolean {
  if (!fitting) return false;
  const needed: readonly string[] = [...(needs.actors ?? []), ...(needs.lent ?? [])];
  const named: readonly string[] = [...needed, ...(needs.mayUse ?? []), ...(needs.ifChangeable?.lent ?? [])];
  const oneOf = (settings: readonly string[] | undefined, among = named) =>
    settings?.some((name) => among.includes(name)) ?? true;
  const { onlyMayUse } = fitting;
  return (
    oneOf(fitting.settings) &&
    oneOf(fitting.beside) &&
    (!onlyMayUse || (oneOf(onlyMayUse) && !oneOf(onlyMayUse, needed))) &&
    (fitting.operations?.some((name) => operations.includes(name) || needs.steps?.includes(name)) ?? true) &&
    (fitting.families?.includes(family) ?? true)
  );
}

/**
 * Playwright's locks exclude one another, so what may be shared has several: a check that shares it holds one of them, and a
 * check that has it to itself holds all. With about as many as there are workers, two checks would often have the same one.
 */
const SHARES = 32;

let sharers: ReadonlyMap<ExclusiveName, readonly string[]> | undefined;

/** The checks that share a thing, looked for when a live run first asks. */
function sharersOf(name: ExclusiveName): readonly string[] {
  if (!sharers) {
    const found = new Map<ExclusiveName, string[]>(EVERY_EXCLUSIVE.map((one) => [one, []]));
    for (const one of registry.values()) for (const shared of claimsOf(one).shared) found.get(shared)?.push(one.id);
    sharers = found;
  }
  return sharers.get(name) ?? [];
}

/**
 * The tag of checks with which a run begins, because they would be its end: those that have something to themselves are played one
 * after the other. Begun last, the longest of these sequences would go on alone.
 */
export const FIRST = '@first';
/** The tag of checks that begin before those, because they wait for jobs: some take ten seconds, in which they send little. */
export const WAITING = '@waiting';
/**
 * The longest sequences, each of which takes about as long as a whole run should, and what their checks have to themselves. They
 * start before those, in this order: what the checks of one need is shared by many of the next. The rights and the roles of the
 * member are one sequence: as two, each would wait for the other, and a worker without a check is ended.
 */
const LONGEST = {
  member: ['rights of the member', 'roles of the member'],
  player: ['player'],
  report: ['report'],
  workbook: ['workbook'],
} as const satisfies Readonly<Record<string, readonly ExclusiveName[]>>;

type Sequence = keyof typeof LONGEST;

const SEQUENCES = Object.entries(LONGEST) as [Sequence, readonly ExclusiveName[]][];

/** The tag of the checks of one sequence. */
export function tagOf(name: Sequence): string {
  return `@${name}`;
}

const OF_JOBS: readonly Family[] = ['transform-sync'];

/** The place of a check in the schedule of a run. */
export interface Place {
  /** The locks that it holds while it runs: Playwright starts no two checks at once that have one in common. */
  readonly locks: string[];
  readonly order?: string;
}

/** Where each setting comes from. When checks are declared, the environment holds what the run found or made beside what was stated. */
function sourcesIn(environment: NodeJS.ProcessEnv): Sources {
  return JSON.parse(environment[PROVIDED] ?? '{}') as Sources;
}

/** Whether checks disturb one another in it on the tenant of a run. */
function isExclusive(
  name: ExclusiveName,
  settings: Configuration['settings'],
  environment: NodeJS.ProcessEnv,
): boolean {
  const { ifStated, alone } = EXCLUSIVES[name];
  if (ifStated === undefined) return true;
  // Nothing is left for it to stand for where all that it stands for is stated, too.
  const sources = sourcesIn(environment);
  const isStated = (one: SettingName) => settings[one] !== undefined && (sources[one] ?? 'stated') === 'stated';
  return (
    settings[ifStated] !== undefined && alone?.flatMap(({ settings: parts = [] }) => parts).every(isStated) !== true
  );
}

/** The longest sequences of a run. */
export function longestSequences({ settings }: Configuration, environment = process.env): Sequence[] {
  return SEQUENCES.flatMap(([name, things]) =>
    things.some((thing) => isExclusive(thing, settings, environment)) ? [name] : [],
  );
}

export function placeOf(
  requirement: Requirement,
  { isLive, settings }: Configuration,
  environment = process.env,
): Place {
  // On the embedded tenant each check has a tenant of its own.
  if (!isLive) return { locks: [] };
  const claims = claimsOf(requirement);
  const isThere = (name: ExclusiveName) => isExclusive(name, settings, environment);
  const [alone, shared] = [claims.alone.filter(isThere), claims.shared.filter(isThere)];
  const locks = [
    ...alone.flatMap((name) => (isShared(name) ? shares(name) : [name])),
    // Checks that are declared one after the other get different shares.
    ...shared.map((name) => shareOf(name, sharersOf(name).indexOf(requirement.id) % SHARES)),
  ];
  const needed = SEQUENCES.filter(([, things]) => things.some((thing) => alone.includes(thing)));
  // What needs two of them is played by the worker of the last one: until the others have ended, that one has checks of its own.
  const sequence = needed.at(-1);
  if (sequence) return { locks, order: tagOf(sequence[0]) };
  if (OF_JOBS.includes(requirement.family)) return { locks, order: WAITING };
  return { locks, ...(alone.length > 0 && { order: FIRST }) };
}

/** Whether any check may use it beside others. */
function isShared(name: ExclusiveName): boolean {
  return EXCLUSIVES[name].shared !== undefined;
}

function shares(name: ExclusiveName): string[] {
  return Array.from({ length: SHARES }, (_, index) => shareOf(name, index));
}

function shareOf(name: ExclusiveName, index: number): string {
  return `${name}, share ${index + 1}`;
}

function shared(lock: string): string | undefined {
  return /^(.+), share \d+$/.exec(lock)?.[1];
}

/** The locks of what a check has to itself: each that is no share, and all shares of a thing of which it holds several. */
export function aloneIn(locks: readonly string[]): string[] {
  const names = locks.map(shared);
  return locks.filter((_, index) => {
    const name = names[index];
    return name === undefined || names.indexOf(name) !== names.lastIndexOf(name);
  });
}

/** The locks of checks that are played one after the other and have the same to themselves: one share is enough of what they share. */
export function locksTogether(locks: readonly (readonly string[])[]): string[] {
  const alone = new Set(locks.flatMap(aloneIn));
  const shares = new Map<string | undefined, string>();
  for (const lock of locks.flat()) if (!alone.has(lock) && !shares.has(shared(lock))) shares.set(shared(lock), lock);
  return [...alone, ...shares.values()];
}

/** Throws unless the row of a check says that it changes what an operation changes: nothing else keeps others away. */
export function requireClaim(requirement: Requirement, operation: AnyOperationId): void {
  const [list, thing] = [CHANGED_LIST[operation], CHANGED_ALONE[operation]];
  if (list === undefined && thing === undefined) return;
  const { alone, shared } = claimsOf(requirement);
  const lacks = (claim: string) => {
    throw new Error(`${requirement.id}: its row lacks ${claim}, and its check sends ${operation}`);
  };
  if (list !== undefined && !alone.includes(list) && !shared.includes(list)) lacks(`shares: ['${list}']`);
  if (thing !== undefined && shared.includes(thing)) lacks(`alone: ['${thing}']`);
}
