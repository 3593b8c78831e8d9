import { attempt } from '../failures/failure.ts';
import { currentLog } from '../failures/log.ts';
import type { Check } from './check.ts';

/** What the judgement of a class returns where this tenant leaves nothing to judge, such as a state that it does not have. */
export const LEFT_OUT = Symbol('left out');

/** Ends the judgement of a class on a tenant that leaves nothing to judge in it. */
class LeftOut extends Error {}

/** Leaves out the class that is being judged: the same as to return `LEFT_OUT`, in one line and from any depth. */
export function leaveOutIf(isOpen: unknown): void {
  if (isOpen) throw new LeftOut('a class is left out outside of a class');
}

/** The same where something that the class takes is not there. */
export function leaveOutUnless(holds: unknown): asserts holds {
  leaveOutIf(!holds);
}

async function unlessLeftOut(judge: () => unknown): Promise<unknown> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof LeftOut) return LEFT_OUT;
    throw error;
  }
}

/** Judges a class where the tenant has what it is about, or takes what goes before it; else the class is left out. */
export function judgeIf(holds: boolean, judge: () => unknown): unknown {
  return holds ? judge() : LEFT_OUT;
}

/** A case that is there where the tenant has what it takes. */
export function caseIf<Case>(holds: boolean, make: () => Case): Case | undefined {
  return holds ? make() : undefined;
}

/**
 * Judges a requirement in each of its classes, one after the other. A case that is undefined is not there on this tenant, such as
 * a credential that nobody lent. The first class in which the requirement is violated ends the check, and is named in its failure.
 */
export async function inEach<Case>(
  { requirement }: Pick<Check, 'requirement'>,
  cases: Readonly<Record<string, Case | undefined>>,
  judge: (one: Case, name: string) => unknown,
): Promise<void> {
  const { id, classes } = requirement;
  const unknown = Object.keys(cases).filter((name) => !classes.includes(name));
  if (unknown.length > 0) throw new Error(`${id}: the classes of its row lack ${unknown.join(', ')}`);
  for (const [name, one] of Object.entries(cases)) {
    const { value, failure } =
      one === undefined ? { value: LEFT_OUT } : await attempt(() => unlessLeftOut(() => judge(one, name)));
    if (failure?.isViolation) currentLog()?.judgeClass(name);
    if (failure) throw failure.with({ inClass: name });
    if (value === LEFT_OUT) currentLog()?.leaveOut(name);
    else currentLog()?.judgeClass(name);
  }
}

/** A case of what a check may lack; undefined without it, so that the class is left out. */
export function ifGiven<Given, Case>(given: Given | undefined, make: (given: Given) => Case): Case | undefined {
  return given === undefined ? undefined : make(given);
}
