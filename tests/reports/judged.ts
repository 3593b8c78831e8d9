import { setupFailed } from '../../harness/failures/failure.ts';
import type { Page } from '../../harness/client/paging.ts';
import type { Check } from '../../harness/test.ts';

export { judgeIf } from '../../harness/check/in-each.ts';

/** A case that is made of a text; undefined where the tenant shows none, or nobody lent it. */
export function ifText<Case>(text: unknown, make: (text: string) => Case): Case | undefined {
  return typeof text === 'string' ? make(text) : undefined;
}

/** A case of the page behind another one, which announces it: a cursor behind the last report may be refused. */
export function ifFurther<Case>({ pageInfo }: Page<unknown>, make: (after: string) => Case): Case | undefined {
  return pageInfo?.hasNextPage === true ? ifText(pageInfo.endCursor, make) : undefined;
}

/** The same of a name, which is not empty. */
export function ifNamed<Case>(name: unknown, make: (name: string) => Case): Case | undefined {
  return name === '' ? undefined : ifText(name, make);
}

/** Performs steps one after the other. */
export async function oneAfterTheOther<One>(ones: Iterable<One>, step: (one: One) => unknown): Promise<void> {
  for (const one of ones) await step(one);
}

/** A user with a report that they may only read. */
export function readerIn(check: Check) {
  const who = check.asOptional('MEMBER_TOKEN');
  return ifText(check.optional('READ_ONLY_REPORT_ID'), (id) => who && { who, id });
}

/** A setup failure, because the members of pageInfo are not printed as required. */
export function notShown(member: string): never {
  throw setupFailed(`the tenant does not show ${member}`);
}
