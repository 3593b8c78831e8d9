import { QUICK } from '../contracts/requirements/quick.ts';
import type { Flags } from './flags.ts';
import { foldersFor } from './narrowed.ts';
import { taggedAnd } from './playwright-flags.ts';
import { BY_FAMILY, WHOLE } from './playwright.ts';

/** The flags of a run by which checks are selected, beside those that are passed on. */
type Selecting = Pick<Flags<'project' | 'quick'>, 'has' | 'argumentsOf' | 'passedOn' | 'words'>;

/** Flags by which some of the checks are selected, or that shards depend on. */
const SELECTING = /^--(grep|grep-invert|shard|only-changed|last-failed|last-failed-file|test-list|test-list-invert)\b/;
/** Flags without which a selection is another one. */
const SHAPING = /^--(output|fully-parallel|repeat-each|shuffle)\b/;

const isPattern = (one: string) => one.startsWith('--grep=');
const patternOf = (flags: Selecting) => flags.passedOn.findLast(isPattern)?.slice('--grep='.length);

export const configOf = (flags: Selecting) => (flags.has('project') ? BY_FAMILY : WHOLE);

export function isShard(flags: Selecting): boolean {
  return flags.passedOn.some((one) => one.startsWith('--shard'));
}

/** The arguments that are passed on; with `--quick` another pattern selects among its checks. */
export function passedOn(flags: Selecting): readonly string[] {
  if (!flags.has('quick')) return flags.passedOn;
  return [...flags.passedOn.filter((one) => !isPattern(one)), `--grep=${taggedAnd(QUICK, patternOf(flags))}`];
}

/** The files that are read: those that were named, or the folders in which the pattern can match. A shard is a part of all. */
export function filesOf(flags: Selecting): readonly string[] {
  const pattern = patternOf(flags);
  return flags.words.length > 0 || isShard(flags) || pattern === undefined ? flags.words : foldersFor(pattern);
}

/** The arguments that select some of the checks; none where all run. */
export function selecting(flags: Selecting): readonly string[] {
  const own = [
    ...flags.argumentsOf(['project']),
    ...passedOn(flags).filter((one) => SELECTING.test(one)),
    ...filesOf(flags),
  ];
  return own.length === 0 ? [] : [...own, ...passedOn(flags).filter((one) => SHAPING.test(one))];
}
