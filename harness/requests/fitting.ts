import { meantValues } from '../../contracts/bindings/words.ts';
import { isMembers, isOfType, type Members } from '../../generators/members.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

type Text = string | number;

/** The value of a list that means the same as a guess, as far as a name can tell, or else its first. */
export function nearest(values: readonly unknown[], guess: Text): unknown {
  return alike(values, guess) ?? meantValues(values).find((one) => one !== null);
}

export function alike(values: readonly unknown[], guess: Text): unknown {
  const plain = (value: unknown) =>
    String(value)
      .replace(/[^a-z\d]/gi, '')
      .toLowerCase();
  const wanted = plain(guess);
  return (
    values.find((one) => plain(one) === wanted) ??
    values.find((one) => one !== null && (plain(one).includes(wanted) || wanted.includes(plain(one))))
  );
}

/** The places of all members of an object that hold no others. */
export function leavesOf(value: Members, above = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    isMembers(inner) ? leavesOf(inner, `${above}${name}.`) : [`${above}${name}`],
  );
}

/** Whether a value is of one of these types; without any, nothing is known of it. */
export function mayBe(value: unknown, types: readonly string[]): boolean {
  return types.length === 0 || types.includes('any') || types.some((type) => isOfType(value, type));
}

/** An empty object for an empty list, or the other way round, where the document allows no other. */
export function otherEmpty(value: unknown, typesOf: () => readonly string[]): unknown {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  const isEmptyObject = isMembers(value) && Object.keys(value).length === 0;
  if (!isEmptyList && !isEmptyObject) return undefined;
  const types = typesOf();
  const other = isEmptyList ? {} : [];
  return !mayBe(value, types) && mayBe(other, types) ? other : undefined;
}

/** A number as text or a text as number, where only the other type is allowed. */
export function inType(value: Text, types: readonly string[]): Text {
  const isAllowed = (type: string) => types.includes(type) || types.includes('any') || types.length === 0;
  if (typeof value !== 'string') {
    const isNumber = isAllowed('number') || isAllowed('integer');
    return isNumber || !isAllowed('string') ? value : String(value);
  }
  if (isAllowed('string') || !(isAllowed('number') || isAllowed('integer'))) return value;
  return value.trim() !== '' && String(numberOf(value)) === value ? numberOf(value) : value;
}
