import { readFileSync } from 'node:fs';
import type { TestDetails, TestInfo } from '@playwright/test';
import { ANNOTATIONS } from '../../evidence/evidence.ts';
import type { TrialsPlan } from '../../evidence/trials.ts';
import type { Annotation } from './labels.ts';

/**
 * Declares each check once per trial of a proof run. `--repeat-each` of Playwright would start new workers for each repeat,
 * which takes longer than most checks; tests that are declared several times share workers.
 */
export function asPlanned<Test extends object>(test: Test): Test {
  const file = process.env['TRIALS_PLAN'];
  if (file === undefined) return test;
  const { trials } = JSON.parse(readFileSync(file, 'utf8')) as TrialsPlan;
  const declareTrials = (title: string, details: Details, body: Body) => {
    const [requirement] = details.annotation;
    for (const index of (trials[requirement.description] ?? []).keys()) {
      const annotation = [requirement, { type: ANNOTATIONS.trial, description: String(index) }];
      (test as unknown as Declare)(`${title} (${index + 1})`, { ...details, annotation }, body);
    }
  };
  return Object.assign(declareTrials, test);
}

/** Whether this process runs trials, whose failures are expected and whose messages are not reported. */
export const isTrialRun = process.env['TRIALS_PLAN'] !== undefined;

/** The index of a test among the trials of its check. */
export function trialIndexOf({ annotations }: TestInfo): number {
  return Number(annotations.find(({ type }) => type === ANNOTATIONS.trial)?.description ?? 0);
}

interface Details extends TestDetails {
  /** The first one names the requirement. */
  readonly annotation: [Annotation, ...Annotation[]];
}
type Body = (...given: never[]) => Promise<void> | void;
type Declare = (title: string, details: TestDetails, body: Body) => void;
