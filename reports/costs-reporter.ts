import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { isOwn, type Evidence, type Exchange } from '../evidence/evidence.ts';
import { writeWholeSync } from '../evidence/whole-files.ts';
import { checkedOf, requirementOf } from './checked.ts';

/** The environment variable with the file that this reporter writes. */
export const COSTS_FILE = 'COSTS_FILE';

/**
 * Counts how many requests of a live run each requirement costs: what its checks sent, and what undid it. A request whose answer
 * several judge counts in parts.
 */
export default class CostsReporter implements Reporter {
  readonly #evidences: Evidence[] = [];

  onTestEnd(test: TestCase, played: TestResult): void {
    const { evidence } = checkedOf(test, played, '');
    if (played.status === 'passed' && evidence && requirementOf(test) !== undefined) this.#evidences.push(evidence);
  }

  onEnd(): void {
    const file = process.env[COSTS_FILE];
    if (file) writeWholeSync(file, JSON.stringify(costsOf(this.#evidences)));
  }

  printsToStdio(): boolean {
    return false;
  }
}

/**
 * The requests that each requirement costs. What one check sent and one other judges is that one's, and what more judge is divided
 * among all of them.
 */
export function costsOf(evidences: readonly Evidence[]): Readonly<Record<string, number>> {
  const adopted = new Map<string, number>();
  for (const { exchanges } of evidences) {
    for (const exchange of exchanges.filter((one) => !isOwn(one))) {
      const key = keyOf(exchange.sentFor ?? '', exchange);
      adopted.set(key, (adopted.get(key) ?? 0) + 1);
    }
  }
  const costs: Record<string, number> = {};
  for (const one of evidences) {
    const { requirement, exchanges, notKept } = one;
    const parts = exchanges.map((one) => {
      const others = adopted.get(keyOf(one.sentFor ?? requirement, one)) ?? 0;
      return others === 1 ? Number(!isOwn(one)) : 1 / (others + 1);
    });
    const sent = parts.reduce((sum, part) => sum + part, notKept + undoneIn(one));
    costs[requirement] = (costs[requirement] ?? 0) + sent;
  }
  return costs;
}

/** How many requests undid something. What was refused is looked for in a list, and one list does for all. */
function undoneIn({ exchanges, notKept, ledger = [] }: Evidence): number {
  const operations = new Set(ledger.map(({ operation }) => operation));
  return [...operations].reduce((sum, operation) => {
    const undone = ledger.filter((entry) => entry.operation === operation && entry.became === 'undone').length;
    const done = exchanges.filter(
      (one) => isOwn(one) && one.operation === operation && (one.status ?? 500) < 300,
    ).length;
    return sum + Math.min(undone, done + notKept);
  }, 0);
}

function keyOf(sender: string, { method, url, actor, startedAt }: Exchange): string {
  return JSON.stringify([sender, method, url, actor, startedAt]);
}
