import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ActorSetting } from '../contracts/settings.ts';
import type { Remaining } from './ledger-entry.ts';

/** Where a thing or a credential of a run comes from: the user, a list of the tenant, a creation by the run, or another one. */
export const SOURCE_KINDS = ['stated', 'found', 'made', 'derived'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A setting by which the user allows what a run does not do by itself, with its value. */
export type Consent = `${string}=${string}`;

/** A thing or a credential of a run. */
export interface ProvidedThing {
  readonly setting: string;
  /** Absent where there is none. */
  readonly source?: SourceKind;
  /** How it was come by, or why there is none. */
  readonly how: string;
  /** Absent for a credential. */
  readonly value?: string;
  /** Whether it is the token of an embed session that the run opened. */
  readonly isEmbedded?: true;
  /** What would have the run make it, where there is none and nothing else stands in the way. */
  readonly consent?: Consent;
}

/** The things and credentials of a run, and what became of those that it made before its checks. */
export interface ProvidedThings {
  /** Identifies the provisioning of one run, or of one shard. */
  readonly id?: string;
  readonly things: readonly ProvidedThing[];
  readonly requests: number;
  readonly milliseconds: number;
  /** By how many milliseconds the tenant's clock was ahead of that of the machine; both are known to the second. */
  readonly clockAhead?: number;
  /** Descriptions of what was removed afterwards, and of what was not; absent until that is done. */
  readonly removed?: readonly string[];
  readonly left?: readonly Remaining[];
  /** The workbooks whose copies were all removed afterwards. */
  readonly withoutCopies?: readonly string[];
}

/** The parts that the user of OTHER_PLAYER_TOKEN plays, one after the other. */
export interface Parts {
  userId?: string;
  /** Whether the user may read DEPLOYMENT_ID with no role of the run. */
  readsAnyway?: boolean;
  /** The role that each part holds, by the setting of its token; null for the part that holds nothing. */
  readonly roles: Partial<Record<ActorSetting, string | null>>;
}

/** What is handed to the workers of a run: where each setting comes from, which are embed tokens, and which a consent would bring. */
export function handedOver(things: readonly ProvidedThing[]): {
  readonly sources: Readonly<Partial<Record<string, SourceKind>>>;
  readonly embedded: readonly string[];
  readonly consents: Readonly<Partial<Record<string, Consent>>>;
} {
  return {
    sources: Object.fromEntries(things.flatMap(({ setting, source }) => (source ? [[setting, source]] : []))),
    embedded: things.flatMap(({ setting, isEmbedded }) => (isEmbedded ? [setting] : [])),
    consents: Object.fromEntries(things.flatMap(({ setting, consent }) => (consent ? [[setting, consent]] : []))),
  };
}

/** The environment variable that hands the parts of a player from a run's runner to its workers. */
export const PARTS = 'PROVIDED_PARTS';
/** The environment variable with the settings that embed tokens of a run stand for, as a list. */
export const EMBEDDED = 'PROVIDED_EMBEDDED';
/** The environment variable with the settings that a run would make with a consent, and with which one. */
export const CONSENTS = 'PROVIDED_CONSENTS';
/** The environment variable with the requirements that a run selects, as a list of their ids; absent where it selects all. */
export const SELECTED = 'SELECTED_REQUIREMENTS';
/** The environment variable that hands the sources of a run's settings from its runner to its workers. */
export const PROVIDED = 'PROVIDED_SOURCES';
/** The environment variable with the file in which a run keeps what it provided. */
export const PROVIDED_FILE = 'PROVIDED_FILE';
/** The environment variable that says that the stated settings of a run were verified, with those that are believed. */
export const VERIFIED = 'PROVIDED_VERIFIED';

/** The environment variable with the folder in which shards keep what they provided, for the report of all of them. */
export const PROVIDED_FOLDER = 'PROVIDED_FOLDER';
const FILE_OF_SHARD = /^provided-[\w-]+\.json$/;

/** The file of a shard beside its blob. */
export function providedFileIn(folder: string, { id = 'run' }: ProvidedThings): string {
  return path.join(folder, `provided-${id}.json`);
}

/** What each shard of a merged report provided, as its files say. */
export function readProvidedOfShards(): readonly ProvidedThings[] {
  const folder = process.env[PROVIDED_FOLDER];
  if (!folder) return [];
  const files = readdirSync(folder).filter((name) => FILE_OF_SHARD.test(name));
  return files.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as ProvidedThings);
}

/** What the run of this process provided so far; undefined if nothing was, or if the file is gone. */
export function readProvided(): ProvidedThings | undefined {
  const file = process.env[PROVIDED_FILE];
  if (!file) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProvidedThings;
  } catch {
    return undefined;
  }
}
