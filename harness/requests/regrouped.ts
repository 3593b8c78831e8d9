import { wordsOf } from '../../contracts/bindings/words.ts';
import type { Schema } from '../../contracts/document.ts';
import { isMembers, type Members } from '../../generators/members.ts';

type Declared = ReadonlyMap<string, readonly Schema[]>;
type MembersOf = (nodes: readonly Schema[]) => Declared;

const SAYS_KIND = /^(type|kind)$/i;

/**
 * A guess in the groups of a document: `{ type: 'change', percentage }` where the document has a member for each kind, as in
 * `{ change: { percentage } }`, and `{ region }` where it has that inside of another member, as in `{ location: { region } }`.
 */
export function regrouped(
  guess: Members,
  declared: Declared,
  membersOf: MembersOf,
  isGuessed: (entry: readonly [name: string, value: unknown]) => boolean = () => true,
): Members {
  const entries = Object.entries(guess);
  const byKind = entries.every(isGuessed) ? inMemberOfKind(guess, declared, membersOf) : undefined;
  if (byKind) return byKind;
  const groups: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const holder = declared.has(name) || !isGuessed([name, value]) ? undefined : holderOf(name, declared, membersOf);
    if (holder === undefined) groups[name] ??= value;
    else if (!Object.hasOwn(guess, holder)) groups[holder] = { ...(groups[holder] as object), [name]: value };
  }
  return groups;
}

function inMemberOfKind(guess: Members, declared: Declared, membersOf: MembersOf): Members | undefined {
  const [said] = Object.entries(guess).filter(([name, value]) => SAYS_KIND.test(name) && typeof value === 'string');
  if (!said || declared.has(said[0])) return undefined;
  const kind = wordsOf(String(said[1])).join(' ');
  const member = [...declared].find(([name, nodes]) => wordsOf(name).join(' ') === kind && membersOf(nodes).size > 0);
  const { [said[0]]: _, ...others } = guess;
  return member && { [member[0]]: others };
}

/** The only member inside of which the document has one of this name. */
function holderOf(name: string, declared: Declared, membersOf: MembersOf): string | undefined {
  const holders = [...declared].filter(([, nodes]) => membersOf(nodes).has(name)).map(([holder]) => holder);
  return holders.length === 1 ? holders[0] : undefined;
}

/** A text of a guess as an element of a list of objects: what they call it, where it is all that they need. */
export function asElement(value: unknown, called: string | undefined): unknown {
  return called !== undefined && !isMembers(value) && typeof value === 'string' ? { [called]: value } : value;
}
