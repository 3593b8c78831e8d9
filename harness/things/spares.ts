import type { PlainSetting } from '../tenant/secret-settings.ts';
import type { Check } from '../check/check.ts';
import { usedUp, untested } from '../failures/untested.ts';

type Exists = (name: string) => Promise<boolean>;

/** The names that a setting provides, separated by commas. */
const namesIn = (check: Check, setting: PlainSetting): readonly string[] => check.provided(setting).split(',');

/** What is provided to be deleted and is still there: each can be used once, also by another check or an earlier run. */
export async function sparesLeft(check: Check, setting: PlainSetting, exists: Exists): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of namesIn(check, setting)) if (await exists(name)) left.push(name);
  return left;
}

/** One of them, or the check ends as untested. */
export async function spareLeft(check: Check, setting: PlainSetting, what: string, exists: Exists): Promise<string> {
  for (const name of namesIn(check, setting)) if (await exists(name)) return name;
  const names = namesIn(check, setting).join(', ');
  return untested(usedUp(setting, `no ${what} of ${names} exists any more`));
}
