import type { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import type { Schema } from '../../contracts/document.ts';

/**
 * A body in which no choice between single members has several of them: of `{ Thread: { text }, Reply: { thread } }` all is said in
 * the reply, where that alone has a place for both. What each member is called was found for itself, and so in different branches.
 */
export function keptToOneBranch(
  schemas: DeclaredSchemas,
  nodes: readonly Schema[],
  value: unknown,
  depth = 0,
): unknown {
  if (!isMembers(value) || depth > DEEPEST) return value;
  const { choices, properties } = schemas.shape(nodes);
  const one = choices.reduce((body, choice) => inOneBranch(schemas, choice, body), value);
  const declared = (name: string) => [
    ...(properties.get(name) ?? []),
    ...choices.flat().flatMap((branch) => schemas.shape([branch]).properties.get(name) ?? []),
  ];
  return Object.fromEntries(
    Object.entries(one).map(([name, inner]) => [name, keptToOneBranch(schemas, declared(name), inner, depth + 1)]),
  );
}

const DEEPEST = 4;

function inOneBranch(schemas: DeclaredSchemas, choice: readonly Schema[], value: Members): Members {
  const holders = new Map(choice.flatMap((branch) => onlyMemberOf(schemas, branch)));
  const [said, others] = [
    Object.entries(value).filter(([name]) => holders.has(name)),
    Object.entries(value).filter(([name]) => !holders.has(name)),
  ];
  if (said.length < 2 || !said.every(([, inner]) => isMembers(inner))) return value;
  const all = Object.assign({}, ...said.map(([, inner]) => inner)) as Members;
  const fitting = [...holders].filter(([, names]) => Object.keys(all).every((name) => names.includes(name)));
  const [holder, ...further] = fitting;
  return holder && further.length === 0 ? { ...Object.fromEntries(others), [holder[0]]: all } : value;
}

/** The member that a branch is all about, with the names inside of it. */
function onlyMemberOf(schemas: DeclaredSchemas, branch: Schema): (readonly [string, readonly string[]])[] {
  const { properties, required } = schemas.shape([branch]);
  const [only, ...others] = properties;
  if (!only || others.length > 0 || !required.has(only[0])) return [];
  return [[only[0], [...schemas.shape(only[1]).properties.keys()]]];
}
