import { readFileSync } from 'node:fs';
import type { TestDetails, TestInfo } from '@playwright/test';
import { ANNOTATIONS } from '../../evidence/evidence.ts';
import type { TrialsPlan } from '../../evidence/trials.ts';

/**
 * A proof run plays each check several times. Playwright's own `--repeat-each` starts new workers for each repeat, which
 * costs more than most checks do; tests that are declared several times share the workers that there are.
 */
export function asPlanned<Test extends object>(test: Test): Test {
  const file = process.env['TRIALS_PLAN'];
  if (file === undefined) return test;
  const { trials } = JSON.parse(readFileSync(file, 'utf8')) as TrialsPlan;
  const declareTrials = (title: string, details: Details, body: Body) => {
    for (const index of (trials[details.annotation.description] ?? []).keys()) {
      const annotation = [details.annotation, { type: ANNOTATIONS.trial, description: String(index) }];
      (test as unknown as Declare)(`${title} (${index + 1})`, { ...details, annotation }, body);
    }
  };
  return Object.assign(declareTrials, test);
}

/** Whether this process plays trials, whose failures are expected and whose messages are not reported. */
export const isTrialRun = process.env['TRIALS_PLAN'] !== undefined;

/** Which of the trials of its check a test is. */
export function trialIndexOf({ annotations }: TestInfo): number {
  return Number(annotations.find(({ type }) => type === ANNOTATIONS.trial)?.description ?? 0);
}

interface Details extends TestDetails {
  readonly annotation: { readonly type: string; readonly description: string };
}
type Body = (...given: never[]) => Promise<void> | void;
type Declare = (title: string, details: TestDetails, body: Body) => void;
