import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { When } from './conditions.ts';

/** Texts with signs that mean something in other languages: in SQL, in strings of programs, in templates. */

export const apostrophesDoubled = (text: string): string => text.replaceAll("'", "''");
export const withoutBackslashes = (text: string): string => text.replaceAll('\\', '');
export const tabsAsBlanks = (text: string): string => text.replaceAll('\t', ' ');
export const placeholdersEmptied = (text: string): string => text.replaceAll(/\{\{.*?\}\}/g, '');
export const linesAsOne = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

export const has =
  (sign: string) =>
  (text: unknown): boolean =>
    typeof text === 'string' && text.includes(sign);

/** A patch of a file names or writes text with a backslash. */
export const patchesBackslash: When = ({ body }) => {
  const { oldText, newText } = (body ?? {}) as Body;
  return [oldText, newText].some(has('\\'));
};

/** Template variables are stored otherwise than they were sent, or not at all. */
export const variables =
  (change: (key: string, value: unknown) => readonly (readonly [string, unknown])[]): Patch =>
  ({ deployments }) => {
    const { mergedVariables } = deployments;
    deployments.mergedVariables = (stored, sent) =>
      mergedVariables(stored, Object.fromEntries(Object.entries(sent).flatMap(([key, value]) => change(key, value))));
  };

/** The texts among template variables are stored otherwise. */
export const variableTexts = (change: (text: string) => string): Patch =>
  variables((key, value) => [[key, typeof value === 'string' ? change(value) : value]]);
