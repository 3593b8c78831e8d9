import { isMembers, type Members } from '../../generators/members.ts';
import { idInName, thingOfOne } from '../../contracts/bindings/resource-names.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { idShown, isNameOf, type ThingKind } from './kinds.ts';
import { isTextOrNumber } from '../../contracts/lossless-json.ts';

/** What shows the id of a user. */
export const USER_ID = /^(user_?)?id$/i;

/** The id of a listed thing, which may be its name. */
export function idOf(element: Members, kind: ThingKind): string | undefined {
  if (kind.isNamed !== true) {
    const id = idShown(element, kind);
    return id === undefined ? undefined : String(id);
  }
  const names = Object.keys(element).filter((member) => isNameOf(member, kind));
  const path = names.map((member) => element[member]).find((value) => isPathOf(value, kind));
  if (path !== undefined) return idInName(path);
  // Beside `branchName` a `name` may be the path of the branch.
  const named = names.find((member) => wordsOf(member).length > 1 && !/^display/i.test(member)) ?? names[0];
  return named === undefined ? undefined : textIn(element, new RegExp(`^${named}$`));
}

/** Whether a value is the name of such a thing as a path: `deployments/1/branches/main`. */
function isPathOf(value: unknown, { words, alike = [] }: ThingKind): value is string {
  const segments = typeof value === 'string' ? value.split('/') : [];
  const collection = segments.at(-2);
  const isAddress = segments[0] === '';
  if (collection === undefined || (segments.length % 2 === 1 && !isAddress)) return false;
  return [...words, ...alike].includes(wordsOf(thingOfOne(collection)).join(' '));
}

export function textIn(element: unknown, like: RegExp): string | undefined {
  if (!isMembers(element)) return undefined;
  for (const [name, value] of Object.entries(element)) {
    if (like.test(name) && isTextOrNumber(value)) return String(value);
  }
  return undefined;
}

const MAIN = /^(main|master|trunk|prod(uction)?|default|live|root)$/i;
const IS_MAIN = /^(is_?)?(main|default|primary|root)$/i;

/** Whether a listed thing is the one that the others of its kind begin at. */
export function isMainOf(shown: Members, kind: ThingKind): boolean {
  return (
    MAIN.test(idOf(shown, kind) ?? '') ||
    Object.entries(shown).some(([name, value]) => IS_MAIN.test(name) && value === true)
  );
}
