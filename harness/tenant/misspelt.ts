import { SETTING_NAMES } from '../../contracts/settings.ts';

/** Shorter names, and those of one word, are near to names of other programs. */
const SHORTEST = 7;
/** The one name near to a setting that many programs read. */
const OTHERS = ['HTTP_PROXY'];

/**
 * What in the environment looks like a misspelt setting, one line each. Other programs have variables there as well: what is near to
 * a setting by one letter is told, and nothing is refused.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const isSetting = new Set<string>([...SETTING_NAMES, ...OTHERS]);
  return Object.keys(environment)
    .filter((name) => name.length >= SHORTEST && name.includes('_') && !isSetting.has(name))
    .flatMap((name) => {
      const meant = SETTING_NAMES.find((one) => isOneSlipFrom(name, one));
      return meant === undefined ? [] : [`${name} of the environment is not a setting, did you mean ${meant}?`];
    });
}

/** Whether two words differ by one letter that is added, dropped, replaced or swapped with its neighbour. */
function isOneSlipFrom(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, meant] = [one.slice(start), other.slice(start)];
  const isSwapped = rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2);
  return isSwapped || rest.slice(1) === meant.slice(1) || rest.slice(1) === meant || rest === meant.slice(1);
}
