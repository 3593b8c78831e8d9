import type { BindingId } from '../../../contracts/bindings/index.ts';
import type { Route } from '../../../contracts/bindings/binding.ts';
import type { Schema } from '../../../contracts/document.ts';
import type { OpenWhy } from '../../answer.ts';
import type { Moment } from '../../clock.ts';
import type { Dialect, InternalUsers, Outcomes, Shape } from '../dialect.ts';

/** How one member or parameter whose name is open is called, in words: `cron expression`. */
export type Words = Readonly<Partial<Record<BindingId, string>>>;

/** Where a list keeps its elements and its cursor, as dotted paths of words; no items for a bare list. */
export interface Place {
  readonly items: string;
  readonly cursor: string;
  readonly more: string;
}

/** Adds members to an object of an answer. */
export type Addition = (thing: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Members that a request body needs beyond the printed ones, by their names in words. */
export interface Further {
  readonly members: Readonly<Record<string, Schema>>;
  /** The printed object that they are members of, where it is not the body itself. */
  readonly within?: string;
  /** Members that repeat an id of the path, by the name of the path parameter. */
  readonly repeats?: Readonly<Record<string, string>>;
}

/** The member of an update that says whether a thing is paused, in words, and its values. */
export interface StateWords {
  readonly member: string;
  readonly paused: string | boolean;
  readonly active: string | boolean;
  /** The method of the update where it is not the usual one. */
  readonly method?: 'put' | 'patch';
}

/**
 * What a tenant that uses a freedom in one way does. Tables are joined over all freedoms; anything else is decided by one
 * freedom alone.
 */
export interface Part extends Partial<
  Pick<
    Dialect,
    | 'bodyForm'
    | 'cursor'
    | 'dataApiBase'
    | 'embedSessions'
    | 'grown'
    | 'order'
    | 'otherApis'
    | 'pageSizes'
    | 'patchType'
    | 'scimTokens'
    | 'told'
    | 'unknownMembers'
    | 'unknownQuery'
    | 'wrap'
  >
> {
  readonly words?: Words;
  readonly wordCase?: (words: string) => string;
  readonly segments?: Words;
  readonly routes?: Readonly<Partial<Record<BindingId, Route>>>;
  readonly envelopes?: Readonly<Partial<Record<BindingId, Place>>>;
  readonly successes?: Partial<Readonly<Record<'ok' | 'created' | 'done', number>>>;
  readonly statuses?: Partial<Readonly<Record<OpenWhy, number>>>;
  readonly problem?: (status: number, problems: readonly string[]) => Shape;
  /** The page of an unknown route; without one it is a refusal like any other. */
  readonly noRoute?: Shape;
  readonly day?: (moment: Moment) => string;
  readonly instant?: (moment: Moment) => string | number;
  readonly nulls?: 'absent' | 'null';
  readonly addition?: Addition;
  readonly late?: Partial<Dialect['late']>;
  readonly needsPlan?: Partial<Dialect['needsPlan']>;
  readonly newcomersHold?: Dialect['newcomersHold'];
  readonly outcomes?: Partial<Outcomes>;
  /** Changes a parsed answer before it is written; called anew for each answer. */
  readonly arrangement?: (body: unknown) => unknown;
  readonly memberOrder?: (body: unknown) => unknown;
  /** Writes JSON text in another way that means the same. */
  readonly notation?: (json: string) => string;
  readonly document?: Partial<Dialect['document']>;
  readonly versionSpelling?: Dialect['versionSpelling'];
  readonly ids?: Dialect['ids'];
  readonly vocabularies?: Dialect['vocabularies'];
  readonly further?: Readonly<Record<string, Further>>;
  /** In which way vendors offer what is not printed, and in which words, by the kind of thing. */
  readonly vendorRoutes?: Readonly<Record<string, string>>;
  readonly vendorWords?: Readonly<Record<string, string>>;
  /** Whether each kind has its own way, all are offered, or none is. */
  readonly vendorExtent?: 'each' | 'all' | 'none';
  /** The segment of the paths below which things of the account stand; empty where they stand below none. */
  readonly vendorAccount?: string;
  readonly keyMembers?: readonly string[];
  /** What the members with the addresses of other APIs are called, as dotted paths of words. */
  readonly otherApiWords?: Dialect['otherApiNames'];
  /** With the name of the member in words; null where sessions are those of outsiders alone. */
  readonly internalUsers?: InternalUsers | null;
  /** Things that are paused by an update, by their family. */
  readonly states?: Readonly<Partial<Record<keyof Dialect['states'], StateWords>>>;
  /** The member with the version of a task or a delivery, in words. */
  readonly storedVersion?: string;
  /** The member of an update that hands a delivery to another owner, in words. */
  readonly newOwner?: string;
  /** The member by which a reply names its thread in a list that shows both, in words. */
  readonly replyMember?: string;
  readonly vendorWrap?: string;
  /** Whether the things of such answers are resource objects of JSON:API. */
  readonly vendorIsResource?: boolean;
  readonly vendorBodies?: 'bare' | 'named' | 'attributes' | 'resource';
  readonly vendorReferences?: 'id' | 'object' | 'path';
  /** A header that creations need; '' for none. */
  readonly vendorHeader?: string;
  readonly vendorList?: Place;
}

/** Something that the specification leaves open, and the ways in which tenants use it. */
export interface Freedom {
  /** Open points of the specification that leave it open. */
  readonly points: readonly `U${number}`[];
  readonly what: string;
  /** The ways by name; the first is the usual one. */
  readonly values: Readonly<Record<string, Part>>;
}

export type Freedoms = Readonly<Record<string, Freedom>>;

/** More ways than this would leave some of them out of a tenth of the seeds. */
export const MOST_VALUES = 10;

/**
 * The way in which the tenant of a seed uses a freedom. Seeds are taken in blocks as long as the list of ways, and each
 * block has its own order of them: so each way has its share of the seeds exactly.
 */
export function drawn(seed: number, id: string, { values }: Freedom): string {
  const names = Object.keys(values);
  // Seeds begin with 1.
  const position = Math.max(seed - 1, 0);
  const block = Math.floor(position / names.length);
  const order = names
    .map((name) => ({ name, rank: hash(`${id} ${block} ${name}`) }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  return order[position % names.length]?.name ?? '';
}

/** A 32-bit hash (FNV-1a with a final mix): the same on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
