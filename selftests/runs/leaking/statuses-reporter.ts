import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** What Playwright says of one try of a check. It holds no message, and so no secret. */
export interface Told {
  readonly id: string;
  readonly outcome: ReturnType<TestCase['outcome']>;
  readonly status: TestResult['status'];
  readonly worker: number;
  readonly isExplained: boolean;
}

/** A reporter of a user, with Playwright's own view of each check. */
export default class StatusesReporter implements Reporter {
  onTestEnd(test: TestCase, { status, workerIndex, error }: TestResult): void {
    const [id = ''] = test.title.split(': ');
    const isExplained = error?.message?.includes('Expected: ') === true;
    const told: Told = { id, outcome: test.outcome(), status, worker: workerIndex, isExplained };
    appendFileSync(process.env['TOLD_STATUSES'] ?? '', `${JSON.stringify(told)}\n`);
  }
}
